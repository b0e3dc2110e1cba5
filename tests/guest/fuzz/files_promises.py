"""What the mounted file server's tools promise."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator
from typing import Any, Final

from hypothesis import strategies as st

from controller.core.guest import ToolResult
from tests.guest.fuzz.files_arguments import (
    COUNTS,
    EXCLUDED,
    editing,
    nothing,
    searching,
    several,
    two_paths,
    with_path,
    writing,
)
from tests.guest.fuzz.files_model import (
    Place,
    below,
    below_of,
    entry,
    is_dangling,
    is_match,
    is_odd,
    leads_out,
    names_below,
    names_in,
    shown,
)
from tests.guest.fuzz.files_reader import ROOT
from tests.guest.fuzz.promises import Arguments, Expected, Promise, State

PREFIX: Final = "filesystem_"
REFUSED: Final = Expected(error=True, undoable=False)
_READING: Final = Expected(undoable=False, long_answer=True)


def _text_of(place: Place) -> str | None:
    try:
        return place.content.decode()
    except UnicodeDecodeError:
        return None


def _read_text(state: State, arguments: Arguments) -> Expected:
    place, head, tail = Place(state, arguments["path"]), arguments.get("head"), arguments.get("tail")
    counts = [count for count in (head, tail) if count is not None]
    if not place.inside or place.kind != "file" or len(counts) > 1:
        return REFUSED
    if any(isinstance(count, bool | str) or count != int(count) or count < 1 for count in counts):
        return REFUSED
    content = place.content
    if counts:
        lines = content.removesuffix(b"\n").removesuffix(b"\r").split(b"\n")
        picked = lines[: int(counts[0])] if head is not None else lines[-int(counts[0]) :]
        content = b"\n".join(picked).removesuffix(b"\r")
    try:
        return _answers(content.decode())
    except UnicodeDecodeError:
        return REFUSED


def _answers(text: str) -> Expected:
    def wrong(result: ToolResult) -> str | None:
        return None if result.text == text else f"the text is {result.text[:100]!r} instead of {text[:100]!r}"

    return Expected(undoable=False, long_answer=True, answer=wrong)


def _read_media(state: State, arguments: Arguments) -> Expected:
    place = Place(state, arguments["path"])
    if not place.inside or place.kind != "file":
        return REFUSED

    def wrong(result: ToolResult) -> str | None:
        size = f"{len(place.content):,} bytes]"
        named = "[a picture left out (" in result.text or (
            "left out: " in result.text and size in result.text
        )
        return None if named or place.content in result.images else "neither the picture nor what it is"

    return Expected(undoable=False, long_answer=True, answer=wrong)


def _read_several(state: State, arguments: Arguments) -> Expected:
    places = [Place(state, path) for path in arguments["paths"]]
    if not places or not all(place.inside and place.kind != "other" for place in places):
        return REFUSED
    if any(place.kind is None and place.has_lookalike for place in places):
        return REFUSED
    texts = [_text_of(place) for place in places if place.kind == "file"]

    def wrong(result: ToolResult) -> str | None:
        return next((f"without {text[:50]!r}" for text in texts if text and text not in result.text), None)

    may_loop = any(place.is_link and place.kind is None for place in places)
    return Expected(error=None if may_loop else False, undoable=False, long_answer=True, answer=wrong)


def _write(state: State, arguments: Arguments) -> Expected:
    place, content = Place(state, arguments["path"]), arguments["content"]
    if not place.inside or place.kind in ("folder", "other") or place.parent_kind != "folder":
        return REFUSED
    if place.kind is None and (place.has_lookalike or not place.parent_writable or place.is_link):
        return REFUSED
    if place.kind == "file" and (not place.writable or not place.parent_writable):
        return REFUSED
    name = place.real_name
    changes = {f"{name}#content": content.encode().decode("latin-1"), f"{name}#kind": "file"}
    free = ("*#links",) if place.kind == "file" else (entry(name),)
    return Expected(changes=changes, free=free, undoable=False)


def _edit(state: State, arguments: Arguments) -> Expected:
    place = Place(state, arguments["path"])
    if not place.inside or place.kind != "file" or not place.writable or not arguments["edits"]:
        return REFUSED
    text = _text_of(place)
    for edit in arguments["edits"]:
        old, new = edit["oldText"], edit["newText"]
        if text is None or not old:
            return REFUSED
        pattern = "\r?\n".join(map(re.escape, old.replace("\r\n", "\n").split("\n")))
        match = re.search(pattern, text)
        if match is None:
            return REFUSED
        ends = re.findall(r"\r?\n", match[0]) or re.findall(r"\r?\n", text)
        new = "\r\n".join(new.replace("\r\n", "\n").split("\n")) if ends and ends[0] == "\r\n" else new
        new = new.replace("\r\n", "\n") if ends and ends[0] == "\n" else new
        text = text[: match.start()] + new + text[match.end() :]
    if text is None:
        return REFUSED
    if arguments.get("dryRun"):
        return _READING
    content = text.encode().decode("latin-1")
    real = place.real
    same_file = [
        key[:-5]
        for key, value in state.items()
        if key.endswith("#real")
        and state[f"{key[:-5]}#kind"] == "file"
        and (value == real or (state[f"{key[:-5]}#links"] == 2 == state[f"{place.real_name}#links"]))
    ]
    return Expected(
        changes={f"{name}#content": content for name in same_file}, undoable=False, long_answer=True
    )


def _create_folder(state: State, arguments: Arguments) -> Expected:
    place = Place(state, arguments["path"])
    if not place.inside or place.kind not in (None, "folder") or (place.kind is None and place.is_link):
        return REFUSED
    if place.kind == "folder":
        return Expected(undoable=False)
    real, free = place.real_name, []
    top = Place(state, posixpath.dirname(place.path))
    while top.kind is None and not top.is_link and top.name not in (".", ""):
        top = Place(state, posixpath.dirname(top.path))
    if top.kind != "folder" or not top.writable or place.has_lookalike:
        return REFUSED
    parts = real.split("/")
    free = [
        entry("/".join(parts[:depth]))
        for depth in range(1, len(parts) + 1)
        if f"{'/'.join(parts[:depth])}#kind" not in state
    ]
    return Expected(changes={f"{real}#kind": "folder"}, free=tuple(free), undoable=False)


def _listing(state: State, arguments: Arguments) -> Expected:
    place = Place(state, arguments["path"])
    if not place.inside or place.kind != "folder" or arguments.get("sortBy", "name") not in ("name", "size"):
        return REFUSED
    names = names_in(state, place.real_name)
    lines = [_line(state, name, with_size="sortBy" in arguments) for name in names]

    def wrong(result: ToolResult) -> str | None:
        return next((f"without {line!r}" for line in lines if line not in result.text), None)

    return Expected(undoable=False, long_answer=True, answer=wrong)


def _line(state: State, name: str, *, with_size: bool) -> str:
    """What a listing has of an entry: the size of a small file too."""
    base, content = shown(posixpath.basename(name)), state.get(f"{name}#content")
    if state[f"{name}#kind"] == "folder":
        return f"[DIR] {base}"
    if not with_size or content is None or len(str(content)) >= 1024 or base != posixpath.basename(name):
        return f"[FILE] {base}"
    return f"[FILE] {base:<30} {len(str(content)):>8} B"


def _tree(state: State, arguments: Arguments) -> Expected:
    expected = _listing(state, arguments)
    if expected.error or any(is_odd(pattern) for pattern in arguments.get("excludePatterns", ())):
        return REFUSED
    top = Place(state, arguments["path"]).real_name

    def wrong(result: ToolResult) -> str | None:
        differing = set(_entries(json.loads(result.text))) ^ {
            (shown(below_of(name, top)), state[f"{name}#kind"] == "folder")
            for name in names_below(state, top)
        }
        return f"{sorted(differing)}" if differing and not arguments.get("excludePatterns") else None

    # A folder whose name is no UTF-8 cannot be opened.
    is_open = all(
        shown(name) == name for name in names_below(state, top) if state[f"{name}#kind"] == "folder"
    )
    return Expected(error=False if is_open else None, undoable=False, long_answer=True, answer=wrong)


def _entries(tree: list[dict[str, Any]], start: str = "") -> Iterator[tuple[str, bool]]:
    """The paths in a tree, and whether they are folders."""
    for item in tree:
        yield start + item["name"], item["type"] == "directory"
        yield from _entries(item.get("children", []), f"{start}{item['name']}/")


def _search(state: State, arguments: Arguments) -> Expected:
    place, pattern = Place(state, arguments["path"]), arguments["pattern"]
    excluded = arguments.get("excludePatterns", ())
    if not place.inside or place.kind != "folder" or any(map(is_odd, (pattern, *excluded))):
        return REFUSED
    top, pruned, found, dangling = place.real_name, set[str](), [], []
    for name in names_below(state, top):
        below_top, folder = below_of(name, top), posixpath.dirname(name)
        is_left_out = folder in pruned or any(is_match(below_top, other) for other in excluded)
        if is_left_out or shown(name) != name:
            pruned.add(name)
        elif is_match(below_top, pattern) and not leads_out(state, name):
            (dangling if is_dangling(state, name) else found).append(f"{ROOT}/{name}")

    def wrong(result: ToolResult) -> str | None:
        missing = [name for name in found if name not in result.text]
        # Links without a target may be left out. Names may have line ends: what is there besides is seen in the length.
        is_more = (
            len(result.text) > len("\n".join((*found, *dangling))) and found and "\ufffd" not in result.text
        )
        return f"without {missing}" if missing else f"more than {found}" if is_more else None

    return Expected(undoable=False, long_answer=True, answer=wrong)


def _info(state: State, arguments: Arguments) -> Expected:
    place = Place(state, arguments["path"])
    if not place.inside or place.kind is None:
        return REFUSED

    def wrong(result: ToolResult) -> str | None:
        right = f"isDirectory: {str(place.kind == 'folder').lower()}" in result.text
        size = place.kind != "file" or f"size: {len(place.content)}\n" in result.text
        mode = str(state.get(f"{place.real_name}#mode", ""))[-3:]
        return (
            None if right and size and f"permissions: {mode}" in result.text else "another kind, size or mode"
        )

    return Expected(undoable=False, answer=wrong)


def _move(state: State, arguments: Arguments) -> Expected:
    source, target = Place(state, arguments["source"]), Place(state, arguments["destination"])
    if not source.inside or not target.inside or source.kind is None or source.is_link:
        return REFUSED
    if target.exists or target.kind is not None or target.parent_kind != "folder" or target.has_lookalike:
        return REFUSED
    if f"{target.real}/".startswith(f"{source.real}/"):
        return REFUSED
    stays = posixpath.dirname(source.real) == posixpath.dirname(target.real)
    if (
        not source.parent_writable
        or not target.parent_writable
        or (source.kind == "folder" and not source.writable and not stays)
    ):
        return REFUSED
    old, new = source.real_name, target.real_name
    changes: dict[str, object] = {f"{old}#kind": "(absent)"}
    for key, value in state.items():
        if key.startswith((f"{old}#", f"{old}/")) and not key.endswith("#real"):
            changes[new + key.removeprefix(old)] = value
    return Expected(changes=changes, free=(*below(old), *below(new), "*#real"), undoable=False)


def _allowed(_state: State, _arguments: Arguments) -> Expected:
    def wrong(result: ToolResult) -> str | None:
        return None if "/home/user" in result.text else "without the home folder"

    return Expected(undoable=False, answer=wrong)


_OUTSIDE_HOME: Final = "Paths outside the home folder, also through links; missing, odd and over-long names"


_TEXT = (
    "The answer is the file's text exactly, or its first or last lines.",
    f"{_OUTSIDE_HOME}; folders, pipes, what is no UTF-8; head with tail, counts below 1.",
    with_path("file", head=COUNTS, tail=COUNTS),
    _read_text,
)
PROMISES: Final = [
    Promise(f"{PREFIX}read_file", *_TEXT),
    Promise(f"{PREFIX}read_text_file", *_TEXT),
    Promise(
        f"{PREFIX}read_media_file",
        "The answer has the picture; of what no model can be shown it has the kind and the size.",
        f"{_OUTSIDE_HOME}; folders, pipes, files over 20 MiB.",
        with_path("file"),
        _read_media,
    ),
    Promise(
        f"{PREFIX}read_multiple_files",
        "The answer has each file's text, or why it cannot be read.",
        f"{_OUTSIDE_HOME}; pipes; a name that only looks like another; no path at all.",
        several,
        _read_several,
    ),
    Promise(
        f"{PREFIX}write_file",
        "The file has exactly this content; its mode stays.",
        f"{_OUTSIDE_HOME}; folders, pipes, read-only files, a missing folder, a name that looks like another.",
        writing,
        _write,
    ),
    Promise(
        f"{PREFIX}edit_file",
        "Each oldText's first place has newText; all else, line ends and the file's other names stay.",
        f"{_OUTSIDE_HOME}; a text that is empty or not there, what is no UTF-8, read-only files.",
        editing,
        _edit,
    ),
    Promise(
        f"{PREFIX}create_directory",
        "The folder exists, with those above it.",
        f"{_OUTSIDE_HOME}; a file of that name.",
        with_path("new", "folder"),
        _create_folder,
    ),
    Promise(
        f"{PREFIX}list_directory",
        "The answer names every entry, hidden ones too.",
        f"{_OUTSIDE_HOME}; files.",
        with_path("folder"),
        _listing,
    ),
    Promise(
        f"{PREFIX}list_directory_with_sizes",
        "The answer names every entry with its size.",
        f"{_OUTSIDE_HOME}; files; another order than name and size.",
        with_path("folder", sortBy=st.sampled_from(("name", "size", "date"))),
        _listing,
    ),
    Promise(
        f"{PREFIX}directory_tree",
        "The answer is JSON of every entry, at any depth.",
        f"{_OUTSIDE_HOME}; files; empty and over-complicated patterns.",
        with_path("folder", excludePatterns=EXCLUDED),
        _tree,
    ),
    Promise(
        f"{PREFIX}move_file",
        "The file or folder, as it was, is at the destination and no more at the source.",
        f"{_OUTSIDE_HOME}; a destination that exists, is in the source or in a missing folder; symbolic links.",
        two_paths,
        _move,
    ),
    Promise(
        f"{PREFIX}search_files",
        "The answer has the path of everything that matches.",
        f"{_OUTSIDE_HOME}; files; empty and over-complicated patterns.",
        searching,
        _search,
    ),
    Promise(
        f"{PREFIX}get_file_info",
        "The answer has size, times, kind and permissions.",
        f"{_OUTSIDE_HOME}.",
        with_path("file", "folder"),
        _info,
    ),
    Promise(
        f"{PREFIX}list_allowed_directories",
        "The answer is the home folder.",
        "Any argument.",
        nothing,
        _allowed,
    ),
]
