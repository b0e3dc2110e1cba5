"""A report as one HTML page: no script, nothing from elsewhere, every text of a record escaped."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files

from controller.results.comparison.compare import why
from controller.results.outcomes import EpisodeOutcome, mean_score, outcomes_of
from controller.results.report.model import Column, Row, Table, clean
from controller.results.report.plots import Plot
from controller.results.report.source import ReportedRun, ReportInput

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
LONG_TABLE = 30
"""Tables with more rows scroll in a window of their own."""
MAX_DAMAGE = 50
MAX_TEXT = 300


def page(material: ReportInput, tables: Sequence[Table], plots: Mapping[str, Plot]) -> str:
    """The page; a plot stands above the table of its name."""
    style = files(__package__).joinpath("page.css").read_text("utf-8")
    title = escape(material.title)
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title} – testbed</title>",
            f"<style>\n{style}</style>",
            "</head>",
            "<body>",
            "<header>",
            f"<h1>{title}</h1>",
            f'<p class="lead">{escape(_lead(material))}</p>',
            "</header>",
            *_warnings(material),
            "<nav>",
            *(
                f'<a href="#{table.name}">{escape(table.short or table.title.partition(":")[0])}</a>'
                for table in tables
            ),
            '<a href="#tasks">Tasks</a>',
            "</nav>",
            "<main>",
            *(line for table in tables for line in _section(table, plots.get(table.name))),
            *_tasks(material),
            "</main>",
            "</body>",
            "</html>",
            "",
        ]
    )


def _lead(material: ReportInput) -> str:
    dates = sorted(run.loaded.info.created[:10] for run in material.all)
    when = dates[0] if dates[0] == dates[-1] else f"{dates[0]} to {dates[-1]}"
    number = len(material.baselines)
    baselines = f" and {number} baseline{'s' * (number != 1)}" if number else ""
    runs = f"{len(material.runs)} run{'s' * (len(material.runs) != 1)}{baselines}"
    tasks = f"{'the same ' * (len(material.all) > 1)}{material.tasks} task{'s' * (material.tasks != 1)}"
    return f"{runs} over {tasks}, started {clean(when)}. Rows on a tinted background are the paper's."


def _warnings(material: ReportInput) -> Iterator[str]:
    if not material.tasks:
        yield from _warning("The runs have no tasks.", ())
    incomplete = [run for run in material.all if run.incomplete]
    if incomplete:
        yield from _warning(
            "Incomplete: episodes without a verdict count as 0 over all episodes and are excluded from those that ran.",
            [
                f"{run.title}: {run.incomplete} of {run.summary['overall']['selected']['episodes']}"
                + (" (none has a verdict)" if not run.summary["overall"]["ran"]["episodes"] else "")
                for run in incomplete
            ],
        )
    if material.missing:
        yield from _warning(
            "Runs of the study that have not started:", [clean(name) for name in material.missing]
        )
    if material.left_out:
        yield from _warning(
            "Tasks left out because they are missing in some runs or have different content there:",
            _limited([clean(task) for task in material.left_out]),
        )
    partial = [run for run in material.baselines if run.summary["tasks"] < material.tasks]
    if partial:
        yield from _warning(
            "Baselines that do not cover all tasks:",
            [f"{run.title}: {run.summary['tasks']} of {material.tasks}" for run in partial],
        )
    damage = [f"{item}" for item in material.unreadable]
    for run in material.all:
        damage += [
            f"{run.name}/{path}{f':{line}' if line else ''}: {problem}"
            for path, line, problem in run.damage()
        ]
    if damage:
        yield from _warning("Damaged records; everything else is counted:", _limited(damage))


def _limited(lines: Sequence[str]) -> list[str]:
    more = len(lines) - MAX_DAMAGE
    return [*lines[:MAX_DAMAGE], *([f"and {more} more"] if more > 0 else [])]


def _warning(text: str, items: Sequence[str]) -> Iterator[str]:
    listed = "".join(f"<li>{escape(item)}</li>" for item in items)
    yield f'<div class="warning" role="note">{escape(text)}{f"<ul>{listed}</ul>" if listed else ""}</div>'


def _section(table: Table, plot: Plot | None) -> Iterator[str]:
    yield f'<section id="{table.name}">'
    yield f"<h2>{escape(table.title)}</h2>"
    if plot:
        yield from _figure(plot)
    if table.rows:
        yield from _table(table)
    for note in table.notes:
        yield f'<p class="notes">{escape(note)}</p>'
    yield "</section>"


def _figure(plot: Plot) -> Iterator[str]:
    light, dark = (
        "data:image/svg+xml;base64," + base64.b64encode(picture).decode()
        for picture in (plot.svg("light"), plot.svg("dark"))
    )
    yield '<figure><div class="scroll"><picture>'
    yield f'<source media="(prefers-color-scheme: dark)" srcset="{dark}">'
    yield f'<img src="{light}" alt="{escape(plot.caption)}">'
    yield f"</picture></div><figcaption>{escape(plot.caption)}</figcaption></figure>"


def _table(table: Table) -> Iterator[str]:
    # The paper's rows must not hide below ours.
    long = len(table.rows) > LONG_TABLE and not any(row.source == "paper" for row in table.rows)
    yield f'<div class="scroll{" long" * long}" tabindex="0"><table>'
    yield "<thead>"
    groups = table.groups()
    if groups:
        heads = (
            f'<th class="group" colspan="{span}" scope="colgroup">{escape(name)}</th>'
            for name, span in groups
        )
        yield f"<tr>{''.join(heads)}</tr>"
    firsts = _first_columns(table)
    yield "<tr>" + "".join(
        f'<th scope="col"{_classes(column, firsts)}{_tooltip(column)}>{escape(column.head)}</th>'
        for column in table.columns
    )
    yield "</tr></thead>"
    for section, rows in table.sections():
        yield f'<tbody class="{rows[0].source}">'
        if section:
            span = len(table.columns)
            yield f'<tr><th class="section" colspan="{span}" scope="rowgroup"><span>{escape(section)}</span></th></tr>'
        yield from (_row(table, row, firsts) for row in rows)
        yield "</tbody>"
    yield "</table></div>"


def _row(table: Table, row: Row, firsts: set[str]) -> str:
    return (
        "<tr>"
        + "".join(
            f"<td{_classes(column, firsts)}>{escape(column.shown(row.cells.get(column.key)))}</td>"
            for column in table.columns
        )
        + "</tr>"
    )


def _first_columns(table: Table) -> set[str]:
    """The first columns of groups."""
    pairs = zip(table.columns, table.columns[1:], strict=False)
    return {after.key for before, after in pairs if before.group != after.group}


def _classes(column: Column, firsts: set[str]) -> str:
    names = [*(["text"] if column.kind == "text" else []), *(["first"] if column.key in firsts else [])]
    return f' class="{" ".join(names)}"' if names else ""


def _tooltip(column: Column) -> str:
    return f' title="{escape(column.description)}"' if column.description else ""


def _tasks(material: ReportInput) -> Iterator[str]:
    yield '<section id="tasks"><h2>Tasks</h2>'
    yield (
        '<p class="notes">Mean scores over epochs, in the order of the runs below each task; '
        "statuses, the first claim that is not met or the error, and the last answer.</p>"
    )
    scores = [_scores(run) for run in material.runs]
    for entry in material.runs[0].loaded.info.tasks:
        shown = " ".join(f"{by_task.get(entry.id, 0.0):.2g}" for by_task in scores)
        yield f'<details><summary><code>{escape(clean(entry.id))}</code> <span class="scores">{shown}</span></summary>'
        if entry.instruction:
            yield f"<blockquote>{escape(clean(entry.instruction, 4 * MAX_TEXT))}</blockquote>"
        tools = ", ".join(map(clean, entry.tools or ())) or "none"
        yield f'<p class="notes">hash <code>{escape(clean(entry.hash))}</code>; annotated tools: {escape(tools)}</p>'
        yield "<dl>"
        for run, by_task in zip(material.runs, scores, strict=True):
            yield f"<dt>{escape(run.title)}: {by_task.get(entry.id, 0.0):.2g}</dt>"
            ending = escape(why(run.loaded, entry.id) or "no result")
            answer = _answer(run, entry.id)
            yield f"<dd>{ending}{f'<br>answer: {escape(answer)}' if answer else ''}</dd>"
        yield "</dl></details>"
    yield "</section>"


def _scores(run: ReportedRun) -> dict[str, float]:
    by_task: dict[str, list[EpisodeOutcome]] = {}
    for outcome in outcomes_of(run.loaded.info, run.loaded.results):
        by_task.setdefault(outcome.task, []).append(outcome)
    return {task: mean_score(outcomes) for task, outcomes in by_task.items()}


def _answer(run: ReportedRun, task: str) -> str:
    """The answer of the last epoch that has one."""
    for epoch in range(run.options.epochs, 0, -1):
        result = run.loaded.results.get((task, epoch))
        if result and result.answer:
            return clean(result.answer, MAX_TEXT)
    return ""
