"""Where episodes branch, and in which order they are played."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.parts.branch.order import branches_after_trunks
from controller.parts.branch.points import BranchPoints, rule_of
from testbed.errors import UsageError


def kept(rule: str, most: int, steps: Iterable[int]) -> list[int]:
    points = BranchPoints[int](rule_of(rule), most)
    for count in steps:
        if points.reached(count):
            points.keep(count)
    return points.kept


@pytest.mark.parametrize(
    ("rule", "most", "steps", "expected"),
    [
        ("0", 3, range(9), [0]),
        ("5", 3, range(9), [5]),
        ("5", 3, [0, 3, 7, 8], [7]),
        ("5", 3, [0, 3], []),
        ("every:3", 8, range(11), [3, 6, 9]),
        ("every:3", 8, [0, 2, 7, 8, 9], [7, 9]),
        ("decision", 8, [0, 1, 4], [0, 1, 4]),
        ("decision", 3, range(7), [0, 4]),
        ("every:2", 1, range(9), [8]),
    ],
)
def test_points_are_kept(rule: str, most: int, steps: Iterable[int], expected: list[int]) -> None:
    assert kept(rule, most, steps) == expected


@given(most=st.integers(2, 9), decisions=st.integers(0, 60))
def test_of_many_points_at_most_a_number_is_kept_evenly(most: int, decisions: int) -> None:
    points = kept("decision", most, range(decisions))
    assert min(most // 2 + 1, decisions) <= len(points) <= most
    assert len({later - earlier for earlier, later in pairwise(points)}) <= 1


def test_what_is_not_kept_any_more_is_returned() -> None:
    points = BranchPoints[int](rule_of("decision"), 2)
    dropped = [points.keep(steps) for steps in range(3) if points.reached(steps)]
    assert dropped == [[], [], [1]] and points.kept == [0, 2]


@pytest.mark.parametrize("text", ["", "x", "-1", "every:0", "every:", "every:x", "5 ", "1.5", "decisions"])
def test_what_is_no_point_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="no point of an episode"):
        rule_of(text)


def test_branches_are_played_soon_after_their_trunk() -> None:
    episodes = [(task, epoch) for epoch in (1, 2, 3) for task in "abc"]
    assert branches_after_trunks(episodes, 1) == [(task, epoch) for task in "abc" for epoch in (1, 2, 3)]
    two = [("a", 1), ("b", 1), ("a", 2), ("a", 3), ("c", 1), ("b", 2), ("b", 3), ("c", 2), ("c", 3)]
    assert branches_after_trunks(episodes, 2) == two
    assert branches_after_trunks([("a", 2), ("b", 1), ("b", 2)], 1) == [("a", 2), ("b", 1), ("b", 2)]


@given(remaining=st.sets(st.tuples(st.sampled_from("abcde"), st.integers(1, 4))), guests=st.integers(1, 8))
def test_each_episode_is_played_once_and_no_branch_before_its_trunk(
    remaining: set[tuple[str, int]], guests: int
) -> None:
    order = branches_after_trunks(sorted(remaining, key=lambda one: (one[1], one[0])), guests)
    assert len(order) == len(remaining) and set(order) == remaining
    for task, epoch in order:
        if (task, 1) in remaining:
            assert order.index((task, 1)) <= order.index((task, epoch))
