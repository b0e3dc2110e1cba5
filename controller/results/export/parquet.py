"""The flat tables as Parquet files, with a type for every column."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from controller.core.extras import import_extra
from controller.core.texts import encodable
from controller.results.export import flat
from controller.results.export.episodes import RunToExport


def write(runs: Sequence[RunToExport], out: Path) -> list[str]:
    """Write `episodes.parquet` and `steps.parquet`. Raises UsageError if pyarrow is not installed."""
    pyarrow = import_extra("pyarrow")
    parquet = import_extra("pyarrow.parquet")
    for name, rows in flat.tables_of(runs):
        all_rows = list(rows)
        columns = {
            column: _column(pyarrow, [row[column] for row in all_rows])
            for column in (all_rows[0] if all_rows else {})
        }
        parquet.write_table(pyarrow.table(columns), out / f"{name}.parquet")
    return []


def _column(pyarrow: Any, values: Sequence[Any]) -> Any:
    """A column of one type; text for values of several types."""
    kinds = {type(value) for value in values if value is not None}
    if kinds <= {int, float} and float in kinds:
        values = [None if value is None else float(value) for value in values]
    elif len(kinds) > 1:
        values = [None if value is None else str(value) for value in values]
    elif kinds == {str}:
        values = [None if value is None else encodable(value) for value in values]
    return pyarrow.array(values)


EXPORT = flat.table_format(write, check=partial(import_extra, "pyarrow"))
