"""What a run with branches is refused for before it begins."""

from __future__ import annotations

from controller.episode.declared_part import PartCheck
from controller.parts.branch import BranchOptions
from controller.parts.branch.origin import Origin, open_origin
from controller.records.run_options import RunOptions
from testbed.errors import UsageError


def check_run(given: BranchOptions, run: PartCheck) -> None:
    """Raise UsageError if a run with `--branch-at` cannot be played as its options say; RecordsError."""
    options = run.options
    if options.epochs_differ:
        raise UsageError(
            "--branch-at: the epochs play other forms of a task, so none can go on from the first one",
            hint="let each epoch play the same one",
        )
    origin = open_origin(given)
    if origin is None:
        if given.branch_history == "text":
            raise UsageError(
                "--branch-history text is given without --branch-from", hint="name a run: --branch-from RUN"
            )
        return
    theirs = origin.records.info.options
    if not options.same_form(theirs, origin.epoch):
        raise UsageError(
            f"{origin.folder} played other forms of its tasks in epoch {origin.epoch}",
            hint=f"take the options from it: --config {origin.records.paths.run_file}",
        )
    _check_agent(given, options, origin)
    entries = {entry.id: entry for entry in origin.records.info.tasks}
    for task in run.tasks:
        if task.id not in entries:
            raise UsageError(f"{origin.folder} has no task {task.id}", hint="select tasks of that run")
        origin.history(task.id)
        if given.branch_history == "text" and not task.play.context:
            raise UsageError(f"the prompt of {task.id} takes no text", hint="give --branch-history replay")


def _check_agent(given: BranchOptions, options: RunOptions, origin: Origin) -> None:
    """Refuse another agent's or model's responses."""
    if given.branch_history == "text" or options.replay:
        return
    for name in ("agent_name", "model", "calling", "actions"):
        ours, other = getattr(options, name), getattr(origin.records.info.options, name)
        if ours != other:
            option = f"--{name.removesuffix('_name')}"
            raise UsageError(
                f"{origin.folder} was played with {option} {other or '(none)'}, not {ours or '(none)'}",
                hint="give --branch-history text: what was done is then told in the prompt",
            )
