"""The page of runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from controller.core.texts import count
from controller.metrics.registry import headline_metrics
from controller.metrics.spec import MetricSpec
from controller.records.event_lines import Damage
from controller.records.run_info import ERRORS
from controller.results.viewer.folders import MOST_FOLDERS
from controller.results.viewer.html import Html, document, el, join, link, warning
from controller.results.viewer.library import Overview, RunCard, RunGroup
from controller.results.viewer.links import RUNS_DEPTH, Links
from controller.results.viewer.live import IDLE_SECONDS, LIVE_SECONDS
from controller.results.viewer.marks import marks_of, tags_of
from controller.results.viewer.numbers import NOTHING, when
from controller.results.viewer.run_tasks import choice
from controller.results.viewer.stored_summary import StoredSummary

Pairs = Sequence[tuple[RunCard, RunCard]]


def runs_page(
    overview: Overview, title: str, *, static: bool = False, pairs: Pairs = (), left_out: int = 0
) -> str:
    """The page. In a static export `pairs` have a page that compares them; `left_out` others have none."""
    links = Links(RUNS_DEPTH, static)
    cards = overview.cards
    live = any(card.live for card in cards)
    body = [
        el(
            "header",
            el("h1", title),
            el("p", _lead(overview), class_="muted"),
            el("p", link(links.tasks(), "Tasks × runs")) if cards else None,
            id="head",
        ),
        *_damage(overview),
        _filters(cards) if len(cards) > 1 else None,
        _runs(overview, links),
        _pairs(pairs, left_out, links) if static else None,
    ]
    every = None if static else LIVE_SECONDS if live else IDLE_SECONDS
    return document(title, body, links, kind="runs", live=every or 0)


def _lead(overview: Overview) -> str:
    cards = overview.cards
    if not cards:
        return "There is no run yet."
    counts = [count(len(cards), "run")]
    studies = sum(group.study for group in overview.groups)
    if studies:
        counts.append(f"{studies} stud{'y' if studies == 1 else 'ies'}")
    counts.append(count(sum(card.summary.results for card in cards), "episode"))
    live = sum(card.live for card in cards)
    return ", ".join(counts) + (f"; {live} running" if live else "")


def _damage(overview: Overview) -> Iterator[Html]:
    damage = [*overview.damage, *(item for card in overview.cards for item in card.damage)]
    if damage:
        yield el("div", damage_list(damage), id="damage")
    if overview.cut_short:
        yield el(
            "div", warning(f"More than {MOST_FOLDERS:,} folders: not all were searched."), id="cut-short"
        )


def damage_list(damage: Sequence[Damage]) -> Html:
    """A warning that lists damaged records."""
    return warning(
        "Damaged records; everything else is shown. An episode without a readable result counts as cancelled:",
        [str(item) for item in damage],
    )


def _filters(cards: Sequence[RunCard]) -> Html:
    rows = "table.runs tbody tr"
    states = [name for name in _STATES if any(name in _states(card) for card in cards)]
    tags = sorted({f"{key}={value}" for card in cards for key, value in card.tags.items()})
    return el(
        "form",
        el(
            "input",
            id="filter",
            type="search",
            name="text",
            placeholder="agent, model, folder, tag, note",
            aria_label="Text",
            data_filter=rows,
        ),
        choice("state", "every state", [(name, name) for name in states], "", rows),
        choice("tag", "every tag", [(_word(tag), tag) for tag in tags], "", rows) if tags else None,
        class_="filters",
        role="search",
        hidden=True,  # until the script is there, which alone can do it
        data_script=True,
    )


_STATES = ("complete", "running", "waiting", "aborted", "damaged", "mock", "replay")


def _states(card: RunCard) -> list[str]:
    state = (
        "running" if card.live else "waiting" if card.waiting else "aborted" if card.aborted else "complete"
    )
    marks = [mark.partition(" ")[0] for mark in card.marks]
    return [state, *(["damaged"] if card.damage else []), *(name for name in marks if name in _STATES)]


def _word(tag: str) -> str:
    """A tag as one word, for an attribute that holds several."""
    return "_".join(tag.split())


def _runs(overview: Overview, links: Links) -> Html:
    if not overview.cards and not any(group.missing for group in overview.groups):
        return el("p", "Start one with ", el("code", "testbed run"), ".", id="runs")
    choice = not links.static and len(overview.cards) > 1
    tables = [_group(group, links, choice, alone=len(overview.groups) == 1) for group in overview.groups]
    if not choice:
        return el("div", *tables, id="runs")
    button = el("p", el("button", "Compare A with B", type="submit"), class_="compare-bar")
    return el("form", *tables, button, id="runs", action=links.compare(), method="get")


def _group(group: RunGroup, links: Links, choice: bool, *, alone: bool) -> Html:
    screens = any(card.options.screen_text for card in group.cards)
    heads = [
        *((el("th", side, scope="col", class_="choice") for side in "AB") if choice else ()),
        _head("run"),
        *(_head(spec.column_heading, "num", spec.description) for spec in headline_metrics()),
        *(_head(name, "num") for name in ("episodes", "errors", "cost")),
        _head("actions"),
        _head("steps", "num"),
        *(_head(name) for name in ("filter", *(("screen",) if screens else ()), "started")),
    ]
    rows = [_row(card, group, links, choice, screens=screens) for card in group.cards]
    table = el("table", el("thead", el("tr", *heads)), el("tbody", *rows), class_="runs")
    title = None if alone and not group.study else el("h2", group.title)
    where = el("p", f"Study in {group.place or 'this folder'}", class_="muted") if group.study else None
    missing = el("p", f"Not started: {', '.join(group.missing)}", class_="muted") if group.missing else None
    shown = el("div", table, class_="scroll") if rows else None
    return el("section", title, where, shown, missing, data_group=True)


def _head(name: str, look: str = "", tooltip: str = "") -> Html:
    return el("th", name, scope="col", class_=look or None, data_sort=True, title=tooltip or None)


def _row(card: RunCard, group: RunGroup, links: Links, choice: bool, *, screens: bool) -> Html:
    options = card.options
    picks = [
        el(
            "td",
            el("input", type="radio", name=side, value=card.name, aria_label=f"{side.upper()}: {card.place}"),
        )
        for side in "ab"
        if choice
    ]
    place = card.place.removeprefix(f"{group.place}/") if group.place else card.place
    name = el(
        "td",
        link(links.run(card.name), card.title),
        *(join((" ", mark)) for mark in marks_of(card)),
        el("div", place, class_="muted place") if place else None,
        el("div", *tags_of(card), class_="tags") if card.tags else None,
        el("div", card.note, class_="muted note-of") if card.note else None,
        data_value=card.title,
        class_="name",
    )
    return el(
        "tr",
        *picks,
        name,
        *(_metric(card, spec) for spec in headline_metrics()),
        _progress(card),
        _errors(card),
        _cost(card.summary),
        el("td", options.actions),
        _number(options.steps, str(options.steps)),
        el("td", _filter(card)),
        el("td", options.screen_text or NOTHING) if screens else None,
        el("td", when(card.created), data_value=card.created, class_="when"),
        id=f"run-{card.name}",
        data_state=" ".join(_states(card)),
        data_tag=" ".join(_word(f"{key}={value}") for key, value in card.tags.items()) or None,
        data_text=_search_text(card),
    )


def _search_text(card: RunCard) -> str:
    options = card.options
    tags = [f"{key}={value}" for key, value in card.tags.items()]
    shown = (options.actions, _filter(card), options.screen_text)
    parts = (card.title, card.place, *shown, card.note, *tags, *card.marks)
    return " ".join(filter(None, parts)).casefold()


def _cost(summary: StoredSummary) -> Html:
    """What was spent; a replay and a mock model cost nothing, so theirs is in parentheses."""
    cost = summary.cost
    if cost is None:
        return _number(0, "unknown")
    if cost and summary.spent == 0:
        return _number(0, f"(${cost:,.2f})")
    return _number(cost, f"${cost:,.2f}" if cost else NOTHING)


def _filter(card: RunCard) -> str:
    options = card.options
    order = "" if options.tool_order == "lexicographic" else f", {options.tool_order}"
    return f"{options.tool_filter}{order}{f', {options.tool_budget}' if options.tool_budget else ''}"


def _progress(card: RunCard) -> Html:
    summary = card.summary
    epochs = f" ({card.options.epochs} epochs)" if card.options.epochs > 1 else ""
    bar = None
    if summary.results < summary.episodes:
        bar = el("progress", max=summary.episodes, value=summary.results, aria_label="episodes done")
    return _number(summary.results, f"{summary.results} of {summary.episodes}{epochs}", bar)


def _metric(card: RunCard, spec: MetricSpec) -> Html:
    """Over all episodes; below it, while some have no verdict, over those that ran."""
    overall = card.summary.overall
    selected = overall.selected.metrics.get(spec.key)
    ran = spec.format(overall.ran.metrics.get(spec.key), NOTHING)
    beside = None if card.complete else el("div", f"ran: {ran}", class_="muted")
    return _number(-1 if selected is None else selected, spec.format(selected, NOTHING), beside)


def _errors(card: RunCard) -> Html:
    counts = Counter(card.summary.status)
    title = ", ".join(f"{counts[name]} {name}" for name in ERRORS if counts[name])
    return el(
        "td",
        el("span", str(card.summary.errors), class_="badge warn") if card.summary.errors else "0",
        class_="num",
        data_value=str(card.summary.errors),
        title=title or None,
    )


def _number(value: float, text: str, more: Html | None = None) -> Html:
    return el("td", text, more, class_="num", data_value=f"{value:g}")


def _pairs(pairs: Pairs, left_out: int, links: Links) -> Html | None:
    if not pairs:
        return None
    items = [
        el("li", link(links.comparison(a.name, b.name), f"{name_of(a)} and {name_of(b)}")) for a, b in pairs
    ]
    more = f"{left_out} more pairs have no page here; `testbed view` compares any two." if left_out else None
    return el(
        "section",
        el("h2", "Comparisons"),
        el("ul", *items),
        el("p", more, class_="muted") if more else None,
        id="pairs",
    )


def name_of(card: RunCard) -> str:
    """A short title of a run."""
    options = card.options
    screen = f" {options.screen_text}" if options.screen_text else ""
    return f"{card.title} {options.actions} {options.steps} steps{screen} ({card.place or card.folder.name})"
