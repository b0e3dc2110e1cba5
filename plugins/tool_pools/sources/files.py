"""Files of a checkout that tasks name, and where a guest has them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

from testbed.guests import Guest
from testbed.results import without_junk

HOME = "/home/user"
MOST_BYTES = 64 * 2**20
"""Bytes at most of the files that one path stands for."""
_POINTER = b"version https://git-lfs"


@dataclass(frozen=True)
class SuiteFile:
    """A file or a folder of the checkout.

    Attributes:
        root: The folder of the checkout that paths are relative to.
        path: Its path below the root.
        to: Its absolute path in the guest.
    """

    root: Path
    path: str
    to: str

    @property
    def bundle(self) -> Path | None:
        """The Git bundle `<path>.bundle` that the guest clones if the checkout has no such folder; None without one."""
        bundle = self.root / f"{self.path}.bundle"
        return bundle if not (self.root / self.path).exists() and bundle.is_file() else None

    @cached_property
    def problem(self) -> str:
        """Why the checkout cannot give it; "" if it can."""
        if not (self.bundle or (self.root / self.path).exists()):
            return f"the checkout has no {self.path}"
        size = 0
        for path, _target in self.contents():
            if not path.resolve().is_relative_to(self.root.resolve()):
                return f"{self.path} is outside the folder {self.root.name} of the checkout"
            if not path.is_file():
                return f"{path.relative_to(self.root)} is no file"
            size += path.stat().st_size
            if size > MOST_BYTES:
                return f"{self.path} has more than {MOST_BYTES // 2**20} MiB"
            with path.open("rb") as file:
                if file.read(len(_POINTER)) == _POINTER:
                    return f"{path.relative_to(self.root)} is a Git LFS pointer; run `git lfs pull` in the checkout"
        return ""

    def contents(self) -> Iterator[tuple[Path, str]]:
        """Yield its files, sorted, with their paths in the guest."""
        if self.bundle:
            yield self.bundle, f"{self.to}.bundle"
            return
        path = self.root / self.path
        if not path.is_dir() or path.is_symlink():
            yield path, self.to
            return
        for file in without_junk(path.rglob("*"), path):
            if file.is_symlink() or not file.is_dir():
                yield file, str(PurePosixPath(self.to) / file.relative_to(path).as_posix())

    def copy(self, guest: Guest) -> None:
        """Put it into a guest, the user's. Raises GuestError."""
        for path, target in self.contents():
            guest.write_file(target, path.read_bytes(), mode=0o755 if path.stat().st_mode & 0o100 else 0o644)
        if self.bundle:
            guest.run(["git", "clone", "--quiet", f"{self.to}.bundle", self.to], as_user=True)

    def add_to(self, digest: hashlib._Hash) -> None:
        """Add its paths and bytes to a hash; of one that the checkout cannot give, only its path."""
        digest.update(b"\0" + self.to.encode() + b"\0")
        if self.problem:
            return
        for path, target in self.contents():
            digest.update(target.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
