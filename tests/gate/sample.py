"""A pytest plugin: `--sample SECONDS` keeps only a sample of two kinds of tests.

Of the tests on guests without the marker `core`: as many as fit into that time. Of the tests with the marker `sampled`,
which are one of many for things that grow (tasks, hostile inputs, faults of model APIs): a share of each file's,
`SHARE` or what the marker says: `sampled(share=1 / 3)`. What is also marked `core`, such as the case of a fault that
was there once, always runs.

The commit decides which tests are drawn, so that each is tried by some commit, and the same commit tries the same.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

import pytest

from tests.commit import commit
from tests.gate.durations import Durations

SHARE = 0.15
MOST_OF_LONG_FILE = 0.25
"""Of the time of a sample."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--sample",
        metavar="SECONDS",
        type=float,
        help="of the tests on guests that are not `core`, run only a sample of that length; and of those marked "
        "`sampled` a share",
    )
    parser.addoption("--sample-seed", metavar="TEXT", help="what draws the sample (default: the commit)")


@pytest.hookimpl(trylast=True)  # after `-m` and `-k`
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    seconds = config.getoption("sample")
    if seconds is None:
        return
    on_guests = [
        item for item in items if item.get_closest_marker("guest") and not item.get_closest_marker("core")
    ]
    sampled = _by_share(items)
    seed = config.getoption("sample_seed") or commit(Path(__file__).parent)
    drawn = draw([item.nodeid for item in on_guests], Durations.load(), seconds, seed)
    for share, alike in sampled.items():
        drawn |= draw_share([item.nodeid for item in alike], share, seed)
    left_out = {item for item in chain(on_guests, *sampled.values()) if item.nodeid not in drawn}
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    items[:] = [item for item in items if item not in left_out]


def _by_share(items: Iterable[pytest.Item]) -> dict[float, list[pytest.Item]]:
    """Return the tests of which only a share is run, by that share."""
    by_share: defaultdict[float, list[pytest.Item]] = defaultdict(list)
    for item in items:
        marker = item.get_closest_marker("sampled")
        if marker and not item.get_closest_marker("core"):
            by_share[marker.kwargs.get("share", SHARE)].append(item)
    return by_share


def draw_share(tests: Iterable[str], share: float, seed: str) -> set[str]:
    """Return a share of each file's tests, at least one, which the seed decides."""
    return {
        test
        for file, listed in _by_file(tests).items()
        for test in random.Random(f"{seed} {file}").sample(listed, math.ceil(len(listed) * share))
    }


def draw(tests: Iterable[str], durations: Durations, seconds: float, seed: str) -> set[str]:
    """Return the tests of as many files as fit into the time, in an order that the seed decides.

    A file's tests share a guest, and some build on each other, so they are drawn together. Of a file that is longer
    than all the time some tests are drawn, up to `MOST_OF_LONG_FILE` of the time.

    Args:
        tests: Ids of tests on guests.
        durations: What each takes; the shared fixtures of a file count once.
        seconds: What all drawn ones may take together.
        seed: The same seed draws the same of the same tests.
    """
    generator = random.Random(seed)
    by_file = _by_file(tests)
    drawn: set[str] = set()
    left = seconds
    for file in generator.sample(sorted(by_file), len(by_file)):
        cost = durations.of_setup(file) + sum(map(durations.of_guest_test, by_file[file]))
        if cost <= left:
            drawn.update(by_file[file])
            left -= cost
        elif cost > seconds:
            part = min(left - durations.of_setup(file), seconds * MOST_OF_LONG_FILE)
            some = _fitting(generator.sample(by_file[file], len(by_file[file])), durations, part)
            drawn.update(some)
            left -= durations.of_setup(file) + sum(map(durations.of_guest_test, some)) if some else 0
    return drawn


def _fitting(tests: Iterable[str], durations: Durations, seconds: float) -> list[str]:
    """Return the tests, in this order, of which each fits into what the ones before it leave of the time."""
    fitting = []
    for test in tests:
        cost = durations.of_guest_test(test)
        if cost <= seconds:
            fitting.append(test)
            seconds -= cost
    return fitting


def _by_file(tests: Iterable[str]) -> dict[str, list[str]]:
    """Return tests by their file, sorted."""
    by_file: defaultdict[str, list[str]] = defaultdict(list)
    for test in sorted(tests):
        by_file[test.split("::")[0]].append(test)
    return by_file
