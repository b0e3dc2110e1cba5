"""API keys appear nowhere that a run writes, prints or sends but in the requests to their API.

Every built-in agent that reads a key plays a task on a fake guest against the mock model, through a proxy that can
repeat the request's headers in errors, redirect, or break answers.
"""

from __future__ import annotations

import gzip
import http.client
import json
import signal
import subprocess
import sys
import threading
from base64 import b64encode
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from urllib.parse import quote

import pytest

from controller.agents.registry import load_agent
from controller.cli.main import call
from controller.models.exchange import RetryPolicy
from controller.tasks.selection import load_tasks
from plugins.mock_models.apis import VENDORS
from plugins.mock_models.base import ModelServer
from plugins.mock_models.solver import Solver
from testbed import extension_points
from tests.controller.models.endpoint import Act, Endpoint, answer

pytestmark = pytest.mark.slow
CANARY = "canary/sk-live+4f9d27c1e86b5a30"
"""A key with characters that JSON and URLs may write in other ways."""
FORMS = (
    CANARY,
    CANARY.replace("/", "\\/"),
    quote(CANARY, safe=""),
    b64encode(CANARY.encode()).decode().rstrip("="),
)
QWEN = "qwen3-vl-32b-instruct"
GROUNDING = "ui-tars-1.5-7b"
AGENTS = {
    "anthropic": ("claude-sonnet-5-5", ""),
    "google": ("gemini-3.8-flash", ""),
    "openai": ("gpt-5.4", "/v1"),
    "paper": (QWEN, "/v1"),
    "pyautogui": ("claude-sonnet-5-5", ""),
    "grounded": (QWEN, "/v1"),
    "agent_s": (QWEN, "/v1"),
    "qwen": (QWEN, "/v1"),
    "uitars": ("ui-tars-2", "/v1"),
    "opencua": ("opencua-72b", "/v1"),
    "react": (QWEN, "/v1"),
    "rounds": (QWEN, "/v1"),
}
"""The model and the end of the base URL of each agent."""
TEXT_LOOPS = ("react", "rounds")
"""Agents without mouse and keyboard."""
TASKS = Path(__file__).parents[1] / "data" / "tasks"
TASK, GUI_TASK = "os/write_note", "os/append_line"
RUN_SECONDS = 60


class Proxy:
    """Passes requests on to the mock model; each POST meets the next of `faults` instead."""

    def __init__(self) -> None:
        self.faults: list[Act] = []
        self.keys_seen = 0
        solver = Solver(load_tasks([TASK, GUI_TASK], TASKS))
        self.model = ModelServer([api for vendor in VENDORS.values() for api in vendor.apis()], solver)
        self.endpoint = Endpoint([self._act])

    def _act(self, handler: BaseHTTPRequestHandler) -> None:
        self.keys_seen += any(CANARY in value for value in handler.headers.values())
        if handler.command == "POST" and self.faults:
            self.faults.pop(0)(handler)
            return
        connection = http.client.HTTPConnection(self.model.url.removeprefix("http://"), timeout=RUN_SECONDS)
        kept = {
            name: value
            for name, value in handler.headers.items()
            if name.lower() not in ("host", "connection")
        }
        connection.request(handler.command, handler.path, self.endpoint.bodies[-1], kept)
        response = connection.getresponse()
        answer(response.read(), response.status, content_type=response.getheader("content-type", ""))(handler)
        connection.close()


def repeating(status: int) -> Act:
    """An error that repeats the request's headers, in several notations."""

    def act(handler: BaseHTTPRequestHandler) -> None:
        text = json.dumps(
            {"error": {"type": "authentication_error", "message": f"refused: {' '.join(FORMS[:3])}"}}
        )
        text += json.dumps(dict(handler.headers.items())).replace("/", "\\/")
        answer(text.encode(), status, content_type="application/json", retry_after_ms="1", request_id=CANARY)(
            handler
        )

    return act


def breaking(handler: BaseHTTPRequestHandler) -> None:
    """An answer that repeats the key and ends in the middle."""
    handler.send_response(200, CANARY.replace("/", ""))
    handler.send_header("content-length", "100000")
    handler.end_headers()
    handler.wfile.write(b'{"text": "' + CANARY.encode())
    handler.close_connection = True


@pytest.fixture
def proxy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Proxy]:
    monkeypatch.setenv("TESTBED_TASKS", str(TASKS))
    for vendor in VENDORS.values():
        monkeypatch.setenv(vendor.key_variable, CANARY)
    monkeypatch.setattr(RetryPolicy.__init__, "__defaults__", (3, 0.01, 0.01))
    passing = Proxy()
    with passing.model, passing.endpoint:
        yield passing


def command(agent: str, proxy: Proxy, out: Path) -> list[str]:
    model, base = AGENTS[agent]
    url = proxy.endpoint.url + base
    words = ["run", "--agent", agent, "--model", model, "--base-url", url, "--provider", "fake"]
    words += ["--task", GUI_TASK if agent == "pyautogui" else TASK]
    if agent == "pyautogui":  # its solution looks for a window
        words += ["--observe", "screenshot,windows"]
    if agent in TEXT_LOOPS:
        words += ["--actions", "mcp"]
    if agent in ("grounded", "agent_s"):
        words += ["--set", f"grounding_model={GROUNDING}", "--set", f"grounding_url={url}"]
    return [*words, "--tool-filter", "all", "--guests", "1", "--display", "none", "--out", str(out)]


def files_with_the_key(folder: Path) -> list[str]:
    named = []
    for file in folder.rglob("*"):
        if file.is_file():
            data = file.read_bytes()
            data = gzip.decompress(data) if file.suffix == ".gz" else data
            named += [str(file.relative_to(folder))] if any(form.encode() in data for form in FORMS) else []
    return named


def assert_secret(folder: Path, printed: str) -> None:
    assert files_with_the_key(folder) == []
    assert [form for form in FORMS if form in printed] == []


def test_the_table_has_every_agent_that_reads_a_key() -> None:
    assert {name for name in extension_points.AGENTS.own_names() if load_agent(name).keys} == set(AGENTS)


@pytest.mark.parametrize("agent", AGENTS)
def test_a_run_and_its_exports(
    agent: str, proxy: Proxy, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The run meets two faults that repeat the key, and then solves its task."""
    out = tmp_path / "run"
    proxy.faults = [repeating(500), breaking]
    assert call(command(agent, proxy, out)) == 0
    assert proxy.faults == [] and proxy.keys_seen
    assert json.loads((out / "summary.json").read_text())["overall"]["selected"]["accuracy"] == 1
    if agent == "openai":
        for form in ("csv", "jsonl", "osworld", "inspect"):
            assert call(["export", str(out), "--format", form]) == 0
        assert call(["report", str(out), "--out", str(tmp_path / "report")]) == 0
        assert call(["view", str(out), "--static", str(tmp_path / "site")]) == 0
    assert_secret(tmp_path, "".join(capfd.readouterr()))


@pytest.mark.parametrize("agent", AGENTS)
def test_a_refusal_that_repeats_the_key(
    agent: str, proxy: Proxy, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    proxy.faults = [repeating(401)] * 20
    assert call(command(agent, proxy, tmp_path / "run")) != 0
    printed = "".join(capfd.readouterr())
    assert proxy.keys_seen and "refuses the key" in printed
    assert_secret(tmp_path, printed)


@pytest.mark.parametrize("agent", AGENTS)
def test_a_redirect_to_another_host_does_not_get_the_key(
    agent: str, proxy: Proxy, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    taken: list[dict[str, str]] = []

    def take(handler: BaseHTTPRequestHandler) -> None:
        taken.append(dict(handler.headers.items()))
        answer(b"{}")(handler)

    with Endpoint([take]) as elsewhere:
        proxy.faults = [answer(b"", 307, location=f"{elsewhere.url}/taken")] * 20
        assert call(command(agent, proxy, tmp_path / "run")) != 0
    printed = "".join(capfd.readouterr())
    assert taken == []
    assert "redirects" in printed and elsewhere.url in printed
    assert_secret(tmp_path, printed)


def test_a_killed_run_and_its_command_line(proxy: Proxy, tmp_path: Path) -> None:
    """The controller is killed in the middle of a request; it can leave no core dump either."""
    held, release = threading.Event(), threading.Event()

    def hold(handler: BaseHTTPRequestHandler) -> None:
        held.set()
        release.wait(RUN_SECONDS)

    proxy.faults = [hold]
    words = [sys.executable, "-m", "testbed", *command("openai", proxy, tmp_path / "run")]
    with (
        (tmp_path / "printed").open("wb") as printed,
        subprocess.Popen(words, stdout=printed, stderr=printed) as run,
    ):
        try:
            assert held.wait(RUN_SECONDS)
            limits = Path(f"/proc/{run.pid}/limits").read_text()
            lines = [Path(f"/proc/{pid}/cmdline").read_bytes().decode() for pid in descendants(run.pid)]
        finally:
            run.send_signal(signal.SIGKILL)
            release.set()
    assert next(line.split()[4:6] for line in limits.splitlines() if "core file size" in line) == ["0", "0"]
    assert len(lines) >= 1 and not [line for line in lines if CANARY in line]
    assert files_with_the_key(tmp_path) == []


def descendants(pid: int) -> list[int]:
    """A process and all that descend from it."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(further for child in children for further in descendants(int(child)))]
