"""Chrome's tools: they act in the browser's window, through the DevTools protocol or its own key bindings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated
from urllib.parse import quote, urlsplit

from pydantic import BaseModel, Field

from mcp_tools import applications, chrome_bookmarks
from mcp_tools.computer.tools import key
from mcp_tools.devtools import (
    Browser,
    DevToolsError,
    NoBrowserError,
    Session,
    Target,
    open_browser,
    wait_until,
)
from mcp_tools.registry import ToolError, tool
from mcp_tools.timeouts import scale_timeout

APP = "google_chrome"
PORT = 9222
BACK_SECONDS = scale_timeout(5.0)
LOAD_SECONDS = scale_timeout(20.0)
ANSWER_SECONDS = scale_timeout(5.0)
"""A page that says nothing for longer shows a dialog."""
OPEN_TAB = "osworld_mcp_google_chrome.chrome_open_tabs_setup"
NEW_TAB_PAGES = (
    "chrome://newtab/",
    "chrome://new-tab-page/",
    "chrome://new-tab-page-third-party/",
    "about:blank",
)
EMPTY_PAGE = "about:blank"
ERROR_PAGE = "chrome-error://"


class Page(BaseModel):
    """The page in the front tab."""

    url: str
    title: str


class Tabs(BaseModel):
    """Tabs that came back."""

    tabs: list[Page]


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
) -> Page:
    """Open an address in a new tab of the browser, starting the browser when it is not running."""
    address = _address(url)
    try:
        with open_browser(PORT) as browser:
            return _open_tab(browser, address)
    except NoBrowserError:
        applications.launch(APP, address)
        wait_until(_running, "the browser did not start", LOAD_SECONDS)
    with open_browser(PORT) as browser:
        target = wait_until(lambda: _front(browser), "the browser shows no tab", LOAD_SECONDS)
        return _loaded(browser, target)


@tool("osworld_mcp_google_chrome.bookmark_page", app=APP, idempotent=True)
def bookmark_page() -> Bookmarked:
    """Bookmark the page in the front tab (as Ctrl+D does).

    The bubble in which its name and folder can be changed stays open; Return closes it.
    """
    with _browser() as browser:
        page = _front_tab(browser)
        existing = chrome_bookmarks.find(page.url)
        if existing:
            return Bookmarked(
                url=page.url, name=existing.name, folder=existing.folder, note="it was bookmarked already"
            )
        _press("ctrl", "d")
        existing = wait_until(
            lambda: chrome_bookmarks.find(page.url), f"the browser stored no bookmark for {page.url}"
        )
    return Bookmarked(
        url=page.url,
        name=existing.name,
        folder=existing.folder,
        note="its bubble is open; press Return to close it",
    )


@tool("osworld_mcp_google_chrome.bring_back_last_tab", app=APP)
def bring_back_last_tab() -> Tabs:
    """Open the tab that was closed last again (as Ctrl+Shift+T does)."""
    with _browser() as browser:
        before = {target.id for target in browser.targets()}
        _press("ctrl", "shift", "t")
        try:
            back = wait_until(
                lambda: [target for target in browser.targets() if target.id not in before],
                "no tab came back",
                seconds=BACK_SECONDS,
            )
        except DevToolsError as error:
            raise ToolError(
                "no tab came back: the browser remembers no closed tab (private windows leave none)"
            ) from error
        return Tabs(tabs=[_as_shown(browser, target) for target in back])


@tool("osworld_mcp_google_chrome.print", app=APP)
def print_page() -> Page:
    """Open the print dialog for the page in the front tab (as Ctrl+P does)."""
    with _browser() as browser:
        page = _front_tab(browser)
        _press("ctrl", "p")
        wait_until(
            lambda: any(target.url.startswith("chrome://print/") for target in browser.targets()),
            f"no print dialog opened for {page.url}",
        )
        return Page(url=page.url, title=page.title)


@tool("osworld_mcp_google_chrome.delete_browsing_data", app=APP, idempotent=True)
def delete_browsing_data() -> Page:
    """Open the dialog that deletes browsing data (as Ctrl+Shift+Del does); nothing is deleted yet."""
    with _browser() as browser:
        page = _show(browser, "chrome://settings/clearBrowserData")
        with browser.attached(_front_tab(browser)) as session:
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
            return bool(browser.targets())
    except NoBrowserError:
        return False


def _open(url: str) -> Page:
    with _browser() as browser:
        return _show(browser, url)


def _show(browser: Browser, url: str) -> Page:
    """Bring a page of the browser's own to the front: its tab when there is one, else a new one."""
    tab = next((target for target in browser.targets() if target.url == url), None)
    page = _bring_to_front(browser, tab) if tab else _open_tab(browser, url)
    if page.url != url:
        raise ToolError(f"the browser shows {page.url} instead of {url}")
    return page


def _open_tab(browser: Browser, url: str) -> Page:
    front = _front(browser)
    if front and front.url in NEW_TAB_PAGES:
        with browser.attached(front) as session:
            session.send("Page.navigate", LOAD_SECONDS, url=url)
        target_id = front.id
    else:
        target_id = browser.send("Target.createTarget", url=url)["targetId"]
    return _bring_to_front(browser, Target(target_id, "page", url, "", ""))


def _bring_to_front(browser: Browser, target: Target) -> Page:
    page = _loaded(browser, target)
    browser.send("Target.activateTarget", targetId=target.id)
    wait_until(lambda: _is_front(browser, target), f"the tab of {page.url} did not come to the front")
    return page


def _loaded(browser: Browser, target: Target) -> Page:
    """The page of a tab once it is loaded. Raises ToolError when the browser shows an error instead."""
    with browser.attached(target) as session:
        page = _when_complete(session)
        if page.url.startswith(ERROR_PAGE):
            code = session.evaluate("document.querySelector('.error-code')?.textContent ?? ''")
            raise ToolError(f"{target.url} could not be loaded: {code or 'the browser shows an error page'}")
        return page


def _as_shown(browser: Browser, target: Target) -> Page:
    """The page of a tab as the tab strip names it, even when the browser shows an error for it."""
    with browser.attached(target) as session:
        _when_complete(session)
    current = next((other for other in browser.targets() if other.id == target.id), target)
    return Page(url=current.url, title=current.title)


def _when_complete(session: Session) -> Page:
    # A new tab holds a complete empty page until its own one comes.
    navigated = "true" if session.target.url == EMPTY_PAGE else f"location.href !== '{EMPTY_PAGE}'"
    complete = wait_until(
        lambda: session.evaluate(
            f"document.readyState === 'complete' && {navigated} && {{url: location.href, title: document.title}}"
        ),
        f"{session.target.url} did not finish loading",
        LOAD_SECONDS,
    )
    return Page.model_validate(complete)


def _front_tab(browser: Browser) -> Target:
    target = _front(browser)
    if target is None:
        raise ToolError(f"the browser shows no tab; open one with {OPEN_TAB}")
    return target


def _front(browser: Browser) -> Target | None:
    """The tab in front of the browser window that is on top."""
    tabs = [target for target in browser.targets() if not target.url.startswith("chrome://print/")]
    visible = [target for target in tabs if _is_front(browser, target)]
    for window in applications.windows():
        for target in visible:
            if window.app == APP and target.title and window.title.startswith(target.title):
                return target
    return visible[0] if visible else None


def _is_front(browser: Browser, target: Target) -> bool:
    with browser.attached(target) as session:
        return bool(session.evaluate("document.visibilityState === 'visible'", seconds=ANSWER_SECONDS))


def _press(*keys: str) -> None:
    """Give the keyboard to the browser's topmost window and press keys together."""
    window = next((window for window in applications.windows() if window.app == APP), None)
    if window is None:
        raise ToolError(f"the browser has no window; open one with {OPEN_TAB}")
    if not window.active or window.minimized:
        applications.activate(window)
        wait_until(
            lambda: any(other.active for other in applications.windows() if other.id == window.id),
            f"the window {window.title!r} did not take the keyboard; close the dialog in front of it",
        )
    key(keys=keys)


def _address(text: str) -> str:
    """A whole address from what a person would enter. Raises ToolError for one that runs a script."""
    entered = text.strip()
    scheme = urlsplit(entered).scheme.lower()
    if scheme in ("javascript", "data"):
        raise ToolError(f"addresses of the kind {scheme}: are not opened; give the address of a page")
    if entered.startswith(("/", "~")):
        return "file://" + quote(str(Path(entered).expanduser()))
    if re.match(r"(localhost|127\.\d+\.\d+\.\d+)(:\d+)?(/|$)", entered):
        return "http://" + entered
    if "://" in entered or scheme in ("about", "chrome"):
        return entered
    if not entered:
        raise ToolError("give an address to open")
    return "https://" + entered
