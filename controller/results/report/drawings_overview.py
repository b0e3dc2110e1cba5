"""The drawings of our runs at a glance: accuracy with intervals, against cost and steps, by application, by task."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from controller.results.report.drawings import (
    MARKS,
    MOST_LINES,
    as_float,
    distinct_labels,
    drawable,
    empty_figure,
    legend,
    new_figure,
    wrap_columns,
)
from controller.results.report.intervals import wilson
from controller.results.report.model import Row, Table
from controller.results.report.theme import FigureStyle

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_BARS = 30
"""How many runs the bars show; the table has all."""
MOST_NAMED_TASKS = 60
"""Beyond it the rows of the heat map have no names."""
MOST_COLUMNS = 12
LABEL = 46


def _label(row: Row) -> str:
    return drawable(str(row.cells["run"]), 2 * LABEL)


def _colour(row: Row, look: FigureStyle, runs: Sequence[str]) -> str:
    title = str(row.cells["run"])
    return look.colours[runs.index(title) % MOST_LINES] if title in runs else look.faint


def accuracy_bars(table: Table, look: FigureStyle, runs: Sequence[str]) -> Figure:
    """A bar for each run with its interval."""
    rows = list(table.rows[:MOST_BARS])
    if not rows:
        return empty_figure("There is no run.", look)
    figure = new_figure(9.0, 0.8 + 0.42 * len(rows))
    panel = figure.subplots()
    for place, row in enumerate(rows):
        value, low, high = (row.cells[key] for key in ("accuracy", "low", "high"))
        if value is None:
            panel.text(1.5, place, "no verdict yet", va="center", fontsize=8, color=look.faint)
            continue
        accuracy = as_float(value)
        panel.barh(place, accuracy, height=0.62, color=_colour(row, look, runs))
        end = accuracy
        if low is not None and high is not None:
            _interval(panel, accuracy, place, (as_float(low), as_float(high)), look)
            end = as_float(high)
        panel.text(end + 1.5, place, f"{accuracy:.1f}", va="center", fontsize=8, color=look.ink)
    panel.set_yticks(range(len(rows)), [wrap_columns(_label(row), LABEL) for row in rows], fontsize=8)
    panel.invert_yaxis()
    panel.set_xlim(0, 112)
    panel.set_xticks(range(0, 101, 20))
    panel.set_xlabel("accuracy %")
    panel.grid(axis="y", visible=False)
    return figure


def _interval(panel: Axes, value: float, place: float, ends: tuple[float, float], look: FigureStyle) -> None:
    span = [[max(0.0, value - ends[0])], [max(0.0, ends[1] - value)]]
    panel.errorbar(value, place, xerr=span, color=look.ink, capsize=2.5, linewidth=1.0)


def accuracy_against(table: Table, look: FigureStyle, runs: Sequence[str]) -> Figure:
    """Accuracy against the cost of an episode, on a logarithmic axis, and against steps, with the Pareto fronts."""
    rows = list(table.rows)
    figure = new_figure(9.0, 3.4)
    panels = figure.subplots(1, 2, sharey=True)
    for panel, key, name in zip(
        panels, ("episode_cost", "acs"), ("$ an episode, logarithmic", "ACS (steps)"), strict=True
    ):
        known = [row for row in rows if row.cells[key] is not None and row.cells["accuracy"] is not None]
        _front(panel, [row for row in known if row.source == "run"], key, look)
        for row in known:
            _point(panel, row, key, look, runs)
        if not known:
            panel.text(0.5, 0.5, "not known", ha="center", transform=panel.transAxes, color=look.faint)
        panel.set_xlabel(name)
        panel.margins(0.12)
        panel.set_ylim(-4, 104)
        prices = [as_float(row.cells[key]) for row in known] if key == "episode_cost" else []
        if not _scale_by_ratio(panel, prices):
            panel.set_xlim(left=0)
    panels[0].set_ylabel("accuracy %")
    legend(figure, panels[1])
    return figure


def _scale_by_ratio(panel: Axes, prices: Sequence[float]) -> bool:
    """Make the axis of prices logarithmic, below the lowest price linear down to one of 0; false without a price."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    positive = [price for price in prices if price > 0]
    if not positive:
        return False
    if len(positive) == len(prices):
        low, high = min(positive), max(positive)
        panel.set_xscale("log")
        panel.set_xlim(low / 2, high * 2)
        if high < 100 * low:  # powers of ten alone could leave the axis without a number
            panel.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    else:
        panel.set_xscale("symlog", linthresh=min(positive))
        panel.set_xlim(left=0)
    panel.xaxis.set_major_formatter(FuncFormatter(lambda price, _place: f"{price:g}"))
    panel.xaxis.set_minor_formatter(NullFormatter())
    return True


def pareto(rows: Sequence[Row], key: str) -> list[Row]:
    """The rows that no other row beats both in accuracy and in `key`, of which less is better; by `key`."""
    front: list[Row] = []
    for row in sorted(rows, key=lambda row: (as_float(row.cells[key]), -as_float(row.cells["accuracy"]))):
        if not front or as_float(row.cells["accuracy"]) > as_float(front[-1].cells["accuracy"]):
            front.append(row)
    return front


def _front(panel: Axes, rows: Sequence[Row], key: str, look: FigureStyle) -> None:
    front = pareto(rows, key)
    if len(front) > 1:
        xs = [as_float(row.cells[key]) for row in front]
        ys = [as_float(row.cells["accuracy"]) for row in front]
        panel.plot(xs, ys, color=look.faint, linewidth=1.0, linestyle="--", drawstyle="steps-post", zorder=1)


def _point(panel: Axes, row: Row, key: str, look: FigureStyle, runs: Sequence[str]) -> None:
    title = str(row.cells["run"])
    marker = MARKS[runs.index(title) % MOST_LINES] if title in runs else "x"
    panel.plot(
        as_float(row.cells[key]),
        as_float(row.cells["accuracy"]),
        linestyle="none",
        marker=marker,
        markersize=8,
        color=_colour(row, look, runs),
        label=_label(row),
        zorder=3,
        clip_on=False,
    )


def by_application(table: Table, look: FigureStyle, runs: Sequence[str]) -> Figure:
    """Accuracy by domain with its interval over tasks, a bar for each run."""
    sections = sorted(table.sections(), key=lambda section: runs.index(section[0]))[:MOST_LINES]
    domains = list(dict.fromkeys(str(row.cells["domain"]) for row in table.rows))
    if not domains:
        return empty_figure("There is no task.", look)
    figure = new_figure(9.0, 0.9 + len(domains) * (0.16 + 0.15 * len(sections)))
    panel = figure.subplots()
    height = 0.8 / max(1, len(sections))
    labels = distinct_labels([title for title, _ in sections], 2 * LABEL)
    tasks = {str(row.cells["domain"]): as_float(row.cells["tasks"]) for row in table.rows}
    for number, (_, rows) in enumerate(sections):
        values = {
            str(row.cells["domain"]): as_float(row.cells["accuracy"])
            for row in rows
            if row.cells["accuracy"] is not None
        }
        places = [place + (number - (len(sections) - 1) / 2) * height for place in range(len(domains))]
        panel.barh(
            places,
            [values.get(domain, 0.0) for domain in domains],
            height=height * 0.92,
            color=look.colours[number % MOST_LINES],
            label=labels[number],
        )
        for domain, place in zip(domains, places, strict=True):
            if domain in values and (ends := wilson(values[domain] / 100, int(tasks[domain]))):
                _interval(panel, values[domain], place, (100 * ends[0], 100 * ends[1]), look)
    names = [f"{drawable(domain, 30)} ({tasks[domain]:.0f})" for domain in domains]
    panel.set_yticks(range(len(domains)), names, fontsize=8)
    panel.invert_yaxis()
    panel.set_xlim(0, 100)
    panel.set_xlabel("accuracy %")
    panel.grid(axis="y", visible=False)
    legend(figure, panel)
    return figure


def heat_map(table: Table, look: FigureStyle) -> Figure:
    """Each task's score in each run as a colour."""
    from matplotlib.colors import LinearSegmentedColormap

    columns = [column for column in table.columns if column.key.startswith("run_")][:MOST_COLUMNS]
    if not table.rows or not columns:
        return empty_figure("There is no task.", look)
    labels = distinct_labels([column.head for column in columns], 60)
    named = len(table.rows) <= MOST_NAMED_TASKS
    height = 0.21 * len(table.rows) if named else 11.0
    figure = new_figure(9.0, 1.4 + height)
    panel = figure.subplots()
    values = [
        [
            float("nan") if row.cells[column.key] is None else as_float(row.cells[column.key])
            for column in columns
        ]
        for row in table.rows
    ]
    colours = LinearSegmentedColormap.from_list("score", [look.grid, look.colours[0]])
    shown = panel.pcolormesh(values, cmap=colours, vmin=0, vmax=100, edgecolors=look.ground, linewidth=1)
    panel.set_xticks(
        [place + 0.5 for place in range(len(columns))],
        [wrap_columns(label, max(10, 90 // len(columns))) for label in labels],
        fontsize=7.5,
    )
    panel.xaxis.tick_top()
    if named:
        names = [drawable(str(row.cells["task"]), 50) for row in table.rows]
        panel.set_yticks([place + 0.5 for place in range(len(names))], names, fontsize=7.5)
        for down, line in enumerate(values):
            for across, value in enumerate(line):
                if value == value and 0 < value < 100:
                    colour = look.ground if value > 50 else look.ink
                    place = (across + 0.5, down + 0.5)
                    panel.text(*place, f"{value:.0f}", ha="center", va="center", fontsize=7, color=colour)
    else:
        panel.set_ylabel(f"{len(table.rows)} tasks, in the order of the table")
        panel.set_yticks([])
    panel.invert_yaxis()
    panel.grid(visible=False)
    figure.colorbar(shown, ax=panel, location="bottom", shrink=0.3, aspect=30, label="score %")
    return figure
