"""The drawings of the figures. matplotlib is imported when one is drawn, because most commands draw none."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len, chop_cells

from controller.results import fonts
from controller.results.report.model import Row, Table, clean
from controller.results.report.theme import FigureStyle

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_TOOLS = 20
"""How many tools Figure 4 shows."""
MOST_PANELS = 4
MOST_LINES = 8
"""How many runs a figure shows; tables have all."""
LONGEST_LABEL = 90
MARKS = "osD^vP*X"
"""Points of runs, by their place."""


def tool_calls(table: Table, look: FigureStyle, runs: Sequence[str]) -> Figure:
    rows = list(table.rows[:MOST_TOOLS])
    columns = list(table.columns[2 : 2 + MOST_PANELS])
    if not rows or not columns:
        return empty_figure("No tool was called.", look)
    figure = new_figure(9.0, 0.9 + 0.25 * len(rows))
    panels = figure.subplots(1, len(columns), sharex=True, sharey=True, squeeze=False)[0]
    most = max(as_float(row.cells[column.key]) for row in rows for column in columns)
    places = range(len(rows))
    for panel, column in zip(panels, columns, strict=True):
        values = [as_float(row.cells[column.key]) for row in rows]
        panel.barh(places, values, height=0.68, color=look.colours[runs.index(column.head) % MOST_LINES])
        for place, value in zip(places, values, strict=True):
            panel.text(
                value + most * 0.02, place, f"{value:.0f}", va="center", fontsize=7.5, color=look.faint
            )
        panel.set_title(_wrap(column.head, 76 // len(columns)), fontsize=8.5)
        panel.grid(axis="y", visible=False)
        panel.set_xlabel("calls")
        panel.locator_params(axis="x", nbins=4, integer=True)
    panels[0].set_yticks(places, [drawable(str(row.cells["tool"]), 44) for row in rows])
    panels[0].invert_yaxis()
    panels[0].set_xlim(0, max(1.0, most * 1.18))
    return figure


def relations(table: Table, look: FigureStyle, runs: Sequence[str], *, paper: bool = True) -> Figure:
    """Accuracy, TIR and ACS against each other; with `paper`, the paper's points too."""
    figure = new_figure(9.0, 3.2)
    panels = figure.subplots(1, 3)
    axes = (("tir", "accuracy"), ("acs", "accuracy"), ("tir", "acs"))
    names = {"tir": "TIR %", "accuracy": "accuracy %", "acs": "ACS (steps)"}
    own = [row for row in table.rows if row.source == "run"]
    for panel, (x, y) in zip(panels, axes, strict=True):
        for steps, mark in ((15, "o"), (50, "s")):
            rows = [row for row in table.rows if row.source == "paper" and row.cells["steps"] == steps]
            if paper:
                label = f"the paper, {steps} steps"
                _points(panel, rows, x, y, label, marker=mark, colours=("none", look.faint))
        baselines = [row for row in table.rows if row.source == "baseline"]
        _points(panel, baselines, x, y, "baselines", marker="x", colours=(look.faint, look.faint))
        drawn = own[:MOST_LINES]
        points = [(row.cells[x], row.cells[y]) for row in drawn]
        for place, row in enumerate(drawn):
            number = runs.index(str(row.cells["run"])) % MOST_LINES
            same = [other for other, point in enumerate(points) if point == points[place]]
            _points(
                panel,
                [row],
                x,
                y,
                drawable(f"{row.cells['agent']}, {row.cells['steps']} steps", LONGEST_LABEL),
                marker=MARKS[number],
                colours=(look.colours[number], look.ground),
                size=8,
                aside=6 * (same.index(place) - (len(same) - 1) / 2),
            )
        panel.set_xlabel(names[x])
        panel.set_ylabel(names[y])
        panel.margins(0.12)
    legend(figure, panels[0])
    return figure


def _points(
    panel: Axes,
    rows: Sequence[Row],
    x: str,
    y: str,
    label: str,
    *,
    marker: str,
    colours: tuple[str, str],
    size: float = 5,
    aside: float = 0,
) -> None:
    """Points with colours of face and edge, moved aside by `aside` / 72 inch. Rows without a number are not drawn."""
    points = [(row.cells[x], row.cells[y]) for row in rows]
    known = [
        (as_float(first), as_float(second))
        for first, second in points
        if first is not None and second is not None
    ]
    if known:
        xs, ys = zip(*known, strict=True)
        face, edge = colours
        (drawn,) = panel.plot(
            xs,
            ys,
            linestyle="none",
            marker=marker,
            markersize=size,
            markerfacecolor=face,
            markeredgecolor=edge,
            markeredgewidth=1.1,
            label=label,
            zorder=3,
            clip_on=False,
        )
        if aside:
            from matplotlib.transforms import ScaledTranslation

            scale = panel.figure.dpi_scale_trans
            drawn.set_transform(panel.transData + ScaledTranslation(aside / 72, 0, scale))


def by_tools(table: Table, look: FigureStyle, runs: Sequence[str]) -> Figure:
    sections = sorted(table.sections(), key=lambda section: runs.index(section[0]))[:MOST_LINES]
    groups = sorted({str(row.cells["tools"]) for row in table.rows}, key=int)
    if not groups:
        return empty_figure("The records have no annotated tools.", look)
    figure = new_figure(9.0, 3.0)
    panels = figure.subplots(1, 2, sharex=True, sharey=True)
    tasks = {str(row.cells["tools"]): as_float(row.cells["tasks"]) for row in table.rows}
    for panel, metric, name in zip(panels, ("accuracy", "tir"), ("accuracy %", "TIR %"), strict=True):
        for number, (title, rows) in enumerate(sections):
            # Shifted, because lines that coincide hide all but the last.
            shift = (number - (len(sections) - 1) / 2) * min(0.07, 0.5 / len(sections))
            values = {str(row.cells["tools"]): row.cells[metric] for row in rows}
            known = [
                (place, values[group]) for place, group in enumerate(groups) if values.get(group) is not None
            ]
            panel.plot(
                [place + shift for place, _ in known],
                [as_float(value) for _, value in known],
                color=look.colours[number],
                marker=MARKS[number],
                markersize=5.5,
                linewidth=1.4,
                label=drawable(title, LONGEST_LABEL),
            )
        panel.set_xticks(
            range(len(groups)),
            [f"{group}\n({tasks[group]:.0f} task{'s' * (tasks[group] != 1)})" for group in groups],
        )
        panel.set_xlabel("annotated tools")
        panel.set_ylabel(name)
        panel.grid(axis="x", visible=False)
        panel.set_xlim(-0.5, len(groups) - 0.5)
        panel.set_ylim(-4, 104)
        panel.tick_params(labelleft=True)
    legend(figure, panels[0])
    return figure


def new_figure(width: float, height: float) -> Figure:
    from matplotlib.figure import Figure as New

    return New(figsize=(width, height), layout="constrained")


def legend(figure: Figure, panel: Axes) -> None:
    handles, labels = panel.get_legend_handles_labels()
    if handles:
        columns = 1 if max(map(len, labels)) > 62 else 2
        figure.legend(handles, labels, loc="outside lower left", ncols=columns)
        width, height = figure.get_size_inches()
        figure.set_size_inches(width, height + 0.18 * -(-len(labels) // columns))


def empty_figure(text: str, look: FigureStyle) -> Figure:
    figure = new_figure(9.0, 1.2)
    figure.text(0.5, 0.5, text, ha="center", va="center", color=look.faint)
    return figure


def as_float(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def distinct_labels(titles: Sequence[str], longest: int) -> list[str]:
    """The titles cut to `longest` characters, with their number before those that would look the same."""
    labels = [drawable(title, longest) for title in titles]
    return [
        f"{number}: {label}" if labels.count(label) > 1 else label for number, label in enumerate(labels, 1)
    ]


def _wrap(text: str, width: int) -> str:
    """Lines of at most `width` columns, broken at spaces where there are some."""
    return wrap_columns(drawable(text, LONGEST_LABEL), width)


def wrap_columns(text: str, width: int) -> str:
    """Break a text into lines of at most `width` columns; characters of some scripts take two."""
    if cell_len(text) == len(text):
        return textwrap.fill(text, width)
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if cell_len(longer) <= width:
            lines[-1] = longer
        else:
            lines += chop_cells(word, width)
    return "\n".join(filter(None, lines))


def drawable(text: str, longest: int) -> str:
    """Text on one line, with a square in place of characters that no font has."""
    return fonts.drawable(clean(text, longest))
