"""What Chrome's tools promise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from urllib.parse import quote

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from controller.core.guest import HOME, ToolResult
from tests.guest.fuzz.promises import Arguments, Expected, Promise, State

FOLDER: Final = f"{HOME}/pages"
PAGES: Final = ("one", "two", "three", "long", "ünï 'x' #1")
SCENES: Final = (
    *("closed", "plain", "plain", "new tab", "private", "second window", "file chooser", "print dialog"),
    *("full screen", "find bar", "minimised", "closed tab", "alert", "leaving", "busy", "crashed"),
    *("page's source", "developer tools", "address bar", "bookmark bubble", "all bookmarks dialog"),
    *("caret dialog", "task manager", "tab search", "save dialog", "history", "zoomed", "menu"),
    *("list", "filling", "place"),
)
DEAF: Final = (
    *("file chooser", "print dialog", "alert", "leaving", "busy", "crashed", "developer tools"),
    *("all bookmarks dialog", "caret dialog", "task manager", "save dialog", "menu"),
)
NEW_TABS: Final = ("chrome://newtab/", "chrome://new-tab-page/", "chrome://new-tab-page-third-party/")
VIEW: Final = ("top", "front", "windows")
SECONDS: Final = 25.0
REFUSED: Final = Expected(error=True, undoable=False)
OPENED: Final = {
    **{f"{FOLDER}/{name}.html": f"file://{quote(f'{FOLDER}/{name}.html')}" for name in PAGES},
    f"file://{FOLDER}/one.html?a#b": f"file://{FOLDER}/one.html?a#b",
    "chrome://version": "chrome://version/",
    "about:version": "chrome://version/",
    FOLDER: f"file://{FOLDER}/",
}
"""What may be opened, and the address that the tab then has."""
BAD: Final = (
    *("", " ", "http://", "https:///x", "http://[", "http://a b/", "http://a:99999/", "http://%", "a\0b"),
    *("javascript:alert(1)", "data:text/html,x", "mailto:a@b.c", "foo://bar", "blob:x", "about:"),
    *("chrome://quit", "chrome://crash", "chrome://kill", "chrome://restart"),
    *("http://127.0.0.1:8099/", "http://nosuch.test/", "http://例え.テスト/", "README", "--help"),
    *(f"{FOLDER}/none.html", f"{FOLDER}/fifo.html", f"{FOLDER}/data.zip", "/dev/zero", "/" + "a/" * 3000),
    *("file://host/a.html", "x" * 1_000_000, "http://127.0.0.1:8099/" + "x" * 1_000_000),
)
SETTINGS: Final = {
    "open_appearance_settings": ("chrome://settings/appearance", "The browser's appearance settings"),
    "open_bookmarks": ("chrome://bookmarks/", "The bookmark manager"),
    "open_extensions": ("chrome://extensions/", "The page of the extensions"),
    "open_password_settings": ("chrome://settings/autofill", "The settings for autofill and passwords"),
    "open_privacy_settings": ("chrome://settings/privacy", "The privacy and security settings"),
    "open_profile_settings": ("chrome://settings/people", "The profile's settings"),
    "open_search_engine_settings": ("chrome://settings/search", "The search engine settings"),
    "delete_browsing_data": (
        "chrome://settings/clearBrowserData",
        "The dialog that deletes browsing data, nothing deleted,",
    ),
}


def nothing(_state: State) -> SearchStrategy[Arguments]:
    return st.just({})


def is_deaf(state: State) -> bool:
    """Whether keys may not reach the browser."""
    return state["scene"] in DEAF or bool(state["print"])


def tabs_of(state: State) -> list[str]:
    tabs = state["tabs"]
    assert isinstance(tabs, list)
    return tabs


def with_tab(state: State, url: str) -> list[str]:
    """The tabs after `url` was opened: in an empty tab that is in front, else in a new one."""
    tabs = tabs_of(state)
    if reuses_front(state):
        tabs = [*tabs]
        tabs.remove(str(state["front"]))
    return sorted([*tabs, url])


def reuses_front(state: State) -> bool:
    """Whether a page opens in the tab in front: an empty one, whose print dialog then ends."""
    return state["front"] in NEW_TABS and state["scene"] != "private"


def view_of(state: State) -> tuple[str, ...]:
    """What may change where a page is opened or shown."""
    return (*VIEW, "print") if reuses_front(state) else VIEW


def open_arguments(_state: State) -> SearchStrategy[Arguments]:
    good = st.sampled_from(list(OPENED))
    return st.one_of(good, st.sampled_from(BAD)).map(lambda url: {"url": url})


def open_tab(state: State, arguments: Arguments) -> Expected:
    url = OPENED.get(str(arguments["url"]))
    if url is None:
        return Expected(error=True, undoable=False, seconds=SECONDS)
    changes = {"tabs": with_tab(state, url), "running": True}
    if state["scene"] != "private":
        changes["front"] = url
    return Expected(
        error=None if state["scene"] == "private" and state["front"] in NEW_TABS else False,
        changes=changes,
        free=view_of(state),
        answer=names(url),
        undoable=False,
        seconds=SECONDS,
    )


def names(url: str) -> Callable[[ToolResult], str | None]:
    def wrong(result: ToolResult) -> str | None:
        answered = (result.structured or {})["url"]
        return None if answered == url else f"answered {answered}"

    return wrong


def show(url: str) -> Callable[[State, Arguments], Expected]:
    def expected(state: State, _arguments: Arguments) -> Expected:
        if not state["running"]:
            return REFUSED
        tabs = tabs_of(state)
        shown = tabs if url in tabs else with_tab(state, url)
        changes = {"tabs": shown, "front": url}
        return Expected(
            changes=changes, free=view_of(state), answer=names(url), undoable=False, seconds=SECONDS
        )

    return expected


def bookmark(state: State, _arguments: Arguments) -> Expected:
    if not state["running"]:
        return REFUSED
    stored = state["bookmarks"]
    assert isinstance(stored, list)
    front = state["front"]
    error = None if is_deaf(state) or not front else False
    return Expected(
        error=error, changes={"bookmarks": sorted({*stored, front})}, undoable=False, seconds=SECONDS
    )


def bring_back(state: State, _arguments: Arguments) -> Expected:
    if not state["running"]:
        return REFUSED
    return Expected(error=None, free=("tabs", *VIEW), undoable=False, seconds=SECONDS)


def print_page(state: State, _arguments: Arguments) -> Expected:
    if not state["running"]:
        return REFUSED
    error = None if is_deaf(state) or str(state["front"]).startswith("chrome://") else False
    if state["print"]:  # of this tab, or of another one
        return Expected(error=error, free=("print",), undoable=False, seconds=SECONDS)
    return Expected(error=error, changes={"print": 1}, undoable=False, seconds=SECONDS)


CLOSED = "The browser is not open"
PREFIX = "osworld_mcp_google_chrome"
PROMISES: Final = [
    Promise(
        f"{PREFIX}.chrome_open_tabs_setup",
        "The address is loaded in a new tab (or the empty one in front), in front; other tabs stay.",
        "What is no page: no host, no file, a script, a download, a command; a page that fails to load or hangs.",
        open_arguments,
        open_tab,
    ),
    Promise(
        f"{PREFIX}.bookmark_page",
        "The page in the front tab is bookmarked once; its bubble is open.",
        f"{CLOSED}; a dialog is open, or the page hangs.",
        nothing,
        bookmark,
    ),
    Promise(
        f"{PREFIX}.bring_back_last_tab",
        "The tab or window that was closed last is open again, in front.",
        f"{CLOSED}; a dialog is open; no closed tab is remembered.",
        nothing,
        bring_back,
    ),
    Promise(
        f"{PREFIX}.print",
        "The print dialog of the page in the front tab is open; nothing is printed.",
        f"{CLOSED}; a dialog is open, or the page hangs.",
        nothing,
        print_page,
    ),
    *(
        Promise(f"{PREFIX}.{tool}", f"{text} in front, in one tab.", f"{CLOSED}.", nothing, show(url))
        for tool, (url, text) in SETTINGS.items()
    ),
]
