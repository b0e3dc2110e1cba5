"""Who sends the requests to models in a run on a cluster: the driver, or with `--model-calls node` the nodes."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.cli.main import call
from controller.models.exchange import HttpResponse
from controller.models.http_sender import HttpRequest, OwnSender, SendFailure
from controller.records.run_records import RunRecords
from controller.tasks.selection import load_tasks
from plugins.mock_models.anthropic_messages import AnthropicServer
from plugins.mock_models.anthropic_rules import KEY
from plugins.mock_models.solver import Solver
from tests.controller.guests.cluster.ray_nodes import RayCluster, descendants, environment, two_nodes
from tests.controller.models.runs import SOLVED, TASKS, prepare

pytestmark = [pytest.mark.slow, pytest.mark.long]


@pytest.fixture(scope="module")
def ray_cluster() -> Iterator[RayCluster]:
    with two_nodes() as cluster:
        yield cluster


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[AnthropicServer]:
    """A model that this process and the nodes reach."""
    for name, value in environment().items():
        monkeypatch.setenv(name, value)
    with AnthropicServer(Solver(load_tasks(SOLVED, TASKS))) as server:
        prepare(monkeypatch, server)
        yield server


@pytest.fixture
def driver_requests(monkeypatch: pytest.MonkeyPatch) -> list[HttpRequest]:
    """The requests that this process, the driver, sends. Those of slots are sent by their own processes."""
    sent: list[HttpRequest] = []
    send_http = OwnSender.send_http

    def record(sender: OwnSender, request: HttpRequest, seconds: float) -> HttpResponse | SendFailure:
        sent.append(request)
        return send_http(sender, request, seconds)

    monkeypatch.setattr(OwnSender, "send_http", record)
    return sent


def run(cluster: str, folder: Path, *more: str) -> int:
    command = ["run", "--cluster", cluster, "--agent", "anthropic", "--tool-filter", "all"]
    command += [part for task in SOLVED for part in ("--task", task)]
    return call([*command, "--max-guests", "2", "--display", "none", "--out", str(folder), *more])


def test_the_guests_nodes_send_an_agents_requests(
    ray_cluster: RayCluster, server: AnthropicServer, driver_requests: list[HttpRequest], tmp_path: Path
) -> None:
    assert run(ray_cluster.address, tmp_path / "run", "--model-calls", "node") == 0
    assert driver_requests == []
    records = RunRecords.open(tmp_path / "run")
    assert records.info.options.model_calls == "node"
    results = records.results().values()
    assert {result.status for result in results} == {"completed"}
    assert len(results) == 3 and server.requests
    assert list((tmp_path / "run").rglob("exchanges.jsonl.gz"))


def test_the_key_stays_out_of_rays_logs_and_environments(
    ray_cluster: RayCluster, server: AnthropicServer, tmp_path: Path
) -> None:
    assert run(ray_cluster.address, tmp_path / "run", "--model-calls", "node") == 0
    assert server.requests
    nodes = (ray_cluster.head.process.pid, ray_cluster.second.process.pid)
    processes = {pid for node in nodes for pid in descendants(node)}
    assert [pid for pid in processes if KEY.encode() in read(Path(f"/proc/{pid}/environ"))] == []
    commands = b" ".join(read(Path(f"/proc/{pid}/cmdline")) for pid in processes).decode()
    [session] = set(re.findall(r"/tmp/ray/session_[\w-]+", commands))
    logs = [file for file in Path(session, "logs").rglob("*") if file.is_file()]
    assert logs and [file for file in logs if KEY.encode() in read(file)] == []


def read(file: Path) -> bytes:
    """The content of a file; empty if it is gone, as of a process that has ended."""
    try:
        return file.read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def test_by_default_the_driver_sends_them(
    ray_cluster: RayCluster, server: AnthropicServer, driver_requests: list[HttpRequest], tmp_path: Path
) -> None:
    assert run(ray_cluster.address, tmp_path / "run") == 0
    assert server.raw
    assert sorted(request.body for request in driver_requests if request.method == "POST") == sorted(
        server.raw
    )


def test_nodes_send_nothing_without_a_cluster(
    server: AnthropicServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["run", "--provider", "fake", "--agent", "anthropic", "--model-calls", "node"]
    assert call([*command, "--out", str(tmp_path / "run")]) == 2
    assert "only in a run on a cluster" in capsys.readouterr().err
    assert not os.path.lexists(tmp_path / "run")
