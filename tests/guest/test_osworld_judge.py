"""OSWorld's judge on a real browser, with evaluators of ours in place of OSWorld's."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from checkers import Score
from controller.core.guest import HOME, Guest
from controller.guests.stopped_processes import pause_processes
from controller.tasks.judged_guest import JudgedGuest
from plugins.osworld.tasks.judge.environment import JudgePython
from plugins.osworld.tasks.judge.verdict import EvaluatorCall, evaluate
from tests.guest.desktops import closed
from tests.plugins.osworld.tasks.stand_in import write_stand_in
from tests.waiting import eventually

pytestmark = pytest.mark.guest

PAGE = f"file://{HOME}/page.html"


@pytest.fixture(scope="module")
def guest(osworld_guest: Guest) -> Guest:
    """The guest of these tests."""
    return osworld_guest


@pytest.fixture(autouse=True)
def ended_programs(guest: Guest) -> Iterator[None]:
    """Every test ends with the desktop as it was."""
    yield
    closed(guest)
    guest.run(["pkill", "-f", "http.server 9222"], check=False)


def start(guest: Guest, *command: str) -> None:
    unit = ["systemd-run", "--user", "--quiet", "--collect", "--no-block", "--"]
    guest.run([*unit, *command], as_user=True)


@pytest.mark.core
@pytest.mark.parametrize("behind_socat", [True, False])
def test_evaluators_reach_the_browser_while_the_agents_programs_are_stopped(
    guest: Guest, tmp_path: Path, behind_socat: bool
) -> None:
    write_stand_in(tmp_path / "checkout")
    guest.write_file(f"{HOME}/page.html", b"<title>First page</title>")
    if behind_socat:
        start(guest, "google-chrome", "--remote-debugging-port=1337", PAGE)
        start(
            guest, "python3", "-m", "http.server", "9222"
        )  # stands for socat, which forwards and is stopped
    else:
        start(guest, "google-chrome", PAGE)
    port = 1337 if behind_socat else 9222
    listing = ["curl", "-fsS", f"http://127.0.0.1:{port}/json/list"]
    eventually(
        lambda: "First page" in guest.run(listing, check=False).text, seconds=60, what="the page to be open"
    )
    rule = {"type": "rule", "rules": {"expected": ["First page"]}}
    task: dict[str, Any] = {
        "evaluator": {"func": "exact_match", "result": {"type": "pages"}, "expected": rule}
    }
    call = EvaluatorCall(task, tmp_path / "checkout", {}, {}, JudgePython.of(Path(sys.prefix)))

    def judged() -> Score:
        with pause_processes(guest) as stopped:
            assert not any("chrom" in program for program in stopped)
            return evaluate(call, JudgedGuest(guest, None))

    began = time.monotonic()
    score = judged()
    assert score.value == 1.0, score
    assert time.monotonic() - began < 60
    closed(guest)
    assert judged().value == 0.0
