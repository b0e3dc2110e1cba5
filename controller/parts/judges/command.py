"""`testbed judge`: judges played by a model on recorded runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text
from typer.core import TyperGroup

from controller.cli import common
from controller.cli.plugins import CommandSpec
from controller.cli.vendored_click import Context
from controller.judges.options import JudgeOptions
from controller.judges.records import Judging
from controller.metrics.spec import NO_VALUE
from controller.models.prices import Prices
from controller.models.settings import parse_base_url
from controller.parts.judges.again import JudgedByModel, judge_again
from controller.records.run_records import RunRecords
from controller.results.text_table import make_table
from controller.runs.start import prices_of
from controller.tasks.selection import tasks_root
from testbed.command import command
from testbed.errors import UsageError

EPISODES = "episodes"


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
    refresh: Annotated[
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
    recorded: JudgeOptions = records.info.options.of_part("judges")
    if not judge and not recorded.judge:
        raise UsageError(
            f"{folder} was run without a judge, and no model is named", hint="name one with --judge MODEL"
        )
    options = JudgeOptions(
        judge=judge or recorded.judge,
        judge_base_url=parse_base_url(judge_base_url) or ("" if judge else recorded.judge_base_url),
        judge_votes=recorded.judge_votes if judge_votes is None else judge_votes,
        judge_by=tuple(dict.fromkeys(judge_by or recorded.judge_by)),
    )
    judged = judge_again(
        records,
        tasks_root(),
        options,
        prices=Prices.load(prices) if prices else prices_of(records.info),
        concurrency=concurrency,
        refresh=refresh,
        report=_report,
    )
    if as_json:
        common.print_json({"folder": str(folder), "model": options.judge, "episodes": _as_data(judged)})
    else:
        _print(judged, folder)
    if any(item.reason for item in judged):
        raise typer.Exit(1)


def _report(item: JudgedByModel) -> None:
    words = item.reason or ("kept" if item.kept else "judged")
    common.err.print(f"{item.task} ({item.epoch}): {words}", markup=False, soft_wrap=True)


def _as_data(judged: Sequence[JudgedByModel]) -> list[dict[str, Any]]:
    return [
        {
            **{name: value for name, value in asdict(item).items() if name != "judging"},
            "changed": item.changed,
            "judging": item.judging.model_dump(mode="json") if item.judging else None,
        }
        for item in judged
    ]


def _print(judged: Sequence[JudgedByModel], folder: Path) -> None:
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


def _control_errors(judged: Sequence[JudgedByModel]) -> list[str]:
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


COMMAND = CommandSpec(app, panel="Runs and results")
