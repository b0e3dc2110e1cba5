"""Numbers of a run that plugins add to `testbed score`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rich.table import Table

from controller.core.extension_calls import warn_left_out
from controller.results.run_data import RunData
from testbed.errors import UsageError
from testbed.extension_points import SCORE_TABLES


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The declaration of a table of `testbed score`.

    Attributes:
        numbers: Returns the numbers of a run, which `--json` has under the extension's name; nothing for a run that the
            table is not about.
        table: Returns the table for the terminal, given the content of `summary.json` and the numbers.
    """

    numbers: Callable[[RunData], Mapping[str, Any]]
    table: Callable[[Mapping[str, Any], Mapping[str, Any]], Table]


@dataclass(frozen=True, slots=True)
class ScoredTable:
    """A plugin's numbers of a run: the extension's name, what it declares, and the numbers."""

    name: str
    spec: ScoreTable
    numbers: Mapping[str, Any]

    def table(self, summary: Mapping[str, Any]) -> Table | None:
        """Return the table for the terminal; None when making it fails, which is logged."""
        try:
            return self.spec.table(summary, self.numbers)
        except UsageError as error:
            warn_left_out(str(error))
            return None


def score_tables(run: RunData) -> Iterator[ScoredTable]:
    """Yield what plugins say of a run; an extension that cannot be used or fails is left out, which is logged."""
    for name, extension in SCORE_TABLES.extensions().items():
        try:
            spec = SCORE_TABLES.adopt(extension)
            numbers = spec.numbers(run)
        except UsageError as error:
            warn_left_out(str(error))
            continue
        if numbers:
            yield ScoredTable(name, spec, numbers)
