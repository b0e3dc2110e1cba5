"""Additive mutants of a state as a whole."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from pathlib import PurePosixPath

from controller.proofs.mutants.additive import files as own_files
from controller.proofs.mutants.additive import mail_accounts, repository, server_data, user_settings
from controller.proofs.mutants.additive.contents import additive_mutants
from controller.proofs.mutants.additive.edits import spread
from controller.proofs.mutants.additive.state_mutant import Files, StateMutant, StateRule
from controller.proofs.mutants.mutant import ContentMutant

_SETTINGS = (
    *("settings.json", "keybindings.json", "Bookmarks"),
    *("registrymodifications.xcu", "prefs.js", "msgFilterRules.dat", "vlcrc"),
)
"""Hidden files in which applications keep what a user asks for."""
ANOTHER_FILE = "another file: "
"""Begins the kind of a mutant of a file that the task is not about."""


def state_mutants(files: Files, judged: Collection[str] = ()) -> Iterator[StateMutant]:
    """List the mutants of the user's home folder that add files or change others than those that a task is about.

    At most `edits.MOST` mutants have the same kind; a file's content is changed only when `made` is called.

    Args:
        files: The files after the episode, by their absolute paths.
        judged: Paths of those that the task is about; what is in them stays.
    """
    kinds: dict[str, list[StateMutant]] = {}
    rules: tuple[StateRule, ...] = (
        *own_files.RULES,
        *user_settings.RULES,
        *server_data.RULES,
        *mail_accounts.RULES,
        *repository.RULES,
        _change_settings,
        partial(_change_others, judged),
    )
    for rule in rules:
        for mutant in rule(files):
            kinds.setdefault(mutant.kind, []).append(mutant)
    for mutants in kinds.values():
        yield from spread(mutants)


def _change_others(judged: Collection[str], files: Files) -> Iterator[StateMutant]:
    for path in own_files.own_files(files):
        if path not in judged:
            for mutant in additive_mutants(files[path], path):
                kind = f"{ANOTHER_FILE}{mutant.kind}"
                yield StateMutant(kind, f"{path}, {mutant.place}", partial(_make, path, mutant))


def _change_settings(files: Files) -> Iterator[StateMutant]:
    for path in sorted(files):
        if "/." in path and PurePosixPath(path).name in _SETTINGS:
            for mutant in additive_mutants(files[path], path):
                kind = f"{PurePosixPath(path).name}: {mutant.kind}"
                yield StateMutant(kind, f"{path}, {mutant.place}", partial(_make, path, mutant))


def _make(path: str, mutant: ContentMutant) -> Mapping[str, bytes | None]:
    return {path: mutant.made()}
