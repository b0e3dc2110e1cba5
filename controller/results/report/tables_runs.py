"""Tables of what runs did: by domain and number of tools, tool calls, statuses, conduct, cost, what was run."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from typing import Any

from controller.records.run_info import STATUSES
from controller.results.report.model import Column, Kind, Row, Table, Value, clean
from controller.results.report.paper import paper
from controller.results.report.source import Material, ReportedRun
from controller.results.report.tables_paper import FLOORS, METRICS, OURS, incomplete_notes, marked, three
from controller.tasks.domains import domain_order

_STEPS = [Column("steps", "max. steps", "count"), Column("actions", "actions")]


def _row(material: Material, run: ReportedRun, cells: Mapping[str, Value]) -> Row:
    head: dict[str, Value] = {
        "agent": marked(run),
        "steps": run.options.steps,
        "actions": run.options.actions,
    }
    floor = run in material.floors
    return Row(FLOORS if floor else OURS, "floor" if floor else "run", {**head, **cells})


def by_domain(material: Material) -> Table:
    """Accuracy, TIR, ACS of each domain, run by run."""
    counts = Counter(entry.domain for run in material.runs[:1] for entry in run.reading.info.tasks)
    printed = paper().tasks.by_domain
    note = "The paper gives no results by domain, only how many of its 361 tasks each has."
    table = _by(material, "by_domain", "By domain", "domain", "domain", note)
    rows = [
        Row(
            row.section,
            row.source,
            {**row.cells, "tasks": counts[domain], "paper_tasks": printed.get(domain)},
        )
        for row in table.rows
        if (domain := str(row.cells["domain"]))
    ]
    return Table(table.name, table.title, table.columns, rows, table.notes)


def by_tools(material: Material) -> Table:
    """Accuracy, TIR, ACS by the number of annotated tools, run by run."""
    entries = [entry for run in material.runs[:1] for entry in run.reading.info.tasks]
    counts = Counter(len(entry.tools) for entry in entries if entry.tools is not None)
    printed = paper().tasks.by_number_of_tools
    note = "The paper's Figure 5 is a picture without numbers: only its numbers of tasks are known."
    table = _by(
        material, "by_tools", "Figure 5: by number of annotated tools", "tools", "annotated tools", note
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
    return Table("figure5_tools", table.title, table.columns, rows, table.notes, "Figure 5: by tools")


def _by(material: Material, place: str, title: str, key: str, head: str, note: str) -> Table:
    columns = [
        Column(key, head),
        Column("tasks", "tasks", "count"),
        Column("paper_tasks", "the paper's tasks", "count"),
        Column("episodes", "episodes", "count"),
        Column("ran", "ran", "count"),
        *(Column(metric, name, "number" if metric == "acs" else "percent") for metric, name, _ in METRICS),
        Column("claims", "claims %", "percent"),
        *(
            Column(f"floor_{number}", clean(floor.agent), "percent", "floors' acc. %")
            for number, floor in enumerate(material.floors, 1)
        ),
    ]
    rows = []
    for run in material.runs:
        groups = run.summary[place]
        for name in sorted(
            groups, key=lambda name: (len(name), name) if key == "tools" else domain_order(name)
        ):
            selected = groups[name]["selected"]
            cells: dict[str, Value] = {key: clean(name), "episodes": selected["episodes"]}
            cells["ran"] = groups[name]["ran"]["episodes"]
            cells |= three(selected, run.options.actions == "gui")
            cells["claims"] = _scaled(selected["fractional"], 100)
            for number, floor in enumerate(material.floors, 1):
                group = floor.summary[place].get(name)
                cells[f"floor_{number}"] = _scaled(group["selected"]["accuracy"], 100) if group else None
            rows.append(Row(run.title, "run", cells))
    notes = [note, "Over all selected episodes.", *incomplete_notes(material.runs)]
    return Table(place, title, columns, rows, notes)


def figure4(material: Material) -> Table:
    """Executed tool calls by tool, a column a run."""
    runs = [run for run in material.runs if run.options.actions != "gui"]
    calls = [run.summary["overall"]["conduct"]["tools"] for run in runs]
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
    notes = ["Executed calls of all episodes' last tries. The paper's Figure 4 is a picture without numbers."]
    if not rows:
        notes.append("No tool was called.")
    return Table("figure4", "Figure 4: tool calls", columns, rows, notes)


def statuses(material: Material) -> Table:
    """How episodes ended, and the metrics over both denominators."""
    columns = [Column("agent", "agent"), *_STEPS, Column("episodes", "all", "count", "episodes")]
    columns += [Column("ran", "ran", "count", "episodes")]
    columns += [Column(status, status.replace("_", " "), "count", "ended as") for status in STATUSES]
    for part, head in (("selected", "over all"), ("ran", "over those that ran")):
        for metric, name, _ in METRICS:
            columns.append(Column(f"{part}_{metric}", name, "number" if metric == "acs" else "percent", head))
    rows = []
    for run in material.all:
        overall = run.summary["overall"]
        cells: dict[str, Value] = {f"{part}": overall[part]["episodes"] for part in ("selected", "ran")}
        cells["episodes"] = cells.pop("selected")
        cells |= run.summary["status"]
        for part in ("selected", "ran"):
            metrics = three(overall[part], run.options.actions == "gui")
            cells |= {f"{part}_{metric}": value for metric, value in metrics.items()}
        rows.append(_row(material, run, cells))
    notes = [
        "All: every selected episode, one without a verdict scores 0. Ran: those that ended neither in an "
        "infrastructure error nor cancelled.",
        *incomplete_notes(material.all),
    ]
    return Table("statuses", "How episodes ended, and both denominators", columns, rows, notes, "Statuses")


def rates(material: Material) -> Table:
    """What the agent did."""
    kinds: tuple[tuple[str, str, Kind, str], ...] = (
        ("claims", "claims %", "percent", ""),
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
    rows = []
    for run in material.all:
        overall = run.summary["overall"]
        conduct = overall["conduct"]
        episodes = conduct["episodes"]
        cells: dict[str, Value] = {"claims": _scaled(overall["selected"]["fractional"], 100)}
        for key, _, kind, _ in kinds[1:]:
            cells[key] = _scaled(conduct[key], 100 if kind == "percent" else 1)
        for key in ("gui_steps", "tool_steps"):
            cells[key] = conduct[key] / episodes if episodes else None
        rows.append(_row(material, run, cells))
    columns = [Column("agent", "agent"), *_STEPS, *(Column(*kind) for kind in kinds)]
    notes = [
        "The last try of each episode that has a result. docs/metrics.md of the project defines each number."
    ]
    return Table("rates", "What the agents did", columns, rows, notes)


def cost(material: Material) -> Table:
    """What model APIs were asked for."""
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
    for run in material.all:
        cells: dict[str, Value] = {key: run.summary[key] for key, _, _ in kinds[:-1]}
        episodes, spent = len(run.reading.results), run.summary["cost"]
        cells["episode_cost"] = spent / episodes if episodes and spent is not None else None
        cells["models"] = clean(", ".join(run.summary["models"])) or None
        rows.append(_row(material, run, cells))
    columns = [Column("agent", "agent"), *_STEPS, Column("models", "models as served")]
    columns += [Column(*kind) for kind in kinds]
    notes = ["All tries, failed ones included. A cost is unknown when one price is."]
    return Table("cost", "Tokens and cost", columns, rows, notes)


def what_was_run(material: Material) -> Table:
    """The runs with what makes their numbers."""
    names = (
        ("run", "run"),
        ("agent", "agent"),
        ("models", "models as served"),
        ("actions", "actions"),
        ("steps", "max. steps"),
        ("epochs", "epochs"),
        ("filter", "tool filter, order"),
        ("observe", "observes"),
        ("settings", "settings"),
        ("seed", "seed"),
        ("provider", "provider"),
        ("image", "image"),
        ("tools", "tool list"),
        ("tasks", "tasks' hash"),
        ("testbed", "testbed"),
        ("created", "begun"),
        ("remarks", "remarks"),
    )
    rows = [
        Row(
            FLOORS if run in material.floors else OURS,
            "floor" if run in material.floors else "run",
            _what(run),
        )
        for run in material.all
    ]
    notes = [
        f"Each run is of the same {material.tasks} tasks; hashes are cut to 12 places here, whole in report.json."
    ]
    return Table("runs", "What was run", [Column(*name) for name in names], rows, notes)


def _what(run: ReportedRun) -> dict[str, Value]:
    info, options = run.reading.info, run.options
    settings = ", ".join(f"{name}={value}" for name, value in sorted(options.settings.items()))
    budget = f", budget {options.tool_budget}" if options.tool_budget else ""
    return {
        "run": run.name,
        "agent": run.agent,
        "models": clean(", ".join(run.summary["models"])) or None,
        "actions": options.actions,
        "steps": str(options.steps),
        "epochs": str(options.epochs),
        "filter": clean(f"{options.tool_filter}, {options.tool_order}{budget}"),
        "observe": ", ".join(options.observe),
        "settings": clean(settings) or None,
        "seed": str(options.seed),
        "provider": clean(options.provider),
        "image": clean(info.image_hash[:12]) or None,
        "tools": clean(info.tools_hash[:12]) or None,
        "tasks": tasks_hash(run)[:12],
        "testbed": clean(info.versions.get("testbed", "")) or None,
        "created": clean(info.created),
        "remarks": _remarks(run) or None,
    }


def tasks_hash(run: ReportedRun) -> str:
    """One hash over the tasks and theirs."""
    lines = sorted(f"{entry.id} {entry.hash}\n" for entry in run.reading.info.tasks)
    return hashlib.sha256("".join(lines).encode("utf-8", "replace")).hexdigest()


def _remarks(run: ReportedRun) -> str:
    parts = [
        f"{asked} was answered by {served} {number} times"
        for asked, served, number in run.summary["substitutions"]
    ]
    parts += [f"let pass: {code} {number}" for code, number in run.summary["leniencies"].items()]
    parts += ["a replay"] if run.options.replay else []
    return clean("; ".join(parts))


def _scaled(value: Any, factor: float) -> Value:
    return None if value is None else value * factor
