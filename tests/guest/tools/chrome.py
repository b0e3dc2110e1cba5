"""The browser in a guest, for tests: opens pages, calls its tools, looks at its tabs and its files."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from checkers.browser import Bookmark, bookmarks, quit_browser, tabs
from controller.core.guest import ToolResult
from controller.tasks.judged_guest import JudgedGuest
from tests.guest.tools.application import Application
from tests.guest.tools.calls import Tools
from tests.guest.tools.contract import marks

FOLDER = "/home/user/chrome-tests"
PREFIX = "osworld_mcp_google_chrome."
effect, error = marks(PREFIX)

_LIST_TARGETS = """
import json, urllib.request
with urllib.request.urlopen("http://127.0.0.1:9222/json/list") as answer:
    print("\\n".join(target["url"] for target in json.load(answer)))
"""


class Chrome(Application):
    """The browser in a guest. Names of tools are given without their prefix."""

    prefix = PREFIX

    def __init__(self, tools: Tools) -> None:
        super().__init__(tools)
        self.view = JudgedGuest(tools.guest, None)
        self.refusals: dict[str, str] = {}

    def page(self, name: str, body: str = "", title: str | None = None) -> str:
        """Write a page and return its path."""
        path = f"{FOLDER}/{name}.html"
        markup = f"<!doctype html><meta charset=utf-8><title>{title or f'Page {name}'}</title>{body}"
        self.guest.write_file(path, markup.encode())
        return path

    @property
    def urls(self) -> list[str]:
        """Addresses of the open tabs, sorted."""
        return sorted(tab.url for tab in tabs(self.view))

    @property
    def targets(self) -> list[str]:
        """Addresses of all that DevTools shows, dialogs that are pages included."""
        return self.guest.run(["python3", "-c", _LIST_TARGETS], as_user=True).text.split("\n")

    @property
    def front_title(self) -> str:
        """The title of the active window."""
        windows = self.guest.call_tool("computer.windows").structured or {}
        return next((str(window["title"]) for window in windows["windows"] if window["active"]), "")

    def call_twice(self, name: str) -> list[ToolResult]:
        """The results of two calls sent at once, which must both succeed."""
        with ThreadPoolExecutor(2) as pool:
            return list(pool.map(self.call, (name, name)))

    def stored_bookmarks(self) -> list[Bookmark]:
        """The bookmarks after an orderly end of the browser."""
        self.quit()
        return bookmarks(self.view)

    def quit(self) -> None:
        quit_browser(self.view)
