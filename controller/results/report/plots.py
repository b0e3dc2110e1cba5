"""A report's figures. The same records give the same bytes: no date, no name of the program, fixed ids."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.results.report import drawings
from controller.results.report.drawings import MOST_LINES, MOST_PANELS, MOST_TOOLS
from controller.results.report.model import Table
from controller.results.report.theme import STYLES, FigureStyle, Theme, settings

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_DPI = 200


@dataclass(frozen=True, slots=True)
class Plot:
    """A figure: `name` is that of its files, `caption` what it shows in words; `draw` makes it anew."""

    name: str
    caption: str
    draw: Callable[[FigureStyle], Figure]

    def svg(self, theme: Theme = "light") -> bytes:
        return self._render(theme, "svg", {"Date": None, "Creator": None})

    def png(self, theme: Theme = "light") -> bytes:
        return self._render(theme, "png", {"Software": None})

    def _render(self, theme: Theme, form: str, metadata: Mapping[str, None]) -> bytes:
        look = STYLES[theme]
        with settings(look):
            out = io.BytesIO()
            figure = self.draw(look)
            figure.savefig(
                out, format=form, dpi=_DPI, metadata=dict(metadata), bbox_inches="tight", pad_inches=0.15
            )
        return out.getvalue()


def plots(figure4: Table, relations: Table, tools: Table, runs: Sequence[str]) -> list[Plot]:
    """The figures of these tables. In all of them a run has one colour: by its place in `runs`, their titles."""
    return [
        Plot("figure4", _caption4(figure4), lambda look: drawings.tool_calls(figure4, look, runs)),
        Plot(
            "figure5_relations",
            "Accuracy, TIR and ACS of runs with tools, overall; ours filled, the paper's hollow. Points of the same "
            "numbers are set side by side.",
            lambda look: drawings.relations(relations, look, runs),
        ),
        Plot(
            "figure5_tools",
            "Accuracy and TIR by the number of tools that a task's author annotated."
            + _left_out(len(tools.sections()), MOST_LINES, "runs"),
            lambda look: drawings.by_tools(tools, look, runs),
        ),
    ]


def _caption4(table: Table) -> str:
    runs = len(table.columns) - 2
    shown = "Executed tool calls of all episodes."
    return shown + _left_out(len(table.rows), MOST_TOOLS, "tools") + _left_out(runs, MOST_PANELS, "runs")


def _left_out(number: int, most: int, what: str) -> str:
    return f" {most} of {number} {what} are drawn; the table has all." if number > most else ""
