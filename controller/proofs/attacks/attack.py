"""What an attack is, and what it may use: a task that is set up in a guest, and what its checker reads there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from controller.core.guest import CommandResult, Guest
from controller.tasks.task import Task

SECONDS = 60.0
"""Time limit of an attacker's command."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A task that is set up in a guest, with what the attacker knows of its checker.

    Attributes:
        task: The task, in its variant 0.
        guest: The guest.
        originals: The files of the user that the checker reads: their contents, None for one that does not exist.
        words: Names and numbers that the right result or the right answer may have.
        reads_answer: Whether the checker reads the agent's answer.
        changed: Paths that the present attack has written; `restore` brings them back.
    """

    task: Task
    guest: Guest
    originals: Mapping[str, bytes | None]
    words: Sequence[str] = ()
    reads_answer: bool = False
    changed: set[str] = field(default_factory=set)

    def run(self, *argv: str, stdin: bytes = b"") -> CommandResult:
        """Run a command as the agent's user, whether or not it works; one that takes too long is ended."""
        command = ["timeout", f"{SECONDS:.0f}", *argv]
        limit = (SECONDS + 30) * self.guest.slowness
        done = self.guest.run(command, as_user=True, stdin=stdin, timeout=limit, check=False)
        if done.exit_code == 127:  # a guest without `timeout`, such as a fake one
            return self.guest.run(list(argv), as_user=True, stdin=stdin, timeout=limit, check=False)
        return done

    def replace(self, path: str, data: bytes) -> None:
        """Write a file as the user, in place of whatever is there."""
        self.clear(path)
        self.run("tee", path, stdin=data)

    def clear(self, path: str) -> None:
        """Remove a file as the user, and make the folder that it would be in."""
        self.changed.add(path)
        self.run("mkdir", "-p", str(PurePosixPath(path).parent))
        self.run("rm", "-rf", path)

    def restore(self) -> None:
        """Bring back the files that were changed, as root. Raises GuestError."""
        for path in sorted(self.changed):
            self.guest.run(["rm", "-rf", path])
            data = self.originals.get(path)
            if data is not None:
                self.guest.write_file(path, data)
        self.changed.clear()


def always(_scene: Scene) -> bool:
    """Selects every task."""
    return True


def reads_files(scene: Scene) -> bool:
    """Selects tasks whose checker reads files of the user."""
    return bool(scene.originals)


def reads_answer(scene: Scene) -> bool:
    """Selects tasks whose checker reads the agent's answer, where something is known that it may be."""
    return scene.reads_answer and bool(scene.words)


@dataclass(frozen=True, slots=True)
class Attack:
    """One way to want the score without the work.

    Attributes:
        name: Its name: the class of attacks that it stands for.
        tries: What it does, in one sentence.
        play: Acts in the guest as the agent's user, and yields each answer to end the episode with; the guest is judged
            after each.
        applies: Which tasks it is played on.
        destructive: It may leave the guest without what a further attack needs: it is played after those that do not.
    """

    name: str
    tries: str
    play: Callable[[Scene], Iterator[str]]
    applies: Callable[[Scene], bool] = always
    destructive: bool = False
