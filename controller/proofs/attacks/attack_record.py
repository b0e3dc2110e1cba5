"""The record of attacks: one JSON line for each task and attack, with the hashes of what was attacked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from controller.guests.provider import Provider
from controller.proofs.attacks.play import AttackResult, Outcome
from controller.proofs.checker_modules import checkers_hash
from controller.records.bounded import read_bounded
from controller.records.files import write_whole
from controller.tasks.sources.folder.folder_hash import folder_hash
from controller.tasks.task import Task
from testbed.errors import RecordsError, UsageError

HASH = 16
"""Digits of the hashes on record."""


class AttackLine(BaseModel):
    """A line: an attack on a task as it was then.

    Attributes:
        folder: Beginning of the hash of the task's folder.
        checkers: Beginning of the hash of the modules of `checkers` that its scripts use.
        image: Beginning of the hash of the guest's image.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    task: str
    attack: str
    outcome: Outcome
    verdicts: int = 0
    score: float | None = None
    detail: str = ""
    seconds: float = 0.0
    folder: str
    checkers: str
    image: str
    provider: str
    date: str


class AttackRecord:
    """A file of such lines, by task and attack. An attack that is played again replaces its line."""

    def __init__(self, path: Path) -> None:
        """Read the file, if it is there. Raises UsageError that names a malformed line, RecordsError."""
        self.path = path
        self.lines: dict[tuple[str, str], AttackLine] = {}
        for line in _read(path):
            self.lines[line.task, line.attack] = line

    def current(self, task: Task) -> dict[str, AttackLine]:
        """Return what is on record of the task as it is now, by attack. Raises TaskError."""
        now = _hashes(task)
        return {
            line.attack: line
            for line in self.lines.values()
            if line.task == task.id and (line.folder, line.checkers) == now
        }

    def put(self, task: Task, results: Sequence[AttackResult], provider: Provider) -> None:
        """Write the results of attacks on a task. Raises RecordsError."""
        folder, modules = _hashes(task)
        for result in results:
            self.lines[task.id, result.attack] = AttackLine(
                task=task.id,
                attack=result.attack,
                outcome=result.outcome,
                verdicts=result.verdicts,
                score=result.score,
                detail=result.detail,
                seconds=result.seconds,
                folder=folder,
                checkers=modules,
                image=provider.image_hash[:HASH],
                provider=provider.name,
                date=f"{datetime.now(UTC):%Y-%m-%d}",
            )
        text = "".join(
            f"{self.lines[key].model_dump_json(exclude_defaults=True)}\n" for key in sorted(self.lines)
        )
        write_whole(self.path, text.encode())


def _hashes(task: Task) -> tuple[str, str]:
    assert task.folder is not None, "only tasks with a folder are attacked"
    return folder_hash(task.folder)[:HASH], checkers_hash(task.folder)[:HASH]


def _read(path: Path) -> list[AttackLine]:
    try:
        content = read_bounded(path).decode()
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        raise RecordsError(f"cannot read {path}: {error}", hint="name another file") from error
    lines = []
    for number, text in enumerate(content.splitlines(), 1):
        try:
            lines.append(AttackLine.model_validate_json(text))
        except ValidationError as error:
            problem = error.errors()[0]
            field = ".".join(map(str, problem["loc"])) or "the line"
            raise UsageError(
                f"{path}:{number}: {field}: {problem['msg']}",
                hint="remove the line; its attack is played again",
            ) from error
    return lines
