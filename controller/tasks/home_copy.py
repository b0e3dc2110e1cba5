"""Runs in the guest, as root, under the system's Python: keep a copy of a home folder, and print what differs from it.

    home_copy.py keep HOME COPY FOLDER...     copy the folders as they are now
    home_copy.py note HOME COPY FOLDER...     note how they are now, before something changes them that is not the agent
    home_copy.py adopt HOME COPY FOLDER...    take over into the copy what has changed since they were noted
    home_copy.py changes HOME COPY FOLDER...  print what differs from the copy

Paths are relative to the home folder, and absolute in further folders, which need not be there. `changes` prints a line
of JSON, then the contents that it announces, one after the other. A file counts as unchanged while its inode, size and
time of change are as they were: only root and the kernel set that time.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

FILE_LIMIT = 16 * 2**20
TOTAL_LIMIT = 64 * 2**20
MAX_ENTRIES = 20_000
"""Limits of a file whose content is kept, of all contents that are printed, and of the files and folders looked at."""
CACHES = frozenset(
    {
        *(".cache", "Cache", "Code Cache", "GPUCache", "ShaderCache", "GrShaderCache", "CachedData"),
        *("DawnGraphiteCache", "DawnWebGPUCache", "CachedExtensionVSIXs", "CacheStorage", "ScriptCache"),
        *("Crash Reports", "BrowserMetrics", "logs"),
    }
)
"""Folders, below one that is hidden or hidden themselves, that hold nothing of the user's."""
LOGS = ("-wal", "-journal")
"""Endings of files that hold a part of the database whose name they extend."""
_OPEN = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC

Entry = dict[str, Any]
"""kind (find's letter), mode, size, target of a link; stamp: tells a change; at: the content's place in the copy."""


def keep(home: str, copy: Path, others: Sequence[str] = ()) -> None:
    """Copy the folders."""
    copy.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (copy / "contents").open("wb") as contents:
        index = {path: _kept(home, path, entry, contents) for path, entry in _walk(home, others)}
    _write(copy / "index", index)


def note(home: str, copy: Path, others: Sequence[str] = ()) -> None:
    """Note the folders' state without contents."""
    _write(copy / "noted", dict(_walk(home, others)))


def adopt(home: str, copy: Path, others: Sequence[str] = ()) -> None:
    """Take over what has changed since the state was noted."""
    noted, index, now = _read(copy / "noted"), _read(copy / "index"), dict(_walk(home, others))
    with (copy / "contents").open("ab") as contents:
        for path in {*noted, *now}:
            if path not in now:
                index.pop(path, None)
            elif now[path] != noted.get(path):
                index[path] = _kept(home, path, now[path], contents)
    _write(copy / "index", index)


def changes(home: str, copy: Path, others: Sequence[str] = ()) -> tuple[Entry, list[bytes]]:
    """Return what is printed: the first line's data, and the contents.

    `changes` has of each changed path its state before and after, None where there is none; a state's `length` is that
    of its content among those that follow, None if it has none or it is not shown.
    """
    index, now = _read(copy / "index"), dict(_walk(home, others))
    shown: list[tuple[str, Entry | None, Entry | None]] = []
    contents: list[bytes] = []
    total = 0
    with (copy / "contents").open("rb") as kept:
        touched = _touched(index, now)
        files = {path for path, entry in {**index, **now}.items() if entry["kind"] == "f"}
        for path in sorted(touched | _companions(touched, files)):
            before, after = index.get(path), now.get(path)
            old = _kept_content(kept, before)
            new = _content(home, path, after)
            if path in touched and before and after and old == new is not None and _same(before, after):
                continue
            states = []
            for entry, content in ((before, old), (after, new)):
                fits = content is not None and total + len(content) <= TOTAL_LIMIT
                states.append(_state(entry, content if fits else None))
                if content is not None and fits:
                    total += len(content)
                    contents.append(content)
            shown.append((_printable(path), states[0], states[1]))
    return {"whole": len(now) <= MAX_ENTRIES and len(index) <= MAX_ENTRIES, "changes": shown}, contents


def _touched(index: dict[str, Entry], now: dict[str, Entry]) -> set[str]:
    return {
        path
        for path in {*index, *now}
        if path not in index or path not in now or index[path]["stamp"] != now[path]["stamp"]
    }


def _companions(touched: set[str], files: set[str]) -> set[str]:
    """Return the files that were not touched and make one state with some that were: they are printed, too."""
    databases = {path.removesuffix(ending) for path in touched for ending in LOGS if path.endswith(ending)}
    logs = {f"{path}{ending}" for path in touched for ending in LOGS}
    inside = [path.split("/") for path in touched]
    repositories = {"/".join(parts[: parts.index(".git") + 1]) for parts in inside if ".git" in parts[:-1]}
    references = {
        path
        for repository in repositories
        for path in files
        if path in (f"{repository}/HEAD", f"{repository}/packed-refs")
        or path.startswith(f"{repository}/refs/")
    }
    return (databases | logs | references) & files - touched


def _same(before: Entry, after: Entry) -> bool:
    """Whether two states are the same apart from contents."""
    return all(before[key] == after[key] for key in ("kind", "mode", "target"))


def _walk(home: str, others: Sequence[str]) -> Iterator[tuple[str, Entry]]:
    """Yield the path and the state of each entry below the folders; of each folder at most one more than
    MAX_ENTRIES."""
    yield from _walk_below(home)
    for other in filter(os.path.isdir, others):
        for path, entry in _walk_below(other):
            yield f"{other}/{path}", entry


def _walk_below(home: str) -> Iterator[tuple[str, Entry]]:
    """Yield the path, relative to the folder, and the state of each entry below it, but for caches."""
    number = 0
    for folder, folders, names, handle in os.fwalk(home, follow_symlinks=False):
        relative = os.path.relpath(folder, home)
        prefix = "" if relative == "." else relative + "/"
        hidden = any(part.startswith(".") for part in prefix.split("/"))
        folders[:] = sorted(
            name for name in folders if not (name in CACHES and (hidden or name.startswith(".")))
        )
        for name in sorted(folders + names):
            if (entry := _entry(name, handle)) is not None:
                number += 1
                yield prefix + name, entry
        if number > MAX_ENTRIES:
            return


def _entry(name: str, handle: int) -> Entry | None:
    try:
        status = os.stat(name, dir_fd=handle, follow_symlinks=False)
        target = os.readlink(name, dir_fd=handle) if stat.S_ISLNK(status.st_mode) else ""
    except OSError:
        return None  # it has been removed meanwhile
    mode = stat.S_IMODE(status.st_mode)
    kind = _kind(status.st_mode)
    stamp = [kind, mode, target]
    if kind == "f":
        stamp += [status.st_ino, status.st_size, status.st_ctime_ns]
    return {
        "kind": kind,
        "mode": mode,
        "size": status.st_size,
        "target": _printable(target),
        "stamp": stamp,
        "at": None,
    }


def _kind(mode: int) -> str:
    if stat.S_ISREG(mode):
        return "f"
    return "d" if stat.S_ISDIR(mode) else "l" if stat.S_ISLNK(mode) else "o"


def _kept(home: str, path: str, entry: Entry, contents: Any) -> Entry:
    """Return the entry with the place of its content, which is appended to `contents`."""
    content = _content(home, path, entry)
    if content is None:
        return entry
    place = contents.seek(0, os.SEEK_END)
    contents.write(content)
    return {**entry, "at": [place, len(content)]}


def _kept_content(kept: Any, entry: Entry | None) -> bytes | None:
    if not entry or entry["at"] is None:
        return None
    kept.seek(entry["at"][0])
    content: bytes = kept.read(entry["at"][1])
    return content


def _content(home: str, path: str, entry: Entry | None) -> bytes | None:
    """Return a regular file's content; None for what is none, too large, or gone."""
    if not entry or entry["kind"] != "f" or entry["size"] > FILE_LIMIT:
        return None
    try:
        with os.fdopen(_open_below(home, path), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return None
            data = file.read(FILE_LIMIT + 1)
    except OSError:
        return None
    return data if len(data) <= FILE_LIMIT else None


def _open_below(home: str, path: str) -> int:
    """Open a file without following a link in any part of its path."""
    *folders, name = path.strip("/").split("/")
    handle = os.open("/" if path.startswith("/") else home, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for folder in folders:
            inner = os.open(folder, _OPEN | os.O_DIRECTORY, dir_fd=handle)
            os.close(handle)
            handle = inner
        return os.open(name, _OPEN, dir_fd=handle)
    finally:
        os.close(handle)


def _state(entry: Entry | None, content: bytes | None) -> Entry | None:
    if entry is None:
        return None
    shown = {key: entry[key] for key in ("kind", "mode", "size", "target")}
    return {**shown, "length": None if content is None else len(content)}


def _printable(path: str) -> str:
    """Return the path as text; bytes that are not UTF-8 are escaped."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _write(path: Path, index: dict[str, Entry]) -> None:
    path.write_text(json.dumps(index))


def _read(path: Path) -> dict[str, Entry]:
    index: dict[str, Entry] = json.loads(path.read_text())
    return index


def main(command: str, home: str, copy: str, *others: str) -> None:
    """Carry out a command."""
    if command != "changes":
        {"keep": keep, "note": note, "adopt": adopt}[command](home, Path(copy), others)
        return
    head, contents = changes(home, Path(copy), others)
    sys.stdout.buffer.write(json.dumps(head).encode() + b"\n")
    for content in contents:
        sys.stdout.buffer.write(content)


if __name__ == "__main__":
    main(*sys.argv[1:])
