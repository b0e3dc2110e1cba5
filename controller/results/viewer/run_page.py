"""The page of a run: what was run, its numbers, and its tasks with their episodes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from controller.core.texts import count
from controller.metrics.registry import behaviour_metrics, headline_metrics, with_values
from controller.records.run_options import local_options
from controller.results.run_tables import groups_of, metric_cells
from controller.results.variants import variants_text
from controller.results.viewer.durations_part import durations_table
from controller.results.viewer.grid import epochs_grid
from controller.results.viewer.html import Html, block, document, el, join, link, warning
from controller.results.viewer.links import RUN_DEPTH, Links
from controller.results.viewer.live import IDLE_SECONDS, LIVE_SECONDS
from controller.results.viewer.marks import marks_of, tags_of
from controller.results.viewer.numbers import NOTHING, STATUS_NAMES, when
from controller.results.viewer.plugin_pages import page_links
from controller.results.viewer.question_part import question_part
from controller.results.viewer.run import RunView
from controller.results.viewer.run_tasks import ALL_TASKS, TaskFilter, tasks_part
from controller.results.viewer.runs_page import damage_list, name_of

Parts = Sequence[tuple[str, str]]
_PARTS: Parts = (("all", "selected"), ("ran", "ran"))
"""The denominators: heading, and name in a summary."""
_NOT_EVERY = (
    "all: every selected episode. ran: episodes that ended neither in an infrastructure error nor cancelled."
)
_EVERY = "Every selected episode ran, so both denominators give the same numbers."


def run_page(run: RunView, task_filter: TaskFilter = ALL_TASKS, *, static: bool = False) -> str:
    """The page, with the tasks that `task_filter` selects."""
    links = Links(RUN_DEPTH, static)
    card = run.card
    body = [
        el("header", el("h1", run.card.title), el("p", *_lead(run), class_="muted"), *_marks(run), id="head"),
        _question(run, links) if run.question and not static else None,
        *_warnings(run),
        _summary(run),
        epochs_grid(run, links),
        tasks_part(run, task_filter, links),
        _details(run, static=static),
        page_links(card.name, links),
    ]
    every = 0 if static else LIVE_SECONDS if card.live else IDLE_SECONDS
    return document(name_of(card), body, links, kind="run", live=every)


def _lead(run: RunView) -> Iterator[str | Html]:
    options = run.info.options
    yield el("span", run.card.place or run.card.folder.name, class_="place")
    screen = f", screen {options.screen_text}" if options.screen_text else ""
    yield f": {options.actions}, {options.steps} steps{screen}, started {when(run.info.created)} UTC, "
    yield f"{len(run.loaded.results)} of {count(run.card.summary.episodes, 'episode')} done "


def _marks(run: RunView) -> Iterator[Html]:
    marks = [*marks_of(run.card), *tags_of(run.card)]
    if marks:
        yield el("p", *marks, class_="badges")
    if run.card.note:
        yield el("p", run.card.note, class_="note-of")


def _question(run: RunView, links: Links) -> Html | None:
    if run.question is None:
        return None
    name, question = run.card.name, run.question
    about = link(
        links.episode(name, question.task, question.epoch), f"{question.task}, epoch {question.epoch}"
    )
    return question_part(question, links.answer(name), about)


def _warnings(run: RunView) -> Iterator[Html]:
    damage = {str(item): item for item in (*run.loaded.damage, *run.card.damage)}
    if damage:
        yield el("div", damage_list(list(damage.values())), id="damage")
    if error := run.loaded.error:
        hint = f" {error.hint}." if error.hint else ""
        yield el("div", warning(f"Aborted by {error.type}: {error.message}.{hint}"), id="aborted")
    without = sum(run.card.summary.without_verdict.values())
    if without and not run.card.live:
        text = (
            f"{count(without, 'episode')} of {run.card.summary.episodes:,} have no verdict: they count as 0 "
            "under “all” and are excluded from “ran”."
        )
        yield el("div", warning(text), id="incomplete")
    if run.loaded.rechecked:
        text = f"{count(len(run.loaded.rechecked), 'score')} from a later recheck by a changed checker or by judges."
        yield el("p", text, class_="muted", id="rechecked")


def _summary(run: RunView) -> Html:
    summary = run.summary
    groups = [(name, group, place[0]) for name, place, group in groups_of(summary)]
    domains = [(name, group) for name, group, kind in groups if kind == "by_domain"]
    others = [(name, group) for name, group, kind in groups if kind != "by_domain"]
    counts = ", ".join(
        f"{number} {STATUS_NAMES[name]}" for name, number in summary["status"].items() if number
    )
    same = all(group["selected"] == group["ran"] for _, group, _ in groups)
    parts = _PARTS[:1] if same else _PARTS
    note = _EVERY if same else _NOT_EVERY
    variants = f", {text}" if (text := variants_text(summary["variants"])) else ""
    screen = f", screen {text}" if (text := summary["screen"]) else ""
    return el(
        "section",
        el("h2", "Summary"),
        _figures(run),
        el(
            "div",
            _groups(others, parts),
            _groups(domains, parts),
            class_="tables" if len(parts) == 1 else None,
        ),
        el(
            "p",
            f"{count(summary['tasks'], 'task')}, {count(summary['epochs'], 'epoch')}{variants}{screen}: "
            f"{counts or 'nothing'}.",
        ),
        el("p", note, class_="muted"),
        durations_table([(name, group) for name, group, kind in groups if kind != "by_tools"]),
        id="summary",
    )


def _figures(run: RunView) -> Html:
    """The most important numbers."""
    overall, card = run.card.summary.overall, run.card
    tiles = []
    specs = (*headline_metrics(), *behaviour_metrics())
    for spec in with_values(specs, (overall.selected.metrics, overall.ran.metrics)):
        selected = spec.format(overall.selected.metrics.get(spec.key), NOTHING)
        ran = spec.format(overall.ran.metrics.get(spec.key), NOTHING)
        unit = f" {spec.unit}" if spec.unit else ""
        tiles.append(
            _tile(
                spec.label,
                selected,
                unit if selected != NOTHING else "",
                "" if card.complete else f"ran: {ran}{unit}",
                spec.description,
            )
        )
    tiles.append(_tile("episodes", str(card.summary.results), f" of {card.summary.episodes}"))
    if card.summary.cost != 0:
        cost, spent = card.summary.cost, card.summary.spent
        shown = "unknown" if cost is None else f"${cost:,.2f}"
        recorded = "at list prices; nothing was spent (mock or replay)" if cost and spent == 0 else ""
        tiles.append(_tile("cost", shown, beside=recorded))
    return el("dl", *tiles, class_="figures")


def _tile(name: str, value: str, unit: str = "", beside: str = "", tooltip: str = "") -> Html:
    shown_beside = el("span", beside, class_="muted") if beside else None
    return el("div", el("dt", name), el("dd", el("b", value), unit, shown_beside), title=tooltip or None)


def _groups(groups: Sequence[tuple[str, Mapping[str, Any]]], parts: Parts) -> Html | None:
    if not groups:
        return None
    columns = [(spec.column_heading, spec.description) for spec in headline_metrics()]
    heads = (
        el("th", name, scope="col", class_="num" if place else "num first", title=tooltip or None)
        for head, _ in parts
        for place, (name, tooltip) in enumerate([(head, ""), *columns])
    )
    rows = []
    for name, group in groups:
        cells = (cell for _, part in parts for cell in _metrics(group[part]))
        rows.append(el("tr", el("th", name, scope="row"), *cells))
    head = el("thead", el("tr", el("th", "", scope="col"), *heads))
    return el("div", el("table", head, el("tbody", *rows)), class_="scroll")


def _metrics(metrics: Mapping[str, object]) -> Iterator[Html]:
    for place, cell in enumerate(metric_cells(metrics)):
        yield el("td", cell, class_="num" if place else "num first")


def _details(run: RunView, *, static: bool) -> Html:
    info = run.info
    options = info.options.by_name(without=local_options() if static else ())
    rows = [(name, _value(value)) for name, value in options.items()]
    hashes = [
        ("image", info.image_hash),
        ("tools", info.tools_hash),
        *((f"task {task.id}", task.hash) for task in info.tasks),
    ]
    prompts = [
        join((el("h3", name), el("pre", block(text)))) for name, text in sorted(info.agent.prompts.items())
    ]
    parts = (
        ("Options", _pairs(rows)),
        ("Versions", _pairs(sorted(info.versions.items()))),
        ("Hashes", _pairs(hashes)),
        ("Prompts", join(prompts) if prompts else el("p", "none", class_="muted")),
    )
    folded = (
        el("details", el("summary", name), content, id=f"details-{name.lower()}") for name, content in parts
    )
    return el("section", el("h2", "What was run"), *folded, id="details")


def _pairs(rows: list[tuple[str, str]]) -> Html:
    shown = (
        el("tr", el("th", name, scope="row"), el("td", el("code", text or NOTHING))) for name, text in rows
    )
    return el("div", el("table", el("tbody", *shown), class_="pairs"), class_="scroll")


def _value(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
