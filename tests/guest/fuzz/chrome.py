"""Chrome: its tabs as DevTools lists them, its windows' titles, its stored bookmarks, what it downloaded."""

from __future__ import annotations

import json
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from controller.core.guest import Guest
from tests.guest.fuzz import chrome_promises
from tests.guest.fuzz.chrome_promises import FOLDER, PAGES, SCENES
from tests.guest.fuzz.guest_python import GuestPython
from tests.guest.fuzz.promises import Promise, State, Subject

PROFILE = "/home/user/.config/chromium-testbed"
BODIES = {
    "alert": "<script>onclick = () => alert('hello')</script>",
    "leaving": "<script>onbeforeunload = event => event.preventDefault()</script>",
    "busy": "<script>onclick = () => { for (;;); }</script>",
    "list": "<select autofocus onclick='' style='width: 100vw; height: 90vh'><option>a<option>b</select>",
    "filling": "<script>onclick = () => document.documentElement.requestFullscreen()</script>",
    "place": "<script>onclick = () => navigator.geolocation.getCurrentPosition(() => 0)</script>",
}
KEYS = {
    "new tab": ["ctrl", "t"],
    "private": ["ctrl", "shift", "n"],
    "second window": ["ctrl", "n"],
    "file chooser": ["ctrl", "o"],
    "print dialog": ["ctrl", "p"],
    "full screen": ["F11"],
    "find bar": ["ctrl", "f"],
    "minimised": ["super", "h"],
    "closed tab": ["ctrl", "w"],
    "page's source": ["ctrl", "u"],
    "developer tools": ["F12"],
    "address bar": ["ctrl", "l"],
    "bookmark bubble": ["ctrl", "d"],
    "all bookmarks dialog": ["ctrl", "shift", "d"],
    "caret dialog": ["F7"],
    "task manager": ["shift", "Escape"],
    "tab search": ["ctrl", "shift", "a"],
    "save dialog": ["ctrl", "s"],
    "history": ["ctrl", "h"],
    "zoomed": ["ctrl", "plus"],
    "menu": ["alt", "f"],
}
"""The keys that lead from an open page to a scene."""

_READER = f"""
import glob, html, json, os, re, subprocess, sys, time, urllib.error, urllib.request
sys.path[:0] = ["/opt/testbed", *glob.glob("/opt/testbed/venv/lib/python3*/site-packages")]
from mcp_tools.devtools import open_browser

def targets():
    try:
        with urllib.request.urlopen("http://127.0.0.1:9222/json/list", timeout=5) as answer:
            # DevTools escapes titles for HTML.
            return [{{**target, "title": html.unescape(target["title"])}} for target in json.load(answer)]
    except (urllib.error.URLError, OSError):
        return []

def pages():
    listed = [target for target in targets() if target["type"] == "page"]
    return [target for target in listed if not target["url"].startswith("devtools://")]

def crash(url):
    with open_browser(9222) as browser:
        target = next(target for target in browser.targets() if target.url == url)
        with browser.attach(target) as session:
            session.start("Page.crash")
            for message in session.messages(10):
                if message.get("method") == "Inspector.targetCrashed":
                    return
    raise TimeoutError("the page did not crash")

def prop(*arguments):
    return subprocess.run(["xprop", *arguments], capture_output=True, text=True).stdout

def titles():
    shown = []
    for window in reversed(re.findall("0x[0-9a-f]+", prop("-root", "_NET_CLIENT_LIST_STACKING"))):
        text = prop("-id", window, "WM_CLASS", "_NET_WM_NAME", "_NET_WM_STATE")
        if '"Chromium"' in text:
            title = re.search('_NET_WM_NAME.* = "(.*)"', text)
            shown.append(("HIDDEN" in text, title[1] if title else ""))
    return [title for _, title in sorted(shown, key=lambda one: one[0])]

def bookmarks():
    # Of all profiles.
    texts = [open(name).read() for name in glob.glob("{PROFILE}/*/Bookmarks")]
    return sorted(url for text in texts for url in re.findall('"url": "([^"]+)"', text))

def state():
    listed = [page for page in pages() if not page["url"].startswith("chrome://print/")]
    top = next(iter(titles()), "")
    return {{
        "tabs": sorted(page["url"] for page in listed),
        "front": next((page["url"] for page in listed if page["title"] and top.startswith(page["title"])), ""),
        "top": top,
        "windows": len(titles()),
        "print": len(pages()) - len(listed),
        "bookmarks": bookmarks(),
        "downloads": sorted(os.listdir(os.path.expanduser("~/Downloads"))),
        "running": bool(pages()),
    }}

def wait(condition, seconds=20):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"the browser is not in the state that the document asks for: {{state()}}")
        time.sleep(0.05)

def quit():
    # A page that is busy or shows a dialog keeps it from ending by itself, and its profile goes anyway.
    while subprocess.run(["pkill", "-KILL", "--exact", "chromium"]).returncode == 0:
        time.sleep(0.05)
"""


class Chrome(Subject):
    """The browser with some tabs, in one of many scenes."""

    name: ClassVar[str] = "chrome"
    promises: ClassVar[list[Promise]] = chrome_promises.PROMISES
    calls_per_document: ClassVar[int] = 20

    def __init__(self, guest: Guest) -> None:
        super().__init__(guest)
        self._python = GuestPython(guest)
        self._python.run(_READER)
        self._scene = "closed"
        for name in (*PAGES, *BODIES):
            title = "L" * 3000 if name == "long" else f"Page {name}"
            markup = f"<!doctype html><meta charset=utf-8><title>{title}</title>{BODIES.get(name, '')}<p>text"
            guest.write_file(f"{FOLDER}/{name}.html", (markup + "<p>text" * 60).encode())
        guest.write_file(f"{FOLDER}/data.zip", bytes(range(256)) * 8)
        guest.run(["mkfifo", f"{FOLDER}/fifo.html"], as_user=True)

    def documents(self) -> SearchStrategy[Any]:
        return st.fixed_dictionaries(
            {
                "pages": st.lists(st.sampled_from(PAGES), min_size=1, max_size=3, unique=True),
                "scene": st.sampled_from(SCENES),
            }
        )

    def open(self, document: Any) -> None:
        self.quit()
        self._scene = scene = document["scene"]
        if scene == "closed":
            return
        names = [*document["pages"], *([scene] if scene in BODIES else [])]
        addresses = [f"file://{FOLDER}/{name}.html" for name in names]
        self.guest.run(["testbed-open", "google_chrome", *addresses], as_user=True)
        self._python.run(f"wait(lambda: len([page for page in pages() if page['title']]) == {len(names)})")
        self._python.run("wait(titles)")
        if scene in BODIES:
            front = f"wait(lambda: state()['front'] == {addresses[-1]!r})"
            self.guest.call_tool("computer.key", {"keys": ["ctrl", "9"]})
            self._python.run(front)
            self.guest.call_tool("computer.click", {"x": 640, "y": 500})
            if scene == "leaving":
                self.guest.call_tool("computer.key", {"keys": ["ctrl", "w"]})
        elif scene == "crashed":
            self._python.run("wait(lambda: state()['front'])\ncrash(state()['front'])")
        elif keys := KEYS.get(scene):
            self.guest.call_tool("computer.key", {"keys": keys})
        self.guest.call_tool("computer.screenshot", {"limit_seconds": 5})
        if scene == "bookmark bubble":
            self._python.run("wait(bookmarks)")  # stored seconds later

    def quit(self) -> None:
        """End the browser, and let it begin with an empty profile."""
        self._python.run("quit()")
        self.guest.run(["rm", "-rf", PROFILE])

    def state(self) -> State:
        return {**json.loads(self._python.run("print(json.dumps(state()))")), "scene": self._scene}

    def memory_mib(self) -> float:
        return 0.0  # every tab is a process of its own

    def close(self) -> None:
        self._python.run("quit()")
        self._python.close()
