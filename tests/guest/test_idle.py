"""Guests that stand still: their processes, their memory, their end, and a run whose guests do so for each decision."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.core.guest import Guest
from controller.core.pausing import PausableGuest
from controller.core.waiting import wait_until
from controller.guests.nspawn import cgroups
from controller.guests.nspawn.pausing import ContainerGuest
from controller.guests.nspawn.reclaiming import RESIDENT_BYTES
from controller.guests.nspawn.state import read_states
from controller.guests.provider import Provider
from scripts.demo_agents import AGENTS, KEYS, SAME, mock_model
from tests.guest.test_run import NO_KEY, TESTBED, summary

pytestmark = [pytest.mark.guest, pytest.mark.root]
COUNTER = "/tmp/counter"
COUNT = f"while true; do echo >>{COUNTER}; done"


@pytest.fixture
def pausable(provider: Provider) -> Iterator[ContainerGuest]:
    guest = provider.start()
    assert isinstance(guest, ContainerGuest) and isinstance(guest, PausableGuest)
    yield guest
    provider.stop(guest)


def processor_time(guest: Guest) -> str:
    """What its processes have used, as its control group has it."""
    return (cgroups.unified_root() / guest.name / "cpu.stat").read_text().splitlines()[0]


def test_processes_of_a_paused_guest_do_not_run(pausable: ContainerGuest) -> None:
    pausable.run(["systemd-run", "--quiet", "sh", "-c", COUNT])
    assert "frozen 0" in (cgroups.unified_root() / pausable.name / "cgroup.events").read_text()
    pausable.pause()
    pausable.pause()
    used = processor_time(pausable)
    assert subprocess.run(["sleep", "0.5"], check=True) and processor_time(pausable) == used
    assert pausable.resume() == 0
    wait_until(lambda: processor_time(pausable) != used, seconds=60, what="its processes to go on")
    size = ["stat", "--format=%s", COUNTER]
    before = int(pausable.run(size).text)
    wait_until(lambda: int(pausable.run(size).text) > before, seconds=60, what="the counter to grow")


def test_every_call_resumes_a_paused_guest(pausable: ContainerGuest) -> None:
    calls = {
        "run": lambda: pausable.run(["true"]),
        "write_file": lambda: pausable.write_file("/tmp/a", b"a"),
        "read_file": lambda: pausable.read_file("/tmp/a"),
        "list_tools": pausable.list_tools,
        "call_tool": lambda: pausable.call_tool("computer.screenshot").images[0],
        "open_stream": lambda: pausable.open_stream(["true"]).close(),
    }
    for name, call in calls.items():
        pausable.pause(reclaim=True)
        call()
        assert pausable.resume() == 0, f"{name} did not resume it"


def test_memory_is_given_back_and_a_screenshot_is_the_same_after_it(pausable: ContainerGuest) -> None:
    limits = cgroups.v1_hierarchies().get("memory", cgroups.unified_root()) / pausable.name
    limit = next(file for file in limits.iterdir() if file.name in ("memory.limit_in_bytes", "memory.max"))
    before, allowed = pausable.call_tool("computer.screenshot", {"settle": True}), limit.read_text()
    cache = 64 * 2**20
    pausable.run(
        ["sh", "-c", f"head -c {cache} /dev/urandom >/var/tmp/cache; sync; cat /var/tmp/cache >/dev/null"]
    )
    used = cgroups.memory_in_use(pausable.name)
    assert used > RESIDENT_BYTES + cache // 2
    pausable.pause(reclaim=True)
    wait_until(
        lambda: cgroups.memory_in_use(pausable.name) < used - cache // 2, seconds=60, what="the cache to go"
    )
    assert pausable.resume() >= cache // 2
    assert limit.read_text() == allowed
    after = pausable.call_tool("computer.screenshot", {"settle": True})
    assert not after.is_error and len(after.images) == len(before.images) == 1


@pytest.mark.parametrize("reclaim", [False, True])
def test_a_paused_guest_can_be_stopped(provider: Provider, reclaim: bool) -> None:
    guest = provider.start()
    assert isinstance(guest, ContainerGuest)
    guest.pause(reclaim=reclaim)
    provider.stop(guest)
    assert guest.name not in {state.name for state in read_states()}
    assert cgroups.is_empty(guest.name) and guest.name not in cgroups.existing(guest.name)


def test_a_paused_guest_can_be_reset(provider: Provider) -> None:
    guest = provider.start()
    assert isinstance(guest, ContainerGuest)
    guest.pause()
    fresh = provider.reset(guest)
    assert fresh.run(["true"]).exit_code == 0
    provider.stop(fresh)


def play(out: Path, environment: dict[str, str], *more: str) -> dict[str, Any]:
    """The summary of a run of a model's agent, and the record of its only episode."""
    words = ["run", *AGENTS["anthropic"], *SAME, "--task", "os/backup_letters", "--guests", "1"]
    words += ["--out", str(out), *more]
    bare = {name: value for name, value in NO_KEY.items() if name not in KEYS}
    done = subprocess.run(
        [*TESTBED, *words], capture_output=True, text=True, env=bare | environment, check=False
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
    [result] = out.glob("episodes/**/result.json")
    return {"score": summary(out)["overall"]["selected"], "result": json.loads(result.read_text())}


@pytest.mark.long
def test_a_run_whose_guests_stand_still_has_the_same_score(tmp_path: Path) -> None:
    with mock_model(sys.stderr) as (environment, _):
        plain = play(tmp_path / "plain", environment)
        idle = play(tmp_path / "idle", environment, "--provider", "nspawn", "--idle", "reclaim")
    assert idle["score"] == plain["score"] and idle["score"]["accuracy"] == 1.0
    record, steps = idle["result"]["parts"]["idle"], idle["result"]["steps"]
    assert 0 < record["pauses"] <= steps and record["seconds"] > 0
    assert "idle" not in plain["result"]["parts"]
