"""Studies from Python: the same runs as those of `testbed study`, without their display."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from controller.adapters.python_run import place_guests
from controller.records.run_options import ModelCalls
from controller.results.run_data import StudyData, load_study
from controller.runs.launch_study import launch_study, plan_study
from controller.runs.observer import RunObserver
from testbed.errors import UsageError


def study(
    source: Path | str | Mapping[str, Any],
    *,
    out: Path | str | None = None,
    changes: Mapping[str, Any] | None = None,
    provider: str = "",
    guests: int | None = None,
    cluster: str = "",
    max_guests: int | None = None,
    model_calls: ModelCalls = "driver",
    keep_errors: bool = False,
    observer: RunObserver | None = None,
) -> StudyData:
    """Run a study and return its runs, as `testbed study` does.

    The same call again continues an interrupted study, and runs again what ended in an infrastructure error.

    Args:
        source: A study file, the name of a ready study such as "table1", or what a study file holds, as a mapping.
        out: Folder of the study; default: runs/<name of the file>. A mapping needs it.
        changes: Keys that replace those of the file, of its grids and of its agents that use a model, such as
            `{"agents": ["oracle"], "epochs": 3}`.
        provider: Name of the provider; "" for the host's default.
        guests: Number of guests that run at the same time; default: 2.
        cluster: Run the guests on the nodes of a Ray cluster, as `cluster` of `run`.
        max_guests: With `cluster`: maximum number of guests that run at the same time; default: all guest slots.
        model_calls: With `cluster`: who sends requests to models, as `model_calls` of `run`.
        keep_errors: Do not run again the episodes that ended in an infrastructure error.
        observer: Receives the progress of all runs, from any thread.

    Returns:
        The study with all its runs.

    Raises:
        UsageError: The study or an option is invalid, or `out` holds another study.
        ImageError: There is no guest image.
        GuestBootError: No guest boots.
        LimitReachedError: A limit of the study is reached; the same call with a higher one continues it.
        RecordsError: The records cannot be written.
        KeyboardInterrupt: The study was interrupted; guests are stopped and the records are whole.
    """
    if out is None:
        if isinstance(source, Mapping):
            raise UsageError("a study given as a mapping needs a folder", hint="name it: out=DIR")
        out = Path("runs") / Path(source).stem
    plan = plan_study(
        source if isinstance(source, Mapping) else Path(source),
        Path(out),
        place_guests(cluster, guests, max_guests),
        changes,
        provider=provider,
        model_calls=model_calls,
        keep_errors=keep_errors,
    )
    followed = observer or RunObserver()
    launch_study(plan, lambda _cell, _records, _remaining: nullcontext(followed))
    return load_study(plan.folder)
