"""Chrome's tools: they act in the browser's window, through the DevTools protocol or its own key bindings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from pydantic import BaseModel, Field

from mcp_tools import applications, chrome_bookmarks
from mcp_tools.chrome_address import whole_address
from mcp_tools.chrome_bookmarks import SavedBookmark, find_added
from mcp_tools.chrome_loading import LOAD_SECONDS
from mcp_tools.chrome_print import has_print_dialog
from mcp_tools.chrome_tabs import (
    APP,
    OPEN_TAB,
    OpenedPage,
    Page,
    as_page,
    browser_windows,
    find_front_tab,
    front_tab,
    open_tab,
    require_keyboard,
    require_window,
    show,
)
from mcp_tools.computer.tools import key
from mcp_tools.devtools import Browser, DevToolsError, NoBrowserError, Tab, open_browser, wait_until
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError, tool
from mcp_tools.timeouts import scale_timeout
from mcp_tools.titles import short_address, short_title
from mcp_tools.waiting import wait

PORT = 9222
MAX_TABS = 5
BACK_SECONDS = scale_timeout(5.0)
DIALOG_SECONDS = scale_timeout(7.0)
TITLE_SECONDS = scale_timeout(2.0)
EMPTY_PAGE = "about:blank"
LOOK = "look at the screen for a dialog in the browser's window and close it"


class Tabs(BaseModel):
    """Tabs that came back: the first ones, and how many there are."""

    tabs: list[Page]
    count: int


class Bookmarked(BaseModel):
    """A page's bookmark; `folder` is the path of folders it is in."""

    url: str
    name: str
    folder: str
    note: str = ""


@tool("osworld_mcp_google_chrome.chrome_open_tabs_setup", app=APP, seconds=60)
def chrome_open_tabs_setup(
    url: Annotated[
        str, Field(description='Address, as "https://example.org", "chrome://version" or a file\'s path.')
    ],
) -> OpenedPage:
    """Open an address in a new tab of the browser, starting the browser when it is not running."""
    address = whole_address(url)
    if not _running():
        return _start_browser(address)
    with open_browser(PORT) as browser:
        return open_tab(browser, address)


@tool("osworld_mcp_google_chrome.bookmark_page", app=APP, idempotent=True)
def bookmark_page() -> Bookmarked:
    """Bookmark the page in the front tab (as Ctrl+D does).

    The bubble in which its name and folder can be changed stays open; Return closes it.
    """
    with _browser() as browser:
        tab = front_tab(browser)
        require_keyboard(browser, tab)
        before = chrome_bookmarks.find(tab.url)
        _press("ctrl", "d")  # also where it seems needless: the files do not say what was just removed
        if added := find_added(tab.url, before):
            return _to_bookmarked(added, "its bubble is open; press Return to close it")
    if existing := chrome_bookmarks.find(tab.url):
        return _to_bookmarked(
            existing[0], "it was bookmarked already; its bubble is open, press Return to close it"
        )
    raise ToolError(f"the browser stored no bookmark for {shorten(tab.url)}; {LOOK}")


@tool("osworld_mcp_google_chrome.bring_back_last_tab", app=APP)
def bring_back_last_tab() -> Tabs:
    """Open the tab that was closed last again (as Ctrl+Shift+T does)."""
    with _browser() as browser:
        before = {tab.id for tab in browser.tabs()}
        require_window(find_front_tab(browser))
        _press("ctrl", "shift", "t")
        try:
            back = wait_until(lambda: _new_tabs(browser, before), "no tab came back", BACK_SECONDS)
        except DevToolsError as error:
            raise ToolError(
                "no tab came back: the browser remembers no closed tab (private windows leave none), or a dialog in "
                "its window has the keyboard; look at the screen"
            ) from error
        back = wait(lambda: _tabs_with_titles(_new_tabs(browser, before)), TITLE_SECONDS) or back
        return Tabs(tabs=[as_page(tab) for tab in back[:MAX_TABS]], count=len(back))


@tool("osworld_mcp_google_chrome.print", app=APP)
def print_page() -> Page:
    """Open the print dialog for the page in the front tab (as Ctrl+P does)."""
    with _browser() as browser:
        tab = front_tab(browser)
        if has_print_dialog(browser, tab):
            return as_page(tab)
        require_keyboard(browser, tab)
        _press("ctrl", "p")
        wait_until(
            lambda: has_print_dialog(browser, tab),
            f"no print dialog opened for {shorten(tab.url)}; {LOOK}",
            DIALOG_SECONDS,
        )
        return as_page(tab)


@tool("osworld_mcp_google_chrome.delete_browsing_data", app=APP, idempotent=True)
def delete_browsing_data() -> Page:
    """Open the dialog that deletes browsing data (as Ctrl+Shift+Del does); nothing is deleted yet."""
    with _browser() as browser:
        page = show(browser, "chrome://settings/clearBrowserData")
        with browser.attach(browser.page_of(front_tab(browser))) as session:
            wait_until(lambda: session.evaluate(_DIALOG_IS_OPEN), "the dialog did not open")
        return page


@tool("osworld_mcp_google_chrome.open_appearance_settings", app=APP, idempotent=True)
def open_appearance_settings() -> Page:
    """Open the browser's appearance settings (theme, home button, bookmarks bar, fonts, page zoom)."""
    return _open("chrome://settings/appearance")


@tool("osworld_mcp_google_chrome.open_bookmarks", app=APP, idempotent=True)
def open_bookmarks() -> Page:
    """Open the browser's bookmark manager."""
    return _open("chrome://bookmarks/")


@tool("osworld_mcp_google_chrome.open_extensions", app=APP, idempotent=True)
def open_extensions() -> Page:
    """Open the page on which the browser's extensions are managed."""
    return _open("chrome://extensions/")


@tool("osworld_mcp_google_chrome.open_password_settings", app=APP, idempotent=True)
def open_password_settings() -> Page:
    """Open the browser's settings for autofill and passwords."""
    return _open("chrome://settings/autofill")


@tool("osworld_mcp_google_chrome.open_privacy_settings", app=APP, idempotent=True)
def open_privacy_settings() -> Page:
    """Open the browser's privacy and security settings."""
    return _open("chrome://settings/privacy")


@tool("osworld_mcp_google_chrome.open_profile_settings", app=APP, idempotent=True)
def open_profile_settings() -> Page:
    """Open the browser's settings for the profile ("You and Google")."""
    return _open("chrome://settings/people")


@tool("osworld_mcp_google_chrome.open_search_engine_settings", app=APP, idempotent=True)
def open_search_engine_settings() -> Page:
    """Open the browser's search engine settings."""
    return _open("chrome://settings/search")


_DIALOG_IS_OPEN = """(() => {
  const inside = (root) => [...root.querySelectorAll("*")].some((element) =>
    (element.localName === "dialog" && element.open && element.checkVisibility()) ||
    (element.shadowRoot && inside(element.shadowRoot)));
  return inside(document);
})()"""


@contextmanager
def _browser() -> Iterator[Browser]:
    """The open browser. Raises ToolError that names the tool which opens it."""
    if not _running():
        raise ToolError(f"the browser is not open; open it with {OPEN_TAB}")
    with open_browser(PORT) as browser:
        yield browser


def _running() -> bool:
    try:
        with open_browser(PORT) as browser:
            return bool(browser.tabs())
    except NoBrowserError:
        return False


def _open(url: str) -> Page:
    with _browser() as browser:
        return show(browser, url)


def _start_browser(address: str) -> OpenedPage:
    """Start the browser with a page; it is closed again when the page cannot be shown."""
    applications.launch(APP, EMPTY_PAGE)
    wait_until(lambda: _running() and browser_windows(), "the browser did not start", LOAD_SECONDS)
    with open_browser(PORT) as browser:
        try:
            page = open_tab(browser, address)
            with browser.attach(browser.page_of(front_tab(browser))) as session:
                session.send("Page.resetNavigationHistory")  # Back would show the empty page
        except ToolError:
            browser.send("Browser.close")
            raise
        return page


def _to_bookmarked(bookmark: SavedBookmark, note: str) -> Bookmarked:
    return Bookmarked(
        url=short_address(bookmark.url),
        name=short_title(bookmark.name),
        folder=short_title(bookmark.folder),
        note=note,
    )


def _new_tabs(browser: Browser, before: set[str]) -> list[Tab]:
    return [tab for tab in browser.tabs() if tab.id not in before]


def _tabs_with_titles(tabs: list[Tab]) -> list[Tab]:
    """The tabs once the browser knows all their titles."""
    return tabs if all(tab.title and tab.url for tab in tabs) else []


def _press(*keys: str) -> None:
    """Give the keyboard to the browser's topmost window and press keys together."""
    window = browser_windows()[0]
    if not window.active or window.minimized:
        applications.activate(window)
        wait_until(
            lambda: any(other.active for other in applications.windows() if other.id == window.id),
            f"the window {shorten(window.title)} did not take the keyboard; close the dialog in front of it",
        )
    key(keys=keys)
