# pyautogui
import time

import pyautogui

pyautogui.hotkey("ctrl", "end")
pyautogui.write("\nFeed the cat", interval=0.03)
time.sleep(1)
# ---
# pyautogui
import time

import pyautogui

pyautogui.hotkey("ctrl", "s")
time.sleep(2)
