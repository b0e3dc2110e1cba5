"""A pytest plugin: `--sample SECONDS` keeps, of the tests on guests without the marker `core`, a sample.

The commit decides which tests are drawn, so that each is tried by some commit, and the same commit tries the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.commit import commit
from tests.gate.durations import Durations


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--sample",
        metavar="SECONDS",
        type=float,
        help="of the tests on guests that are not `core`, run only a sample of that length",
    )
    parser.addoption("--sample-seed", metavar="TEXT", help="what draws the sample (default: the commit)")


@pytest.hookimpl(trylast=True)  # after `-m` and `-k`
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    seconds = config.getoption("sample")
    if seconds is None:
        return
    candidates = [
        item for item in items if item.get_closest_marker("guest") and not item.get_closest_marker("core")
    ]
    seed = config.getoption("sample_seed") or commit(Path(__file__).parent)
    drawn = draw([item.nodeid for item in candidates], Durations.load(), seconds, seed)
    left_out = [item for item in candidates if item.nodeid not in drawn]
    config.hook.pytest_deselected(items=left_out)
    dropped = set(left_out)
    items[:] = [item for item in items if item not in dropped]


def draw(tests: Iterable[str], durations: Durations, seconds: float, seed: str) -> set[str]:
    """Return as many tests as fit into the time, in an order that the seed decides.

    Args:
        tests: Ids of tests on guests.
        durations: What each takes; the shared fixtures of a file count once.
        seconds: What all drawn ones may take together.
        seed: The same seed draws the same of the same tests.
    """
    order = sorted(tests)
    random.Random(seed).shuffle(order)
    drawn: set[str] = set()
    files: set[str] = set()
    left = seconds
    for test in order:
        file = test.split("::")[0]
        cost = durations.of_guest_test(test) + (0 if file in files else durations.of_setup(file))
        if cost <= left:
            drawn.add(test)
            files.add(file)
            left -= cost
    return drawn
