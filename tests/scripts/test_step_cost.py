"""scripts/bench/step_cost.py beside a peer that speaks OSWorld's protocol, well or badly; our side is fake."""

from __future__ import annotations

import json
import runpy
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "bench" / "step_cost.py"
PNG = b"\x89PNG\r\n\x1a\n rest of a picture"
Answers = dict[str, tuple[int, bytes]]


def executed(output: str = "step\n", returncode: int = 0, error: str = "") -> bytes:
    return json.dumps(
        {"status": "success", "output": output, "error": error, "returncode": returncode}
    ).encode()


GOOD: Answers = {
    "/screenshot": (200, PNG),
    "/execute": (200, executed()),
    "/accessibility": (200, json.dumps({"AT": "<desktop-frame/>"}).encode()),
}


class PeerServer(ThreadingHTTPServer):
    """Answers with `answers` and keeps the bodies posted to it."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers = dict(GOOD)
        self.posted: list[Any] = []


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        assert isinstance(self.server, PeerServer)
        status, body = self.server.answers.get(self.path, (404, b"nothing here"))
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        assert isinstance(self.server, PeerServer)
        self.server.posted.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.do_GET()

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


@pytest.fixture
def peer() -> Iterator[PeerServer]:
    with PeerServer() as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield server
        server.shutdown()


@dataclass(frozen=True)
class Finished:
    """What the script printed, and its exit code or message."""

    stdout: str
    code: object


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Finished]:
    """Runs the script with options."""
    script = runpy.run_path(str(SCRIPT))

    def run(*options: str) -> Finished:
        monkeypatch.setattr(sys, "argv", [str(SCRIPT), "--provider", "fake", "--times", "3", *options])
        try:
            script["main"]()
        except SystemExit as error:
            return Finished(capsys.readouterr().out, error.code)
        return Finished(capsys.readouterr().out, 0)

    return run


Run = Callable[..., Finished]


def url(peer: PeerServer) -> str:
    return f"http://127.0.0.1:{peer.server_port}"


def assert_one_line(done: Finished, words: str) -> None:
    message = str(done.code)
    assert message.startswith("step_cost.py: ") and words in message and "\n" not in message


def test_the_peer_stands_beside_ours(run: Run, peer: PeerServer) -> None:
    done = run("--peer", url(peer), "--json")
    assert done.code == 0
    rows = json.loads(done.stdout)
    names = {"screenshot", "click", "command", "accessibility"}
    assert rows["guest"].keys() == rows["peer"].keys() == names
    assert all(row["n"] == 3 and row["p95_ms"] >= 0 for side in rows.values() for row in side.values())
    for row in (*rows["guest"].values(), *rows["peer"].values()):
        expected = row["p95_ms"] / row["median_ms"] if row["median_ms"] else 0.0
        assert row["p95_to_median"] == pytest.approx(expected, abs=0.01)
    clicks = [each["command"] for each in peer.posted if each["command"][0] == "python"]
    assert len(clicks) == 4 and "pyautogui.click(640, 360)" in clicks[0][2]
    assert {"command": ["echo", "step"], "shell": False} in peer.posted


def test_the_table_has_both_sides(run: Run, peer: PeerServer) -> None:
    done = run("--peer", url(peer))
    assert done.code == 0
    assert "ratio" in done.stdout and "accessibility" in done.stdout
    alone = run()
    assert "95 %/median" in done.stdout and "95 %/median" in alone.stdout
    assert "ratio" not in alone.stdout and "screenshot" in alone.stdout


@pytest.mark.parametrize(
    ("path", "answer", "words"),
    [
        (
            "/screenshot",
            (200, b"<html>a router</html>"),
            "/screenshot does not speak OSWorld's protocol: expected a PNG",
        ),
        ("/screenshot", (404, b""), "expected status 200, got status 404"),
        ("/execute", (200, b"[1]"), "/execute does not speak OSWorld's protocol: expected a JSON object"),
        ("/execute", (200, b'{"status": "success"}'), "expected JSON with output and returncode"),
        (
            "/execute",
            (200, executed("", 1, "Traceback\nNo module named 'pyautogui'")),
            "python ended with 1: No module",
        ),
        ("/execute", (200, executed("other\n")), "printed 'other\\n'"),
        ("/accessibility", (200, b'{"AT": null}'), 'expected JSON with the text "AT"'),
    ],
)
def test_a_server_that_answers_something_else_is_named_in_one_line(
    path: str, answer: tuple[int, bytes], words: str, run: Run, peer: PeerServer
) -> None:
    peer.answers[path] = answer
    done = run("--peer", url(peer))
    assert done.stdout == ""
    assert_one_line(done, words)


@pytest.mark.parametrize("bad", ["", "ftp://host", "http://", "host:5000", "http://[::1", "http://a:b"])
def test_a_url_that_is_none_is_named(bad: str, run: Run) -> None:
    done = run(f"--peer={bad}")
    assert_one_line(done, repr(bad))


def test_a_server_that_is_not_there_is_named(run: Run) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        done = run("--peer", f"http://127.0.0.1:{free.getsockname()[1]}")
    assert_one_line(done, "cannot be reached")
