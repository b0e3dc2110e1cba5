"""A report's figures. The same records give the same bytes: no date, no name of the program, fixed ids."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from controller.results.report import drawings
from controller.results.report import drawings_overview as glance
from controller.results.report.drawings import MOST_LINES, MOST_PANELS, MOST_TOOLS
from controller.results.report.model import Table
from controller.results.report.theme import STYLES, FigureStyle, Theme, settings

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_DPI = 200


@dataclass(frozen=True, slots=True)
class Plot:
    """A figure.

    Attributes:
        name: The name of its files.
        caption: What it shows in words.
        draw: Makes it anew.
        table: The table it stands above on the page; the one of its own name if "".
        without_paper: Makes it without the paper's points, if it has some.
    """

    name: str
    caption: str
    draw: Callable[[FigureStyle], Figure]
    table: str = ""
    without_paper: Callable[[FigureStyle], Figure] | None = None
    _rendered: dict[tuple[str, str], bytes] = field(default_factory=dict, repr=False, compare=False)

    @property
    def plain(self) -> Plot | None:
        """The same figure without the paper's points; None if it has none."""
        if self.without_paper is None:
            return None
        return Plot(self.name, self.caption, self.without_paper, self.table)

    def svg(self, theme: Theme = "light") -> bytes:
        return self._render(theme, "svg", {"Date": None, "Creator": None})

    def png(self, theme: Theme = "light") -> bytes:
        return self._render(theme, "png", {"Software": None})

    def _render(self, theme: Theme, form: str, metadata: Mapping[str, None]) -> bytes:
        """The picture, drawn once: the page and the files have the same."""
        if (theme, form) not in self._rendered:
            self._rendered[theme, form] = self._draw(theme, form, metadata)
        return self._rendered[theme, form]

    def _draw(self, theme: Theme, form: str, metadata: Mapping[str, None]) -> bytes:
        look = STYLES[theme]
        with settings(look):
            out = io.BytesIO()
            figure = self.draw(look)
            figure.savefig(
                out, format=form, dpi=_DPI, metadata=dict(metadata), bbox_inches="tight", pad_inches=0.15
            )
        return out.getvalue()


def plots(tables: Mapping[str, Table], runs: Sequence[str]) -> list[Plot]:
    """The figures of tables by name. In all of them a run has one colour: by its place in `runs`, their titles."""
    figure4, relations, tools = (tables[name] for name in ("figure4", "figure5_relations", "figure5_tools"))
    overview, by_task, by_domain = (tables[name] for name in ("overview", "tasks_by_runs", "by_domain"))
    columns = len(by_task.columns) - 2
    return [
        Plot(
            "accuracy",
            "Accuracy over all selected episodes, with the 95% Wilson interval over tasks; baselines are grey."
            + _omission_note(len(overview.rows), glance.MOST_BARS, "runs"),
            lambda look: glance.accuracy_bars(overview, look, runs),
            "overview",
        ),
        Plot(
            "accuracy_cost_steps",
            "Accuracy against the cost of an episode (logarithmic) and against ACS. No run is both more accurate and "
            "cheaper (or shorter) than one on the dashed line, the Pareto front.",
            lambda look: glance.accuracy_against(overview, look, runs),
            "overview",
        ),
        Plot(
            "tasks_by_runs",
            "Each task's mean score in each run; a number stands where it is neither 0 nor 100, and a task "
            "without a verdict is empty." + _omission_note(columns, glance.MOST_COLUMNS, "runs"),
            lambda look: glance.heat_map(by_task, look),
        ),
        Plot(
            "by_domain",
            "Accuracy by application, with the number of tasks and the 95% Wilson interval over them."
            + _omission_note(len(by_domain.sections()), MOST_LINES, "runs"),
            lambda look: glance.by_application(by_domain, look, runs),
        ),
        Plot("figure4", _caption4(figure4), lambda look: drawings.tool_calls(figure4, look, runs)),
        Plot(
            "figure5_relations",
            "Accuracy, TIR and ACS of runs with tools, overall; ours filled, the paper's hollow. Points of the same "
            "numbers are set side by side.",
            lambda look: drawings.relations(relations, look, runs),
            without_paper=lambda look: drawings.relations(relations, look, runs, paper=False),
        ),
        Plot(
            "figure5_tools",
            "Accuracy and TIR by the number of tools that a task's author annotated."
            + _omission_note(len(tools.sections()), MOST_LINES, "runs"),
            lambda look: drawings.by_tools(tools, look, runs),
        ),
    ]


def _caption4(table: Table) -> str:
    runs = len(table.columns) - 2
    shown = "Executed tool calls of all episodes."
    return (
        shown
        + _omission_note(len(table.rows), MOST_TOOLS, "tools")
        + _omission_note(runs, MOST_PANELS, "runs")
    )


def _omission_note(number: int, most: int, what: str) -> str:
    return f" {most} of {number} {what} are drawn; the table has all." if number > most else ""
