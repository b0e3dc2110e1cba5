"""The command `testbed judge calibrate`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from plugins.tool_pools.calibration.agreement import (
    Calibration,
    Episode,
    Proportion,
    calibrate,
    match_labels,
    read_labels,
)
from testbed import load_run
from testbed.command import command
from testbed.errors import UsageError
from testbed.extensions import CommandSpec, Judging, OutputConsole, PlainConsole, judgings_of, warn_of_damage
from testbed.results import RunRecords, make_table

MOST_PROBLEMS = 20
_out = OutputConsole(highlight=False)
_err = PlainConsole(stderr=True, highlight=False)


def calibrate_labels(
    labels: Annotated[
        Path, typer.Argument(metavar="LABELS", help="CSV file with the columns task, epoch, label, and run.")
    ],
    folders: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Folders of judged runs.")],
    judge: Annotated[
        str,
        typer.Option(
            "--judge",
            metavar="M",
            help="Compare this model's verdicts; default: those that count for the score.",
            show_default=False,
        ),
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Compare the verdicts of judges with people's labels: agreement, Cohen's kappa, and what always guessing gives.

    A label is success or failure (also pass, fail, true, false, yes, no, 1, 0). Exit code 1: a label matches no
    episode, or no labelled episode has a verdict.
    """
    given = read_labels(labels)
    verdicts: dict[Episode, bool | None] = {}
    errors: dict[str, None] = {}
    for folder in folders:
        records = RunRecords.open(folder)
        name = folder.resolve().name
        if any(run == name for run, *_ in verdicts):
            raise UsageError(
                f"two runs have the name {name}", hint="rename a folder: labels identify runs by name"
            )
        loaded = load_run(folder)
        warn_of_damage(loaded.damage)
        for key in loaded.results:
            counted: Judging | None = loaded.results[key].parts.get("judges")
            errors |= dict.fromkeys(counted.control_errors if counted else ())
            verdicts[name, *key] = _verdict(records, key, counted, judge)
    pairs, problems = match_labels(given, verdicts)
    for problem in problems[:MOST_PROBLEMS]:
        _err.print(f"warning: {labels}, {problem}", markup=False, soft_wrap=True)
    if len(problems) > MOST_PROBLEMS:
        _err.print(f"warning: {len(problems) - MOST_PROBLEMS} more labels match no episode", soft_wrap=True)
    if not any(verdict is not None for _label, verdict in pairs):
        raise UsageError(
            f"none of the {len(given)} labels in {labels} is of an episode with a verdict of a judge",
            hint=f"judge the runs first: `{command('judge RUN --judge MODEL')}`",
        )
    made = calibrate(pairs)
    if as_json:
        data = {**made.as_data(), "unmatched": problems, "control_errors": list(errors)}
        sys.stdout.write(json.dumps(data, indent=2) + "\n")
    else:
        _print_calibration(made)
        for error in errors:
            _out.print(error, markup=False, soft_wrap=True)
    if problems:
        raise typer.Exit(1)


def _verdict(records: RunRecords, key: tuple[str, int], counted: Judging | None, model: str) -> bool | None:
    """The verdict on an episode, that which counts or the latest of a model."""
    if not model:
        return counted.passed if counted else None
    of_model = [
        item for item in judgings_of(records, *key) if item.model == model and item.passed is not None
    ]
    return of_model[-1].passed if of_model else None


def _print_calibration(made: Calibration) -> None:
    table = make_table("", "people: success", "people: failure", texts=("",), title="judge against people")
    table.add_row("judge: success", str(made.both_success), str(made.judge_alone))
    table.add_row("judge: failure", str(made.people_alone), str(made.both_failure))
    _out.print(table)
    kappa = "not defined: both give all episodes the same verdict"
    if made.kappa is not None:
        kappa = f"{made.kappa:.3f} (95% interval {made.kappa_low:.3f} to {made.kappa_high:.3f})"
    for line in (
        f"{made.labels} labelled episodes, {made.without_verdict} of them without a verdict of the judge",
        f"agreement {_share_text(made.agreement)}",
        f"Cohen's kappa {kappa}",
        f"always saying success agrees with {_share_text(made.always_success)}",
        f"always saying failure agrees with {_share_text(made.always_failure)}",
    ):
        _out.print(line, markup=False, soft_wrap=True)


def _share_text(share: Proportion) -> str:
    return f"{100 * share.value:.1f}% (95% interval {100 * share.low:.1f} to {100 * share.high:.1f}%)"


COMMAND = CommandSpec(calibrate_labels, panel="", group="judge")
