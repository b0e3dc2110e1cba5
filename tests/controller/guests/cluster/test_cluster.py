"""Runs on a Ray cluster of two nodes on this host, with guests of the provider `fake`, also when parts of it die."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import testbed
from controller.cli.display import Silence
from controller.cli.main import call
from controller.core.actions import Action
from controller.guests.cluster.connection import Cluster, join_cluster
from controller.guests.cluster.node_process import NodeOptions, start_command
from controller.guests.cluster.nodes import choose
from controller.guests.cluster.offer import NodeOffer
from controller.guests.cluster.provider import ClusterProvider
from controller.guests.fake.provider import FakeProvider
from controller.guests.provider import GuestOptions
from controller.guests.self_check import self_check
from controller.records.run_info import EpisodeResult
from controller.records.run_options import RunOptions
from controller.records.run_records import RunRecords
from controller.runs.run import Run
from controller.runs.start import create_run
from controller.tasks.task import Task
from testbed.errors import ImageError
from tests.controller.guests.cluster.ray_nodes import (
    ROOT,
    RayCluster,
    environment,
    slots_below,
    two_nodes,
)
from tests.waiting import eventually, limit

pytestmark = [pytest.mark.slow, pytest.mark.long]

ORACLE = RunOptions(agent="oracle", tool_filter="oracle", provider="fake", epochs=3)
Printed = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def ray_cluster() -> Iterator[RayCluster]:
    with two_nodes() as cluster:
        yield cluster


@pytest.fixture(autouse=True)
def variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in environment().items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def cluster(ray_cluster: RayCluster, variables: None) -> Iterator[Cluster]:
    with join_cluster(ray_cluster.address, lambda: NodeOffer("", "", 0)) as cluster:
        yield cluster


@pytest.fixture
def provider(ray_cluster: RayCluster, cluster: Cluster) -> Iterator[ClusterProvider]:
    provider = ClusterProvider(cluster, choose(cluster.nodes()), GuestOptions(), "test")
    yield provider
    provider.close()
    eventually(lambda: not ray_cluster.slots(), what=lambda: f"no slot: {ray_cluster.slots()}")


class Killer(Silence):
    """Calls a function once, when so many steps have been taken."""

    def __init__(self, steps: int, kill: Callable[[], None]) -> None:
        self._left = steps
        self._kill = kill
        self._lock = threading.Lock()

    def stepped(self, worker: int, label: str, step: int, action: Action) -> None:
        with self._lock:
            self._left -= 1
            due = self._left == 0
        if due:
            self._kill()


def play(folder: Path, tasks: list[Task], provider: Any, observer: Silence | None = None) -> dict[str, Any]:
    records = create_run(folder, ORACLE, tasks, provider)
    return Run(records, tasks, provider, 4, observer or Silence(), spare_guest=False).finish()


def assert_whole(folder: Path, episodes: int = 12) -> list[str]:
    """Every episode has one result and it is right; returns the types of the errors of earlier attempts."""
    results = RunRecords.open(folder).results()
    assert len(results) == episodes
    assert {result.status for result in results.values()} == {"completed"}
    assert {result.score for result in results.values()} == {1.0}
    return [attempt.error.type for result in results.values() for attempt in result.attempts]


def test_guests_of_a_cluster_pass_the_providers_check(provider: ClusterProvider) -> None:
    assert [result for result in self_check(provider) if result.fault] == []


def test_a_run_has_the_records_of_a_run_on_this_host(
    provider: ClusterProvider, tasks: list[Task], tmp_path: Path
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    on_host = FakeProvider()
    summary = play(here, tasks, on_host)
    assert play(there, tasks, provider)["overall"] == summary["overall"]
    assert assert_whole(there) == []
    assert names(here) == names(there)
    for file in here.rglob("events.jsonl"):
        own, other = steps(file), steps(there / file.relative_to(here))
        assert own == other, file


def test_a_run_from_python_uses_the_cluster(
    ray_cluster: RayCluster, tmp_path: Path, capfd: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    seen: list[int] = []

    class Counted(Silence):
        def ended(self, worker: int, label: str, result: EpisodeResult) -> None:
            seen.append(len(ray_cluster.slots()))

    finished = testbed.run(
        "os/*", cluster=ray_cluster.address, max_guests=2, epochs=10, out=tmp_path / "run", observer=Counted()
    )
    assert assert_whole(tmp_path / "run", 40) == []
    options = finished.info.options
    assert (options.cluster, options.provider) == (ray_cluster.address, "fake")
    assert len(seen) == 40 and 1 <= max(seen) <= 2
    assert capfd.readouterr() == ("", "")
    eventually(lambda: not ray_cluster.slots(), what=lambda: f"no slot: {ray_cluster.slots()}")


def names(folder: Path) -> set[str]:
    """The files of a run, pictures by their content."""
    return {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}


def steps(file: Path) -> list[dict[str, Any]]:
    """The events of an episode without times and the guest's name."""
    events = [json.loads(line) for line in file.read_text().splitlines()]
    volatile = ("t", "time", "seconds", "timings", "name", "boot_seconds", "ms")
    return [{key: value for key, value in event.items() if key not in volatile} for event in events]


@pytest.mark.parametrize("private", [False, True])
def test_no_key_reaches_a_node(
    ray_cluster: RayCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, private: bool
) -> None:
    address = "local" if private else ray_cluster.address
    command = [
        *(sys.executable, "-m", "testbed", "run", "--cluster", address, "--provider", "fake"),
        *("--max-guests", "1", "--agent", "oracle", "--epochs", "500", "--display", "none"),
        *("--out", str(tmp_path / "run")),
    ]
    keys = {"ANTHROPIC_API_KEY": "sk-ant-the-drivers-own"}
    with subprocess.Popen(command, env=environment() | keys, cwd=ROOT, stderr=subprocess.DEVNULL) as driver:
        nodes = [ray_cluster.head.process.pid, ray_cluster.second.process.pid]
        above = [driver.pid] if private else nodes
        try:
            [slot] = eventually(lambda: slots_below(*above), what="a slot", seconds=120)
            variables = Path(f"/proc/{slot.pid}/environ").read_text()
        finally:
            driver.terminate()
    assert "RAY_JOB_ID=" in variables and "sk-ant" not in variables
    assert driver.returncode == 130
    eventually(lambda: not slots_below(*above), what="no slot", seconds=30)


def test_a_killed_slot_is_another_attempt_elsewhere(
    ray_cluster: RayCluster, provider: ClusterProvider, tasks: list[Task], tmp_path: Path
) -> None:
    killed: list[int] = []

    def kill() -> None:
        killed.extend(slot.pid for slot in ray_cluster.slots())
        for process in killed:
            os.kill(process, signal.SIGKILL)

    play(tmp_path / "run", tasks, provider, Killer(9, kill))
    assert 1 <= len(killed) <= 4
    errors = assert_whole(tmp_path / "run")
    assert 1 <= len(errors) <= len(killed) and set(errors) == {"NodeError"}


def test_a_killed_node_loses_no_episode_and_joins_again(
    ray_cluster: RayCluster,
    cluster: Cluster,
    provider: ClusterProvider,
    tasks: list[Task],
    tmp_path: Path,
    capfd: Printed,
) -> None:
    play(tmp_path / "run", tasks, provider, Killer(9, ray_cluster.second.kill))
    errors = assert_whole(tmp_path / "run")
    assert set(errors) <= {"NodeError"}
    ray_cluster.second.wait_for("left the cluster")
    ray_cluster.second.wait_for("joined", times=2)
    eventually(lambda: len(cluster.nodes()) == 2, what="the second node", seconds=60)
    assert capfd.readouterr() == ("", "")


def test_a_killed_driver_leaves_no_slot_and_the_run_is_resumed(
    ray_cluster: RayCluster, tmp_path: Path, capfd: Printed
) -> None:
    folder = tmp_path / "run"
    command = [
        *(sys.executable, "-m", "testbed", "run", "--cluster", ray_cluster.address, "--out", str(folder)),
        *("--agent", "oracle", "--epochs", "20", "--display", "none"),
    ]
    with subprocess.Popen(command, env=environment(), cwd=ROOT, stderr=subprocess.DEVNULL) as driver:
        eventually(
            lambda: len(list(folder.glob("episodes/*/*/*/result.json"))) > 10, what="results", seconds=60
        )
        assert {slot.run for slot in ray_cluster.slots()} == {"run"}
        driver.kill()
    before = len(RunRecords.open(folder).results())
    assert before < 80
    eventually(lambda: not ray_cluster.slots(), what="no slot", seconds=60)
    assert call(["resume", str(folder), "--display", "none"]) == 0
    assert assert_whole(folder, 80) == []
    assert RunRecords.open(folder).info.options.cluster == ray_cluster.address


def test_the_nodes_are_listed_with_their_guests(ray_cluster: RayCluster, provider: ClusterProvider) -> None:
    guests = [provider.start(), provider.start()]
    command = [sys.executable, "-m", "testbed", "node", "list", "--cluster", ray_cluster.address, "--json"]
    rows = json.loads(subprocess.run(command, env=environment(), capture_output=True, check=True).stdout)
    assert [(row["slots"], row["provider"], row["image_hash"]) for row in rows] == [(2, "fake", "fake-1")] * 2
    listed = [guest for row in rows for guest in row["guests"]]
    assert [guest["run"] for guest in listed] == ["test", "test"]
    assert sorted(guest["guest"] for guest in listed) == sorted(g.name.partition("@")[0] for g in guests)


def test_a_token_that_the_cluster_refuses(ray_cluster: RayCluster) -> None:
    command = [sys.executable, "-m", "testbed", "node", "list", "--cluster", ray_cluster.address]
    wrong = environment() | {"RAY_AUTH_TOKEN": "f" * 32}
    done = subprocess.run(command, env=wrong, capture_output=True, text=True, check=False, timeout=limit(100))
    assert done.returncode == 2, done.stderr
    assert "refuses this host's token" in done.stderr and "auth_token" in done.stderr


def test_a_node_of_another_image_is_not_used(
    ray_cluster: RayCluster, cluster: Cluster, tmp_path: Path
) -> None:
    offer = NodeOffer("fake", "other-image", 1)
    other = start_command(NodeOptions(ray_cluster.address, ip="127.0.0.4"), offer)
    with (tmp_path / "log").open("wb") as log, subprocess.Popen(other, env=environment(), stdout=log) as node:
        eventually(lambda: len(cluster.nodes()) == 3, what="a third node", seconds=90)
        choice = choose(cluster.nodes())
        announced = choose(cluster.nodes(), image_hash="other-image")
        with pytest.raises(ImageError, match="announced the image other-image and now has fake-1"):
            ClusterProvider(cluster, announced, GuestOptions())
        node.terminate()
    assert choice.image_hash == "fake-1" and choice.slots == 4
    [reason] = choice.unused.values()
    assert "its image is other-image, the run's fake-1" in reason and "testbed image push 127.0.0.4" in reason


def test_a_driver_without_a_node_uses_the_client_port(ray_cluster: RayCluster, tmp_path: Path) -> None:
    command = [
        *(sys.executable, "-m", "testbed", "run", "--cluster", ray_cluster.client_address),
        *("--out", str(tmp_path / "run"), "--agent", "oracle", "--display", "none", "--max-guests", "1"),
    ]
    done = subprocess.run(
        command, env=environment(), cwd=ROOT, capture_output=True, text=True, check=False, timeout=limit(120)
    )
    assert done.returncode == 0, done.stderr
    assert_whole(tmp_path / "run", 4)
