"""`testbed best-of`: a model selects the best of several trajectories of each task."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.text import Text

from controller.cli import common
from controller.models.completion import ModelSettings
from controller.records.run_records import RunRecords
from controller.results.text_table import make_table
from controller.runs.best_of.selection import BestOf, Choice, select_best

MAX_TOKENS = 16_384


def best_of(
    folders: Annotated[list[Path], typer.Argument(metavar="RUN", help="Folders of the runs.")],
    model: Annotated[str, typer.Option("--model", metavar="M", help="Model that compares the trajectories.")],
    base_url: Annotated[
        str, typer.Option("--base-url", metavar="URL", help="Address of the model API.", show_default=False)
    ] = "",
    api: Annotated[
        Literal["chat", "messages"] | None,
        typer.Option("--api", help="The model's API; default: messages for claude models, else chat."),
    ] = None,
    key_variable: Annotated[
        str,
        typer.Option(
            "--key-variable", metavar="NAME", help="Environment variable of the key.", show_default=False
        ),
    ] = "",
    concurrency: Annotated[
        int, typer.Option("--concurrency", metavar="N", min=1, help="Tasks compared at the same time.")
    ] = 4,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FILE", help="File of the choices; default: best_of.json in the first run."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the choices as JSON.")] = False,
) -> None:
    """Let a model select the best of several trajectories of each task: behavior best-of-N.

    Candidates are all epochs of all runs given. The model sees screens and actions, never a score. Choices are kept
    in a file, so that an interrupted comparison continues where it stopped.
    """
    runs = [RunRecords.open(folder) for folder in folders]
    settings = ModelSettings(model, base_url, key_variable, api, None, MAX_TOKENS)
    target = out or runs[0].paths.best_of_file
    best = select_best(runs, target, settings, concurrency=concurrency, report=_report)
    if as_json:
        sys.stdout.write(json.dumps(best.model_dump(mode="json") | _accuracies(best), indent=2) + "\n")
        return
    _print(best)
    common.out.print(f"choices: {target}", markup=False, soft_wrap=True)


def _report(choice: Choice) -> None:
    common.err.print(f"{choice.task}: compared {len(choice.candidates)}", markup=False, soft_wrap=True)


def _accuracies(best: BestOf) -> dict[str, float]:
    return {
        "mean_accuracy": best.mean_accuracy,
        "selected_accuracy": best.selected_accuracy,
        "best_accuracy": best.best_accuracy,
    }


def _print(best: BestOf) -> None:
    table = make_table("task", "candidates", "solved", "selected", "score", texts=("task", "selected"))
    for choice in best.choices:
        selected = choice.candidates[choice.chosen]
        solved = sum(candidate.score == 1 for candidate in choice.candidates)
        name = f"{selected.run} ({selected.epoch})"
        table.add_row(
            Text(choice.task), str(len(choice.candidates)), str(solved), Text(name), f"{selected.score:g}"
        )
    common.out.print(table)
    tokens = sum(choice.tokens for choice in best.choices)
    costs = [choice.cost for choice in best.choices]
    cost = "unknown" if None in costs else f"${sum(filter(None, costs)):.2f}"
    common.out.print(
        f"accuracy of the selected {100 * best.selected_accuracy:.1f}%, of one at random "
        f"{100 * best.mean_accuracy:.1f}%, of a perfect choice {100 * best.best_accuracy:.1f}%; "
        f"{tokens} tokens, cost {cost}",
        markup=False,
        soft_wrap=True,
    )
