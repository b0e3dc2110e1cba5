"""Prices and limits of requests to models: the price list is read when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.models.model_access import ModelAccess
from controller.models.prices import Prices
from controller.runs.episode_parts import without_run
from controller.tasks.task import Task
from tests.controller.models.test_money import LIST


def test_parts_of_an_episode_of_no_run_read_no_price_list(
    make_task: Callable[..., Task], monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(_path: Path | None = None) -> Prices:
        raise AssertionError("the price list was read")

    task = make_task()
    monkeypatch.setattr(Prices, "load", load)
    without_run(task)


def test_without_a_price_list_testbeds_own_has_the_prices() -> None:
    assert ModelAccess().prices == Prices.load() and ModelAccess(LIST).prices is LIST
