"""One cell of every few states, of those that a walk found right: the commit chooses the state and the tool.

`scripts/fuzz_tools --states` walks all.

So a share of these tests, which is what CI takes, lasts less than a minute.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.core.guest import Guest
from tests.commit import commit
from tests.guest.fuzz.promises import Subject
from tests.guest.states.results import WALKED
from tests.guest.states.table import find_tables, subject_type
from tests.guest.states.verdict import RIGHT
from tests.guest.states.walker import Cell, walk

pytestmark = [pytest.mark.guest, pytest.mark.sampled]

TABLES = find_tables()
RIGHT_CELLS: dict[str, dict[str, list[str]]] = json.loads(WALKED.read_text("utf-8"))
TOGETHER = 4
CASES = [
    pytest.param(app, names, id=f"{app} {place}-{place + len(names) - 1}")
    for app, walked in ((app, list(states)) for app, states in RIGHT_CELLS.items())
    for place in range(0, len(walked), TOGETHER)
    for names in [walked[place : place + TOGETHER]]
]
SEED = 1


class _Subjects:
    """The one subject in use: two at once would close each other's documents."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest
        self._subject: Subject | None = None

    def of(self, app: str) -> Subject:
        if self._subject is None or self._subject.name != app:
            self.close()
            self._subject = subject_type(app)(self._guest)
        return self._subject

    def close(self) -> None:
        if self._subject:
            self._subject.close()
            self._subject = None


@pytest.fixture(scope="module")
def subjects(guest: Guest) -> Iterator[_Subjects]:
    found = _Subjects(guest)
    yield found
    found.close()


@pytest.mark.parametrize(("app", "names"), CASES)
def test_a_tool_does_or_names_what_hinders_it(subjects: _Subjects, app: str, names: list[str]) -> None:
    table = TABLES[app]
    chosen = random.Random(f"{commit(Path(__file__).parent)} {app} {names}")
    state = chosen.choice(names)
    tool = chosen.choice(RIGHT_CELLS[app][state])
    cells: list[Cell] = []
    walk(subjects.of(app), table, {(state, tool)}, seed=SEED, tell=cells.append)
    (cell,) = cells
    again = f"scripts/fuzz_tools --states --app {app} --state '{state}' --tool {tool} --seed {SEED}"
    assert cell.outcome in RIGHT, f"{cell.outcome}: {cell.text}\n{again}"
