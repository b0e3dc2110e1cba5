"""Which files a difference of a repository's state names."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from typing import Final

from controller.core.guest import ToolResult
from tests.guest.fuzz.git_arguments import entries
from tests.guest.fuzz.promises import State

NAMED: Final = r"^(?:diff --git a/|diff --cc |\* Unmerged path )(.+?)(?: b/.*)?$"
Check = Callable[[ToolResult], str | None]


def blob(content: object) -> str:
    """Git's name of a file's content."""
    data = str(content).encode("latin-1")
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def blobs(state: State, name: str) -> dict[str, str]:
    """The files as the index has those that are unchanged."""
    files = entries(state, name, "file")
    return {path: f"100644 {blob(content)} 0" for path, content in files.items()}


def names_unstaged(state: State, name: str) -> Check:
    """A check that an answer names the files that differ from the index."""
    return _names_differing(entries(state, name), _tracked(state, name))


def names_staged(state: State, name: str) -> Check:
    """A check that an answer names the files that differ in the index and in the last commit."""
    return _names_differing(entries(state, name, "tree"), entries(state, name))


def names_changed(state: State, name: str) -> Check:
    """A check that an answer names the tracked files that differ from the last commit."""
    return _names_differing(entries(state, name, "tree"), _tracked(state, name))


def _tracked(state: State, name: str) -> dict[str, str]:
    index = entries(state, name)
    return {path: entry for path, entry in blobs(state, name).items() if path in index}


def _names_differing(one: Mapping[str, str], other: Mapping[str, str]) -> Check:
    """A check of the names in a difference; one that git writes in quotes may be there or not."""
    known = {*one, *other}
    changed = {path for path in known if one.get(path) != other.get(path)}
    plain = {path for path in changed if re.fullmatch(r"[\w.:/-]+", path, re.ASCII)}

    def wrong(result: ToolResult) -> str | None:
        named = set(re.findall(NAMED, result.text, re.MULTILINE))
        if differing := (plain - named) | (named & (known - changed)):
            return f"of {sorted(changed)}, the answer differs in {sorted(differing)}"
        return None if changed or not named else f"with {sorted(named)}"

    return wrong
