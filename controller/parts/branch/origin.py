"""The recorded run from which the first epochs go on (`--branch-from`)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from controller.parts.branch import BranchOptions
from controller.parts.branch.history import History, read_history
from controller.parts.branch.points import rule_of
from controller.records.run_records import RunRecords
from testbed.errors import UsageError


@dataclass(frozen=True, slots=True)
class Origin:
    """The recorded run, the epoch and the steps after which its episodes go on."""

    records: RunRecords
    epoch: int
    steps: int

    @property
    def folder(self) -> str:
        """The run's folder."""
        return str(self.records.folder)

    def history(self, task_id: str) -> History:
        """Return what was done in the episode of a task before its episodes go on. Raises UsageError, RecordsError."""
        whole = read_history(self.records, task_id, self.epoch)
        if not whole.decisions:
            raise UsageError(
                f"{self.folder} has no decision of {task_id}, epoch {self.epoch}",
                hint="select other tasks, or another run",
            )
        history = whole.until(self.steps)
        if history is None:
            raise UsageError(
                f"the episode of {task_id} in {self.folder} has no decision after step {self.steps}",
                hint=f"its last one is after step {whole.decisions[-1].steps}",
            )
        return history


def open_origin(given: BranchOptions) -> Origin | None:
    """Open the run that `--branch-from` names; None without it. Raises UsageError, RecordsError."""
    if not given.branch_from:
        return None
    rule = rule_of(given.branch_at)
    if rule.every:
        raise UsageError("--branch-from goes on from one point", hint="give --branch-at a number of steps")
    place, _, epoch = given.branch_from.rpartition(":")
    if not (place and epoch.isdecimal()):
        place, epoch = given.branch_from, "1"
    records = RunRecords.open(Path(place).resolve())
    if not 1 <= int(epoch) <= records.info.options.epochs:
        raise UsageError(
            f"{place} has no epoch {epoch}", hint=f"it has the epochs 1 to {records.info.options.epochs}"
        )
    return Origin(records, int(epoch), rule.first)
