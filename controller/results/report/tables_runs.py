"""Tables of runs: by domain and number of tools, tool calls, statuses, behaviour, cost, what was run."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from controller.metrics.registry import PRIMARY, behaviour_metrics, headline_metrics, with_values
from controller.records.part_records import texts_of_parts
from controller.records.run_info import STATUSES
from controller.results.report.model import (
    PAPER_COLUMN,
    Column,
    Kind,
    Row,
    Table,
    Value,
    clean,
    metric_cells,
    metric_column,
    selected_values,
)
from controller.results.report.paper import paper
from controller.results.report.source import ReportedRun, ReportInput
from controller.results.report.tables_paper import BASELINES, OURS, incomplete_notes, mark_incomplete
from controller.results.variants import variants_text
from controller.tasks.domains import domain_order

_STEPS = [Column("steps", "max. steps", "count"), Column("actions", "actions")]


def _row(report_input: ReportInput, run: ReportedRun, cells: Mapping[str, Value]) -> Row:
    head: dict[str, Value] = {
        "agent": mark_incomplete(run),
        "steps": run.options.steps,
        "actions": run.options.actions,
    }
    baseline = run in report_input.baselines
    return Row(BASELINES if baseline else OURS, "baseline" if baseline else "run", {**head, **cells})


def by_domain(report_input: ReportInput) -> Table:
    """Every metric of each domain, run by run."""
    counts = Counter(entry.domain for run in report_input.runs[:1] for entry in run.loaded.info.tasks)
    printed = paper().tasks.by_domain
    note = "The paper gives no results by domain, only how many of its 361 tasks each has."
    table = _by(report_input, "by_domain", "By domain", "domain", "domain", note)
    rows = [
        Row(
            row.section,
            row.source,
            {**row.cells, "tasks": counts[domain], "paper_tasks": printed.get(domain)},
        )
        for row in table.rows
        if (domain := str(row.cells["domain"]))
    ]
    return replace(table, rows=rows)


def by_tools(report_input: ReportInput) -> Table:
    """Every metric by the number of annotated tools, run by run."""
    entries = [entry for run in report_input.runs[:1] for entry in run.loaded.info.tasks]
    counts = Counter(len(entry.tools) for entry in entries if entry.tools is not None)
    printed = paper().tasks.by_number_of_tools
    note = "The paper's Figure 5 is a picture without numbers: only its numbers of tasks are known."
    table = _by(
        report_input, "by_tools", "Figure 5: by number of annotated tools", "tools", "annotated tools", note
    )
    rows = [
        Row(
            row.section,
            row.source,
            {**row.cells, "tasks": counts[int(tools)], "paper_tasks": printed.get(tools)},
        )
        for row in table.rows
        if (tools := str(row.cells["tools"]))
    ]
    return replace(table, name="figure5_tools", rows=rows, short="Figure 5: by tools")


def _by(report_input: ReportInput, place: str, title: str, key: str, head: str, note: str) -> Table:
    groups = [group["selected"] for run in report_input.runs for group in run.summary[place].values()]
    metrics = with_values((*headline_metrics(), *behaviour_metrics()), groups)
    columns = [
        Column(key, head),
        Column("tasks", "tasks", "count"),
        Column(PAPER_COLUMN, "the paper's tasks", "count"),
        Column("episodes", "episodes", "count"),
        Column("ran", "ran", "count"),
        *(metric_column(spec) for spec in metrics),
        *(
            Column(f"baseline_{number}", clean(run.agent), "percent", f"baselines' {PRIMARY.column_heading}")
            for number, run in enumerate(report_input.baselines, 1)
        ),
    ]
    rows = []
    for run in report_input.runs:
        groups = run.summary[place]
        for name in sorted(
            groups, key=lambda name: (len(name), name) if key == "tools" else domain_order(name)
        ):
            selected = groups[name]["selected"]
            cells: dict[str, Value] = {key: clean(name), "episodes": selected["episodes"]}
            cells["ran"] = groups[name]["ran"]["episodes"]
            cells |= metric_cells(metrics, selected_values(groups[name]), gui=run.options.actions == "gui")
            for number, baseline in enumerate(report_input.baselines, 1):
                group = baseline.summary[place].get(name)
                value = selected_values(group)[PRIMARY.key] if group else None
                cells[f"baseline_{number}"] = _scale(value, PRIMARY.scale)
            rows.append(Row(run.title, "run", cells))
    notes = ["Over all selected episodes.", *incomplete_notes(report_input.runs)]
    return Table(place, title, columns, rows, notes, paper_notes=[note])


def figure4(report_input: ReportInput) -> Table:
    """Executed tool calls by tool, a column a run."""
    runs = [run for run in report_input.runs if run.options.actions != "gui"]
    calls = [run.summary["overall"]["behavior"]["tools"] for run in runs]
    total = Counter[str]()
    for counts in calls:
        total.update(counts)
    columns = [Column("tool", "tool"), Column("all", "all runs", "count")]
    columns += [Column(f"run_{number}", run.title, "count") for number, run in enumerate(runs, 1)]
    rows = [
        Row(
            "",
            "run",
            {
                "tool": clean(tool, 80),
                "all": number,
                **{f"run_{place}": counts.get(tool, 0) for place, counts in enumerate(calls, 1)},
            },
        )
        for tool, number in sorted(total.items(), key=lambda item: (-item[1], item[0]))
    ]
    notes = ["Executed calls of all episodes' last attempts."]
    if not rows:
        notes.append("No tool was called.")
    printed = ["The paper's Figure 4 is a picture without numbers."]
    return Table("figure4", "Figure 4: tool calls", columns, rows, notes, paper_notes=printed)


def statuses(report_input: ReportInput) -> Table:
    """How episodes ended, and the metrics over both denominators."""
    columns = [Column("agent", "agent"), *_STEPS, Column("episodes", "all", "count", "episodes")]
    columns += [Column("ran", "ran", "count", "episodes")]
    columns += [Column(status, status.replace("_", " "), "count", "ended as") for status in STATUSES]
    for part, head in (("selected", "over all"), ("ran", "over those that ran")):
        columns += [metric_column(spec, f"{part}_{spec.csv_column}", head) for spec in headline_metrics()]
    rows = []
    for run in report_input.all:
        overall = run.summary["overall"]
        cells: dict[str, Value] = {f"{part}": overall[part]["episodes"] for part in ("selected", "ran")}
        cells["episodes"] = cells.pop("selected")
        cells |= run.summary["status"]
        for part in ("selected", "ran"):
            gui = run.options.actions == "gui"
            cells |= metric_cells(headline_metrics(), overall[part], gui=gui, prefix=f"{part}_")
        rows.append(_row(report_input, run, cells))
    notes = [
        "All: every selected episode; one without a verdict scores 0. Ran: episodes that ended neither in an "
        "infrastructure error nor cancelled.",
        *incomplete_notes(report_input.all),
    ]
    return Table("statuses", "How episodes ended, and both denominators", columns, rows, notes, "Statuses")


def rates(report_input: ReportInput) -> Table:
    """What the agent did."""
    kinds: tuple[tuple[str, str, Kind, str], ...] = (
        ("gui_steps", "GUI", "number", "steps an episode"),
        ("tool_steps", "tools", "number", "steps an episode"),
        ("first_tool_step", "first call", "number", "steps an episode"),
        ("calls", "all", "count", "tool calls"),
        ("unknown_rate", "unknown %", "percent", "tool calls"),
        ("not_offered_rate", "not offered %", "percent", "tool calls"),
        ("invalid_rate", "invalid %", "percent", "tool calls"),
        ("failed_rate", "failed %", "percent", "tool calls"),
        ("refused_gui_rate", "refused %", "percent", "GUI steps"),
        ("failed_gui_rate", "failed %", "percent", "GUI steps"),
        ("unusable", "unusable answers", "count", ""),
        ("searches", "tool searches", "count", ""),
        ("offered", "tools offered", "number", ""),
        ("model_seconds", "model", "number", "seconds an episode"),
        ("environment_seconds", "environment", "number", "seconds an episode"),
    )
    shown = with_values(behaviour_metrics(), [run.summary["overall"]["selected"] for run in report_input.all])
    rows = []
    for run in report_input.all:
        overall = run.summary["overall"]
        stats = overall["behavior"]
        episodes = stats["episodes"]
        gui = run.options.actions == "gui"
        cells = metric_cells(shown, selected_values(overall), gui=gui)
        for key, _, kind, _ in kinds:
            cells[key] = _scale(stats[key], 100 if kind == "percent" else 1)
        for key in ("gui_steps", "tool_steps"):
            cells[key] = stats[key] / episodes if episodes else None
        rows.append(_row(report_input, run, cells))
    columns = [Column("agent", "agent"), *_STEPS, *(metric_column(spec) for spec in shown)]
    columns += [Column(*kind) for kind in kinds]
    notes = [
        "The last attempt of each episode that has a result. docs/metrics.md of the project defines each number."
    ]
    return Table("rates", "What the agents did", columns, rows, notes)


def cost(report_input: ReportInput) -> Table:
    """Usage of model APIs."""
    kinds: tuple[tuple[str, str, Kind], ...] = (
        ("calls", "calls", "count"),
        ("retries", "retries", "count"),
        ("input_tokens", "tokens in", "count"),
        ("cache_read_tokens", "of it cached", "count"),
        ("output_tokens", "tokens out", "count"),
        ("cost", "cost", "dollars"),
        ("episode_cost", "an episode", "dollars"),
    )
    rows = []
    for run in report_input.all:
        cells: dict[str, Value] = {key: run.summary[key] for key, _, _ in kinds[:-1]}
        episodes, spent = len(run.loaded.results), run.summary["cost"]
        cells["episode_cost"] = spent / episodes if episodes and spent is not None else None
        cells["models"] = clean(", ".join(run.summary["models"])) or None
        rows.append(_row(report_input, run, cells))
    columns = [Column("agent", "agent"), *_STEPS, Column("models", "models as served")]
    columns += [Column(*kind) for kind in kinds]
    notes = ["All attempts, failed ones included. A cost is unknown if one of its prices is."]
    return Table("cost", "Tokens and cost", columns, rows, notes)


def what_was_run(report_input: ReportInput) -> Table:
    """The runs with everything that determines their numbers."""
    rows = [
        Row(
            BASELINES if run in report_input.baselines else OURS,
            "baseline" if run in report_input.baselines else "run",
            {key: value(run) or None for key, _, value in _WHAT},
        )
        for run in report_input.all
    ]
    notes = [
        f"Every run has the same {report_input.tasks} tasks. Hashes are cut to 12 digits here and whole in "
        "report.json.",
        "A run without a screen had the usual one: 1280x720, or the one that its task source asks for.",
    ]
    return Table("runs", "What was run", [Column(key, heading) for key, heading, _ in _WHAT], rows, notes)


def tasks_hash(run: ReportedRun) -> str:
    """One hash over the tasks' ids and hashes."""
    lines = sorted(f"{entry.id} {entry.hash}\n" for entry in run.loaded.info.tasks)
    return hashlib.sha256("".join(lines).encode("utf-8", "replace")).hexdigest()


def _remarks(run: ReportedRun) -> str:
    parts = [
        f"{served} answered for {requested} {number} times"
        for requested, served, number in run.summary["substitutions"]
    ]
    parts += [f"tolerated: {code} {number}" for code, number in run.summary["leniencies"].items()]
    parts += [text for _, text in texts_of_parts(run.summary["parts"])]
    parts += ["replay"] if run.options.replay else []
    return clean("; ".join(parts))


def _scale(value: Any, factor: float) -> Value:
    return None if value is None else value * factor


def _settings(run: ReportedRun) -> str:
    return clean(", ".join(f"{name}={value}" for name, value in sorted(run.options.settings.items())))


def _filter(run: ReportedRun) -> str:
    options = run.options
    budget = f", budget {options.tool_budget}" if options.tool_budget else ""
    return clean(f"{options.tool_filter}, {options.tool_order}{budget}")


_WHAT: tuple[tuple[str, str, Callable[[ReportedRun], str]], ...] = (
    ("run", "run", lambda run: run.name),
    ("agent", "agent", lambda run: run.agent),
    ("models", "models as served", lambda run: clean(", ".join(run.summary["models"]))),
    ("calling", "calls tools by", lambda run: run.options.calling),
    ("instructions", "instructions", lambda run: run.options.instructions.removeprefix("concrete")),
    ("actions", "actions", lambda run: run.options.actions),
    ("steps", "max. steps", lambda run: str(run.options.steps)),
    ("epochs", "epochs", lambda run: str(run.options.epochs)),
    ("variants", "variants of tasks", lambda run: variants_text(run.loaded.info.variants)),
    ("filter", "tool filter, order", _filter),
    ("observe", "observes", lambda run: ", ".join(run.options.observe)),
    ("screen", "screen", lambda run: clean(run.options.screen_text)),
    ("settings", "settings", _settings),
    ("seed", "seed", lambda run: str(run.options.seed)),
    ("provider", "provider", lambda run: clean(run.options.provider)),
    ("image", "image", lambda run: clean(run.loaded.info.image_hash[:12])),
    ("tools", "tool list", lambda run: clean(run.loaded.info.tools_hash[:12])),
    ("tasks", "tasks' hash", lambda run: tasks_hash(run)[:12]),
    ("testbed", "testbed", lambda run: clean(run.loaded.info.versions.get("testbed", ""))),
    ("created", "started", lambda run: clean(run.loaded.info.created)),
    ("remarks", "remarks", _remarks),
)
"""What determines a run's numbers: keys, headings and values; "" for nothing."""
