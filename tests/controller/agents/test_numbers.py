"""Which values are numbers."""

from __future__ import annotations

import pytest

from controller.agents.numbers import is_number


@pytest.mark.parametrize("value", [0, -1, 2.5, 10**300, 1e308])
def test_numbers(value: object) -> None:
    assert is_number(value)


@pytest.mark.parametrize("value", [True, "1", None, [1], float("inf"), float("-inf"), float("nan"), 10**400])
def test_what_is_none(value: object) -> None:
    assert not is_number(value)
