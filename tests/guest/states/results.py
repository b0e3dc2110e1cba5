"""The results file: a line of JSON for each cell, which a later walk skips."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.guest.states.verdict import OUTCOMES, RIGHT
from tests.guest.states.walker import Cell

Key = tuple[str, str, str]
WALKED = Path(__file__).with_name("walked.json")
"""The cells that a walk found right, by application and state."""


def load(path: Path | None) -> dict[Key, Cell]:
    """The cells that a file holds; of a cell that is there twice the last."""
    if path is None or not path.exists():
        return {}
    cells = (Cell(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines())
    return {(cell.app, cell.state, cell.tool): cell for cell in cells}


def append(path: Path, cell: Cell) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(cell)) + "\n")


def right_cells(cells: Iterable[Cell]) -> dict[str, dict[str, list[str]]]:
    """By application and state the tools that were right, which CI samples."""
    found: dict[str, dict[str, list[str]]] = {}
    for cell in sorted(cells, key=lambda cell: (cell.app, cell.state, cell.tool)):
        if cell.outcome in RIGHT:
            found.setdefault(cell.app, {}).setdefault(cell.state, []).append(cell.tool)
    return found


def record(cells: Iterable[Cell]) -> None:
    """Write the cells that are right into `WALKED`."""
    WALKED.write_text(json.dumps(right_cells(cells), indent=1) + "\n", encoding="utf-8")


def summary(cells: Iterable[Cell], seed: int) -> Mapping[str, Any]:
    """The figures of the table: by outcome, by application, and the cells that fail."""
    listed = list(cells)
    by_app: dict[str, Counter[str]] = {}
    for cell in listed:
        by_app.setdefault(cell.app, Counter())[cell.outcome] += 1
    total = Counter(cell.outcome for cell in listed)
    return {
        "cells": len(listed),
        **{outcome: total[outcome] for outcome in OUTCOMES},
        "seed": seed,
        "apps": {app: dict(counts) for app, counts in sorted(by_app.items())},
        "failing": [
            f"{cell.app}/{cell.state}/{cell.tool}: {cell.outcome}"
            for cell in listed
            if cell.outcome not in RIGHT
        ],
    }
