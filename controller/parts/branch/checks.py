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
    if len(options.variants.in_epochs(options.epochs)) > 1:
        raise UsageError(
            "--branch-at: each epoch plays another variant, so none can go on from the first one",
            hint="leave out --variants",
        )
    origin = open_origin(given)
    if origin is None:
        if given.branch_history == "text":
            raise UsageError(
                "--branch-history text is given without --branch-from", hint="name a run: --branch-from RUN"
            )
        return
    _check_agent(given, options, origin)
    entries = {entry.id: entry for entry in origin.records.info.tasks}
    for task in run.tasks:
        if task.id not in entries:
            raise UsageError(f"{origin.folder} has no task {task.id}", hint="select tasks of that run")
        origin.history(task.id)
        result = origin.records.result(task.id, origin.epoch)
        if result is not None and result.variant != options.variants.in_epoch(1):
            raise UsageError(
                f"{origin.folder} played variant {result.variant} of {task.id}",
                hint=f"give --variant {result.variant}",
            )
        if given.branch_history == "text" and not task.play.context:
            raise UsageError(f"the prompt of {task.id} takes no text", hint="give --branch-history replay")


def _check_agent(given: BranchOptions, options: RunOptions, origin: Origin) -> None:
    """Refuse another agent's or model's responses."""
    theirs = origin.records.info.options
    if given.branch_history == "text" or options.replay:
        return
    for name in ("agent", "variant", "model", "calling", "actions"):
        ours, other = getattr(options, name), getattr(theirs, name)
        if ours != other:
            raise UsageError(
                f"{origin.folder} was played with --{name} {other or '(none)'}, this one with {ours or '(none)'}",
                hint="give --branch-history text: what was done is then told in the prompt",
            )
