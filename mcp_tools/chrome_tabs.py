"""The browser's tabs: which one is in front, and bringing a page there. No page is asked: one may hang."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from mcp_tools import applications
from mcp_tools.chrome_loading import BUSY_SECONDS, load
from mcp_tools.devtools import Browser, DevToolsError, NavigatedError, Tab, Target, wait_until
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError
from mcp_tools.timeouts import scale_timeout
from mcp_tools.titles import plain_title, short_address, short_title
from mcp_tools.waiting import wait
from mcp_tools.windows import WindowInfo

APP = "google_chrome"
OPEN_TAB = "osworld_mcp_google_chrome.chrome_open_tabs_setup"
NEW_TAB_PAGES = (
    "chrome://newtab/",
    "chrome://new-tab-page/",
    "chrome://new-tab-page-third-party/",
    "about:blank",
)
NO_PAGE = "http://"
"""An address that the browser does not accept: a tab made with it has no page that Back would show."""
UNTITLED = "Untitled"
LEADS_ON = "the page changes its address again and again; look at the screen"
FOCUS_SECONDS = 1.0
CLOSE_SECONDS = scale_timeout(5.0)
"""A tab whose page hangs closes late."""


class Page(BaseModel):
    """The page in the front tab."""

    url: str
    title: str


class OpenedPage(Page):
    """The page that was opened; `note` says why it is not complete."""

    note: str = ""


def as_page(tab: Tab) -> Page:
    return Page(url=short_address(tab.url), title=short_title(tab.title))


def front_tab(browser: Browser) -> Tab:
    """The tab in front of the browser window that is on top. Raises ToolError when there is none."""
    tab = find_front_tab(browser)
    if tab is None:
        raise ToolError(f"the browser shows no tab; open one with {OPEN_TAB}")
    return tab


def find_front_tab(browser: Browser) -> Tab | None:
    """The tab in front of the browser window that is on top, None when no window is open."""
    active = [tab for tab in browser.tabs() if tab.active]
    for window in browser_windows():
        titled = [tab for tab in active if _shows(window, tab)]
        longest = max((len(tab.title) for tab in titled), default=0)
        candidates = [tab for tab in titled if len(tab.title) == longest]
        if len(candidates) > 1:
            candidates = [tab for tab in candidates if _has_bounds(browser, tab, window)] or candidates
        if candidates:
            return _tab_with_focus(browser, candidates) if len(candidates) > 1 else candidates[0]
    return active[0] if active else None


def browser_windows() -> list[WindowInfo]:
    """The browser's windows and dialogs, topmost first, minimised ones last."""
    own = [window for window in applications.windows() if window.app == APP]
    return sorted(own, key=lambda window: window.minimized)


def _shows(window: WindowInfo, tab: Tab) -> bool:
    return plain_title(window.title).startswith(plain_title(tab.title) or UNTITLED)


def _has_bounds(browser: Browser, tab: Tab, window: WindowInfo) -> bool:
    bounds: dict[str, Any] = browser.send("Browser.getWindowForTarget", targetId=tab.id)["bounds"]
    place = (bounds.get("left"), bounds.get("top"), bounds.get("width"), bounds.get("height"))
    return place == (window.x, window.y, window.width, window.height)


def _tab_with_focus(browser: Browser, tabs: list[Tab]) -> Tab:
    """Of tabs whose windows look alike the one with the keyboard."""
    for tab in tabs:
        with browser.attach(browser.page_of(tab)) as session:
            try:
                if session.evaluate("document.hasFocus()", seconds=FOCUS_SECONDS):
                    return tab
            except DevToolsError:
                continue  # it hangs, or shows a dialog
    return tabs[0]


def open_tab(browser: Browser, address: str) -> OpenedPage:
    """Open an address in a new tab, or in the front one if that is empty. A failure leaves all tabs as they were."""
    front = find_front_tab(browser)
    if front and front.url in NEW_TAB_PAGES and not _is_private(browser, front):
        return _load_here(browser, front, address)
    target_id = browser.send("Target.createTarget", url=NO_PAGE, background=True)["targetId"]
    try:
        with browser.attach(Target(target_id, "page", address, "", "")) as session:
            note = load(browser, session, address)
            tab = wait_until(lambda: _tab_of(browser, target_id), LEADS_ON)
        return bring_to_front(browser, tab, note)
    except ToolError:
        if _is_open(browser, target_id):
            browser.send("Target.closeTarget", targetId=target_id)
            wait(lambda: not _is_open(browser, target_id), CLOSE_SECONDS)
        raise


def _is_open(browser: Browser, target_id: str) -> bool:
    return any(target.id == target_id for target in browser.targets())


def _is_private(browser: Browser, tab: Tab) -> bool:
    return tab.context != _profile_in_front(browser)


def _profile_in_front(browser: Browser) -> str:
    """The context of the profile whose window last had the keyboard; a private window has one of its own."""
    return str(browser.send("Target.getBrowserContexts").get("defaultBrowserContextId"))


def _load_here(browser: Browser, tab: Tab, address: str) -> OpenedPage:
    with browser.attach(browser.page_of(tab)) as session:
        before = session.send("Page.getNavigationHistory")
        try:
            note = load(browser, session, address)
        except ToolError:
            after = session.send("Page.getNavigationHistory")
            if len(after["entries"]) != len(before["entries"]):
                entry = before["entries"][before["currentIndex"]]
                session.send("Page.navigateToHistoryEntry", entryId=entry["id"])
            raise
    return bring_to_front(browser, tab, note)


def _tab_of(browser: Browser, target_id: str) -> Tab:
    """The tab of a page. Raises NavigatedError when it changes its address meanwhile."""
    page = next(target for target in browser.targets() if target.id == target_id)
    alike = [tab for tab in browser.tabs() if (tab.url, tab.title) == (page.url, page.title)]
    for tab in alike:
        if len(alike) == 1 or browser.page_of(tab).id == target_id:
            return tab
    raise NavigatedError(LEADS_ON)


def show(browser: Browser, url: str) -> Page:
    """Bring a page of the browser's own to the front: its tab when there is one, else a new one.

    Tabs of other profiles are left alone: such a page shows the settings of its own profile.
    """
    profile = _profile_in_front(browser)
    tab = next((tab for tab in browser.tabs() if (tab.url, tab.context) == (url, profile)), None)
    page = bring_to_front(browser, tab) if tab else open_tab(browser, url)
    if page.url != url:
        raise ToolError(f"the browser shows {shorten(page.url)} instead of {url}")
    return Page(url=page.url, title=page.title)


def bring_to_front(browser: Browser, tab: Tab, note: str = "") -> OpenedPage:
    browser.send("Target.activateTarget", targetId=tab.id)

    def in_front() -> Tab | None:
        now = find_front_tab(browser)
        # A page that leads to another at once has no address for a moment.
        return now if now and now.id == tab.id and now.title and now.url else None

    now = wait_until(in_front, f"the tab of {shorten(tab.url)} did not come to the front")
    page = as_page(now)
    return OpenedPage(url=page.url, title=page.title, note=note)


def require_keyboard(browser: Browser, tab: Tab) -> None:
    """Raises ToolError when keys would not reach the browser: its page hangs, or a dialog is open."""
    require_window(tab)
    with browser.attach(browser.page_of(tab)) as session:
        if cause := session.silence(BUSY_SECONDS):
            raise ToolError(f"the page {shorten(tab.url)} does not answer: {cause}")


def require_window(tab: Tab | None) -> None:
    """Raises ToolError when the browser has no window, or a dialog in front of it."""
    top = next(iter(browser_windows()), None)
    if top is None:
        raise ToolError(f"the browser has no window; open one with {OPEN_TAB}")
    if tab and not _shows(top, tab):
        raise ToolError(f"the dialog {shorten(top.title)} of the browser is open; close it first")
