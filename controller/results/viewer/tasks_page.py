"""The page of tasks by runs: each task's mean score in each run, a table for each study."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from controller.core.texts import count
from controller.records.run_info import TaskEntry
from controller.results.viewer.grid import cell_class
from controller.results.viewer.html import Html, document, el, link, name_line
from controller.results.viewer.library import Overview, RunGroup
from controller.results.viewer.links import TASKS_DEPTH, Links
from controller.results.viewer.live import IDLE_SECONDS
from controller.results.viewer.marks import marks_of
from controller.results.viewer.numbers import NOTHING, score
from controller.results.viewer.run import RunView, read_run
from controller.results.viewer.run_tasks import choice
from controller.tasks.domains import domain_order

MOST_RUNS = 12
"""How many runs of a group have a column; the newest."""
_AGREEMENTS = (("passed", "all runs pass"), ("failed", "no run passes"), ("differ", "runs differ"))


@dataclass(frozen=True, slots=True)
class GroupedRuns:
    """The runs of a group that have a column."""

    group: RunGroup
    runs: tuple[RunView, ...]


def group_runs(overview: Overview) -> list[GroupedRuns]:
    """The runs that the page of tasks shows. Raises RecordsError if one can no longer be read."""
    return [
        GroupedRuns(group, tuple(read_run(card) for card in group.cards[:MOST_RUNS]))
        for group in overview.groups
    ]


def tasks_page(overview: Overview, groups: Sequence[GroupedRuns], *, static: bool = False) -> str:
    """The page. A group without runs is left out."""
    links = Links(TASKS_DEPTH, static)
    shown = [item for item in groups if item.runs]
    domains = {task.domain for item in shown for run in item.runs for task in run.info.tasks}
    body = [
        el("header", el("h1", "Tasks × runs"), el("p", _lead(overview, shown), class_="muted"), id="head"),
        _filter(sorted(domains, key=domain_order)) if shown else None,
        el("div", *(_group(item, place, links) for place, item in enumerate(shown)), id="tables"),
    ]
    return document("Tasks × runs", body, links, kind="tasks", live=0 if static else IDLE_SECONDS)


def _lead(overview: Overview, groups: Sequence[GroupedRuns]) -> str:
    drawn = sum(len(item.runs) for item in groups)
    left = len(overview.cards) - drawn
    more = f"; {count(left, 'older run')} left out" if left else ""
    return f"Mean scores over epochs of {count(drawn, 'run')}{more}. A cell opens the episode."


def _filter(domains: list[str]) -> Html:
    rows = "#tables tbody tr"
    return el(
        "form",
        choice("domain", "every domain", [(name, name) for name in domains], "", rows),
        choice("agreement", "every result", list(_AGREEMENTS), "", rows),
        el(
            "input",
            id="filter",
            type="search",
            name="text",
            placeholder="task or instruction",
            aria_label="Text",
            data_filter=rows,
        ),
        class_="filters",
        role="search",
        hidden=True,  # until the script is there, which alone can do it
        data_script=True,
    )


def _group(item: GroupedRuns, place: int, links: Links) -> Html:
    tasks: dict[tuple[str, str], TaskEntry] = {}
    for run in item.runs:
        for task in run.info.tasks:
            tasks.setdefault((task.id, task.hash), task)
    versions = Counter(task_id for task_id, _ in tasks)
    in_order = sorted(tasks.values(), key=lambda task: (domain_order(task.domain), task.id))
    head = el(
        "tr",
        el("th", "task", scope="col", data_sort=True),
        *(el("th", *_heading(run, item, links), scope="col", class_="run") for run in item.runs),
        el("th", "mean", scope="col", class_="num", data_sort=True),
    )
    rows = (_row(task, item.runs, place, links, several=versions[task.id] > 1) for task in in_order)
    table = el("table", el("thead", head), el("tbody", *rows), class_="matrix")
    return el(
        "section",
        el("h2", item.group.title),
        el("div", table, class_="scroll"),
        data_group=True,
        id=f"group-{place}",
    )


def _heading(run: RunView, item: GroupedRuns, links: Links) -> Iterator[Html | str]:
    card = run.card
    place = card.place.removeprefix(f"{item.group.place}/") if item.group.place else card.place
    yield link(links.run(card.name), card.title)
    options = card.options
    screen = f", {options.screen_text}" if options.screen_text else ""
    yield el("div", f"{options.actions}, {options.steps} steps{screen}", class_="muted")
    yield el("div", name_line(place or card.folder.name), class_="muted place")
    yield from marks_of(card)


def _row(task: TaskEntry, runs: Sequence[RunView], place: int, links: Links, *, several: bool) -> Html:
    """A task's row; with `several` the same task has other content in other runs."""
    version = el("div", f"version {task.hash[:8]}", class_="muted place") if several else None
    means = [_mean(run, task) for run in runs]
    known = [value for value in means if value is not None]
    mean = sum(known) / len(known) if known else None
    return el(
        "tr",
        el(
            "th",
            name_line(task.id),
            version,
            scope="row",
            class_="task",
            data_value=task.id,
            title=task.instruction or None,
        ),
        *(_cell(run, task, value, links) for run, value in zip(runs, means, strict=True)),
        el("td", score(mean), class_="num", data_value="-1" if mean is None else f"{mean:.6g}"),
        id=f"task-{place}-{task.id}-{task.hash}",
        data_domain=task.domain,
        data_agreement=_agreement(known),
        data_text=f"{task.id} {task.instruction}".casefold(),
    )


def _agreement(means: Sequence[float]) -> str:
    if len(set(means)) > 1:
        return "differ"
    return "" if not means else "passed" if means[0] == 1 else "failed"


def _mean(run: RunView, task: TaskEntry) -> float | None:
    """The task's mean score in a run; None if the run has other content of it, or no verdict."""
    if not any((entry.id, entry.hash) == (task.id, task.hash) for entry in run.info.tasks):
        return None
    results = [run.loaded.results.get((task.id, epoch)) for epoch in range(1, run.info.options.epochs + 1)]
    scores = [result.score for result in results if result and result.score is not None]
    return sum(scores) / len(scores) if scores else None


def _cell(run: RunView, task: TaskEntry, value: float | None, links: Links) -> Html:
    keys = [(task.id, epoch) for epoch in range(1, run.info.options.epochs + 1)]
    first = next((key for key in keys if key in run.started), None)
    text = score(value) if value is not None else NOTHING
    shown = link(links.episode(run.card.name, *first), text) if first else text
    return el("td", shown, class_=f"score {cell_class(value)}")
