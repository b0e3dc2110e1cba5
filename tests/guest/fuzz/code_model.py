"""Questions about a state of VS Code that its promises ask, and arguments that they share."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from hypothesis import strategies as st

from checkers import jsonc
from checkers.evidence import Unusable
from tests.guest.fuzz.code_documents import WORKSPACE
from tests.guest.fuzz.promises import Arguments, State
from tests.guest.tools.vscode import FOLDER, PREFIX

OPENED: Final = ("window/*", "editor/*", "page/lines")
"""What may change when a file or a folder is shown."""
LONG: Final = "x" * 1_000_000
WRONG_PATHS: Final = (f"{FOLDER}/none", "", LONG, "/root/x", "~nobody/x", "a\x00b", "\ud800")
TEXT_PATHS: Final = tuple(
    f"{FOLDER}/{name}"
    for name in (
        "one/a.txt",
        "one/crlf.txt",
        "one/sub/b '1' ü.txt",
        "one/bom.txt",
        "two/a.txt",
        "out/out.txt",
    )
)
FOLDERS: Final = tuple(f"{FOLDER}/{name}" for name in ("one", "two", "out", "one/sub"))


def tool(name: str) -> str:
    return PREFIX + name


def drawn(**values: tuple[object, ...]) -> st.SearchStrategy[Arguments]:
    """Arguments that are each one of the given values."""
    return st.fixed_dictionaries({name: st.sampled_from(options) for name, options in values.items()})


def resolved(path: str) -> str:
    """The absolute path that an argument names."""
    return path.replace("~/", "/home/user/", 1).removeprefix("file://").replace("%27", "'").rstrip("/")


def file_text(state: State, path: str) -> str | None:
    """A file's text as an editor of VS Code has it, None for one that is missing or binary."""
    content = state.get(f"files/{path}")
    if not isinstance(content, str) or "\0" in content:
        return None
    return content.encode("latin-1").decode("utf-8-sig", "replace").replace("\r\n", "\n")


def notebook_cells(state: State) -> list[str] | None:
    """The saved texts of the cells of the notebook in front, None if no cell has the cursor."""
    active: Any = state.get("window/active")
    path = active[0] if active else ""
    if not str(path).endswith(".ipynb") or state.get("editor/path") == path:
        return None
    return ["".join(cell["source"]) for cell in json.loads(file_text(state, path) or "{}")["cells"]]


def is_exact(state: State, path: str) -> bool:
    """Whether saving a file changes nothing of it: one kind of line ends, and UTF-8."""
    content = str(state[f"files/{path}"]).encode("latin-1")
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return False
    return not ("\r\n" in text and re.search(r"(?<!\r)\n", text))


def is_open(state: State) -> bool:
    return state["windows"] != 0


def has_unsaved(state: State) -> bool:
    return is_open(state) and any(dirty for _, dirty in json.loads(str(state["window/tabs"])))


def folders(state: State) -> list[str]:
    value: Any = state.get("window/folders", [])
    return list(value)


def is_in_other_window(state: State, path: str) -> bool:
    """Whether a window that is not in front shows the folder or workspace file."""
    numbers = {key.split("/")[1] for key in state if key.startswith("other/")}
    places = [(state[f"other/{number}/folders"], state[f"other/{number}/workspace"]) for number in numbers]
    return any(workspace == path or (shown == [path] and not workspace) for shown, workspace in places)


def workspace_files(state: State) -> Iterator[str]:
    """Text files below the folders of the window."""
    for key in state:
        path = key.removeprefix("files/")
        inside = path != key and any(path.startswith(f"{folder}/") for folder in folders(state))
        if inside and "/.vscode/" not in path and file_text(state, path) is not None:
            yield path


def matches(text: str, searched: str) -> list[re.Match[str]]:
    """Where a literal text stands, in any case."""
    return list(re.finditer(re.escape(searched), text, re.IGNORECASE))


def are_settings_writable(state: State) -> bool:
    return "settings-file/broken" not in state and state["settings-file/mode"] in (None, 0o644)


def overrides(state: State) -> dict[str, Any]:
    """Settings of the workspace: those of the only folder."""
    alone = folders(state) == [f"{FOLDER}/one"] and not state.get("window/workspace")
    return folder_settings(state) if alone else {}


def folder_settings(state: State) -> dict[str, Any]:
    """Settings in the first folder. VS Code copies them into the workspace when a second folder is added."""
    try:
        values = jsonc.parse(
            str(state.get(f"files/{FOLDER}/one/.vscode/settings.json", "{}")).encode("latin-1")
        )
    except Unusable:
        return {}
    return dict(values)


def is_workspace_file(path: str) -> bool:
    return path.endswith(WORKSPACE)
