"""Episodes that go on from the middle of another one: branches of an episode of the run, or of a recorded one."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

from controller.core.options import SELECTION, Option, OptionGroup
from controller.episode.declared_part import Badge, DeclaredPart, MakePart, PartCheck, PartRun
from controller.parts.branch.points import rule_of
from controller.records.event_values import text_of
from controller.records.run_folder import RunFolder
from controller.records.spending import Count, Record
from controller.tasks.task import Task
from testbed.command import command
from testbed.errors import UsageError


def parse_branch_at(value: str) -> str:
    """Check a value of `--branch-at`. Raises UsageError."""
    if value:
        rule_of(value)
    return value


MORE = "# another agent or model: --agent A --model M --branch-history text; several times: --epochs N"
"""What the command that goes on from a step can be given, as a comment of a shell."""


class BranchOptions(OptionGroup):
    """Where episodes branch."""

    branch_at: Annotated[
        str, Option(SELECTION, "STEP|every:K|decision", parse=parse_branch_at, after="epochs")
    ] = ""
    """Later epochs of a task go on from the first one's state after so many steps, after every K steps, or before each
    decision, in turns. An attempt that the infrastructure failed goes on from its last state."""
    branch_from: Annotated[str, Option(SELECTION, "RUN[:EPOCH]", local=True, after="branch_at")] = ""
    """The first epoch goes on as well: from the episode of its task in that run, after --branch-at steps."""
    branch_history: Annotated[Literal["replay", "text"], Option(SELECTION, after="branch_from")] = "replay"
    """How the agent learns what was done in the run of --branch-from: replay of its own responses, or, for another
    agent or model, text in its prompt."""


class Branched(Record):
    """Where an episode goes on.

    Attributes:
        run: The folder of the run of the other episode; "" for the same run.
        epoch: The other episode's epoch.
        steps: The steps that were taken there, which are part of this one.
        restored: Whether the guest is a copy of the other one's; if not, the steps were executed again.
    """

    run: str = ""
    epoch: Count
    steps: Count
    restored: bool = False


class Branch(DeclaredPart):
    """Lets episodes go on from the middle of another one."""

    title = "branch"
    options = BranchOptions
    record = Branched

    def open(self, run: PartRun) -> MakePart:
        given: BranchOptions = run.given
        if not given.branch_at or run.records is None or run.provider is None:
            return lambda _attempt: None
        from controller.parts.branch.part import BranchedEpisode
        from controller.parts.branch.run import BranchedRun

        branched = BranchedRun(given, run.options, run.records, run.provider, run.episodes)
        return lambda attempt: BranchedEpisode(branched, attempt)

    def check(self, run: PartCheck) -> None:
        given: BranchOptions = run.given
        if not given.branch_at:
            if given.branch_from or given.branch_history == "text":
                raise UsageError(
                    "where episodes go on is not said", hint="give --branch-at STEP, after which step they do"
                )
            return
        from controller.parts.branch.checks import check_run

        check_run(given, run)

    def prepare(self, task: Task, given: BranchOptions) -> Task:
        if given.branch_history == "replay" or not (given.branch_from and given.branch_at):
            return task
        from controller.parts.branch.history_text import history_text

        return task.with_play(replace(task.play, context=(*task.play.context, history_text(given, task.id))))

    def order(
        self, given: BranchOptions, episodes: Sequence[tuple[str, int]], guests: int
    ) -> Sequence[tuple[str, int]]:
        if not given.branch_at:
            return episodes
        from controller.parts.branch.order import branches_after_trunks

        return branches_after_trunks(episodes, guests)

    def command_from(self, folder: Path, episode: tuple[str, int], steps: int) -> tuple[str, str]:
        task_id, epoch = episode
        place = f"{folder}:{epoch}" if epoch > 1 else f"{folder}"
        words = ["run", "--config", str(RunFolder(folder).run_file), "--task", task_id]
        words += ["--epochs", "1", "--branch-from", place, "--branch-at", str(steps)]
        return "Go on from here", f"{command(shlex.join(words))}\n{MORE}"

    def explain(self, record: Branched) -> str:
        return f"goes on from {_origin(record)} after {record.steps} steps"

    def badge(self, record: Branched) -> Badge:
        return Badge(f"from step {record.steps}")

    def facts(self, events: Iterable[Mapping[str, Any]]) -> Iterable[tuple[str, str]]:
        return [(self.title, text) for event in events if (text := text_of(event.get("text")))]


def _origin(record: Branched) -> str:
    return f"epoch {record.epoch} of {record.run}" if record.run else f"epoch {record.epoch}"


PART = Branch()
