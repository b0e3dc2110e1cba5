"""A run's metrics as tables for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Console
from rich.table import Table

from controller.results.text_table import make_table

MOST_CALLED = 10
ALL = "all selected episodes"
RAN = "those that ran (neither infra_error nor cancelled)"
METRICS = {"acc. %": ("accuracy", 100.0), "TIR %": ("tir", 100.0), "ACS": ("acs", 1.0)}
HABITS = ("episodes", "claims %", "GUI steps", "tool steps", "first call", "model s", "env. s")
RATES = {"unknown": "unknown", "not offered": "not_offered", "invalid": "invalid", "failed": "failed"}

Floors = Mapping[str, Mapping[str, Any]]
"""Summaries of floors over a run's tasks, by what to call them."""


def print_summary(summary: Mapping[str, Any], console: Console, floors: Floors | None = None) -> None:
    """Accuracy, TIR and ACS of every group over both denominators, counts by status, and what was done."""
    selected = _metrics_of(summary, "selected")
    console.print(_group_table(ALL, selected, summary, floors))
    if (ran := _metrics_of(summary, "ran")) != selected:
        console.print(_group_table(RAN, ran, summary))
    counts = ", ".join(f"{number} {status}" for status, number in summary["status"].items() if number)
    console.print(f"{summary['tasks']} tasks, {summary['epochs']} epoch(s): {counts}", highlight=False)
    for line in _remarks(summary, floors):
        console.print(line, highlight=False, soft_wrap=True, markup=False)


def print_conduct(summary: Mapping[str, Any], console: Console) -> None:
    """What the agent did: fractional accuracy, kinds of steps, tool calls and what came of them, time."""
    habits = make_table("", *HABITS, title="an episode on average", texts=())
    calls = make_table("", "calls", *RATES, title="what came of the tool calls, %", texts=())
    for name, place in groups_of(summary):
        group = group_at(summary, place)
        conduct = group["conduct"]
        habits.add_row(name, *_habits(conduct, group["selected"]["fractional"]))
        calls.add_row(
            name, str(conduct["calls"]), *(_number(conduct[f"{rate}_rate"], 100) for rate in RATES.values())
        )
    console.print(habits)
    tools = summary["overall"]["conduct"]["tools"]
    if summary["overall"]["conduct"]["calls"]:
        console.print(calls)
    if tools:
        most = ", ".join(f"{name} {number}" for name, number in list(tools.items())[:MOST_CALLED])
        more = f", {len(tools) - MOST_CALLED} more tools" if len(tools) > MOST_CALLED else ""
        console.print(f"tools called: {most}{more}", highlight=False, soft_wrap=True, markup=False)


def _metrics_of(summary: Mapping[str, Any], denominator: str) -> dict[str, Mapping[str, Any]]:
    return {name: group_at(summary, place)[denominator] for name, place in groups_of(summary)}


def _group_table(
    title: str,
    metrics: Mapping[str, Mapping[str, Any]],
    summary: Mapping[str, Any],
    floors: Floors | None = None,
) -> Table:
    table = make_table("", "n", *METRICS, *(floors or {}), title=title, texts=())
    for name, place in groups_of(summary):
        beside = (_floor(floor, place) for floor in (floors or {}).values())
        table.add_row(name, *metric_cells(metrics[name]), *beside)
    return table


def _habits(conduct: Mapping[str, Any], fractional: float | None) -> Iterator[str]:
    number = conduct["episodes"]
    yield str(number)
    yield _number(fractional, 100)
    yield _number(conduct["gui_steps"] / number if number else None)
    yield _number(conduct["tool_steps"] / number if number else None)
    yield _number(conduct["first_tool_step"])
    yield _number(conduct["model_seconds"])
    yield _number(conduct["environment_seconds"])


def _remarks(summary: Mapping[str, Any], floors: Floors | None) -> Iterator[str]:
    if summary["calls"] or summary["input_tokens"]:
        yield _spending(summary)
    if summary["leniencies"]:
        said = ", ".join(f"{code} {number}" for code, number in summary["leniencies"].items())
        yield f"let pass in the model's answers: {said}"
    if summary["without_verdict"]:
        missing = sum(summary["without_verdict"].values())
        where = ", ".join(f"epoch {epoch}: {number}" for epoch, number in summary["without_verdict"].items())
        yield (
            f"INCOMPLETE: {missing} of {summary['tasks'] * summary['epochs']} episodes have no verdict ({where}); "
            "they count as 0 over all, are left out of those that ran, and an epoch cut short is in no ± interval"
        )
    if summary["epochs"] == 1:
        yield "one epoch: no deviation, no interval; --epochs 3 as in the paper gives them"
    else:
        yield f"±: half of the 95% interval over epochs; deviations: {_deviations(summary)}"
    for name, floor in (floors or {}).items():
        if floor["tasks"] != summary["tasks"]:
            yield f"{name}: covers {floor['tasks']} of the {summary['tasks']} tasks"


def _deviations(summary: Mapping[str, Any]) -> str:
    over = summary["overall"]["selected"]["over_epochs"]
    return ", ".join(
        f"{head} {_number((over[name] or {}).get('sd'), factor)}" for head, (name, factor) in METRICS.items()
    )


def _spending(summary: Mapping[str, Any]) -> str:
    cost = "unknown" if summary["cost"] is None else f"${summary['cost']:.4f}"
    read = summary["cache_read_tokens"]
    return (
        f"model: {', '.join(summary['models']) or 'unnamed'}; {summary['calls']} calls, "
        f"{summary['retries']} retries, {summary['input_tokens']} tokens in ({read} from the cache), "
        f"{summary['output_tokens']} out, {summary['request_bytes'] / 1e6:.1f} MB sent; cost {cost}"
    )


def groups_of(summary: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each group's name for people, and its place in a summary."""
    yield "overall", ("overall",)
    yield "tool-beneficial", ("tool_beneficial",)
    yield "not tool-beneficial", ("non_tool_beneficial",)
    for domain in summary["by_domain"]:
        yield domain, ("by_domain", domain)
    for number in sorted(summary["by_tools"], key=int):
        yield f"{number} tool{'' if number == '1' else 's'} annotated", ("by_tools", number)


def group_at(summary: Mapping[str, Any], place: tuple[str, ...]) -> Mapping[str, Any]:
    """The group at a place that `groups_of` gives. Raises KeyError."""
    found: Mapping[str, Any] = summary
    for name in place:
        found = found[name]
    return found


def _floor(floor: Mapping[str, Any], place: tuple[str, ...]) -> str:
    try:
        return _number(group_at(floor, place)["selected"]["accuracy"], 100)
    except KeyError:
        return "-"


def _number(value: float | None, factor: float = 1.0) -> str:
    return "-" if value is None else f"{value * factor:.1f}"


def metric_cells(metrics: Mapping[str, Any]) -> Iterator[str]:
    """Episodes, then `METRICS`, with the half of their interval over epochs where there is one."""
    yield str(metrics["episodes"])
    for name, factor in METRICS.values():
        yield _cell(metrics[name], metrics["over_epochs"][name], factor)


def _cell(value: float | None, over_epochs: Mapping[str, float | None] | None, factor: float) -> str:
    if value is None:
        return "-"
    if over_epochs and over_epochs["low"] is not None:
        half = ((over_epochs["high"] or 0.0) - over_epochs["low"]) / 2
        return f"{value * factor:.1f} ± {half * factor:.1f}"
    return f"{value * factor:.1f}"
