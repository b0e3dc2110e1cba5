"""The page in which VS Code's workbench runs, reached through DevTools: what its extensions cannot see or do."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager

from mcp_tools import applications
from mcp_tools.code_window import APP, NOT_OPEN
from mcp_tools.devtools import NoBrowserError, Session, Target, open_browser, wait_until
from mcp_tools.registry import ToolError

PORT = 9223
WORKBENCH = re.compile(r"http://127\.0\.0\.1:8443/")
SEARCH_SECONDS = 25.0
_REPLACED = re.compile(r"Replaced (\d+) occurrences? across (\d+) files?")

_DIALOG = "document.querySelector('.monaco-dialog-box .dialog-message-text')?.textContent ?? null"
_SEARCH_MESSAGE = """(() => {
  const view = document.querySelector('.search-view');
  const part = view?.closest('.part');
  if (!view || part.querySelector('.monaco-progress-container.active')) return null;
  return view.querySelector('.messages .message')?.textContent || null;
})()"""
_FIND_WIDGET = """[...document.querySelectorAll('.find-widget.visible .find-part textarea')]
  .some((input) => input.value === %s)"""
_CONFIRM = """(() => {
  const button = document.querySelector('.monaco-dialog-box .monaco-button:not(.secondary)');
  button?.click();
  return button !== null;
})()"""

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


class CodePage:
    """The workbench's page of the front window. Use `open_page`."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def refuse_dialog(self) -> None:
        """Raises ToolError when a dialog of the workbench waits for an answer."""
        message = self._session.evaluate(_DIALOG)
        if message is not None:
            raise ToolError(f'VS Code shows a dialog: "{message}". Answer it first (computer.click)')

    def shows_in_find_widget(self, text: str) -> None:
        """Wait until the editor's find widget shows a text. Raises DevToolsError."""
        wait_until(
            lambda: self._session.evaluate(_FIND_WIDGET % json.dumps(text)),
            "the find widget did not open; look at the screen",
        )

    def search_message(self) -> str:
        """What the search view says once it has finished. Raises DevToolsError."""
        message: str = wait_until(
            lambda: self._session.evaluate(_SEARCH_MESSAGE),
            "the search did not finish; look for a narrower text or open a smaller folder",
            SEARCH_SECONDS,
        )
        return message

    def replaced(self) -> tuple[int, int]:
        """Occurrences and files that the search view says it replaced. Raises DevToolsError."""
        found: re.Match[str] = wait_until(
            lambda: _REPLACED.match(self._session.evaluate(_SEARCH_MESSAGE) or ""),
            "the replacement did not finish; look at the screen",
            SEARCH_SECONDS,
        )
        return int(found[1]), int(found[2])

    def confirm(self, question: str) -> None:
        """Answer the dialog whose message begins with `question` with its first button."""

        def asks() -> bool:
            shown = self._session.evaluate(_DIALOG)
            return shown is not None and shown.startswith(question)

        wait_until(asks, f'VS Code did not ask "{question} …?"; look at the screen')
        self._session.evaluate(_CONFIRM)
        wait_until(lambda: self._session.evaluate(f"({_DIALOG}) === null"), "the dialog did not close")

    def disabled_extensions(self) -> list[str]:
        """Identifiers of the extensions that are disabled in every workspace."""
        found: list[str] = self._session.evaluate(_DISABLED)
        return found

    def disable_extension(self, extension_id: str) -> None:
        """Add an extension to the disabled ones, as another window of the same user would."""
        self._session.evaluate(f"({_DISABLE})({json.dumps(extension_id)})")


@contextmanager
def open_page() -> Iterator[CodePage]:
    """The page of VS Code's topmost window. Raises ToolError when there is none."""
    try:
        with open_browser(PORT) as browser:
            pages = [target for target in browser.targets() if WORKBENCH.match(target.url)]
            if not pages:
                raise ToolError(NOT_OPEN)
            with browser.attached(_front(pages)) as session:
                yield CodePage(session)
    except NoBrowserError as error:
        raise ToolError(NOT_OPEN) from error


def _front(pages: list[Target]) -> Target:
    for window in applications.windows():
        for page in pages:
            if window.app == APP and page.title and window.title.startswith(page.title):
                return page
    return pages[0]
