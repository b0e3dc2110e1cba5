"""Numbers of a run that plugins add to `testbed score`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rich.table import Table

from controller.results.run_data import RunData
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


def score_tables(run: RunData) -> Iterator[ScoredTable]:
    """Yield what plugins say of a run. Raises UsageError when an extension cannot be used or fails."""
    for name, extension in SCORE_TABLES.extensions().items():
        spec = SCORE_TABLES.adopt(extension)
        if numbers := spec.numbers(run):
            yield ScoredTable(name, spec, numbers)
