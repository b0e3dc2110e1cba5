"""The interface of checker scripts: `def check(guest: GuestView) -> Score`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

FILE_LIMIT = 64 * 2**20
"""Default size limit, in bytes, of a file that a checker reads."""


class CommandOutput(Protocol):
    """A finished command of the guest."""

    @property
    def exit_code(self) -> int:
        """Its exit code; 0 if it succeeded."""
        ...

    @property
    def stdout(self) -> bytes:
        """What it wrote to its standard output."""
        ...

    @property
    def text(self) -> str:
        """Its standard output as text; bytes that are not UTF-8 are replaced."""
        ...


@dataclass(frozen=True, slots=True)
class Termination:
    """How the agent ended the episode.

    Attributes:
        status: "success", or "failure" if the agent declared the task infeasible.
        answer: The agent's answer to the instruction, if it gave one.
    """

    status: Literal["success", "failure"]
    answer: str = ""


class GuestView(Protocol):
    """The guest as a checker sees it: root's view of files and commands, and how the agent ended the episode.

    What it returns comes from the guest, which the agent controls: a checker must not execute, import or
    unpickle it. An example of a task's `check.py`:

        from checkers import GuestView, Score, claim

        def check(guest: GuestView) -> Score:
            try:
                text = guest.read_file("/home/user/note.txt", limit=10_000).decode(errors="replace")
            except FileNotFoundError:
                return Score.all_of(claim("the note exists", False))
            backup = guest.look(["test", "-e", "/home/user/note.txt.bak"])
            return Score.all_of(
                claim("the note says hello", text.strip() == "hello", text),
                claim("there is no backup", backup.exit_code != 0),
            )
    """

    @property
    def termination(self) -> Termination | None:
        """How the agent ended the episode; None if it ran out of steps."""
        ...

    def run(
        self,
        argv: Sequence[str],
        *,
        as_user: bool = False,
        stdin: bytes = b"",
        timeout: float = 30.0,
        check: bool = True,
    ) -> CommandOutput:
        """Run a command that may change the guest. Use `look` for all others.

        Args:
            argv: The command and its arguments; no shell interprets them.
            as_user: Run it as the desktop's user in the session's environment instead of as root.
            stdin: What it reads from its standard input.
            timeout: Time limit in seconds, after which it is killed.
            check: Raise an error if its exit code is not 0.

        Raises:
            CommandError: Its exit code is not 0, and `check` is set.
            GuestTimeoutError: It took longer than `timeout`.
            GuestConnectionError: The guest cannot be reached.
        """
        ...

    def look(
        self, argv: Sequence[str], *, as_user: bool = False, stdin: bytes = b"", timeout: float = 30.0
    ) -> CommandOutput:
        """Run a command that changes nothing. Recorded final states replay it in any order.

        Args:
            argv: The command and its arguments; no shell interprets them.
            as_user: Run it as the desktop's user in the session's environment instead of as root.
            stdin: What it reads from its standard input.
            timeout: Time limit in seconds, after which it is killed.

        Returns:
            Its output, whatever its exit code.

        Raises:
            GuestTimeoutError: It took longer than `timeout`.
            GuestConnectionError: The guest cannot be reached.
        """
        ...

    def read_file(self, path: str, *, limit: int = FILE_LIMIT) -> bytes:
        """Fetch a regular file, as root.

        Args:
            path: Absolute path in the guest.
            limit: Most bytes that it may have.

        Raises:
            FileNotFoundError: There is no such file.
            FileTooLargeError: It has more than `limit` bytes.
            CommandError: It is not a regular file.
            GuestConnectionError: The guest cannot be reached.
        """
        ...


@dataclass(frozen=True, slots=True)
class Claim:
    """One condition that a checker tested.

    Attributes:
        text: The condition, such as "the note exists".
        holds: Whether it is met.
        found: What the guest shows instead, or as well.
        forgeable: It rests on what a program says in which the agent can run code of its own.
    """

    text: str
    holds: bool
    found: str = ""
    forgeable: bool = False


def claim(text: str, holds: bool, found: object = "", *, forgeable: bool = False) -> Claim:
    """Create a claim; `found` is shortened to 500 characters."""
    return Claim(text, bool(holds), str(found)[:500], forgeable)


@dataclass(frozen=True, slots=True)
class Score:
    """A checker's result.

    Attributes:
        value: From 0.0 (failed) to 1.0 (solved).
        claims: The conditions it follows from.
    """

    value: float
    claims: tuple[Claim, ...] = ()

    @classmethod
    def all_of(cls, *claims: Claim) -> Score:
        """Score 1.0 if every claim holds, else 0.0."""
        return cls(float(all(item.holds for item in claims)), claims)
