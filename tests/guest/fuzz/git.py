"""Git: repositories with difficult features, read by git's plumbing with all programs switched off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from hypothesis import strategies as st

from controller.core.guest import Guest
from tests.guest.fuzz.git_promises import PROMISES
from tests.guest.fuzz.git_reader import FEATURES, MAKE, READ, REPO, ROOT
from tests.guest.fuzz.guest_python import GuestPython
from tests.guest.fuzz.promises import Promise, State, Subject

_MEMORY = """
pids = subprocess.run(["pgrep", "-f", "mcp_tools.git_server"], capture_output=True, text=True).stdout.split()
pages = [int(open(f"/proc/{pid}/statm").read().split()[1]) for pid in pids if os.path.exists(f"/proc/{pid}")]
print(sum(pages) * 4 / 1024)
"""


class GitSubject(Subject):
    """A repository with commits, an empty one, and a folder that is none."""

    name = "git"
    promises: ClassVar[Sequence[Promise]] = PROMISES

    def __init__(self, guest: Guest) -> None:
        super().__init__(guest)
        self._python = GuestPython(guest)
        self._python.run(MAKE + READ)

    def documents(self) -> st.SearchStrategy[Any]:
        common = st.lists(st.sampled_from(FEATURES[:-2]), unique=True)
        programs = st.sampled_from(((), (), (), (), (), FEATURES[-1:], FEATURES[-2:-1]))
        return st.builds(lambda some, more: [*some, *more], common, programs)

    def open(self, document: Any) -> None:
        self._python.run(f"make({ROOT!r}, {REPO!r}, {document!r})")

    def state(self) -> State:
        state: State = self._python.value(f"read({ROOT!r}, {REPO!r})")
        return state

    def memory_mib(self) -> float:
        return float(self._python.run(_MEMORY))

    def close(self) -> None:
        self._python.run(f"shutil.rmtree({ROOT!r})")
        self._python.close()
