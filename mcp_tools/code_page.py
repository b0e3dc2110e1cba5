"""The page in which VS Code's workbench runs, reached through DevTools: what its extensions cannot see or do."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import parse_qs, urlsplit

from mcp_tools import applications
from mcp_tools.code_pages import NAME, PORT, workbenches
from mcp_tools.code_window import APP, NOT_OPEN, CodeWindow, WindowState
from mcp_tools.devtools import (
    NavigatedError,
    NoBrowserError,
    PageDialogError,
    Session,
    Target,
    open_browser,
    wait_until,
)
from mcp_tools.registry import ToolError
from mcp_tools.timeouts import scale_timeout
from mcp_tools.titles import plain_title
from mcp_tools.windows import WindowInfo

SEARCH_SECONDS = scale_timeout(25.0)
RELOAD_MS = round(1000 * scale_timeout(2.0))

_NEW_MESSAGE = re.compile(r"(?!Replaced ).+", re.DOTALL)
"""What the view says of a replacement stays until the next search has finished."""

_DIALOG = "document.querySelector('.monaco-dialog-box .dialog-message-container')?.innerText ?? null"
_SEARCH_MESSAGE = """(() => {
  const view = document.querySelector('.search-view');
  const part = view?.closest('.part');
  if (!view || part.querySelector('.monaco-progress-container.active')) return null;
  return view.querySelector('.messages .message')?.textContent || null;
})()"""
_FIND_WIDGET = """[...document.querySelectorAll('.find-widget.visible .find-part textarea')]
  .some((input) => input.value === %s)"""

_STORAGE = """
const name = 'vscode-web-state-db-global', key = 'extensionsIdentifiers/disabled', table = 'ItemTable';
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
const known = (await indexedDB.databases()).some((database) => database.name === name);
if (!known) throw new Error('the window keeps no state in ' + name);
const database = await done(indexedDB.open(name));
try {
  const stored = await done(database.transaction(table).objectStore(table).get(key));
  const disabled = JSON.parse(stored ?? '[]');
"""
_END_STORAGE = "} finally { database.close(); }"
_DISABLED = f"(async () => {{ {_STORAGE} return disabled.map((item) => item.id); {_END_STORAGE} }})()"
# Windows tell each other of a change by this message; without it the open one would write its own list back.
_DISABLE = f"""(async (id) => {{ {_STORAGE}
  disabled.push({{ id }});
  const value = JSON.stringify(disabled);
  await done(database.transaction(table, 'readwrite').objectStore(table).put(value, key));
  const channel = new BroadcastChannel(name);
  channel.postMessage({{ changed: new Map([[key, value]]) }});
  channel.close();
{_END_STORAGE} }})"""


_WATCH_FOR_RELOAD = """void (window.testbedLeft = new Promise((leave) =>
  addEventListener('beforeunload', () => leave(true), { once: true })))"""
# VS Code reloads by a timer of 10 ms that the change has set: this later one of the same page comes after it.
_RELOADS = f"Promise.race([window.testbedLeft, new Promise((stay) => setTimeout(stay, {RELOAD_MS}, false))])"


class CodePage:
    """The workbench's page of a window. Use `open_page`."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def refuse_dialog(self) -> None:
        """Raises ToolError when a dialog of the workbench waits for an answer."""
        message = self._session.evaluate(_DIALOG)
        if message is not None:
            question = " ".join(message.split())
            raise ToolError(f'VS Code shows a dialog: "{question}". Answer it first (computer.click)')

    def shows_in_find_widget(self, text: str) -> None:
        """Wait until the editor's find widget shows a text. Raises DevToolsError."""
        wait_until(
            lambda: self._session.evaluate(_FIND_WIDGET % json.dumps(text)),
            "the find widget did not open; look at the screen",
        )

    def search_finished(self) -> str:
        """Wait until the search view has finished, and return what it says. Raises DevToolsError."""
        message: re.Match[str] = wait_until(
            lambda: _NEW_MESSAGE.match(self._session.evaluate(_SEARCH_MESSAGE) or ""),
            "the search did not finish; look for a narrower text or open a smaller folder",
            SEARCH_SECONDS,
        )
        return message[0]

    def disabled_extensions(self) -> list[str]:
        """Identifiers of the extensions that are disabled in every workspace."""
        extensions: list[str] = self._session.evaluate(_DISABLED)
        return extensions

    def disable_extension(self, extension_id: str) -> None:
        """Add an extension to the disabled ones, as another window of the same user would."""
        self._session.evaluate(f"({_DISABLE})({json.dumps(extension_id)})")

    def watch_for_reload(self) -> None:
        """To be called before what `reloads` asks about."""
        self._session.evaluate(_WATCH_FOR_RELOAD)

    def reloads(self) -> bool:
        """Whether the page reloads, or has, after what was done since `watch_for_reload`."""
        try:
            return self._session.evaluate(_RELOADS) is not False
        except NavigatedError:
            return True
        except PageDialogError as error:
            if error.dialog.kind != "beforeunload":
                raise
            return True  # it asks for leave

    def bring_to_front(self) -> None:
        """Raise the window and give it the keyboard; returns before that has happened."""
        own = (window for window in applications.windows() if window.app == APP)
        if window := next((window for window in own if _shows(window, self._session.target)), None):
            applications.activate(window)


@contextmanager
def open_page(window: CodeWindow) -> Iterator[CodePage]:
    """The page of a window. Raises ToolError when there is none."""
    try:
        with open_browser(PORT, NAME) as browser:
            pages = workbenches(browser)
            if not pages:
                raise ToolError(NOT_OPEN)
            with browser.attach(_page_of(window.state, pages)) as session:
                yield CodePage(session)
    except NoBrowserError as error:
        raise ToolError(NOT_OPEN) from error


def _page_of(state: WindowState, pages: list[Target]) -> Target:
    """The page whose address names what the window shows; of several the topmost."""
    fitting = [page for page in pages if _names(page.url, state)] or pages
    for window in applications.windows():
        for page in fitting:
            if window.app == APP and page.title and _shows(window, page):
                return page
    return fitting[0]


def _shows(window: WindowInfo, page: Target) -> bool:
    return plain_title(window.title).startswith(plain_title(page.title))


def _names(url: str, state: WindowState) -> bool:
    query = parse_qs(urlsplit(url).query)
    if state.workspace_file is not None or "workspace" in query:
        return query.get("workspace") == [state.workspace_file]
    return query.get("folder", []) == list(state.folders)
