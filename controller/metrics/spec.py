"""What a metric is: its name, its function, and how summaries, tables, pages and exports show it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from controller.core.extension_calls import warn_left_out
from controller.metrics.outcomes import EpisodeOutcome
from testbed.errors import UsageError

PERCENT = "%"
NO_VALUE = "–"
"""What tables and pages show for a number that is not defined or not known."""


def every_episode(_outcome: EpisodeOutcome) -> bool:
    """Selects all episodes."""
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricSpec:
    """A metric over episodes, declared once; everything that shows metrics reads this declaration.

    Attributes:
        key: Name in `summary.json` and in files, a lower-case identifier such as "success_rate".
        label: Name for people, such as "accuracy".
        definition: What it measures, in one sentence without a full stop.
        compute: Its value over episodes, of which there is at least one; None if it is not defined for them.
        better: Which direction is an improvement.
        unit: Follows the label: "%" for a share of 1, which is shown times 100, "s" for seconds, "" for a
            number that needs none.
        over: Which episodes `compute` is given, such as `lambda episode: episode.succeeded`.
        heading: Heading of table columns; label and unit if "".
        decimals: Digits after the point in tables and pages. Files are not rounded.
        headline: Whether it stands in the main tables. Other metrics stand in those of agents' behaviour.
        sparse: Whether tables leave it out when it has no value for any of their rows.
        needs_tools: Whether it is defined only for runs with tools: it has no value for GUI actions alone.
        needs_events: Whether it is computed from `EpisodeOutcome.stats`; the viewer, which reads no events for its
            lists of runs, has no value of it.
        column: Its column in the CSV tables of reports; the key if "".
        episode_column: Its column in tables with one row an episode; the key if "". A column that the record
            of an episode has already is not written a second time; None means no column.
    """

    key: str
    label: str
    definition: str
    compute: Callable[[Sequence[EpisodeOutcome]], float | None]
    better: Literal["higher", "lower"]
    unit: str = ""
    over: Callable[[EpisodeOutcome], bool] = every_episode
    heading: str = ""
    decimals: int = 1
    headline: bool = True
    sparse: bool = False
    needs_tools: bool = False
    needs_events: bool = False
    column: str = ""
    episode_column: str | None = ""

    def value(self, outcomes: Sequence[EpisodeOutcome]) -> float | None:
        """Compute the metric.

        Args:
            outcomes: Episodes; those outside `over` are ignored, and with `needs_tools` those without tools.

        Returns:
            The value; None if no episode is left, the value is not a finite number, or a plugin's metric fails, which
            is logged.
        """
        try:
            members = [
                outcome
                for outcome in outcomes
                if self.over(outcome) and (outcome.has_tools or not self.needs_tools)
            ]
            value = self.compute(members) if members else None
        except UsageError as error:
            warn_left_out(str(error))
            return None
        return value if value is not None and math.isfinite(value) else None

    @property
    def scale(self) -> float:
        """The factor from a value to the number shown."""
        return 100.0 if self.unit == PERCENT else 1.0

    @property
    def label_with_unit(self) -> str:
        return f"{self.label} {self.unit}".rstrip()

    @property
    def column_heading(self) -> str:
        return self.heading or self.label_with_unit

    @property
    def csv_column(self) -> str:
        return self.column or self.key

    @property
    def description(self) -> str:
        """The definition and the direction, for tooltips and docs."""
        return f"{self.definition}; {self.better} is better"

    def format(self, value: float | None, missing: str = NO_VALUE, *, sign: bool = False) -> str:
        """A value, a deviation or (with `sign`) a difference as text, scaled and rounded, without the unit."""
        if value is None:
            return missing
        return f"{value * self.scale:{'+' if sign else ''}.{self.decimals}f}"
