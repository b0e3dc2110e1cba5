# pyautogui
import time

import pyautogui

pyautogui.hotkey("ctrl", "w")
time.sleep(1)
pyautogui.hotkey("ctrl", "t")
time.sleep(3)
pyautogui.hotkey("ctrl", "l")
time.sleep(1)
pyautogui.write("localhost:8000/geese/list.html?colour=white&size=2\n", interval=0.02)
time.sleep(3)
