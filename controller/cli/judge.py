"""`testbed judge`: judges played by a model on recorded runs, and how far they agree with people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text
from typer._click.core import Context
from typer.core import TyperGroup

from controller.cli import common
from controller.metrics.run_loader import LoadedRun, load_records
from controller.metrics.spec import NO_VALUE
from controller.models.prices import Prices
from controller.models.settings import parse_base_url
from controller.records.judging import Judging
from controller.records.run_records import RunRecords
from controller.results.calibration import (
    Calibration,
    Episode,
    Proportion,
    calibrate,
    match_labels,
    read_labels,
)
from controller.results.text_table import make_table
from controller.runs.judge_again import JudgedAgain, judge_again
from controller.runs.judging import JudgeOptions
from controller.runs.start import prices_of
from controller.tasks.selection import tasks_root
from testbed.command import command
from testbed.errors import UsageError

EPISODES = "episodes"
MOST_PROBLEMS = 20


class DefaultGroup(TyperGroup):
    """A group in which a first word that is no command begins the arguments of the command `episodes`."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Parse the arguments, with the name of the default command before those that name none."""
        if args and args[0] not in (*self.commands, "-h", "--help"):
            args = [EPISODES, *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=DefaultGroup,
    no_args_is_help=True,
    help="Judge recorded episodes by a model: `testbed judge RUN --judge M`. See also `calibrate`.",
)


@app.command(EPISODES)
def episodes(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of the run.")],
    judge: Annotated[
        str,
        typer.Option(
            "--judge", metavar="M", help="Model that judges; default: that of the run.", show_default=False
        ),
    ] = "",
    judge_base_url: common.JudgeBaseUrl = "",
    judge_votes: Annotated[
        int | None,
        typer.Option(
            "--judge-votes",
            metavar="K",
            min=1,
            help="Votes of each judge, an odd number; default: as in the run, else 1.",
            show_default=False,
        ),
    ] = None,
    judge_by: common.JudgeBy = None,
    anew: Annotated[
        bool, typer.Option("--anew", help="Ask again also where nothing has changed since the last time.")
    ] = False,
    prices: common.Prices = None,
    concurrency: Annotated[
        int, typer.Option("--concurrency", metavar="N", min=1, help="Episodes judged at the same time.")
    ] = 4,
    as_json: common.Json = False,
) -> None:
    """Judge the episodes of a recorded run by a model; `testbed judge RUN` is short for this.

    Each verdict is stored in the episode's folder verdicts/, and what it makes of the score in recheck.json; from then
    on `score` uses it. The run's own records are not changed. Exit code 1: some episodes have no verdict and keep
    their score.
    """
    records = RunRecords.open(folder)
    recorded = JudgeOptions.of(records.info.options)
    if not judge and not recorded.model:
        raise UsageError(
            f"{folder} was run without a judge, and no model is named", hint="name one with --judge MODEL"
        )
    options = JudgeOptions(
        judge or recorded.model,
        parse_base_url(judge_base_url) or ("" if judge else recorded.base_url),
        recorded.votes if judge_votes is None else judge_votes,
        tuple(dict.fromkeys(judge_by or recorded.names)),
    )
    judged = judge_again(
        records,
        tasks_root(),
        options,
        prices=Prices.load(prices) if prices else prices_of(records.info),
        concurrency=concurrency,
        anew=anew,
        report=_report,
    )
    if as_json:
        common.print_json({"folder": str(folder), "model": options.model, "episodes": _as_data(judged)})
    else:
        _print(judged, folder)
    if any(item.reason for item in judged):
        raise typer.Exit(1)


@app.command("calibrate")
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
    as_json: common.Json = False,
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
        loaded = load_records(records, rechecks=True)
        common.warn_of_damage(loaded.damage)
        errors |= dict.fromkeys(loaded.provenance.control_errors)
        for key in loaded.results:
            verdicts[name, *key] = _verdict(records, loaded, key, judge)
    pairs, problems = match_labels(given, verdicts)
    for problem in problems[:MOST_PROBLEMS]:
        common.err.print(f"warning: {labels}, {problem}", markup=False, soft_wrap=True)
    if len(problems) > MOST_PROBLEMS:
        common.err.print(
            f"warning: {len(problems) - MOST_PROBLEMS} more labels match no episode", soft_wrap=True
        )
    if not any(verdict is not None for _label, verdict in pairs):
        raise UsageError(
            f"none of the {len(given)} labels in {labels} is of an episode with a verdict of a judge",
            hint=f"judge the runs first: `{command('judge RUN --judge MODEL')}`",
        )
    made = calibrate(pairs)
    if as_json:
        common.print_json({**made.as_data(), "unmatched": problems, "control_errors": list(errors)})
    else:
        _print_calibration(made)
        for error in errors:
            common.out.print(error, markup=False, soft_wrap=True)
    if problems:
        raise typer.Exit(1)


def _verdict(records: RunRecords, loaded: LoadedRun, key: tuple[str, int], model: str) -> bool | None:
    """The verdict on an episode, of a model if one is named."""
    counted = loaded.results[key].judging
    if not model:
        return counted.passed if counted else None
    first = records.result(*key)
    own = first.judging if first else None
    judgings = [*([own] if own else []), *records.judgings(*key)]
    of_model = [item for item in judgings if item.model == model and item.passed is not None]
    return of_model[-1].passed if of_model else None


def _report(item: JudgedAgain) -> None:
    words = item.reason or ("kept" if item.kept else "judged")
    common.err.print(f"{item.task} ({item.epoch}): {words}", markup=False, soft_wrap=True)


def _as_data(judged: Sequence[JudgedAgain]) -> list[dict[str, Any]]:
    return [
        {
            **{name: value for name, value in asdict(item).items() if name != "judging"},
            "changed": item.changed,
            "judging": item.judging.model_dump(mode="json") if item.judging else None,
        }
        for item in judged
    ]


def _print(judged: Sequence[JudgedAgain], folder: Path) -> None:
    table = make_table(
        "episode", "old", "new", "verdicts", "", texts=("episode", "verdicts", ""), title="judged"
    )
    for item in judged:
        remark = "; ".join(filter(None, ("changed" if item.changed else "", item.reason)))
        old, new = (NO_VALUE if score is None else f"{score:g}" for score in (item.old, item.new))
        style = "red" if item.reason else "yellow" if item.changed else ""
        table.add_row(
            Text(f"{item.task} ({item.epoch})"), old, new, _verdicts(item.judging), Text(remark, style=style)
        )
    common.out.print(table)
    for line in _control_errors(judged):
        common.out.print(line, markup=False, soft_wrap=True)
    asked = [item.judging.usage for item in judged if item.judging and not item.kept]
    tokens = sum(used.input_tokens + used.output_tokens for used in asked)
    costs = [used.cost for used in asked]
    cost = "unknown" if None in costs else f"${sum(filter(None, costs)):.4f}"
    kept = sum(item.kept for item in judged)
    changed, missing = sum(item.changed for item in judged), sum(bool(item.reason) for item in judged)
    common.out.print(
        f"{len(judged)} episodes: {changed} scores changed, {missing} without a verdict, {kept} verdicts kept; the "
        f"judges used {tokens} tokens, cost {cost}. `{command(f'score {folder}')}` uses the new scores, with "
        "--original those of the run",
        markup=False,
        soft_wrap=True,
    )


def _control_errors(judged: Sequence[JudgedAgain]) -> list[str]:
    """A line for each judge that gave wrong verdicts on control answers, with their names."""
    wrong = {
        f"{verdict.judge} by {verdict.model}": verdict.controls
        for item in judged
        for verdict in (item.judging.verdicts if item.judging else ())
        if verdict.controls and verdict.controls.wrong
    }
    return [
        f"{judge} errs on {len(controls.wrong)} of {controls.total} controls: {', '.join(controls.wrong)}"
        for judge, controls in wrong.items()
    ]


def _verdicts(judging: Judging | None) -> Text:
    lines = []
    for verdict in judging.verdicts if judging else ():
        if "overall" in verdict.scores:
            words = f"overall {verdict.scores['overall']:.2f}"
        else:
            words = {True: "success", False: "failure", None: verdict.status}[verdict.passed]
        lines.append(f"{verdict.judge}: {words}")
    return Text("\n".join(lines))


def _print_calibration(made: Calibration) -> None:
    table = make_table("", "people: success", "people: failure", texts=("",), title="judge against people")
    table.add_row("judge: success", str(made.both_success), str(made.judge_alone))
    table.add_row("judge: failure", str(made.people_alone), str(made.both_failure))
    common.out.print(table)
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
        common.out.print(line, markup=False, soft_wrap=True)


def _share_text(share: Proportion) -> str:
    return f"{100 * share.value:.1f}% (95% interval {100 * share.low:.1f} to {100 * share.high:.1f}%)"
