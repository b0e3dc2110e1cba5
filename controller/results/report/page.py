"""A report as one HTML page: no script, nothing from elsewhere, every text of a record escaped."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files

from controller.results.comparison.compare import describe_outcomes
from controller.results.report.glossary import GLOSSARY
from controller.results.report.model import NOTHING, Table, clean
from controller.results.report.page_tables import table_lines
from controller.results.report.plots import Plot
from controller.results.report.source import ReportedRun, ReportInput
from controller.results.report.tables_overview import scores_by_task

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
MAX_DAMAGE = 50
MAX_TEXT = 300


def page(report_input: ReportInput, tables: Sequence[Table], plots: Sequence[Plot]) -> str:
    """The page; a plot stands above its table."""
    style = files(__package__).joinpath("page.css").read_text("utf-8")
    title = escape(report_input.title)
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
            f'<p class="lead">{escape(_lead(report_input))}</p>',
            "</header>",
            *([_switch()] if report_input.paper else []),
            *_warnings(report_input),
            "<nav>",
            *(
                f'<a href="#{table.name}">{escape(table.short or table.title.partition(":")[0])}</a>'
                for table in tables
            ),
            '<a href="#tasks">Tasks</a>',
            '<a href="#glossary">Glossary</a>',
            "</nav>",
            "<main>",
            *(line for table in tables for line in _section(table, _plots_of(table, plots))),
            *_tasks(report_input),
            *_glossary(),
            "</main>",
            "</body>",
            "</html>",
            "",
        ]
    )


def _lead(report_input: ReportInput) -> str:
    dates = sorted(run.loaded.info.created[:10] for run in report_input.all)
    when = dates[0] if dates[0] == dates[-1] else f"{dates[0]} to {dates[-1]}"
    number = len(report_input.baselines)
    baselines = f" and {number} baseline{'s' * (number != 1)}" if number else ""
    runs = f"{len(report_input.runs)} run{'s' * (len(report_input.runs) != 1)}{baselines}"
    tasks = f"{'the same ' * (len(report_input.all) > 1)}{report_input.tasks} task{'s' * (report_input.tasks != 1)}"
    return f"{runs} over {tasks}, started {clean(when)}."


def _plots_of(table: Table, plots: Sequence[Plot]) -> list[Plot]:
    return [plot for plot in plots if (plot.table or plot.name) == table.name]


def _warnings(report_input: ReportInput) -> Iterator[str]:
    if not report_input.tasks:
        yield from _warning("The runs have no tasks.", ())
    marked = [run for run in report_input.all if run.loaded.provenance.marks]
    if marked:
        yield from _warning(
            "Read these numbers with care; the glossary explains the marks:",
            [f"{run.name}: {'; '.join(map(clean, run.loaded.provenance.marks))}" for run in marked],
        )
    aborted = [run for run in report_input.all if run.loaded.error]
    if aborted:
        yield from _warning(
            "Aborted by an error:",
            [
                f"{run.name}: {clean(f'{run.loaded.error.type}: {run.loaded.error.message}', MAX_TEXT)}"
                for run in aborted
                if run.loaded.error
            ],
        )
    incomplete = [run for run in report_input.all if run.incomplete]
    if incomplete:
        yield from _warning(
            "Incomplete: episodes without a verdict count as 0 over all episodes and are excluded from those that ran.",
            [
                f"{run.title}: {run.incomplete} of {run.summary['overall']['selected']['episodes']}"
                + (" (none has a verdict)" if not run.summary["overall"]["ran"]["episodes"] else "")
                for run in incomplete
            ],
        )
    if report_input.missing:
        yield from _warning(
            "Runs of the study that have not started:", [clean(name) for name in report_input.missing]
        )
    if report_input.left_out:
        yield from _warning(
            "Tasks left out because they are missing in some runs or have different content there:",
            _limit([clean(task) for task in report_input.left_out]),
        )
    partial = [run for run in report_input.baselines if run.summary["tasks"] < report_input.tasks]
    if partial:
        yield from _warning(
            "Baselines that do not cover all tasks:",
            [f"{run.title}: {run.summary['tasks']} of {report_input.tasks}" for run in partial],
        )
    damage = [f"{item}" for item in report_input.unreadable]
    for run in report_input.all:
        damage += [
            f"{run.name}/{path}{f':{line}' if line else ''}: {problem}"
            for path, line, problem in run.damage()
        ]
    if damage:
        yield from _warning("Damaged records; everything else is counted:", _limit(damage))


def _limit(lines: Sequence[str]) -> list[str]:
    more = len(lines) - MAX_DAMAGE
    return [*lines[:MAX_DAMAGE], *([f"and {more} more"] if more > 0 else [])]


def _warning(text: str, items: Sequence[str]) -> Iterator[str]:
    listed = "".join(f"<li>{escape(item)}</li>" for item in items)
    yield f'<div class="warning" role="note">{escape(text)}{f"<ul>{listed}</ul>" if listed else ""}</div>'


def _section(table: Table, plots: Sequence[Plot]) -> Iterator[str]:
    yield f'<section id="{table.name}">'
    yield f"<h2>{escape(table.title)}</h2>"
    for plot in plots:
        yield from _figure(plot)
    if table.rows:
        yield from table_lines(table)
    for note in table.notes:
        yield f'<p class="notes">{escape(note)}</p>'
    for note in table.paper_notes:
        yield f'<p class="notes of-paper">{escape(note)}</p>'
    yield "</section>"


def _figure(plot: Plot) -> Iterator[str]:
    yield "<figure>"
    if plot.plain:
        yield from _picture(plot, "of-paper")
        yield from _picture(plot.plain, "without-paper")
    else:
        yield from _picture(plot)
    yield f"<figcaption>{escape(plot.caption)}</figcaption></figure>"


def _picture(plot: Plot, kind: str = "") -> Iterator[str]:
    light, dark = (
        "data:image/svg+xml;base64," + base64.b64encode(picture).decode()
        for picture in (plot.svg("light"), plot.svg("dark"))
    )
    yield f'<div class="{f"scroll {kind}".strip()}"><picture>'
    yield f'<source media="(prefers-color-scheme: dark)" srcset="{dark}">'
    yield f'<img src="{light}" alt="{escape(plot.caption)}">'
    yield "</picture></div>"


def _switch() -> str:
    """Shows or hides all that is the paper's; the style does it, because the page runs no script."""
    return (
        '<p class="switch"><label><input type="checkbox" id="paper" checked> '
        "Show the paper's numbers, on a tinted background</label></p>"
    )


def _glossary() -> Iterator[str]:
    yield '<section id="glossary"><h2>Glossary</h2><dl class="glossary">'
    yield from (f"<dt>{escape(term)}</dt><dd>{escape(meaning)}</dd>" for term, meaning in GLOSSARY)
    yield "</dl></section>"


def _tasks(report_input: ReportInput) -> Iterator[str]:
    yield '<section id="tasks"><h2>Tasks</h2>'
    yield (
        '<p class="notes">Mean scores over epochs, in the order of the runs below each task; '
        "statuses, the first claim that is not met or the error, and the last answer.</p>"
    )
    scores = [scores_by_task(run) for run in report_input.runs]
    for entry in report_input.runs[0].loaded.info.tasks:
        shown = " ".join(_score(by_task.get(entry.id)) for by_task in scores)
        yield f'<details><summary><code>{escape(clean(entry.id))}</code> <span class="scores">{shown}</span></summary>'
        if entry.instruction:
            yield f"<blockquote>{escape(clean(entry.instruction, 4 * MAX_TEXT))}</blockquote>"
        tools = ", ".join(map(clean, entry.tools or ())) or "none"
        yield f'<p class="notes">hash <code>{escape(clean(entry.hash))}</code>; annotated tools: {escape(tools)}</p>'
        yield "<dl>"
        for run, by_task in zip(report_input.runs, scores, strict=True):
            yield f"<dt>{escape(run.title)}: {_score(by_task.get(entry.id))}</dt>"
            ending = escape(describe_outcomes(run.loaded, entry.id) or "no result")
            answer = _answer(run, entry.id)
            yield f"<dd>{ending}{f'<br>answer: {escape(answer)}' if answer else ''}</dd>"
        yield "</dl></details>"
    yield "</section>"


def _score(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.2g}"


def _answer(run: ReportedRun, task: str) -> str:
    """The answer of the last epoch that has one."""
    for epoch in range(run.options.epochs, 0, -1):
        result = run.loaded.results.get((task, epoch))
        if result and result.answer:
            return clean(result.answer, MAX_TEXT)
    return ""
