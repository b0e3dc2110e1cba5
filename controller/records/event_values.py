"""Values of records that may come from elsewhere or be damaged: one of an unexpected type counts as missing."""

from __future__ import annotations

import math

from controller.records.spending import MOST

_LARGEST_SIDE = 100_000


def texts_of(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list) else ()


def text_of(value: object) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value)


def number_of(value: object) -> float:
    """Return a finite number, 0 for anything else."""
    usable = isinstance(value, int | float) and not isinstance(value, bool)
    try:
        number = float(value) if usable else 0.0  # type: ignore[arg-type]
    except OverflowError:
        return 0.0
    return number if math.isfinite(number) else 0.0


def count_of(value: object) -> int:
    """Return a `Count`, 0 for anything else."""
    number = int(number_of(value))
    return number if 0 <= number <= MOST else 0


def side_of(value: object) -> int:
    side = int(number_of(value))
    return side if 0 < side <= _LARGEST_SIDE else 0
