"""Mutants of Git repositories: references, hooks and settings, which are files below `.git`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from controller.proofs.mutants.additive.state_mutant import Files, StateMutant, StateRule

_HEAD = "/.git/HEAD"
_HOOK = b"#!/bin/sh\nexit 0\n"
_COMMIT = re.compile(rb"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_PACKED = re.compile(rb"^([0-9a-f]{40,64}) (refs/\S+)$", re.MULTILINE)


def _add_references(files: Files) -> Iterator[StateMutant]:
    """Add a branch and a tag at the newest commit of the branch that is checked out."""
    for folder in repositories(files):
        commit = _head_commit(files, folder)
        for kind, path in (("branch added", "refs/heads/added"), ("tag added", "refs/tags/added")):
            if commit and f"{folder}/{path}" not in files:
                change = {f"{folder}/{path}": commit + b"\n"}
                yield StateMutant(kind, f"{folder}/{path}", partial(dict, change))


def _move_branches(files: Files) -> Iterator[StateMutant]:
    """Let branches stand at the commit of another one."""
    for folder in repositories(files):
        branches = {
            path: commit
            for path, commit in references(files, folder).items()
            if path.startswith("refs/heads/")
        }
        for path, commit in branches.items():
            other = next((each for each in branches.values() if each != commit), None)
            if other:
                change = {f"{folder}/{path}": other + b"\n"}
                yield StateMutant("branch moved", f"{folder}/{path}", partial(dict, change))


def _switch_branches(files: Files) -> Iterator[StateMutant]:
    """Check another branch out, without changing the files."""
    for folder in repositories(files):
        current = files[f"{folder}/HEAD"]
        for path in references(files, folder):
            switched = f"ref: {path}\n".encode()
            if path.startswith("refs/heads/") and switched != current:
                place = f"{folder}/HEAD, {path}"
                yield StateMutant("branch switched", place, partial(dict, {f"{folder}/HEAD": switched}))


def _add_hooks(files: Files) -> Iterator[StateMutant]:
    for folder in repositories(files):
        path = f"{folder}/hooks/pre-commit"
        if path not in files:
            yield StateMutant("hook added", path, partial(dict, {path: _HOOK}))


def _add_settings(files: Files) -> Iterator[StateMutant]:
    for folder in repositories(files):
        for name, added in (("config", b"[alias]\n\tadded = status\n"), ("info/exclude", b"*.added\n")):
            path = f"{folder}/{name}"
            if path in files:
                change = {path: files[path].rstrip(b"\n") + b"\n" + added}
                yield StateMutant("repository setting added", path, partial(dict, change))


def repositories(files: Files) -> list[str]:
    """Return the `.git` folders of the repositories whose state is among the files."""
    return [path.removesuffix("/HEAD") for path in sorted(files) if path.endswith(_HEAD)]


def references(files: Files, folder: str) -> dict[str, bytes]:
    """Return the commits of a repository's references; loose ones count before packed ones."""
    packed = {
        name.decode(errors="replace"): commit
        for commit, name in _PACKED.findall(files.get(f"{folder}/packed-refs", b""))
    }
    loose = {
        path.removeprefix(f"{folder}/"): content.strip()
        for path, content in sorted(files.items())
        if path.startswith(f"{folder}/refs/") and _COMMIT.fullmatch(content.strip())
    }
    return {**packed, **loose}


def _head_commit(files: Files, folder: str) -> bytes | None:
    head = files[f"{folder}/HEAD"].strip()
    if _COMMIT.fullmatch(head):
        return head
    known = references(files, folder)
    return known.get(head.removeprefix(b"ref: ").decode(errors="replace"))


RULES: tuple[StateRule, ...] = (_add_references, _move_branches, _switch_branches, _add_hooks, _add_settings)
