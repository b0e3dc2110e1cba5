"""The short seeded part of `scripts/chaos`; what it has found has tests of its own beside the code."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.chaos import nspawn_guests
from tests.chaos.campaign import Campaign, Plans
from tests.chaos.cluster_rounds import cluster_plans
from tests.chaos.fake_rounds import SCENARIOS, fake_plans
from tests.chaos.nspawn_rounds import frozen_plans, nspawn_plans
from tests.chaos.round import Plan
from tests.chaos.subject import FAKE_TASKS, Scenario

EPOCHS = 1
pytestmark = pytest.mark.slow


def short(scenario: str) -> Scenario:
    """A scenario with fewer episodes."""
    options = list(SCENARIOS[scenario].options)
    options[options.index("--epochs") + 1] = str(EPOCHS)
    return Scenario(tuple(options), SCENARIOS[scenario].vendor)


def assert_right(work: Path, *plans: tuple[str, Plan]) -> None:
    """Play the rounds; what went wrong is the failure's text."""
    lines: list[str] = []
    tally = Campaign(iter(plans), work, FAKE_TASKS, lines.append).run(math.inf)
    assert tally.is_right, "\n".join(lines)
    assert tally.injected.total(), "no fault came in time"


def test_a_run_survives_kills_and_a_failing_model_api(tmp_path: Path) -> None:
    faults = ("kill_9_at_file", "kill_9", "sigterm", "kill_9_at_file")
    kinds = ("api_429_retry_after", "api_500", "api_cut", "api_wrong_model")
    plan = Plan("all", "114", short("anthropic"), faults, kinds, 6, {"2": "guest_does_not_boot"})
    assert_right(tmp_path, ("anthropic", plan))


@pytest.mark.parametrize("plans", [fake_plans, cluster_plans, nspawn_plans, frozen_plans])
def test_chosen_kinds_are_the_only_ones(plans: Callable[[int, tuple[str, ...]], Plans]) -> None:
    for _, plan in itertools.islice(plans(5, ("sigterm", "kill_9")), 8):
        assert set(plan.controller) == {"sigterm", "kill_9"}
        assert not plan.model and not plan.guests


@pytest.mark.root
def test_a_run_survives_a_full_disk_and_a_second_controller(tmp_path: Path) -> None:
    plan = Plan("host", "0", short("oracle"), ("disk_full", "disk_full", "two_controllers"))
    assert_right(tmp_path, ("oracle", plan))


def test_a_command_that_does_not_end_in_a_guest_is_left(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(nspawn_guests, "SYSTEM_SECONDS", 0.2)
    nspawn_guests.run_or_leave("tb-1", ["sleep", "60"])
    assert "tb-1: no end within 0 s, left as it is: sleep 60" in capfd.readouterr().err
