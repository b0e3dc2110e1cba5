"""The files of the user's home folder that an episode changed, with their contents before and after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

FileKind = Literal["f", "d", "l", "o"]
"""find's letters: a file, a folder, a symbolic link, anything else."""


@dataclass(frozen=True, slots=True)
class FileState:
    """An entry of a folder at one time.

    Attributes:
        kind: What it is.
        mode: Permission bits.
        size: Bytes that it has.
        target: Where a symbolic link points.
        content: The bytes of a regular file; None of anything else and of what is too large.
    """

    kind: FileKind
    mode: int
    size: int
    target: str = ""
    content: bytes | None = None


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file or folder that is not as the set-up left it.

    Listed as well, unchanged, are files that make one state with a changed one: a database with its `-wal` or
    `-journal`, and the references of a repository.

    Attributes:
        path: Absolute path in the guest.
        before: Its state after the set-up and the task's events; None if it was not there.
        after: Its state now; None if it is gone.
    """

    path: str
    before: FileState | None
    after: FileState | None


@runtime_checkable
class ShowsChanges(Protocol):
    """A GuestView that knows the state before the agent began."""

    def changed_files(self) -> Sequence[FileChange]:
        """Return what has changed in the user's home folder, by path; caches of applications are left out.

        Raises:
            Unusable: The folder has too many entries to be compared.
            GuestError: The state before the agent began was not kept.
            GuestConnectionError: The guest cannot be reached.
        """
        ...
