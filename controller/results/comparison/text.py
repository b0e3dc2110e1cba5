"""A comparison in sentences and table cells, for the terminal and for pages."""

from __future__ import annotations

from collections.abc import Iterator

from controller.metrics.provenance import Provenance
from controller.metrics.registry import PRIMARY, all_metrics
from controller.metrics.spec import NO_VALUE, PERCENT, MetricSpec
from controller.metrics.statistics import PairedDifference
from controller.records.run_info import RunInfo
from controller.results.comparison.compare import MAX_LISTED, Comparison
from controller.results.variants import variants_text

GROUPS = {
    "overall": "overall",
    "tool_beneficial": "tool-beneficial",
    "non_tool_beneficial": "not tool-beneficial",
}
DIFFERENCES = (
    "means over tasks (their number), so TIR may differ from score's, which counts episodes; "
    "p: sign-flip test over tasks, which takes the difference of a task to be symmetric around the true one; "
    "interval: the differences that this test does not reject at 5%, all with fewer than six tasks; "
    "Holm: p adjusted for all p-values of the table; for a metric and group chosen beforehand read p"
)
DIFFERENCE_HEADINGS = ("", "A", "B", "B-A", "95% interval", "p", "Holm", "MDE")


def describe_run(info: RunInfo, provenance: Provenance | None = None) -> str:
    """A run in one line, with the marks of its provenance."""
    options = info.options
    variants = f", {text}" if (text := variants_text(info.variants)) else ""
    model = f" {info.agent.model}" if info.agent.model else ""
    marks = "".join(f" [{mark}]" for mark in (provenance.marks if provenance else ()))
    screen = f", screen {options.screen_text}" if options.screen_text else ""
    calling = ", calls in the prompt" if options.calling == "prompt" else ""
    form = ", fuzzy instructions" if options.instructions == "fuzzy" else ""
    return (
        f"{options.agent_name}{model}{marks}{calling}{form}, {options.actions}, filter {options.tool_filter} "
        f"({options.tool_order}), {options.steps} steps, {options.epochs} epoch(s)"
        f"{variants}{screen}"
    )


def remarks(comparison: Comparison) -> Iterator[str]:
    """What is compared, what is left out, and what else differs."""
    tasks = comparison.common
    yield f"{len(tasks.same)} tasks are compared"
    for left_out, why in (
        (tasks.no_verdict, "have no verdict in every epoch of both runs"),
        (tasks.changed, "have different content"),
        (tasks.only_a, "are only in A"),
        (tasks.only_b, "are only in B"),
        (tasks.other_variants, "were played in other variants"),
    ):
        if left_out:
            yield f"LEFT OUT: {len(left_out)} tasks {why}: {', '.join(left_out[:MAX_LISTED])}" + (
                " …" if len(left_out) > MAX_LISTED else ""
            )
    if tasks.partly:
        yield (
            f"{len(tasks.partly)} tasks are compared over the variants that both runs played; others are left out"
        )
    if comparison.settings:
        yield "settings that differ: " + "; ".join(
            f"{name} {_setting(name, before)} / {_setting(name, after)}"
            for name, (before, after) in comparison.settings.items()
        )
    else:
        yield "the settings are the same: differences are due to chance or to what is listed next"
    for difference in comparison.surroundings:
        yield f"BESIDES THE SETTINGS, this differs: {difference}"
    if comparison.epochs[0] != comparison.epochs[1]:
        first, second = comparison.epochs
        yield f"epochs differ ({first} and {second}): each task counts with its mean over epochs"


def _setting(name: str, value: object) -> str:
    return "(usual)" if name == "screen" and not value else _value(value)


def _value(value: object) -> str:
    """A setting's value as on the command line."""
    if value in ("", None, (), [], {}):
        return "(none)"
    match value:
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:g}"
        case list() | tuple():
            return ",".join(map(_value, value))
        case dict():
            return ", ".join(f"{name}={_value(item)}" for name, item in value.items())
    return str(value)


def difference_rows(comparison: Comparison) -> Iterator[tuple[str, list[tuple[str, ...]]]]:
    """Each group of tasks with a row for each metric, whose cells are `DIFFERENCE_HEADINGS`.

    A metric that is not defined for every task has the number of tasks behind its name.
    """
    for name, differences in comparison.groups.items():
        tasks = max(item.tasks for item in differences.values())
        rows = []
        for spec in all_metrics():
            item = differences.get(spec.key)
            label = spec.label_with_unit
            if item is None and spec.sparse:
                continue
            if item is None:
                rows.append((label, *NO_VALUE * (len(DIFFERENCE_HEADINGS) - 1)))
            else:
                number = "" if item.tasks == tasks else f" ({item.tasks})"
                rows.append((f"{label}{number}", *_cells(item, spec)))
        yield f"{GROUPS[name]} ({tasks})", rows


def _cells(item: PairedDifference, spec: MetricSpec) -> Iterator[str]:
    yield spec.format(item.a)
    yield spec.format(item.b)
    yield spec.format(item.difference, sign=True)
    if item.low is None or item.high is None:
        yield NO_VALUE
    else:
        yield f"{spec.format(item.low, sign=True)}, {spec.format(item.high, sign=True)}"
    yield f"{item.p:.4f}"
    yield NO_VALUE if item.p_holm is None else f"{item.p_holm:.4f}"
    if spec.unit == PERCENT and item.detectable is not None and item.detectable > 1:
        yield ">100"
    else:
        yield spec.format(item.detectable)


def verdict(comparison: Comparison) -> Iterator[str]:
    """The result of McNemar's test, and which difference the number of tasks can detect."""
    if comparison.mcnemar:
        pairs = comparison.mcnemar
        yield (
            f"McNemar's exact test: {pairs.only_a} tasks succeed only in A, {pairs.only_b} only in B, p = {pairs.p:.4f}"
        )
    else:
        yield "McNemar's test needs one epoch per run; the p-values above are of a sign-flip test over tasks"
    primary = comparison.groups["overall"][PRIMARY.key]
    if primary.detectable is not None:
        least = "more than 100" if primary.detectable > 1 else PRIMARY.format(primary.detectable)
        text = f"MDE (minimum detectable effect at 80% power): {least} points of {PRIMARY.label}"
        if primary.tasks_needed is not None and primary.tasks_needed > primary.tasks:
            text += f"; detecting the observed difference takes about {primary.tasks_needed} tasks"
        yield text
