"""Scores as coloured cells: tasks by epochs of one run."""

from __future__ import annotations

from controller.records.run_info import TaskEntry
from controller.results.viewer.html import Html, el, link
from controller.results.viewer.links import Links
from controller.results.viewer.numbers import STATUS_NAMES, score
from controller.results.viewer.run import RunView
from controller.tasks.domains import domain_order


def cell_class(value: float | None) -> str:
    """The colour of a score: "ok" for 1, "bad" for 0, "warn" between, "idle" without one."""
    return "idle" if value is None else "ok" if value == 1 else "bad" if value == 0 else "warn"


def epochs_grid(run: RunView, links: Links) -> Html | None:
    """Every episode as a cell, a line of cells for each domain, the epochs of a task side by side."""
    if not run.info.tasks:
        return None
    by_domain: dict[str, list[Html]] = {}
    for task in run.info.tasks:
        cells = [_cell(run, task, epoch, links) for epoch in range(1, run.info.options.epochs + 1)]
        by_domain.setdefault(task.domain, []).append(el("span", *cells, class_="epochs"))
    rows = (
        el("tr", el("th", domain, scope="row"), el("td", el("div", *by_domain[domain], class_="cells")))
        for domain in sorted(by_domain, key=domain_order)
    )
    legend = (
        el("span", el("span", class_=f"cell {look}"), f" {words}")
        for look, words in (("ok", "1"), ("warn", "partial"), ("bad", "0"), ("idle", "no verdict"))
    )
    return el(
        "section",
        el("h2", "Tasks × epochs"),
        el("table", el("tbody", *rows), class_="grid"),
        el("p", *legend, class_="legend muted"),
        id="grid",
    )


def _cell(run: RunView, task: TaskEntry, epoch: int, links: Links) -> Html:
    key = (task.id, epoch)
    result, state = run.loaded.results.get(key), run.state(key)
    value = result.score if result else None
    variant = task.variant_in(epoch, run.info.options)
    which = task.id if variant is None else f"{task.id}, variant {variant}"
    which += f", epoch {epoch}" if run.info.options.epochs > 1 else ""
    words = f"{which}: {score(value)}, {STATUS_NAMES[state]}; {run.reason(key)}"
    look = f"cell {cell_class(value)}"
    if key not in run.started:
        return el("span", class_=look, title=words)
    return link(links.episode(run.card.name, *key), class_=look, title=words, aria_label=words)
