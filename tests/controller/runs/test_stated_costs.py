"""Runs of a plugin's agent whose API has a wire format of its own: it says what its calls cost, and limits hold."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from controller.cli.main import call
from tests.controller.agents.distributions import write_distribution
from tests.controller.models.runs import results

AGENT = '''
"""Calls an API in its own format, whose answers have their price."""

from testbed.actions import ToolCall
from testbed.agents import AgentCard, AgentSpec, Decision


class Own:
    def __init__(self, options):
        self.client = options.model_client

    def act(self, observation, tools):
        answer = self.client.http_client().post("URL", json={"model": "own-1"}).json()
        return Decision((ToolCall(name="none"),), cost=answer["charged"] if STATES else None)


def create(context, options):
    return Own(options)


AGENT = AgentSpec(describe=lambda options: AgentCard("own", model="own-1", states_cost=STATES), create=create)
'''


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        body = json.dumps({"reply": "on", "charged": 0.25, "spent": {"units": 7}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None: ...


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/own/chat"
    server.shutdown()
    server.server_close()


Play = Callable[..., int]


@pytest.fixture
def play(tmp_path: Path, tasks_root: Path, monkeypatch: pytest.MonkeyPatch, url: str) -> Play:
    """Plays a task with the agent, which states its costs or not; returns the exit code."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("TESTBED_TASKS", str(tasks_root))

    def run(*options: str, states: bool) -> int:
        code = AGENT.replace("URL", url).replace("STATES", repr(states))
        write_distribution(tmp_path, "own_agent", "own = own_agent", code, group="testbed.agents")
        monkeypatch.delitem(sys.modules, "own_agent", raising=False)
        command = [
            "run",
            "--agent",
            "own",
            "--task",
            "os/write_note",
            "--provider",
            "fake",
            "--tool-filter",
            "all",
        ]
        return call(
            [*command, "--guests", "1", "--display", "none", "--out", str(tmp_path / "run"), *options]
        )

    return run


def test_a_limit_holds_for_stated_costs_and_goes_on_where_it_was(play: Play, tmp_path: Path) -> None:
    assert play("--steps", "8", "--max-cost", "1.0", states=True) == 3
    out = tmp_path / "run"
    assert "$1.0000 are spent, --max-cost is $1" in (out / "log.jsonl").read_text()
    assert call(["resume", str(out), "--max-cost", "1.5", "--display", "none"]) == 3
    assert "$1.5000 are spent, --max-cost is $1.5" in (out / "log.jsonl").read_text()
    assert call(["resume", str(out), "--max-cost", "10", "--display", "none"]) == 0
    [result] = results(out)
    assert result["usage"]["cost"] == pytest.approx(8 * 0.25)


def test_unknown_costs_are_null_and_refused_with_a_limit(
    play: Play, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play("--steps", "2", states=False) == 0
    [result] = results(tmp_path / "run")
    assert result["usage"]["cost"] is None
    assert play("--max-cost", "1", "--out", str(tmp_path / "limited"), states=False) == 2
    assert "--max-cost needs the price of own-1" in capsys.readouterr().err
