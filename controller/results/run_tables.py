"""A run's metrics as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from controller.metrics.builtin.dialogue import DIALOGUE
from controller.metrics.builtin.error_classes import ERRORS
from controller.metrics.builtin.reliability import RELIABILITY
from controller.metrics.durations import PHASES, durations_of
from controller.metrics.provenance import Provenance
from controller.metrics.registry import PRIMARY, behaviour_metrics, headline_metrics, with_values
from controller.metrics.spec import NO_VALUE, MetricSpec
from controller.records.part_records import texts_of_parts
from controller.results.text_table import make_table
from controller.results.variants import variants_text

MAX_TOOLS = 10
"""How many tools the list of called tools names."""
ALL = "all selected episodes"
RAN = "episodes that ran (neither infra_error, cancelled nor skipped)"
MEANS = ("GUI", "tool", "first call", "model s", "env. s")
INTERVAL_NOTE = "±: half of the 95% interval over epochs"
"""Label of the numbers that `metric_cells` writes behind ±; every table that has them shows it."""
RATES = {"unknown": "unknown", "not offered": "not_offered", "invalid": "invalid", "failed": "failed"}

Baselines = Mapping[str, Mapping[str, Any]]
"""Summaries of baseline runs over a run's tasks, by the name to show."""


def print_summary(summary: Mapping[str, Any], console: Console, baselines: Baselines | None = None) -> None:
    """Print the main metrics of every group over both denominators, counts by status, and remarks.

    Args:
        summary: The content of `summary.json`.
        console: Where to print.
        baselines: Runs whose accuracy is shown alongside.
    """
    if marks := Provenance.from_summary(summary).marks:
        console.print(f"PROVENANCE: {'; '.join(marks)}", highlight=False, soft_wrap=True, markup=False)
    selected = _metrics_of(summary, "selected")
    console.print(_group_table(ALL, selected, summary, baselines))
    if (ran := _metrics_of(summary, "ran")) != selected:
        console.print(_group_table(RAN, ran, summary))
    counts = ", ".join(f"{number} {status}" for status, number in summary["status"].items() if number)
    variants = f", {text}" if (text := variants_text(summary["variants"])) else ""
    screen = f", screen {text}" if (text := summary["screen"]) else ""
    console.print(
        f"{summary['tasks']} tasks, {summary['epochs']} epoch(s){variants}{screen}: {counts}", highlight=False
    )
    for line in _remarks(summary, baselines):
        console.print(line, highlight=False, soft_wrap=True, markup=False)


def print_behaviour(summary: Mapping[str, Any], console: Console) -> None:
    """Print what the agent did: further metrics, kinds of steps, tool calls and their results, time."""
    groups = [group for _, _, group in groups_of(summary)]
    shown = with_values(behaviour_metrics(), [group["selected"] for group in groups])
    metrics = [spec for spec in shown if not spec.sparse]
    headings = ("n", *(spec.column_heading for spec in metrics), *MEANS)
    means = make_table("", *headings, title="means per episode; GUI, tool: steps", texts=())
    calls = make_table("", "calls", *RATES, title="results of the tool calls, %", texts=())
    for name, _, group in groups_of(summary):
        stats = group["behavior"]
        cells = (spec.format(group["selected"][spec.key]) for spec in metrics)
        means.add_row(name, str(stats["episodes"]), *cells, *_means(stats))
        calls.add_row(
            name, str(stats["calls"]), *(_number(stats[f"{rate}_rate"], 100) for rate in RATES.values())
        )
    console.print(means)
    sparse = [spec for spec in shown if spec.sparse]
    for title, specs in {
        "several attempts": [spec for spec in sparse if spec in RELIABILITY],
        "levels and judges": [spec for spec in sparse if not spec.needs_tools and spec not in RELIABILITY],
        "tool calls per episode": [
            spec for spec in sparse if spec.needs_tools and spec not in (*ERRORS, *DIALOGUE)
        ],
        "length of the dialogue": [spec for spec in sparse if spec in DIALOGUE],
        "errors of failed episodes": [spec for spec in sparse if spec in ERRORS],
    }.items():
        if specs:
            console.print(_sparse_table(title, specs, summary))
    if durations := _duration_table(summary):
        console.print(durations)
    tools = summary["overall"]["behavior"]["tools"]
    if summary["overall"]["behavior"]["calls"]:
        console.print(calls)
    if tools:
        most = ", ".join(f"{name} {number}" for name, number in list(tools.items())[:MAX_TOOLS])
        more = f", {len(tools) - MAX_TOOLS} more tools" if len(tools) > MAX_TOOLS else ""
        console.print(f"tools called: {most}{more}", highlight=False, soft_wrap=True, markup=False)


def _sparse_table(title: str, specs: Sequence[MetricSpec], summary: Mapping[str, Any]) -> Table:
    table = make_table("", *(spec.column_heading for spec in specs), title=title, texts=())
    for name, _, group in groups_of(summary):
        table.add_row(name, *(spec.format(group["selected"][spec.key]) for spec in specs))
    return table


def groups_of(summary: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, ...], Mapping[str, Any]]]:
    """Each group's name for people, its place in a summary, and the group."""
    yield "overall", ("overall",), summary["overall"]
    yield "tool-beneficial", ("tool_beneficial",), summary["tool_beneficial"]
    yield "not tool-beneficial", ("non_tool_beneficial",), summary["non_tool_beneficial"]
    for domain, group in summary["by_domain"].items():
        yield domain, ("by_domain", domain), group
    for number, group in sorted(summary["by_tools"].items(), key=lambda item: int(item[0])):
        yield f"{number} tool{'' if number == '1' else 's'} annotated", ("by_tools", number), group


def _group_at(summary: Mapping[str, Any], place: tuple[str, ...]) -> Mapping[str, Any]:
    """Raises KeyError."""
    group: Mapping[str, Any] = summary
    for name in place:
        group = group[name]
    return group


def metric_cells(metrics: Mapping[str, Any]) -> Iterator[str]:
    """Number of episodes, then the main metrics, with half of their interval over epochs if there is one."""
    yield str(metrics["episodes"])
    for spec in headline_metrics():
        text = spec.format(metrics[spec.key])
        over_epochs = metrics["over_epochs"][spec.key]
        if metrics[spec.key] is not None and over_epochs and over_epochs["low"] is not None:
            text += f" ± {spec.format((over_epochs['high'] - over_epochs['low']) / 2)}"
        yield text


def _metrics_of(summary: Mapping[str, Any], denominator: str) -> dict[str, Mapping[str, Any]]:
    return {name: group[denominator] for name, _, group in groups_of(summary)}


def _group_table(
    title: str,
    metrics: Mapping[str, Mapping[str, Any]],
    summary: Mapping[str, Any],
    baselines: Baselines | None = None,
) -> Table:
    headings = (spec.column_heading for spec in headline_metrics())
    intervals = f"; {INTERVAL_NOTE}" if summary["epochs"] > 1 else ""
    table = make_table("", "n", *headings, *(baselines or {}), title=f"{title}{intervals}", texts=())
    for name, place, _ in groups_of(summary):
        beside = (_baseline(baseline, place) for baseline in (baselines or {}).values())
        table.add_row(name, *metric_cells(metrics[name]), *beside)
    return table


def _baseline(baseline: Mapping[str, Any], place: tuple[str, ...]) -> str:
    try:
        return PRIMARY.format(_group_at(baseline, place)["selected"][PRIMARY.key])
    except KeyError:
        return NO_VALUE


def _duration_table(summary: Mapping[str, Any]) -> Table | None:
    """Seconds of each part of an episode; None for a summary without times."""
    names = dict(zip(durations_of(None), PHASES.values(), strict=True))
    if not any(summary["overall"].get(name) is not None for name in names):
        return None
    table = make_table("", *names.values(), title="seconds per episode (mean)", texts=())
    for group_name, _, group in groups_of(summary):
        table.add_row(group_name, *(_number(group[name]) for name in names))
    return table


def _means(stats: Mapping[str, Any]) -> Iterator[str]:
    number = stats["episodes"]
    yield _number(stats["gui_steps"] / number if number else None)
    yield _number(stats["tool_steps"] / number if number else None)
    yield _number(stats["first_tool_step"])
    yield _number(stats["model_seconds"])
    yield _number(stats["environment_seconds"])


def _remarks(summary: Mapping[str, Any], baselines: Baselines | None) -> Iterator[str]:
    if error := summary.get("error"):
        hint = f" ({error['hint']})" if error["hint"] else ""
        yield f"ABORTED by an error: {error['type']}: {error['message']}{hint}"
    if summary["calls"] or summary["input_tokens"]:
        yield _usage(summary)
    if summary["leniencies"]:
        counts = ", ".join(f"{code} {number}" for code, number in summary["leniencies"].items())
        yield f"deviations tolerated in the model's answers: {counts}"
    yield from (f"{title}: {text}" for title, text in texts_of_parts(summary["parts"]))
    if summary["without_verdict"]:
        missing = sum(summary["without_verdict"].values())
        where = ", ".join(f"epoch {epoch}: {number}" for epoch, number in summary["without_verdict"].items())
        yield (
            f"INCOMPLETE: {missing} of {summary['tasks'] * summary['epochs']} episodes have no verdict ({where}). "
            "They count as 0 over all selected episodes and are excluded from those that ran; "
            "an epoch with cancelled episodes is excluded from ± intervals."
        )
    if skipped := summary["status"].get("skipped"):
        yield (
            f"SKIPPED: {skipped} of {summary['tasks'] * summary['epochs']} episodes are of tasks that cannot run on "
            "this host; they are among those without a verdict."
        )
    if errors := summary.get("evaluator_errors"):
        yield (
            f"EVALUATOR ERRORS: {errors} of {summary['tasks'] * summary['epochs']} episodes score 0 because an "
            "evaluator raised an error or returned no score; their claims begin with evaluator_error."
        )
    if summary["tasks"] > 1:
        yield "Metrics count episodes; `testbed compare` averages them over tasks."
    if summary["epochs"] == 1:
        yield "Confidence intervals need several epochs; try --epochs 3."
    else:
        yield f"standard deviations over {summary['epochs']} epochs: {_deviations(summary)}"
        if summary["epochs"] == 2:
            yield "an interval over two epochs is wide and carries little information; try --epochs 3 or more"
    for name, baseline in (baselines or {}).items():
        if baseline["tasks"] != summary["tasks"]:
            yield f"{name}: covers {baseline['tasks']} of the {summary['tasks']} tasks"


def _deviations(summary: Mapping[str, Any]) -> str:
    over_epochs = summary["overall"]["selected"]["over_epochs"]
    return ", ".join(
        f"{spec.column_heading} {spec.format((over_epochs[spec.key] or {}).get('sd'))}"
        for spec in headline_metrics()
    )


def _usage(summary: Mapping[str, Any]) -> str:
    cost = "cost unknown" if summary["cost"] is None else f"cost ${summary['cost']:.4f}"
    provenance = Provenance.from_summary(summary)
    if provenance.replay_of:
        cost = f"{cost} when recorded, nothing spent in this replay"
    elif provenance.mock:
        cost = f"{cost} at the vendor's prices; a mock model costs nothing"
    read = summary["cache_read_tokens"]
    return (
        f"model: {', '.join(summary['models']) or 'unnamed'}; {summary['calls']} calls, "
        f"{summary['retries']} retries, {summary['input_tokens']} tokens in ({read} from the cache), "
        f"{summary['output_tokens']} out, {summary['request_bytes'] / 1e6:.1f} MB sent; {cost}"
    )


def _number(value: float | None, factor: float = 1.0) -> str:
    return NO_VALUE if value is None else f"{value * factor:.1f}"
