"""The files, settings and workspaces that the states of VS Code are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tests.guest.tools.vscode import FOLDER, package

CLOSED: Final = "closed"
WORKSPACES: Final = ("one", "one", "one", "several", "none", CLOSED)
WORKSPACE: Final = "both.code-workspace"

FILES: Final[dict[str, bytes]] = {
    "one/a.txt": b"alpha beta\nAlpha $1 gamma\n\tline (three) [x]\\\n",
    "one/crlf.txt": b"beta\r\nALPHA\r\n",
    "one/sub/b '1' ü.txt": b"alpha",
    "one/mixed.txt": b"delta\r\ndelta\n",
    "one/latin.txt": b"epsilon \xe9\n",
    "one/bom.txt": b"\xef\xbb\xbftheta\n",
    "one/binary.dat": b"\x00\x01\x02zz\x00",
    "two/a.txt": b"alpha two\n",
    "out/out.txt": b"alpha outside\nomega\n",
    "lamp.vsix": package("lantern", "lamp", "1.0.0"),
    "newer.vsix": package("lantern", "lamp", "1.1.0"),
    "broken.vsix": b"PK",
    "companion.vsix": package("testbed", "testbed-companion", "9.0.0"),
}

_BASE: Final = (
    '"files.autoSave": "off", "security.workspace.trust.enabled": false, "extensions.autoUpdate": "off", '
    '"workbench.startupEditor": "none", "chat.disableAIFeatures": true, '
    '"workbench.secondarySideBar.defaultVisibility": "hidden"'
)

SETTINGS_TEXTS: Final[dict[str, bytes | None]] = {
    "plain": f"{{{_BASE}}}".encode(),
    "comments": f'{{ // ü\n  {_BASE}, // after\n  "files.exclude": {{ "**/zz-1": true /* one */, }},\n}}\n'.encode(),
    "crlf": f'{{\r\n\t{_BASE},\r\n\t"files.exclude": {{\r\n\t\t"**/zz-1": false\r\n\t}}\r\n}}\r\n'.encode(),
    "twice": f'{{{_BASE}, "editor.wordWrapColumn": 5,\n"editor.wordWrapColumn": 6}}'.encode(),
    "bom": b"\xef\xbb\xbf" + f"{{{_BASE}}}".encode(),
    "broken": f'{{{_BASE} "a": 1}}'.encode(),
    "list": b"[1]",
    "latin": f'{{{_BASE}, "x": "'.encode() + b'\xe9"}',
    "no object": f'{{{_BASE}, "files.exclude": true}}'.encode(),
    "smart case": f'{{{_BASE}, "search.smartCase": true, "[python]": {{"editor.wordWrapColumn": 9}}}}'.encode(),
    "missing": None,
}


VIEWS: Final = {
    "split": ["ctrl", "backslash"],
    "settings editor": ["ctrl", "comma"],
    "palette": ["F1"],
    "terminal": ["ctrl", "grave"],
    "search view": ["ctrl", "shift", "f"],
    "find widget": ["ctrl", "f"],
    "explorer": ["ctrl", "shift", "e"],
    "extensions": ["ctrl", "shift", "x"],
    "panel": ["ctrl", "j"],
}
"""The keys that lead from an open file to a view that has the keyboard."""
DELETED: Final = "deleted"
"""In place of a view: the open file is deleted on the disk."""


@dataclass(frozen=True)
class CommandLine:
    """Arguments of VS Code's command line, and what the window in front shows then.

    Attributes:
        arguments: The arguments.
        folders: Its folders; none: those it had.
        active: The files of the tab in front.
        in_new_window: In another window than the open one.
    """

    arguments: list[str]
    folders: list[str]
    active: list[str] | None
    in_new_window: bool = False


_FILE, _OTHER_FILE = f"{FOLDER}/two/a.txt", f"{FOLDER}/out/out.txt"

COMMANDS: Final = {
    "-n file": CommandLine(["-n", _FILE], [], [_FILE], in_new_window=True),
    "-n folder": CommandLine(["-n", f"{FOLDER}/two"], [f"{FOLDER}/two"], None, in_new_window=True),
    "folder and file": CommandLine([f"{FOLDER}/two", _OTHER_FILE], [f"{FOLDER}/two"], [_OTHER_FILE]),
    "-n folder and file": CommandLine(
        ["-n", _OTHER_FILE, f"{FOLDER}/two"], [f"{FOLDER}/two"], [_OTHER_FILE], in_new_window=True
    ),
    "two files": CommandLine([_OTHER_FILE, _FILE], [], [_FILE]),
    "two folders": CommandLine([f"{FOLDER}/two", f"{FOLDER}/out"], [f"{FOLDER}/two", f"{FOLDER}/out"], None),
}
