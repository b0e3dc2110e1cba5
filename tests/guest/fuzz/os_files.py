"""A model of the file system: what a path leads to, in a state that `os_in_guest.read` found."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from posixpath import dirname, join, normpath, split
from typing import Any

from tests.guest.fuzz.os_in_guest import DISK, HOME, ROOT, TRASH
from tests.guest.fuzz.promises import State

KNOWN = (ROOT, DISK, TRASH)
LINKS = 40


class Unknown(Exception):
    """The model does not know what is there: outside the folders that are read."""


class Files:
    """The files of a state."""

    def __init__(self, state: State) -> None:
        self.state = state

    def mode(self, path: str) -> int:
        """The mode of what is at a path, without following a link; 0 where nothing is."""
        known = self.state.get(f"{path}#mode")
        if known is None and not path.startswith(tuple(f"{base}/" for base in KNOWN)):
            if path in ("/", "/home", HOME, "/mnt", *KNOWN):
                return 0o40755
            if path.startswith(f"{HOME}/") and f"home/{path.split('/')[3]}" not in self.state:
                return 0
            raise Unknown(path)
        return int(str(known), 8) if known else 0

    def resolved(self, text: str) -> str | None:
        """The path after all links; None for one that is none or leads in a circle."""
        return self._follow(normal(text), LINKS)

    def placed(self, text: str) -> str | None:
        """The path with links of its folders followed, its last name kept."""
        path = normal(text)
        if path is None or path == "/":
            return path
        folder, name = split(path)
        parent = self._follow(folder, LINKS)
        return None if parent is None else join(parent, name)

    def is_folder(self, path: str | None) -> bool:
        return path is not None and stat.S_ISDIR(self.mode(path))

    def is_file(self, path: str | None) -> bool:
        return path is not None and stat.S_ISREG(self.mode(path))

    def is_writable(self, path: str) -> bool:
        return bool(self.mode(path) & 0o200) and path not in ("/", "/home", "/mnt")

    def is_reachable(self, path: str) -> bool:
        """Whether all folders above may be entered."""
        folder = dirname(path)
        return folder == path or (bool(self.mode(folder) & 0o100) and self.is_reachable(folder))

    def below(self, folder: str) -> Iterator[str]:
        """The paths of all that is below a folder."""
        for key in self.state:
            if key.startswith(f"{folder}/") and key.endswith("#mode"):
                yield key.removesuffix("#mode")

    def facts(self, path: str) -> dict[str, Any]:
        """All that is known of one path, by kind of fact."""
        start = f"{path}#"
        return {key.removeprefix(start): value for key, value in self.state.items() if key.startswith(start)}

    def _follow(self, path: str | None, links: int) -> str | None:
        if path is None or links == 0:
            return None
        at = "/"
        parts = path.strip("/").split("/")
        for number, name in enumerate(parts):
            at = join(at, name)
            if stat.S_ISLNK(self.mode(at)):
                target = join(dirname(at), str(self.state[f"{at}#target"]))
                rest = "/".join(parts[number + 1 :])
                return self._follow(normpath(join(target, rest)), links - 1)
        return at


def normal(text: str) -> str | None:
    """The absolute path that a text means; None for a text that is no path."""
    if not text.strip() or "\0" in text or max(len(os.fsencode(part)) for part in text.split("/")) > 255:
        return None
    if len(os.fsencode(text)) > 4095:
        return None
    if text == "~" or text.startswith("~/"):
        text = HOME + text[1:]
    elif text.startswith("~"):
        raise Unknown(text)
    return normpath(join(HOME, text))
