"""The page that compares two runs: the numbers of `compare`, and the tasks side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from controller.core.texts import count, list_some
from controller.records.run_options import local_options
from controller.results.comparison.compare import CommonTasks, Comparison, TaskChange, common_tasks, compare
from controller.results.comparison.text import (
    DIFFERENCE_HEADINGS,
    DIFFERENCES,
    describe_run,
    difference_rows,
    remarks,
    verdict,
)
from controller.results.viewer.html import Html, document, el, join, link, name_line, warning
from controller.results.viewer.links import COMPARISON_DEPTH, Links
from controller.results.viewer.live import IDLE_SECONDS
from controller.results.viewer.marks import marks_of, tags_of
from controller.results.viewer.numbers import score, score_badge
from controller.results.viewer.run import RunView
from controller.results.viewer.run_tasks import choice
from controller.results.viewer.runs_page import damage_list, name_of
from testbed.errors import UsageError

Sides = tuple[RunView, RunView]
_LISTED = 40
MOST_EPISODE_PAIRS = 100
"""Up to how many episodes that two runs have in common a static export has them side by side."""


def compare_page(a: RunView, b: RunView, *, common_only: bool = False, static: bool = False) -> str:
    """The page; runs with different tasks are compared over the common ones only if `common_only`."""
    links = Links(COMPARISON_DEPTH, static)
    sides = (a, b)
    try:
        comparison = compare(a.loaded, b.loaded, common_only=common_only)
    except UsageError as error:
        content = _refusal(sides, error, common_only=common_only)
    else:
        if static:
            settings = {
                name: values for name, values in comparison.settings.items() if name not in local_options()
            }
            comparison = replace(comparison, settings=settings)
        content = [_differences(comparison), _tasks(comparison, sides, links)]
    body = [_head(sides, links), *_damage(sides), *content]
    title = f"{name_of(a.card)} and {name_of(b.card)}"
    return document(title, body, links, kind="compare", live=0 if static else IDLE_SECONDS)


def _head(sides: Sides, links: Links) -> Html:
    rows = (
        el(
            "li",
            el("strong", letter),
            " ",
            link(links.run(side.card.name), side.card.place or side.card.folder.name),
            *(join((" ", mark)) for mark in (*marks_of(side.card), *tags_of(side.card))),
            el("span", f" {describe_run(side.info)}", class_="muted"),
        )
        for letter, side in zip("AB", sides, strict=True)
    )
    swap = link(links.comparison(sides[1].card.name, sides[0].card.name), "swap A and B")
    other_way = None if links.static else el("p", swap, class_="muted")
    return el("header", el("h1", "B compared to A"), el("ul", *rows, class_="two-runs"), other_way, id="head")


def _damage(sides: Sides) -> Iterator[Html]:
    damage = [item for side in sides for item in side.loaded.damage]
    if damage:
        yield el("div", damage_list(damage), id="damage")


def _refusal(sides: Sides, error: UsageError, *, common_only: bool) -> list[Html]:
    """Why the runs are not compared, which tasks are the same, and a button to compare those."""
    common = common_tasks(sides[0].loaded, sides[1].loaded)
    parts = [el("h2", "Not compared"), warning(error.message)]
    if common.same and not common_only:
        button = el("button", f"Compare the common tasks: {count(len(common.same), 'task')}", type="submit")
        parts.append(
            el(
                "form",
                el("input", type="hidden", name="common", value="1"),
                button,
                method="get",
                action="./",
            )
        )
    else:
        parts.append(el("p", error.hint))
    return [el("section", *parts, *_omission_note(common), id="refusal")]


def _omission_note(common: CommonTasks) -> Iterator[Html]:
    for name, tasks, what in (
        ("same", common.same, "The same in both"),
        ("only-a", common.only_a, "Only in A"),
        ("only-b", common.only_b, "Only in B"),
        ("changed", common.changed, "With different content"),
        ("other-variants", common.other_variants, "Played in other variants"),
        ("no-verdict", common.no_verdict, "Without a verdict in every epoch of both"),
    ):
        if tasks:
            listed = el("p", list_some(tasks, _LISTED))
            yield el("details", el("summary", f"{what}: {count(len(tasks), 'task')}"), listed, id=name)


def _differences(comparison: Comparison) -> Html:
    head = el(
        "tr", *(el("th", name, scope="col", class_="num" if name else None) for name in DIFFERENCE_HEADINGS)
    )
    bodies = []
    for group, rows in difference_rows(comparison):
        lines = [
            el("tr", el("th", group, scope="rowgroup", colspan=len(DIFFERENCE_HEADINGS)), class_="group")
        ]
        for name, *cells in rows:
            shown = (el("td", cell, class_="num") for cell in cells)
            lines.append(el("tr", el("th", name, scope="row"), *shown))
        bodies.append(el("tbody", *lines))
    notes = (f"{DIFFERENCES[0].upper()}{DIFFERENCES[1:]}.", *(f"{text}." for text in verdict(comparison)))
    return el(
        "section",
        el("h2", "Differences"),
        el("div", el("table", el("thead", head), *bodies, class_="differences"), class_="scroll"),
        *(el("p", text, class_="muted") for text in notes),
        el("ul", *(el("li", text) for text in remarks(comparison)), class_="remarks"),
        id="differences",
    )


def _tasks(comparison: Comparison, sides: Sides, links: Links) -> Html:
    won, lost = comparison.won, comparison.lost
    rows = [_row(item, sides, links) for item in (*comparison.lost, *comparison.won, *comparison.tied)]
    heads = (
        ("task", ""),
        ("", ""),
        ("A", "num"),
        ("B", "num"),
        ("B - A", "num"),
        ("A ended", ""),
        ("B ended", ""),
    )
    head = el(
        "tr", *(el("th", name, scope="col", class_=look or None, data_sort=True) for name, look in heads)
    )
    table = el("table", el("thead", head), el("tbody", *rows), class_="tasks", id="task-table")
    kinds = [(name, f"{name} by B") for name in ("won", "lost")] + [("same", "the same")]
    return el(
        "section",
        el("h2", "Tasks"),
        el("p", f"{len(won)} won by B, {len(lost)} lost by B, {len(comparison.tied)} the same."),
        el(
            "form",
            choice("status", "every task", kinds, ""),
            el(
                "input",
                id="filter",
                type="search",
                name="text",
                placeholder="task or reason",
                aria_label="Text",
                data_filter="#task-table tbody tr",
            ),
            class_="filters",
            role="search",
            hidden=True,  # until the script is there, which alone can do it
            data_script=True,
        ),
        el("div", table, class_="scroll"),
        id="tasks",
    )


def _row(item: TaskChange, sides: Sides, links: Links) -> Html:
    kind = "won" if item.b > item.a else "lost" if item.b < item.a else "same"
    look = {"won": "ok", "lost": "bad", "same": "idle"}[kind]
    difference = item.b - item.a
    return el(
        "tr",
        el(
            "td",
            name_line(item.label),
            *_side_by_side(item, sides, links),
            class_="task",
            data_value=item.label,
        ),
        el("td", el("span", kind, class_=f"badge {look}"), data_value=kind),
        *(
            el("td", *_episodes(side, item.task, epochs, mean, links), class_="num", data_value=f"{mean:.6g}")
            for side, epochs, mean in zip(
                sides, (item.epochs_a, item.epochs_b), (item.a, item.b), strict=True
            )
        ),
        el("td", f"{difference:+.2g}" if difference else "0", class_="num", data_value=f"{difference:.6g}"),
        el("td", item.why_a, class_="why"),
        el("td", item.why_b, class_="why"),
        id=f"task-{item.task}" if item.variant is None else f"task-{item.task}-{item.variant}",
        data_status=kind,
        data_text=f"{item.label} {item.why_a} {item.why_b}".casefold(),
    )


def _side_by_side(item: TaskChange, sides: Sides, links: Links) -> Iterator[Html]:
    """Links to the two episodes of each epoch that both runs have, of the same variant."""
    a, b = sides
    played = {*item.epochs_a} & {*item.epochs_b}
    common = sorted(epoch for task, epoch in a.started & b.started if task == item.task and epoch in played)
    if links.static and not has_episode_pages(sides):
        return
    names = ["side by side"] if len(common) == 1 else [f"epoch {epoch}" for epoch in common]
    addresses = (links.episodes(a.card.name, b.card.name, item.task, epoch) for epoch in common)
    each = [part for pair in zip(names, addresses, strict=True) for part in (" ", link(pair[1], pair[0]))]
    if common:
        yield el("div", "side by side:" if len(common) > 1 else None, *each, class_="beside muted")


def has_episode_pages(sides: Sides) -> bool:
    """Whether a static export has pages of these runs' episodes side by side; large runs would have too many."""
    return len(sides[0].started & sides[1].started) <= MOST_EPISODE_PAIRS


def _episodes(side: RunView, task: str, epochs: Sequence[int], mean: float, links: Links) -> Iterator[str]:
    """The mean score, linked to its episode; with several epochs a link for each."""
    keys = [(task, epoch) for epoch in epochs]
    if len(keys) == 1:
        badge = score_badge(mean)
        yield link(links.episode(side.card.name, *keys[0]), badge) if keys[0] in side.started else badge
        return
    yield score(mean)
    each = []
    for key in keys:
        result = side.loaded.results.get(key)
        badge = score_badge(result.score if result else None)
        each += [" ", link(links.episode(side.card.name, *key), badge) if key in side.started else badge]
    yield el("div", join(each))
