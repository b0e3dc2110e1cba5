"""Questions about the folder's state (`files_reader`) that the promises of the file tools ask."""

from __future__ import annotations

import os
import posixpath
import unicodedata
from collections.abc import Iterator
from glob import escape
from typing import Final

from tests.guest.fuzz.files_reader import ROOT
from tests.guest.fuzz.promises import State

HOME: Final = "/home/user"


class Place:
    """Where a path argument leads in a state."""

    def __init__(self, state: State, text: str) -> None:
        self._state = state
        self.possible = bool(text.strip()) and "\0" not in text and len(text) < 3_000
        self.possible = self.possible and all(len(part.encode()) <= 255 for part in text.split("/"))
        plain = text.replace("~", HOME, 1) if text.startswith("~/") else text
        self.path = posixpath.normpath(posixpath.join(HOME, plain))
        self.name = posixpath.relpath(self.path, ROOT)
        parent = posixpath.dirname(self.name) or "."
        self.parent_kind = self._kind(parent)
        self.kind = self._kind(self.name)
        self.exists = f"{self.name}#kind" in state

    @property
    def inside(self) -> bool:
        """Whether it and what it leads to are in the home folder."""
        return self.possible and f"{self.path}/".startswith(f"{ROOT}/") and self.real.startswith(f"{HOME}/")

    @property
    def is_link(self) -> bool:
        return self._state.get(f"{self.name}#kind") == "link"

    @property
    def real(self) -> str:
        """The path without symbolic links."""
        done, rest = self.name, ""
        while f"{done}#real" not in self._state and done not in ("", "."):
            done, rest = posixpath.dirname(done) or ".", posixpath.join(posixpath.basename(done), rest)
        return posixpath.normpath(posixpath.join(str(self._state.get(f"{done}#real", self.path)), rest))

    @property
    def real_name(self) -> str:
        return posixpath.relpath(self.real, ROOT)

    @property
    def content(self) -> bytes:
        """The file's content, links followed."""
        return str(self._state[f"{self.real_name}#content"]).encode("latin-1")

    @property
    def writable(self) -> bool:
        return bool(self._state.get(f"{self.real_name}#writable", False))

    @property
    def parent_writable(self) -> bool:
        parent = posixpath.dirname(self.real_name) or "."
        return bool(self._state.get(f"{parent}#writable", False))

    @property
    def has_lookalike(self) -> bool:
        """Whether another name in its folder looks the same."""
        folder = posixpath.dirname(self.name) or "."
        same = unicodedata.normalize("NFC", posixpath.basename(self.name))
        return any(
            unicodedata.normalize("NFC", posixpath.basename(key[:-5])) == same
            for key in self._state
            if key.endswith("#kind")
            and (posixpath.dirname(key[:-5]) or ".") == folder
            and key[:-5] != self.name
        )

    def _kind(self, name: str) -> str | None:
        """What is there, links followed."""
        if self._state.get(f"{name}#kind") == "link":
            real = posixpath.relpath(str(self._state[f"{name}#real"]), ROOT)
            return self._kind(real) if real != name else None
        if (known := self._state.get(f"{name}#kind")) is not None:
            return str(known)
        for depth, _ in enumerate(parts := name.split("/")[:-1], 1):
            folder = "/".join(parts[:depth])
            if self._state.get(f"{folder}#kind") == "link":
                real = posixpath.relpath(str(self._state[f"{folder}#real"]), ROOT)
                return self._kind("/".join([real, *name.split("/")[depth:]])) if real != folder else None
        return None


def entry(name: str) -> str:
    """The pattern of all that is known of an entry."""
    return f"{escape(name)}#*"


def below(name: str) -> tuple[str, str]:
    """The patterns of an entry and of all in it."""
    return entry(name), f"{escape(name)}/*"


def shown(name: str) -> str:
    """A name as an answer shows it: it may have bytes that are no UTF-8."""
    return os.fsencode(name).decode("utf-8", "replace")


def names_in(state: State, folder: str) -> list[str]:
    """The paths of a folder's entries."""
    names = [key[:-5] for key in state if key.endswith("#kind") and key not in (".#kind", "outside#kind")]
    return [name for name in names if (posixpath.dirname(name) or ".") == folder]


def names_below(state: State, folder: str) -> Iterator[str]:
    """The paths of all that is in a folder at any depth, a folder before what is in it."""
    for name in names_in(state, folder):
        yield name
        if state[f"{name}#kind"] == "folder":
            yield from names_below(state, name)


def below_of(name: str, folder: str) -> str:
    """The path from a folder to what is in it."""
    return posixpath.relpath(name, folder)


def leads_out(state: State, name: str) -> bool:
    """Whether it is a link in a circle or out of the home folder, which searches leave out."""
    is_circle = state.get(f"{name}#target") == posixpath.basename(name)
    return is_circle or not str(state[f"{name}#real"]).startswith(f"{HOME}/")


def is_dangling(state: State, name: str) -> bool:
    """Whether it is a link to something that is not there."""
    if state[f"{name}#kind"] != "link":
        return False
    return f"{posixpath.relpath(str(state[f'{name}#real']), ROOT)}#kind" not in state


def is_odd(pattern: str) -> bool:
    """Whether a pattern is refused."""
    return not pattern or "\0" in pattern or len(pattern) > 1_000 or pattern.count("{") > 4 or ".." in pattern


def is_match(path: str, pattern: str) -> bool:
    """Whether a path fits one of the drawn patterns; `**` is any depth, `*` stays in a name, `!` is all but."""
    if pattern == "!(x)":
        return path != "(x)"
    if pattern == "**/*.txt":
        return path.endswith(".txt")
    if "/" in path:
        return False
    return {
        "*.txt": path.endswith(".txt"),
        "*": True,
        "{a,b}*": path.startswith(("a", "b")),
    }.get(pattern, path == pattern)
