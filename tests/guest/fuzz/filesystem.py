"""The mounted file server: a folder with difficult files, read entry by entry in the guest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from hypothesis import strategies as st

from controller.core.guest import Guest
from tests.guest.fuzz.files_promises import PROMISES
from tests.guest.fuzz.files_reader import FEATURES, MAKE, OUTSIDE, READ, ROOT, SPECIAL, make_code, read_value
from tests.guest.fuzz.guest_python import GuestPython
from tests.guest.fuzz.promises import Promise, State, Subject

_MEMORY = """
import subprocess
pids = subprocess.run(["pgrep", "-f", "server-filesystem/dist"], capture_output=True, text=True).stdout.split()
pages = [int(open(f"/proc/{pid}/statm").read().split()[1]) for pid in pids if os.path.exists(f"/proc/{pid}")]
print(sum(pages) * 4 / 1024)
"""


class FilesystemSubject(Subject):
    """The folder `ROOT`, and `OUTSIDE` of which nothing may change."""

    name = "filesystem"
    promises: ClassVar[Sequence[Promise]] = PROMISES

    def __init__(self, guest: Guest) -> None:
        super().__init__(guest)
        self._python = GuestPython(guest)
        self._python.run(MAKE + READ)

    def documents(self) -> st.SearchStrategy[Any]:
        return st.lists(st.sampled_from((*FEATURES, *SPECIAL)), unique=True, min_size=3)

    def open(self, document: Any) -> None:
        self._python.run(make_code(document))

    def state(self) -> State:
        state: State = self._python.value(read_value())
        return state

    def memory_mib(self) -> float:
        return float(self._python.run(_MEMORY))

    def close(self) -> None:
        self._python.run(make_code([]) + f"\nshutil.rmtree({ROOT!r})\nshutil.rmtree({OUTSIDE!r})")
        self._python.close()
