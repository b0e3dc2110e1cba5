"""A pytest plugin: `--sample SECONDS` keeps only a sample of two kinds of tests.

Of the tests on guests without the marker `core`: as many as fit into that time. Of the tests with the marker `sampled`,
which are one of many for things that grow (tasks, hostile inputs): `SHARE` of each file's.

The commit decides which tests are drawn, so that each is tried by some commit, and the same commit tries the same.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
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
        help="of the tests on guests that are not `core`, run only a sample of that length; and of those marked "
        "`sampled` a share",
    )
    parser.addoption("--sample-seed", metavar="TEXT", help="what draws the sample (default: the commit)")


SHARE = 0.15


@pytest.hookimpl(trylast=True)  # after `-m` and `-k`
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    seconds = config.getoption("sample")
    if seconds is None:
        return
    on_guests = [
        item for item in items if item.get_closest_marker("guest") and not item.get_closest_marker("core")
    ]
    sampled = [item for item in items if item.get_closest_marker("sampled")]
    seed = config.getoption("sample_seed") or commit(Path(__file__).parent)
    drawn = draw([item.nodeid for item in on_guests], Durations.load(), seconds, seed)
    drawn |= draw_share([item.nodeid for item in sampled], SHARE, seed)
    left_out = {item for item in [*on_guests, *sampled] if item.nodeid not in drawn}
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    items[:] = [item for item in items if item not in left_out]


def draw_share(tests: Iterable[str], share: float, seed: str) -> set[str]:
    """Return a share of each file's tests, at least one, which the seed decides."""
    by_file: defaultdict[str, list[str]] = defaultdict(list)
    for test in sorted(tests):
        by_file[test.split("::")[0]].append(test)
    return {
        test
        for file, listed in by_file.items()
        for test in random.Random(f"{seed} {file}").sample(listed, math.ceil(len(listed) * share))
    }


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
