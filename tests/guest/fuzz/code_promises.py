"""What VS Code's tools promise; those for files and text stand here."""

from __future__ import annotations

from typing import Any, Final

from hypothesis import strategies as st

from controller.core.guest import ToolResult
from tests.guest.fuzz.code_documents import WORKSPACE
from tests.guest.fuzz.code_extension_promises import EXTENSION_PROMISES
from tests.guest.fuzz.code_model import (
    FOLDERS,
    LONG,
    OPENED,
    TEXT_PATHS,
    WRONG_PATHS,
    drawn,
    file_text,
    folders,
    has_unsaved,
    is_exact,
    is_in_other_window,
    is_open,
    is_workspace_file,
    matches,
    notebook_cells,
    resolved,
    tool,
    workspace_files,
)
from tests.guest.fuzz.code_setting_promises import SETTING_PROMISES
from tests.guest.fuzz.promises import REFUSED, Arguments, Expected, Promise, State
from tests.guest.tools.vscode import FOLDER

TEXTS: Final = (
    "alpha",
    "ALPHA",
    "$1",
    "(three)",
    "[x]\\",
    "beta\n",
    "omega",
    "delta",
    "epsilon",
    "theta",
    "absent",
)
WRONG_TEXTS: Final = ("", LONG, "a\x00", "\ud800")
REPLACEMENTS: Final = ("", "$1", "\\1 & \\n", "$&alpha", "x\ny", "Ünï", "alpha")
OPEN_SECONDS: Final = 75.0


def _launch_arguments(_: State) -> st.SearchStrategy[Arguments]:
    odd = (
        f"{FOLDER}/one/binary.dat",
        f"{FOLDER}/{WORKSPACE}",
        "~/code-tests/one/a.txt",
        f"file://{FOLDER}/one/bom.txt",
    )
    return drawn(path=(*TEXT_PATHS, *FOLDERS, *odd, *WRONG_PATHS))


def _launch(state: State, arguments: Arguments) -> Expected:
    path = resolved(arguments["path"])
    if arguments["path"] in WRONG_PATHS:
        return REFUSED
    free = OPENED if is_open(state) else (*OPENED, "page/*")
    changes: dict[str, object] = {"window/active": [path]}
    if path in FOLDERS:
        changes = {"window/folders": [path]}
    elif is_workspace_file(path):
        changes = {"window/folders": [f"{FOLDER}/one", f"{FOLDER}/two"], "window/workspace": path}
    elif path.endswith(".dat"):
        changes = {}
    if not is_open(state):
        changes["windows"] = 1
    workspace = state.get("window/workspace")
    shows_already = workspace == path or (state.get("window/folders") == [path] and not workspace)
    if is_in_other_window(state, path) and not shows_already:
        free = (*free, "other/*", "page/*")
    elif "window/folders" in changes and not shows_already and has_unsaved(state):
        return REFUSED
    return Expected(False, changes, free, undoable=False, seconds=OPEN_SECONDS)


def _goto_arguments(_: State) -> st.SearchStrategy[Arguments]:
    paths = (*TEXT_PATHS, *TEXT_PATHS, FOLDERS[0], f"{FOLDER}/one/binary.dat", *WRONG_PATHS)
    return drawn(file_path=paths, line=(1, 2, 3, 4, 9, 0, 10**12), character=(1, 1, 2, 5, 17, 99, -1))


def _goto(state: State, arguments: Arguments) -> Expected:
    path, line, character = resolved(arguments["file_path"]), arguments["line"], arguments["character"]
    if not is_open(state) or arguments["file_path"] in WRONG_PATHS or line < 1 or character < 1:
        return REFUSED
    text = file_text(state, path)
    if text is None:
        return REFUSED
    lines = text.split("\n")
    dirty = has_unsaved(state)
    if line > len(lines) or character > len(lines[line - 1]) + 1:
        return Expected(None if dirty else True, free=OPENED if dirty else ())
    changes = {"editor/path": path, "editor/place": [line, character], "window/active": [path]}
    return Expected(None if dirty else False, changes, OPENED, undoable=False)


def _compare_arguments(_: State) -> st.SearchStrategy[Arguments]:
    paths = (*TEXT_PATHS, FOLDERS[0], *WRONG_PATHS[:3])
    return drawn(file1=paths, file2=paths)


def _compare(state: State, arguments: Arguments) -> Expected:
    left, right = arguments["file1"], arguments["file2"]
    one, other = state.get(f"files/{left}"), state.get(f"files/{right}")
    if not is_open(state) or one is None or other is None:
        return REFUSED

    def wrong(result: ToolResult) -> str | None:
        given: Any = (result.structured or {}).get("identical")
        return None if given is (one == other) or has_unsaved(state) else f"identical is {given}"

    return Expected(changes={"window/active": [left, right]}, free=OPENED, answer=wrong, undoable=False)


def _folder_arguments(_: State) -> st.SearchStrategy[Arguments]:
    return drawn(folder=(*FOLDERS, f"{FOLDER}/two/", TEXT_PATHS[0], *WRONG_PATHS))


def _add(state: State, arguments: Arguments) -> Expected:
    place = resolved(arguments["folder"])
    if not is_open(state) or place not in FOLDERS:
        return REFUSED
    expected = folders(state) if place in folders(state) else [*folders(state), place]
    return _changed_folders(state, expected)


def _remove(state: State, arguments: Arguments) -> Expected:
    place = resolved(arguments["folder"])
    if not is_open(state) or place not in folders(state):
        return REFUSED
    expected = [folder for folder in folders(state) if folder != place]
    return _changed_folders(state, expected)


def _changed_folders(state: State, expected: list[str]) -> Expected:
    reloads = not state.get("window/workspace") or expected[:1] != folders(state)[:1]
    if reloads and expected != folders(state) and has_unsaved(state):
        return REFUSED
    free = ("window/*", "editor/*", "page/*", f"files/{FOLDER}/{WORKSPACE}")
    return Expected(False, {"window/folders": expected}, free, undoable=False, seconds=OPEN_SECONDS)


def _search_arguments(_: State) -> st.SearchStrategy[Arguments]:
    return drawn(text=(*TEXTS, *WRONG_TEXTS), all_files=(False, True, "true"))


def _counted(expected: int, key: str) -> Any:
    def wrong(result: ToolResult) -> str | None:
        given = (result.structured or {}).get(key)
        return None if given == expected else f"{key} is {given} instead of {expected}"

    return wrong


def _search(state: State, arguments: Arguments) -> Expected:
    text, everywhere = arguments["text"], arguments["all_files"]
    if not is_open(state) or text in WRONG_TEXTS or not isinstance(everywhere, bool):
        return REFUSED
    if not everywhere:
        if notebook_cells(state) is not None:
            return REFUSED
        content = _editor_text(state)
        if content is None:
            return REFUSED
        return Expected(answer=_counted(len(matches(content, text)), "matches"), undoable=False)
    if not folders(state):
        return REFUSED
    count = sum(len(matches(file_text(state, path) or "", text)) for path in workspace_files(state))
    answer = None if has_unsaved(state) else _counted(count, "matches")
    return Expected(answer=answer, long_answer=True, undoable=False)


def _replace_arguments(_: State) -> st.SearchStrategy[Arguments]:
    return drawn(
        search_text=(*TEXTS, *WRONG_TEXTS), replace_text=(*REPLACEMENTS, LONG), all_files=(False, True)
    )


def _replace(state: State, arguments: Arguments) -> Expected:
    text, replacement = arguments["search_text"], arguments["replace_text"]
    if not is_open(state) or text in WRONG_TEXTS or replacement == LONG:
        return REFUSED
    if arguments["all_files"]:
        return _replace_in_files(state, text, replacement)
    if (cells := notebook_cells(state)) is not None:
        count = sum(len(matches(cell, text)) for cell in cells)
        free_of_cells = ("page/lines", "editor/*", "window/tabs")
        return (
            Expected(free=free_of_cells, answer=_counted(count, "replacements"), undoable=False)
            if count
            else REFUSED
        )
    content = _editor_text(state)
    if content is None or not matches(content, text):
        return REFUSED
    changed = _replaced(content, text, replacement)
    free = ["editor/place", "editor/dirty", "window/tabs"]
    if state.get("settings/files.autoSave") != "off":
        free.append(f"files/{state['editor/path']}")
    return Expected(
        changes={"page/lines": changed.split("\n")},
        free=tuple(free),
        answer=_counted(len(matches(content, text)), "replacements"),
        undoable=state.get("settings/files.autoSave") == "off",
    )


def _replace_in_cells(cells: list[str], text: str) -> Expected:
    count = sum(len(matches(cell, text)) for cell in cells)
    if not count:
        return REFUSED
    free = ("page/lines", "editor/*", "window/tabs")
    return Expected(free=free, answer=_counted(count, "replacements"), undoable=False)


def _replace_in_files(state: State, text: str, replacement: str) -> Expected:
    found = [path for path in workspace_files(state) if matches(file_text(state, path) or "", text)]
    free = ("page/lines", "editor/place")
    if has_unsaved(state):
        return Expected(None, free=("files/*", *OPENED), undoable=False)
    if not found or not all(is_exact(state, path) for path in found):
        return REFUSED
    changes: dict[str, object] = {}
    for path in found:
        raw = str(state[f"files/{path}"]).encode("latin-1").decode()
        eol = "\r\n" if "\r\n" in raw else "\n"
        changed = _replaced(raw.replace("\r\n", "\n"), text, replacement).replace("\n", eol)
        changes[f"files/{path}"] = changed.encode().decode("latin-1")
    shown = free if state.get("editor/path") in found else ()
    return Expected(changes=changes, free=shown, undoable=False)


def _replaced(content: str, text: str, replacement: str) -> str:
    for match in reversed(matches(content, text)):
        content = content[: match.start()] + replacement + content[match.end() :]
    return content


def _editor_text(state: State) -> str | None:
    """What the editor in front shows: its lines are read from the page."""
    lines: Any = state.get("page/lines")
    return "\n".join(lines) if lines and state.get("editor/path") else None


PROMISES: Final = [
    Promise(
        tool("launch_vscode"),
        "The file is in the front tab, or the folder (or workspace file) is what the window shows.",
        "A path that does not exist or cannot be read; a folder, where the window would lose unsaved changes.",
        _launch_arguments,
        _launch,
    ),
    Promise(
        tool("goto_file"),
        "The file is in the front tab with the cursor at the line and character.",
        "No open window; no text file; a line or character after the last one.",
        _goto_arguments,
        _goto,
    ),
    Promise(
        tool("compare_files"),
        "The front tab compares the two files.",
        "No open window; a path that is no readable file.",
        _compare_arguments,
        _compare,
    ),
    Promise(
        tool("add_folder"),
        "The folder is the last of the workspace's folders, or where it was; the others stay.",
        "No open window; a path that is no folder; a workspace file that cannot be written; unsaved changes "
        "that a reload would lose.",
        _folder_arguments,
        _add,
    ),
    Promise(
        tool("remove_folder"),
        "The folder is no more in the workspace; the others, and the folder on the disk, stay.",
        "No open window; a folder that is not in the workspace; unsaved changes that a reload would lose.",
        _folder_arguments,
        _remove,
    ),
    Promise(
        tool("search_text"),
        "Returns every match of the literal text, in any case; all files are those of the workspace's folders "
        "that no exclude setting and no .gitignore leaves out.",
        "No editor or folder open; more matches than VS Code lists; a text of more than 10,000 characters.",
        _search_arguments,
        _search,
    ),
    Promise(
        tool("replace_text"),
        "Every match of the literal text is the literal new text: in the editor as one step of undo, or in all "
        "files of the workspace, which are saved.",
        "No match; a read-only editor; a file with unsaved changes, line ends of two kinds or another encoding.",
        _replace_arguments,
        _replace,
    ),
    *SETTING_PROMISES,
    *EXTENSION_PROMISES,
]
