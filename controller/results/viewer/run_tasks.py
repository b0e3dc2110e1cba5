"""The tasks of a run with their episodes, and the filter of those shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from controller.core.texts import count
from controller.metrics.outcomes import Key
from controller.records.run_info import STATUSES, EpisodeResult, TaskEntry
from controller.results.viewer.durations_part import parts_of
from controller.results.viewer.html import Html, el, link, name_line
from controller.results.viewer.links import Links
from controller.results.viewer.numbers import NOTHING, STATUS_NAMES, score, score_badge, seconds, status_badge
from controller.results.viewer.parts_of_episode import badges_of
from controller.results.viewer.run import RunView
from controller.tasks.domains import domain_order

_STATES = (*STATUSES, "running", "cut_short", "waiting")
_VERDICTS = (("passed", "passed"), ("failed", "failed"), ("none", "no verdict"))


@dataclass(frozen=True, slots=True)
class TaskFilter:
    """Selects tasks by domain, by verdict or status of an episode, and by text in name or instruction."""

    domain: str = ""
    verdict: str = ""
    status: str = ""
    text: str = ""

    def fits(self, task: TaskEntry, states: set[str], verdicts: set[str]) -> bool:
        return (
            self.domain in ("", task.domain)
            and (not self.verdict or self.verdict in verdicts)
            and (not self.status or self.status in states)
            and self.text.casefold() in f"{task.id} {task.instruction}".casefold()
        )


ALL_TASKS = TaskFilter()


def tasks_part(run: RunView, task_filter: TaskFilter, links: Links) -> Html:
    epochs = run.info.options.epochs
    rows = []
    for task in run.info.tasks:
        keys = [(task.id, epoch) for epoch in range(1, epochs + 1)]
        states = {run.state(key) for key in keys}
        verdicts = {verdict_of(run.loaded.results.get(key)) for key in keys}
        if task_filter.fits(task, states, verdicts):
            rows.append(_task(run, task, states, verdicts, links))
    shown = len(rows)
    names = _single_heads() if epochs == 1 else _heads(epochs)
    head = el(
        "tr", *(el("th", name, scope="col", class_=look or None, data_sort=True) for name, look in names)
    )
    table = el("table", el("thead", head), el("tbody", *rows), class_="tasks", id="task-table")
    nothing = "The run has no tasks." if not run.info.tasks else "No task matches."
    return el(
        "section",
        el("h2", "Tasks"),
        _filter(run, task_filter, static=links.static),
        el("div", table, class_="scroll") if rows else el("p", nothing, class_="muted"),
        el(
            "p",
            f"{shown} of {count(len(run.info.tasks), 'task')}",
            class_="muted",
            id="shown",
            aria_live="polite",
        ),
        id="tasks",
    )


def _filter(run: RunView, task_filter: TaskFilter, *, static: bool) -> Html:
    domains = sorted({task.domain for task in run.info.tasks}, key=domain_order)
    states = [name for name in _STATES if any(run.state(key) == name for key in run.records.episodes())]
    if task_filter.status and task_filter.status not in states:
        states.append(task_filter.status)
    return el(
        "form",
        choice("domain", "every domain", [(name, name) for name in domains], task_filter.domain),
        choice("verdict", "every verdict", list(_VERDICTS), task_filter.verdict),
        choice(
            "status",
            "every status",
            [(name, STATUS_NAMES.get(name, name)) for name in states],
            task_filter.status,
        ),
        el(
            "input",
            id="filter",
            type="search",
            name="text",
            value=task_filter.text,
            placeholder="task or instruction",
            aria_label="Text",
            data_filter="#task-table tbody tr",
        ),
        el("button", "Show", type="submit"),
        class_="filters",
        method="get",
        role="search",
        hidden=static,  # there it is the script that filters
        data_script=static,
        data_chosen=task_filter != ALL_TASKS,
    )


def choice(
    name: str,
    every: str,
    values: list[tuple[str, str]],
    chosen: str,
    rows: str = "#task-table tbody tr",
) -> Html:
    """A choice of a value, or of every one, that filters `rows` (a CSS selector)."""
    options = [el("option", every, value="")]
    options += [el("option", text, value=value, selected=value == chosen) for value, text in values]
    return el("select", *options, name=name, aria_label=name.capitalize(), data_filter=rows)


def _single_heads() -> list[tuple[str, str]]:
    return [
        ("task", ""),
        ("score", "num"),
        ("status", ""),
        ("steps", "num"),
        ("tool calls", "num"),
        ("time", "num"),
        ("why", ""),
    ]


def _heads(epochs: int) -> list[tuple[str, str]]:
    return [("task", ""), *((f"epoch {epoch}", "num") for epoch in range(1, epochs + 1)), ("mean", "num")]


def verdict_of(result: EpisodeResult | None) -> str:
    """ "passed" with a score of 1, "failed" with a lower one, "none" without a score."""
    if result is None or result.score is None:
        return "none"
    return "passed" if result.score == 1 else "failed"


def _task(run: RunView, task: TaskEntry, states: set[str], verdicts: set[str], links: Links) -> Html:
    epochs = run.info.options.epochs
    cells = _single(run, task, links) if epochs == 1 else _by_epoch(run, task, links)
    # the filter searches data-text, because the row does not show the instruction
    return el(
        "tr",
        *cells,
        id=f"task-{task.id}",
        data_domain=task.domain,
        data_status=" ".join(sorted(states)),
        data_verdict=" ".join(sorted(verdicts)),
        data_text=f"{task.id} {task.instruction}".casefold(),
    )


def _name(task: TaskEntry, address: str) -> Html:
    name = name_line(task.id)
    shown = link(address, name, title=task.instruction or None) if address else el("span", name)
    infeasible = None if task.feasible else el("span", "infeasible", class_="badge idle")
    return el("td", shown, " " if infeasible else None, infeasible, class_="task", data_value=task.id)


def _single(run: RunView, task: TaskEntry, links: Links) -> Iterator[Html]:
    key = (task.id, 1)
    result = run.loaded.results.get(key)
    address = links.episode(run.card.name, *key) if key in run.started else ""
    yield _name(task, address)
    verdict = result.score if result else None
    badge = score_badge(verdict)
    yield el("td", link(address, badge) if address else badge, class_="num", data_value=_order(verdict))
    of_parts = (part for one in badges_of(result) for part in (" ", one))
    yield el("td", status_badge(run.state(key)), *of_parts)
    steps = result.steps if result else run.steps.get(key)
    yield _count(steps)
    yield _count(result.tool_calls if result else None)
    time = result.seconds if result else None
    yield el(
        "td",
        NOTHING if time is None else seconds(time),
        class_="num",
        data_value=_order(time),
        title=parts_of(result) or None,
    )
    yield el("td", run.reason(key), class_="why")


def _count(value: int | None) -> Html:
    return el("td", NOTHING if value is None else str(value), class_="num", data_value=_order(value))


def _order(value: float | None) -> str:
    return "-1" if value is None else f"{value:.6g}"


def _by_epoch(run: RunView, task: TaskEntry, links: Links) -> Iterator[Html]:
    keys = [(task.id, epoch) for epoch in range(1, run.info.options.epochs + 1)]
    first = next((key for key in keys if key in run.started), None)
    yield _name(task, links.episode(run.card.name, *first) if first else "")
    scores = []
    for key in keys:
        result = run.loaded.results.get(key)
        scores.append((result.score or 0.0) if result else 0.0)
        badge = score_badge(result.score if result else None)
        address = links.episode(run.card.name, *key) if key in run.started else ""
        yield el(
            "td",
            link(address, badge) if address else badge,
            el("div", _in_short(run, key), class_="muted"),
            class_="num",
            data_value=_order(result.score if result else None),
            title=run.reason(key),
        )
    mean = sum(scores) / len(scores)
    yield el("td", score(mean), class_="num", data_value=_order(mean))


def _in_short(run: RunView, key: Key) -> str:
    result = run.loaded.results.get(key)
    if result is None:
        steps = run.steps.get(key)
        return STATUS_NAMES[run.state(key)] + ("" if steps is None else f", {count(steps, 'step')}")
    status = "" if result.status == "completed" else f"{STATUS_NAMES[result.status]}, "
    calls = f", {count(result.tool_calls, 'call')}" if result.tool_calls else ""
    return f"{status}{count(result.steps, 'step')}{calls}, {seconds(result.seconds)}"
