"""What the tools for folders, files, the trash and the terminal promise."""

from __future__ import annotations

import fnmatch
import stat
import unicodedata
from collections.abc import Callable
from posixpath import basename, dirname

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests.guest.fuzz.os_arguments import REFUSED, answers, existing, folder_path, is_text, new_path, shown
from tests.guest.fuzz.os_files import Files, Unknown, normal
from tests.guest.fuzz.os_in_guest import DISK, ROOT, TRASH
from tests.guest.fuzz.promises import ABSENT, Arguments, Expected, Promise, State

Changes = dict[str, object]
OPEN = Expected(error=None, free=("*",), undoable=False, long_answer=True, seconds=30)
"""Where the model knows too little."""


def modelled(model: Callable[[Files, Arguments], Expected]) -> Callable[[State, Arguments], Expected]:
    """A model that leaves open what lies outside the folders that it knows."""

    def expected(state: State, arguments: Arguments) -> Expected:
        try:
            return model(Files(state), arguments)
        except Unknown:
            return OPEN

    return expected


def moved(files: Files, source: str, target: str) -> Changes:
    """All facts of `source` and what is below it, at `target`."""
    changes: Changes = {}
    for path in [source, *files.below(source)]:
        for fact, value in files.facts(path).items():
            changes[f"{path}#{fact}"] = ABSENT
            changes[f"{target}{path.removeprefix(source)}#{fact}"] = value
    return changes


def made_folders(files: Files, folder: str) -> Changes:
    """The missing folders down to `folder`, as a program creates them."""
    changes: Changes = {}
    while files.mode(folder) == 0:
        changes[f"{folder}#mode"] = oct(0o40755)
        folder = dirname(folder)
    return changes


def can_create(files: Files, folder: str) -> bool:
    """Whether something can be created in a folder, whose missing parents are created too."""
    while files.mode(folder) == 0:
        folder = dirname(folder)
    return files.is_folder(folder) and files.is_writable(folder) and files.is_reachable(f"{folder}/x")


def rename(files: Files, arguments: Arguments) -> Expected:
    source, target = files.placed(arguments["old_path"]), files.placed(arguments["new_path"])
    if source is None or target is None or not files.is_folder(source) or files.mode(target):
        return REFUSED
    if f"{target}/".startswith(f"{source}/") or source in (ROOT, DISK):
        return Expected(error=None if source in (ROOT, DISK) else True, free=("*",), undoable=False)
    folder = dirname(target)
    if not can_create(files, folder) or not files.is_writable(dirname(source)):
        return REFUSED
    if not files.mode(folder) and not arguments.get("create_intermediate"):
        return REFUSED
    locked = any(
        stat.S_ISDIR(files.mode(path)) and not files.is_writable(path)
        for path in [source, *files.below(source)]
    )
    elsewhere = source.startswith(DISK) != target.startswith(DISK)
    git = any("#git." in key for key in files.state if key.startswith(f"{source}/"))
    changes = {**made_folders(files, folder), **moved(files, source, target)}
    return Expected(
        error=None if locked or elsewhere or git else False,
        changes=changes,
        free=(f"{source}/*#git.*", f"{target}/*#git.*"),
        undoable=False,
    )


def comparable(text: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


def search(files: Files, arguments: Arguments) -> Expected:
    keyword = arguments["keyword"]
    root = files.resolved(arguments.get("root_dir", ROOT))
    if not keyword or "/" in keyword or "\0" in keyword or root is None or not files.is_folder(root):
        return REFUSED
    if not root.startswith(ROOT):
        return Expected(error=None, undoable=False, long_answer=True, seconds=25)
    named = normal(arguments.get("root_dir", ROOT))
    git = any("#git." in key for key in files.state)
    found = [
        shown(f"{named}{path.removeprefix(root)}")
        for path in files.below(root)
        if comparable(keyword) in comparable(basename(path)) and not stat.S_ISDIR(_followed(files, path))
    ]
    return Expected(
        error=False if files.is_reachable(f"{root}/x") else None,
        answer=None if git else answers("files", sorted(found)),
        undoable=False,
        long_answer=True,
        seconds=25,
    )


def _followed(files: Files, path: str) -> int:
    end = files.resolved(path)
    return files.mode(end) if end else 0


def copy(files: Files, arguments: Arguments) -> Expected:
    pattern, destination_text = arguments.get("pattern", ""), arguments.get("dest_dir", "")
    if not pattern or not destination_text:
        return REFUSED
    root, destination = files.resolved(arguments.get("root_dir", "~")), files.resolved(destination_text)
    if root is None or destination is None or not files.is_folder(root) or root == destination:
        return REFUSED
    if not root.startswith((ROOT, DISK)) or not files.mode(root) & 0o400:
        raise Unknown(root)
    changes: Changes = {}
    number, either = 0, any("#git." in key for key in files.state)
    for path in files.below(root):
        below = path.removeprefix(f"{root}/")
        inside = destination.startswith(f"{root}/") and path.startswith(f"{destination}/")
        matches = fnmatch.fnmatchcase(below if "/" in pattern else basename(path), pattern)
        if inside or not matches:
            continue
        end = files.resolved(path)
        if not files.is_file(end) or end is None:
            continue
        number += 1
        target = f"{destination}/{below}"
        if files.mode(target):
            if not files.is_file(files.resolved(target)) or _content(files, target) != _content(files, path):
                return REFUSED
            continue
        if not files.mode(end) & 0o400 or not can_create(files, dirname(target)):
            return REFUSED
        changes |= made_folders(files, dirname(target))
        changes |= {f"{target}#{fact}": value for fact, value in files.facts(end).items()}
        either |= destination.startswith(DISK) or "#content" not in str(files.facts(end).keys())
    if not number and not either:
        return REFUSED
    return Expected(
        error=None if either else False,
        changes={} if arguments.get("dry_run") else changes,
        answer=None if either else answers("count", number),
        undoable=False,
        long_answer=True,
        seconds=30,
    )


def _content(files: Files, path: str) -> object:
    end = files.resolved(path)
    return files.facts(end).get("content") if end else None


def restore(files: Files, arguments: Arguments) -> Expected:
    name = arguments["file_name"]
    content, info = f"{TRASH}/files/{name}", f"{TRASH}/info/{name}.trashinfo"
    if name in ("", ".", "..") or "/" in name or "\0" in name or not files.mode(content):
        return Expected(error=None, free=("*",), undoable=False)
    original = files.state.get(f"{info}#original")
    if not isinstance(original, str):
        return REFUSED
    target = files.placed(original)
    if target is None or files.mode(target) or not can_create(files, dirname(target)):
        return REFUSED
    changes = {**made_folders(files, dirname(target)), **moved(files, content, target)}
    changes |= {f"{info}#{fact}": ABSENT for fact in files.facts(info)}
    return Expected(error=None if target.startswith(DISK) else False, changes=changes, undoable=False)


def _copies(state: State) -> SearchStrategy[Arguments]:
    patterns = ["*", "*.txt", "a/*", "[[]x*", "*.png", "ONE*", "", "none*", "?" * 500_000, "*/*/*", "half*"]
    return st.fixed_dictionaries(
        {
            "root_dir": folder_path(state),
            "dest_dir": new_path(state),
            "pattern": st.sampled_from(patterns),
        },
        optional={"dry_run": st.booleans()},
    )


def _renames(state: State) -> SearchStrategy[Arguments]:
    return st.fixed_dictionaries(
        {"old_path": folder_path(state), "new_path": new_path(state)},
        optional={"create_intermediate": st.booleans()},
    )


def _searches(state: State) -> SearchStrategy[Arguments]:
    words = [
        "txt",
        ".TXT",
        "CAFÉ",
        "cafe\u0301",
        "",
        "a/b",
        "k" * 1_000_000,
        "\n",
        "half",
        "x\0",
        "報告",
        "e",
        "*",
    ]
    roots = st.one_of(
        existing(state), st.sampled_from([ROOT, "~/fuzz", "/no/such", "/etc/passwd", "ä" * 200])
    )
    return st.fixed_dictionaries({"keyword": st.sampled_from(words), "root_dir": roots})


def _restores(state: State) -> SearchStrategy[Arguments]:
    start = f"{TRASH}/files/"
    names = {key.removeprefix(start).split("#")[0].split("/")[0] for key in state if key.startswith(start)}
    known = [name for name in sorted(names) if is_text(name)]
    wrong = [
        "",
        "..",
        "none",
        "one.txt",
        f"{ROOT}/one.txt",
        "x" * 1_000_000,
        "x.trashinfo",
        "one.txt.trashinfo",
    ]
    return st.fixed_dictionaries({"file_name": st.sampled_from(known * 3 + wrong)})


def _nothing(_state: State) -> SearchStrategy[Arguments]:
    return st.just({})


FILE_PROMISES = (
    Promise(
        "osworld_mcp_os.rename_directory",
        "The folder is at the new path with all that is in it, unchanged.",
        "What is no folder (links too), a target that exists or lies inside it, a missing parent without "
        "`create_intermediate`, no permission.",
        _renames,
        modelled(rename),
    ),
    Promise(
        "osworld_mcp_os.search_files",
        "Lists all files whose names contain the text, whatever the case and the form of its letters.",
        "No folder to search, an empty text or one with a slash.",
        _searches,
        modelled(search),
    ),
    Promise(
        "osworld_mcp_os.copy_matching_files_with_hierarchy",
        "Copies all matching files, with times and permissions, or none; a link's file is copied as a file.",
        "No match, a file that cannot be read, a target of another content, too little space, over 20,000 files.",
        _copies,
        modelled(copy),
    ),
    Promise(
        "osworld_mcp_os.restore_file",
        "The file or folder is back where it was, with missing folders, and no longer in the trash.",
        "A name that is not in the trash or not unique, an original path that is taken or not known, no permission.",
        _restores,
        modelled(restore),
    ),
    Promise(
        "osworld_mcp_os.get_trash_directory",
        "Gets the folder of the trashed files, whether it exists yet or not.",
        "Any argument.",
        _nothing,
        lambda _state, _arguments: Expected(answer=answers("path", f"{TRASH}/files"), undoable=False),
    ),
    Promise(
        "osworld_mcp_os.open_shell",
        "One more terminal window is open, with a shell in the home folder.",
        "Any argument.",
        _nothing,
        lambda state, _arguments: Expected(
            changes={"terminals": int(str(state["terminals"])) + 1}, undoable=False, seconds=30
        ),
    ),
)
