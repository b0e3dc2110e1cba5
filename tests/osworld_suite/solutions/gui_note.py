# pyautogui
import time

import pyautogui

pyautogui.hotkey("ctrl", "end")
pyautogui.write("Feed the cat\n", interval=0.03)
time.sleep(1)
# ---
# pyautogui
import time

import pyautogui

pyautogui.hotkey("ctrl", "s")
time.sleep(2)
