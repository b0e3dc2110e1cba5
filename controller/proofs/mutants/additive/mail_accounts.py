"""Mutants of mail in several folders: messages archived, moved and copied from one to another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import PurePosixPath

from controller.proofs.mutants.additive.mail import MailFolder, is_mail_folder
from controller.proofs.mutants.additive.state_mutant import Files, StateMutant, StateRule

_ARCHIVE, _TRASH = "Archives", "Trash"


def _archive(files: Files) -> Iterator[StateMutant]:
    return _move_to(_ARCHIVE, "message archived", files)


def _remove(files: Files) -> Iterator[StateMutant]:
    return _move_to(_TRASH, "message moved to the trash", files)


def _take_out_of_trash(files: Files) -> Iterator[StateMutant]:
    """Move removed messages to the archive: what should be gone is kept."""
    for path in _folders(files):
        if PurePosixPath(path).name == _TRASH:
            yield from _moves(
                "message archived from the trash", files, path, str(PurePosixPath(path).with_name(_ARCHIVE))
            )


def _move_between(files: Files) -> Iterator[StateMutant]:
    """Move messages to the next folder of the same account."""
    folders = _folders(files)
    for path in folders:
        account = [each for each in folders if PurePosixPath(each).parent == PurePosixPath(path).parent]
        following = account[(account.index(path) + 1) % len(account)]
        if following != path and PurePosixPath(following).name not in (_ARCHIVE, _TRASH):
            yield from _moves("message moved", files, path, following)


def _move_to(name: str, kind: str, files: Files) -> Iterator[StateMutant]:
    for path in _folders(files):
        if PurePosixPath(path).name not in (_ARCHIVE, _TRASH):
            yield from _moves(kind, files, path, str(PurePosixPath(path).with_name(name)))


def _moves(kind: str, files: Files, path: str, target: str) -> Iterator[StateMutant]:
    for place, index in MailFolder.parse(files[path]).present:
        made = partial(_move, files, path, target, index)
        yield StateMutant(kind, f"{path}, {place}, to {PurePosixPath(target).name}", made)


def _folders(files: Files) -> list[str]:
    return [path for path in sorted(files) if "/Mail/" in path and is_mail_folder(files[path], path)]


def _move(files: Files, path: str, target: str, index: int) -> Mapping[str, bytes | None]:
    source, goal = MailFolder.parse(files[path]), MailFolder.parse(files.get(target, b""))
    goal.messages.append(source.messages.pop(index))
    return {path: source.serialize(), target: goal.serialize()}


RULES: tuple[StateRule, ...] = (_archive, _remove, _take_out_of_trash, _move_between)
