"""VS Code: windows, editors, settings and extensions in difficult states, read from files, the window and its page."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from hypothesis import strategies as st

from checkers import jsonc
from checkers.evidence import Unusable
from checkers.vscode import SETTINGS
from controller.core.guest import Guest
from tests.guest.fuzz.code_documents import (
    CLOSED,
    COMMANDS,
    DELETED,
    FILES,
    SETTINGS_TEXTS,
    VIEWS,
    WORKSPACE,
    WORKSPACES,
    CommandLine,
)
from tests.guest.fuzz.code_promises import PROMISES
from tests.guest.fuzz.guest_python import GuestPython
from tests.guest.fuzz.promises import Promise, State, Subject
from tests.guest.tools.calls import Timings, Tools
from tests.guest.tools.vscode import FOLDER, Code
from tests.waiting import eventually, poll

OTHER_WINDOW = ("folders", "workspace", "tabs", "active")
"""What of a window that is not in front must stay."""

_DATA = "/home/user/.local/share/code-server"
_UPDATE_CHECK = "/home/user/.config/systemd/user/code-server.service.d/update.conf"

_RESET = f"""
set -e
# A start that a launcher asks for meanwhile cancels a stop.
until systemctl --user stop code-server; do :; done
# In brackets, or the pattern matches the command line of this script.
while pids=$(pgrep -u user -f -- user-data-dir=/home/user/.config/[c]hromium-code); do kill -KILL $pids || true; done
rm -rf /home/user/.config/chromium-code {_DATA} /run/user/1000/testbed-code
rm -rf {FOLDER} /home/user/linked.json
if [ -e {_UPDATE_CHECK} ]; then rm {_UPDATE_CHECK}; systemctl --user daemon-reload; fi
mkdir -p {FOLDER} "$(dirname {SETTINGS})"
"""

_ANNOUNCE_UPDATE = f"""
set -e
mkdir -p "$(dirname {_UPDATE_CHECK})" {_DATA}
start=$(systemctl --user show --property=FragmentPath --value code-server |
    xargs sed -n '/^ExecStart=/,/[^\\\\]$/p' | sed 's/--disable-update-check//')
printf '[Service]\\nExecStart=\\n%s\\n' "$start" > {_UPDATE_CHECK}
systemctl --user daemon-reload
echo '{{"update": {{"checked": '$(date +%s%3N)', "version": "99.0.0"}}}}' > {_DATA}/coder.json
"""
"""Let code-server look for a newer version, and find one in what it has noted of its last look."""

_READ = """
import base64, glob, hashlib, json, os, re, socket, subprocess, sys, time
sys.path[:0] = ["/opt/testbed", *glob.glob("/opt/testbed/venv/lib/python3*/site-packages")]
from mcp_tools.devtools import NavigatedError, open_browser

LINES = '''[...document.querySelectorAll('.editor-group-container.active .view-lines')].slice(-1)
  .flatMap((view) => [...view.children].sort((a, b) => parseInt(a.style.top) - parseInt(b.style.top))
    .map((line) => line.textContent.replaceAll('\\u00a0', ' ')))'''
DIALOG = "document.querySelector('.monaco-dialog-box')?.innerText ?? null"
NOTIFICATIONS = "document.querySelector('.notifications-center.visible')?.innerText ?? ''"
DISABLED = '''(async () => {
  const done = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
  const database = await done(indexedDB.open('vscode-web-state-db-global'));
  const stored = await done(database.transaction('ItemTable').objectStore('ItemTable')
    .get('extensionsIdentifiers/disabled'));
  database.close();
  return JSON.parse(stored ?? '[]').map((item) => item.id).sort();
})()'''

def content(path):
    with open(path, "rb") as file:
        return file.read().decode("latin-1")

def files(folder):
    found = {}
    for root, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(root, name)
            found[path] = content(path)
    return found

def windows():
    found = []
    for path in sorted(glob.glob("/run/user/1000/testbed-code/*.sock")):
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(10)
            try:
                connection.connect(path)
                connection.sendall(b'{"id": 1, "method": "state"}\\n')
                found.append(json.loads(connection.makefile().readline())["result"])
            except (OSError, ValueError, KeyError):
                continue  # of a window that closes or reloads, the answer breaks off or is an error
    return found

def in_front(*expressions):
    # In the page that has the focus, or the only one; None while there is none.
    with open_browser(9223) as browser:
        targets = [target for target in browser.targets() if "8443" in target.url]
        for target in targets:
            with browser.attach(target) as session:
                try:
                    if len(targets) == 1 or session.evaluate("document.hasFocus()"):
                        return [session.evaluate(expression) for expression in expressions]
                except NavigatedError:
                    return None  # it reloads

def page():
    return dict(zip(("lines", "dialog", "disabled"), in_front(LINES, DIALOG, DISABLED) or ()))

def notifications():
    return (in_front(NOTIFICATIONS) or [""])[0]

def answers():
    with open_browser(9223) as browser:
        for target in browser.targets():
            with browser.attach(target) as session:
                if "8443" in target.url and not session.answers(3.0):
                    return False
    return True

def has_keyboard():
    return in_front("document.hasFocus() && !!document.activeElement.closest('.monaco-editor')") == [True]

def extensions():
    try:
        listed = json.loads(content(EXTENSIONS) or "[]")  # VS Code empties the file before it writes it
    except FileNotFoundError:
        return {}
    return {one["identifier"]["id"]: one["version"] for one in listed}

def settings():
    try:
        information = os.stat(SETTINGS)
        return {"text": content(SETTINGS), "link": os.path.islink(SETTINGS), "mode": information.st_mode & 0o777}
    except FileNotFoundError:
        return {"text": None, "link": os.path.islink(SETTINGS), "mode": None}

def look():
    found = windows()
    return {"files": files(FOLDER), "windows": found, "page": page() if found else {},
            "settings": settings(), "extensions": extensions()}

def settled():
    before = look()
    for _ in range(20):
        time.sleep(0.15)
        now = look()
        key = json.dumps([now, 0], sort_keys=True)
        if key == json.dumps([before, 0], sort_keys=True):
            break
        before = now
    return now
"""


class CodeSubject(Subject):
    """VS Code with a folder of difficult files."""

    name = "code"
    promises: ClassVar[Sequence[Promise]] = PROMISES
    calls_per_document: ClassVar[int] = 60

    def __init__(self, guest: Guest) -> None:
        super().__init__(guest)
        self.code = Code(Tools(guest, Timings(list)))
        self._python: GuestPython | None = None

    def documents(self) -> st.SearchStrategy[Any]:
        return st.fixed_dictionaries(
            {
                "settings": st.sampled_from(sorted(SETTINGS_TEXTS)),
                "link": st.sampled_from((False, False, False, True)),
                "mode": st.sampled_from((0o644, 0o644, 0o644, 0o444)),
                "workspace": st.sampled_from(WORKSPACES),
                "override": st.sampled_from((None, None, '{"workbench.editor.wrapTabs": true}')),
                "file": st.sampled_from((None, "one/a.txt", "one/a.txt", "one/crlf.txt", "out/out.txt")),
                "typed": st.sampled_from(("", "", "", "zeta ")),
                "view": st.sampled_from((*[None] * 9, DELETED, *VIEWS)),
                "command": st.sampled_from((None, None, None, *COMMANDS)),
            }
        )

    def open(self, document: Any) -> None:
        self.guest.run(["bash", "-c", _RESET], as_user=True)
        for name, content in FILES.items():
            self.code.write(name, content)
        self.code.write(WORKSPACE, '{ // folders\n "folders": [{"path": "one"}, {"path": "two"}] }\n')
        if document["override"]:
            self.code.write("one/.vscode/settings.json", document["override"])
        self._write_settings(document)
        if document.get("update"):
            self.guest.run(["bash", "-c", _ANNOUNCE_UPDATE], as_user=True)
        if document["workspace"] != CLOSED:
            self._start(document)
        command = COMMANDS.get(document.get("command"))
        was_open = document["workspace"] != CLOSED
        is_unsaved = was_open and bool(document["file"] and document["typed"])
        if command and not (is_unsaved and command.folders and not command.in_new_window):
            self._open_more(command, was_open=was_open)

    def _write_settings(self, document: Any) -> None:
        place = "/home/user/linked.json" if document["link"] else SETTINGS
        text = SETTINGS_TEXTS[document["settings"]]
        if text is not None:
            self.guest.write_file(place, text, mode=document["mode"])
            if document["link"]:
                self.guest.run(["ln", "-sf", place, SETTINGS], as_user=True)

    def _start(self, document: Any) -> None:
        path, folders = {
            "one": ([f"{FOLDER}/one"], [f"{FOLDER}/one"]),
            "none": ([], []),
            "several": ([f"{FOLDER}/{WORKSPACE}"], [f"{FOLDER}/one", f"{FOLDER}/two"]),
        }[document["workspace"]]
        self._command(*path)
        eventually(lambda: self._folders() == folders, what="the window", seconds=90, every=0.3)
        if document["file"] is None:
            return
        self._command(f"{FOLDER}/{document['file']}")
        eventually(lambda: self._shows_text(), what="the file in the editor", seconds=30, every=0.2)
        if document["typed"]:
            self.code.key("ctrl", "1")
            eventually(lambda: self._look("has_keyboard"), what="the editor's cursor", seconds=30, every=0.2)
            self.guest.call_tool("computer.type", {"text": document["typed"]})
            eventually(lambda: self._typed(document["typed"]), what="the typed text", seconds=10, every=0.2)
        self._show_view(document)

    def _show_view(self, document: Any) -> None:
        view = document.get("view")
        if view == DELETED:
            self.guest.run(["rm", f"{FOLDER}/{document['file']}"])
        elif view:
            self.code.key("ctrl", "1")
            self.code.key(*VIEWS[view])
            self.guest.call_tool("computer.screenshot", {"limit_seconds": 5})

    def _open_more(self, command: CommandLine, *, was_open: bool) -> None:
        """Open what the user's own command line opens, in the window in front or in another one."""
        self._command(*command.arguments)
        windows = 2 if was_open and command.in_new_window else 1

        def is_shown() -> bool:
            seen = self._look()
            if len(seen["windows"]) != windows or not seen["page"]:
                return False
            shown = _window_state(max(seen["windows"], key=_focus))
            folders = command.folders if command.folders or not was_open else shown["window/folders"]
            return shown["window/folders"] == folders and shown["window/active"] == command.active

        eventually(is_shown, what=f"what {command.arguments} opens", seconds=90, every=0.3)

    def _command(self, *arguments: str) -> None:
        self.guest.run(["/usr/local/bin/code", *arguments], as_user=True, timeout=120)

    def _folders(self) -> list[str] | None:
        windows = self._look()["windows"]
        return windows[0]["folders"] if len(windows) == 1 else None

    def _shows_text(self) -> bool:
        return bool(self._look()["page"].get("lines"))

    def _typed(self, text: str) -> bool:
        return bool(self._look()["page"]["lines"][0].startswith(text))

    def _look(self, reader: str = "look") -> Any:
        if self._python is None:
            self._python = GuestPython(self.guest)
            extensions = f"{_DATA}/extensions/extensions.json"
            self._python.run(
                f"{_READ}\nFOLDER, SETTINGS, EXTENSIONS = {FOLDER!r}, {SETTINGS!r}, {extensions!r}"
            )
        return self._python.value(f"{reader}()")

    def state(self) -> State:
        seen = poll(lambda: self._look("settled"), lambda seen: not is_saved_soon(seen), seconds=5, every=0.2)
        state: State = {f"files/{path}": text for path, text in seen["files"].items()}
        state |= {f"extensions/{name}": version for name, version in seen["extensions"].items()}
        state |= settings_state(seen["settings"])
        front, *others = sorted(seen["windows"], key=_focus, reverse=True) or [None]
        state["windows"] = len(seen["windows"])
        if front:
            state |= _window_state(front)
            state |= {f"page/{name}": value for name, value in seen["page"].items()}
        for number, other in enumerate(sorted(others, key=lambda window: str(_window_state(window)))):
            shown = _window_state(other)
            state |= {f"other/{number}/{name}": shown[f"window/{name}"] for name in OTHER_WINDOW}
        return state

    def page_answers(self) -> bool:
        """Whether the pages of all windows run a script."""
        return bool(self._look("answers"))

    def notifications(self) -> str:
        """The open list of notices."""
        return str(self._look("notifications"))

    def undo(self) -> None:
        self.code.key("ctrl", "1")
        self.code.key("ctrl", "z")

    def redo(self) -> None:
        self.code.key("ctrl", "1")
        self.code.key("ctrl", "y")

    def memory_mib(self) -> float:
        output = self.guest.run(["sh", "-c", "ps -C node -o rss= || true"]).text
        return sum(int(line) for line in output.split()) / 1024

    def close(self) -> None:
        if self._python:
            self._python.close()
            self._python = None
        self.guest.run(["bash", "-c", _RESET], as_user=True)


def is_saved_soon(seen: Mapping[str, Any]) -> bool:
    """Whether a changed file will be saved by itself: after a second, unless a setting says otherwise."""
    settings = settings_state(seen["settings"])
    if '"files.autoSave": "off"' in (seen["settings"]["text"] or ""):
        return False
    is_dirty = any(
        tab["dirty"] for window in seen["windows"] for group in window["groups"] for tab in group["tabs"]
    )
    return is_dirty and settings.get("settings/files.autoSaveDelay", 0) in (0, 1_000)


def settings_state(seen: Mapping[str, Any]) -> State:
    """The settings by key, the entries of an object apart; of a file VS Code cannot write, its text only."""
    state: State = {"settings-file/link": seen["link"], "settings-file/mode": seen["mode"]}
    text = seen["text"]
    if text is None:
        return state
    data = text.encode("latin-1")
    try:
        values = jsonc.parse(data)
        comments = jsonc.comments(data)
    except Unusable:
        values = None
    if not isinstance(values, dict):
        return {**state, "settings-file/broken": text}
    state["settings-file/comments"] = comments
    state["settings-file/crlf"] = "\r\n" in text
    state["settings-file/bom"] = data.startswith(b"\xef\xbb\xbf")
    for key, value in values.items():
        entries = {f"{key}/{name}": entry for name, entry in value.items()} if isinstance(value, dict) else {}
        state |= {f"settings/{name}": entry for name, entry in (entries or {key: value}).items()}
    return state


def _focus(window: Mapping[str, Any]) -> tuple[bool, int]:
    return window["focused"], window["focused_at"]


def _window_state(window: Mapping[str, Any]) -> State:
    editor = window.get("editor") or {}
    tabs = [tab for group in window["groups"] for tab in group["tabs"]]
    in_front = [tab for group in window["groups"] if group["active"] for tab in group["tabs"]]
    return {
        "window/folders": window["folders"],
        "window/workspace": window.get("workspace_file"),
        "window/tabs": json.dumps([[tab["paths"], tab["dirty"]] for tab in tabs]),
        "window/active": next((tab["paths"] for tab in in_front if tab["active"]), None),
        "editor/path": editor.get("path"),
        "editor/place": [editor.get("line"), editor.get("character")],
        "editor/dirty": editor.get("dirty"),
    }
