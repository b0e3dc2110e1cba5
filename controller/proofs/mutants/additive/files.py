"""Mutants of which files there are: added, renamed, moved, copied."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import PurePosixPath
from urllib.parse import quote

from checkers.differences.home_files import SERVER_DATA
from controller.core.guest import HOME
from controller.proofs.mutants.additive.state_mutant import Files, StateMutant, StateRule

TRASH = f"{HOME}/.local/share/Trash"
_AUTOSTART = f"{HOME}/.config/autostart/added.desktop"
_ADDED = b"added\n"
_ENTRY = b"[Desktop Entry]\nType=Application\nName=Added\nExec=/bin/true\n"


def own_files(files: Files) -> list[str]:
    """Return the paths of files that are not hidden: what a user sees and what results are."""
    return [path for path in sorted(files) if "/." not in path and not path.startswith(SERVER_DATA)]


def _add_files(files: Files) -> Iterator[StateMutant]:
    """Add a file to each folder with one of the user's."""
    for folder in sorted({str(PurePosixPath(path).parent) for path in own_files(files)}):
        added = f"{folder}/added.txt"
        if added not in files:
            yield StateMutant("file added", added, partial(dict, {added: _ADDED}))


def _add_to_desktop(files: Files) -> Iterator[StateMutant]:
    """Add an empty file that is seen on the desktop, and a program that is started with it."""
    places = (
        ("file added to the desktop", f"{HOME}/Desktop/added", b""),
        ("start-up program added", _AUTOSTART, _ENTRY),
    )
    for kind, added, content in places:
        if added not in files:
            yield StateMutant(kind, added, partial(dict, {added: content}))


def _rename_files(files: Files) -> Iterator[StateMutant]:
    for path in own_files(files):
        former = PurePosixPath(path)
        renamed = str(former.with_name(f"{former.stem} (renamed){former.suffix}"))
        yield _move("file renamed", path, {renamed: files[path]})


def _trash_files(files: Files) -> Iterator[StateMutant]:
    for path in own_files(files):
        name = PurePosixPath(path).name
        info = f"[Trash Info]\nPath={quote(path)}\nDeletionDate=2026-01-05T10:00:00\n"
        kept = {f"{TRASH}/files/{name}": files[path], f"{TRASH}/info/{name}.trashinfo": info.encode()}
        yield _move("file moved to the trash", path, kept)


def _move_files(files: Files) -> Iterator[StateMutant]:
    """Move files to the folder Documents, or from it to Downloads."""
    for path in own_files(files):
        folder = "Downloads" if path.startswith(f"{HOME}/Documents/") else "Documents"
        moved = f"{HOME}/{folder}/{PurePosixPath(path).name}"
        if moved not in files:
            yield _move("file moved", path, {moved: files[path]})


def _copy_files(files: Files) -> Iterator[StateMutant]:
    """Leave copies in the folder Documents."""
    for path in own_files(files):
        former = PurePosixPath(path)
        copied = f"{HOME}/Documents/{former.stem} (copy){former.suffix}"
        yield StateMutant("copy left behind", f"{path}, to {copied}", partial(dict, {copied: files[path]}))


def _move(kind: str, path: str, kept: dict[str, bytes]) -> StateMutant:
    return StateMutant(kind, f"{path}, to {next(iter(kept))}", partial(dict, {path: None, **kept}))


RULES: tuple[StateRule, ...] = (
    _add_files,
    _add_to_desktop,
    _rename_files,
    _trash_files,
    _move_files,
    _copy_files,
)
