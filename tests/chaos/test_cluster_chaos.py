"""A small sample of `scripts/chaos --provider cluster`, with shorter limits of Ray."""

from __future__ import annotations

import functools
import math
from pathlib import Path

import pytest

from tests.chaos.campaign import Campaign
from tests.chaos.cluster_rounds import SCENARIO, play_cluster
from tests.chaos.round import Plan
from tests.chaos.subject import FAKE_TASKS, Scenario

SHORT = {
    "RAY_health_check_period_ms": "1000",
    "RAY_health_check_timeout_ms": "4000",
    "RAY_health_check_failure_threshold": "2",
    "RAY_gcs_rpc_server_reconnect_timeout_s": "10",
}
CUT_SECONDS = 20.0
pytestmark = [pytest.mark.slow, pytest.mark.long]


KINDS = ("head_restarted", "slot_killed", "node_killed", "driver_killed", "guest_killed", "node_cut")
EPOCHS = "60"


def assert_right(work: Path, *faults: str) -> None:
    """Play a round: each fault comes once, and nothing is lost, doubled, mis-scored or left."""
    options = list(SCENARIO.options)
    options[options.index("--epochs") + 1] = EPOCHS
    plan = Plan("cluster", "1", Scenario(tuple(options)), faults)
    play = functools.partial(play_cluster, cut_seconds=CUT_SECONDS, ray_variables=SHORT)
    lines: list[str] = []
    tally = Campaign(iter([("cluster", plan)]), work, FAKE_TASKS, lines.append, play).run(math.inf)
    assert tally.is_right, "\n".join(lines)
    assert sorted(tally.injected.elements()) == sorted(faults), "\n".join(lines)


def test_a_run_survives_the_death_of_every_part_of_its_cluster(tmp_path: Path) -> None:
    assert_right(tmp_path, *KINDS)


@pytest.mark.root
def test_a_run_survives_a_full_disk_of_a_node(tmp_path: Path) -> None:
    assert_right(tmp_path, "node_disk_full")
