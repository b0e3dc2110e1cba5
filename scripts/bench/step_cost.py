"""What the parts of a step cost: screenshot, click, command, accessibility tree, here and on an OSWorld machine.

    .venv/bin/python scripts/bench/step_cost.py [--peer http://HOST:5000] [--times 30] [--provider nspawn] [--json]

`--peer` is any server that speaks the HTTP protocol of OSWorld's in-guest server: GET /screenshot and /accessibility,
POST /execute. It gets the same calls in the same run, each after one that is not counted. A click there is, as in
OSWorld, a Python program with pyautogui in a new process. Clicks are real, at (640, 360) and (300, 500) in turn.
"""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx2
from rich.console import Console
from rich.table import Table

from controller.core.guest import Guest
from controller.guests.registry import create_provider
from testbed.errors import TestbedError

SPOTS = ((640, 360), (300, 500))
COMMAND = ["echo", "step"]
PEER_SECONDS = 60.0
PNG = b"\x89PNG\r\n\x1a\n"


class PeerError(Exception):
    """The peer cannot be measured; the text says why in one line."""


@dataclass(frozen=True, slots=True)
class Latency:
    """Milliseconds of one kind of call."""

    median: float
    p95: float
    n: int

    @property
    def tail(self) -> float:
        """How many times the median the 95th percentile is."""
        return round(self.p95 / self.median, 2) if self.median else 0.0


class Peer:
    """A server with the protocol of OSWorld's in-guest server. Its methods raise PeerError."""

    def __init__(self, url: str) -> None:
        try:
            address = httpx2.URL(url)
        except httpx2.InvalidURL as error:
            raise PeerError(f"--peer {url!r} is no URL ({error}): give one like http://HOST:5000") from error
        if address.scheme not in ("http", "https") or not address.host:
            raise PeerError(f"--peer {url!r} is no URL of a server: give one like http://HOST:5000")
        self._url = url.rstrip("/")
        self._client = httpx2.Client(timeout=PEER_SECONDS)

    def screenshot(self) -> None:
        answer = self._request("GET", "/screenshot")
        if not answer.content.startswith(PNG):
            raise self._unlike("/screenshot", "a PNG", answer)

    def click(self, x: int, y: int) -> None:
        self._execute(
            ["python", "-c", f"import pyautogui; pyautogui.FAILSAFE = False; pyautogui.click({x}, {y})"]
        )

    def command(self) -> None:
        output = self._execute(COMMAND)
        if output != "step\n":
            raise PeerError(f"{self._url}/execute: {COMMAND} printed {output[:80]!r}, not 'step\\n'")

    def accessibility(self) -> None:
        answer = self._request("GET", "/accessibility")
        tree = self._parse("/accessibility", answer).get("AT")
        if not isinstance(tree, str):
            raise self._unlike("/accessibility", 'JSON with the text "AT"', answer)

    def _execute(self, command: list[str]) -> str:
        answer = self._request("POST", "/execute", json={"command": command, "shell": False})
        result = self._parse("/execute", answer)
        if not isinstance(result.get("output"), str) or "returncode" not in result:
            raise self._unlike("/execute", "JSON with output and returncode", answer)
        if result["returncode"] != 0:
            reason = str(result.get("error", "")).strip().splitlines()[-1:] or ["no message"]
            raise PeerError(
                f"{self._url}/execute: {command[0]} ended with {result['returncode']}: {reason[0][:200]}"
            )
        return str(result["output"])

    def _request(self, method: str, path: str, **options: Any) -> httpx2.Response:
        try:
            answer = self._client.request(method, self._url + path, **options)
        except httpx2.HTTPError as error:
            reason = str(error) or type(error).__name__
            raise PeerError(f"{self._url} cannot be reached ({reason}): is the server running?") from error
        if answer.status_code != httpx2.codes.OK:
            raise self._unlike(path, "status 200", answer)
        return answer

    def _parse(self, path: str, answer: httpx2.Response) -> dict[str, Any]:
        try:
            parsed = answer.json()
        except ValueError:
            parsed = None
        if not isinstance(parsed, dict):
            raise self._unlike(path, "a JSON object", answer)
        return parsed

    def _unlike(self, path: str, expected: str, answer: httpx2.Response) -> PeerError:
        return PeerError(
            f"{self._url}{path} does not speak OSWorld's protocol: expected {expected}, got status "
            f"{answer.status_code} with {answer.content[:60]!r}"
        )


def peer_calls(peer: Peer) -> dict[str, Callable[[], None]]:
    spots = itertools.cycle(SPOTS)
    return {
        "screenshot": peer.screenshot,
        "click": lambda: peer.click(*next(spots)),
        "command": peer.command,
        "accessibility": peer.accessibility,
    }


def guest_calls(guest: Guest) -> dict[str, Callable[[], None]]:
    """The same of a guest: the screenshot and the click without waiting for a settled screen, as the peer has none."""
    spots = itertools.cycle(SPOTS)

    def call(name: str, **arguments: Any) -> None:
        result = guest.call_tool(f"computer.{name}", arguments)
        if result.is_error:
            raise SystemExit(f"computer.{name}: {result.text}")

    def click() -> None:
        x, y = next(spots)
        call("click", x=x, y=y)

    return {
        "screenshot": lambda: call("screenshot", settle=False),
        "click": click,
        "command": lambda: _run(guest),
        "accessibility": lambda: call("accessibility"),
    }


def _run(guest: Guest) -> None:
    guest.run(COMMAND, as_user=True)


def measure(calls: dict[str, Callable[[], None]], times: int) -> dict[str, Latency]:
    """Time each call `times` times, after one that is not counted."""
    latencies = {}
    for name, call in calls.items():
        call()
        durations = []
        for _ in range(times):
            start = time.perf_counter()
            call()
            durations.append((time.perf_counter() - start) * 1000)
        p95 = statistics.quantiles(durations, n=20)[-1]
        latencies[name] = Latency(round(statistics.median(durations), 1), round(p95, 1), times)
    return latencies


def show(ours: dict[str, Latency], theirs: dict[str, Latency]) -> None:
    """Print a table; milliseconds."""
    table = Table(
        "ms",
        "guest",
        "95 %",
        "95 %/median",
        *(("peer", "95 %") if theirs else ()),
        "n",
        *(("ratio",) if theirs else ()),
    )
    for name, own in ours.items():
        row = [name, f"{own.median:.1f}", f"{own.p95:.1f}", f"{own.tail:.2f}", str(own.n)]
        if theirs:
            other = theirs[name]
            row[4:4] = [f"{other.median:.1f}", f"{other.p95:.1f}"]
            row.append(f"{other.median / own.median:.1f}x" if own.median else "")
        table.add_row(*row)
    Console().print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--peer", metavar="URL", help="measure this server, too: http://HOST:5000")
    parser.add_argument("--times", type=int, default=30, help="how often each call is timed (%(default)s)")
    parser.add_argument("--provider", default="nspawn", help="what runs our guest (%(default)s)")
    parser.add_argument("--json", action="store_true", help="print one JSON line instead of the table")
    options = parser.parse_args()
    if options.times < 2:
        parser.error(f"--times {options.times} is too few for a median and a percentile: give 2 or more")
    try:
        # The peer first: a wrong address is reported before a guest boots.
        theirs = measure(peer_calls(Peer(options.peer)), options.times) if options.peer is not None else {}
        provider = create_provider(options.provider)
        try:
            ours = measure(guest_calls(provider.start()), options.times)
        finally:
            provider.close()
    except (PeerError, TestbedError) as error:
        sys.exit(f"step_cost.py: {error}")
    if options.json:
        print(json.dumps({"guest": as_json(ours)} | ({"peer": as_json(theirs)} if theirs else {})))
        return
    show(ours, theirs)


def as_json(latencies: dict[str, Latency]) -> dict[str, dict[str, float]]:
    return {
        name: {
            "median_ms": each.median,
            "p95_ms": each.p95,
            "p95_to_median": each.tail,
            "n": each.n,
        }
        for name, each in latencies.items()
    }


if __name__ == "__main__":
    main()
