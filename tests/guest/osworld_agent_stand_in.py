"""A small agent, written as those of OSWorld are: it stands for them where there is no checkout, and is never run."""

from __future__ import annotations

from typing import Any

WINDOWS = """
import subprocess
import difflib
import json, os, re, sys, platform
from pathlib import Path
windows = subprocess.run(["wmctrl", "-lx"], capture_output=True, text=True).stdout.splitlines()
"""
CELLS = """
import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.awt.FontWeight import BOLD
"""


def program_of(kind: str, at: dict[str, Any]) -> str:
    """The program of an action."""
    x, y, button, keys, text, clicks, duration = (
        at[name] for name in ("x", "y", "button", "keys", "text", "clicks", "duration")
    )
    programs = {
        "click": f"pyautogui.click({x}, {y}, button='{button}', clicks={clicks}, interval=0.1)",
        "click by name": f"pyautogui.click(x={x}, y={y}, button={button!r}, duration={duration})",
        "click here": f"pyautogui.click(button='{button}')",
        "clicks": f"pyautogui.doubleClick({x}, {y}, button='left'); pyautogui.tripleClick({x}, {y})",
        "others": f"pyautogui.rightClick({x}, {y}); pyautogui.middleClick({x}, {y}); pyautogui.rightClick()",
        "clicks here": "pyautogui.click(); pyautogui.doubleClick(); pyautogui.tripleClick(); pyautogui.middleClick()",
        "move": f"pyautogui.moveTo({x}, {y}); pyautogui.moveTo(x = {x}, y = {y}, duration=0.5)",
        "move smoothly": f"pyautogui.moveTo({x}, {y}, {duration}, {at['mode']})",
        "move at once": f"pyautogui.moveTo({x}, {y}, _pause=False); pyautogui.moveTo()",
        "drag": f"pyautogui.moveTo({x}, {y}); pyautogui.dragTo({x}, {y}, duration=1., button='left')",
        "drag by parts": f"pyautogui.mouseDown({x}, {y}); pyautogui.mouseUp({x}, {y})",
        "drop": "pyautogui.mouseDown(button='left'); pyautogui.mouseUp(button='left')",
        "drop here": "pyautogui.mouseDown(); pyautogui.mouseUp()",
        "drag held": f"pyautogui.dragTo({x}, {y}, duration=1.0, button='left', mouseDownUp=True)",
        "scroll": f"pyautogui.scroll({clicks}, x={x}, y={y}); pyautogui.scroll({clicks}, {x}, {y})",
        "scroll here": f"pyautogui.scroll({clicks}{at['position']}); pyautogui.scroll(-5)",
        "scroll aside": f"pyautogui.vscroll({clicks}); pyautogui.hscroll({clicks}, {x}, {y})",
        "keys": f"pyautogui.hotkey({', '.join(map(repr, keys))}); pyautogui.press({keys!r})",
        "shortcut": "pyautogui.hotkey('ctrl', 'a'); pyautogui.hotkey('ctrl', 'shift', 'v', interval=0.2)",
        "key": "pyautogui.press('enter'); pyautogui.press('\\\\')",
        "held": f"pyautogui.keyDown('{keys[0]}'); pyautogui.keyUp({keys[0]!r})",
        "type": f"pyautogui.typewrite({text!r}, interval=0.03); pyautogui.write({text!r})",
        "type at once": f"pyautogui.typewrite({text!r})",
        "type slowly": f"pyautogui.write('{text}', interval=0.1)",
        "paste": f"import pyperclip; pyperclip.copy({text!r}); pyautogui.hotkey('ctrl', 'v'); pyperclip.paste()",
        "mark": "pyautogui.click(tag_1); pyautogui.moveTo(tag_2); pyautogui.dragTo(tag_3, button='left')",
        "rest": "pyautogui.sleep(0.1); pyautogui.screenshot()",
    }
    return programs[kind]
