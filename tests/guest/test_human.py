"""The agent `human` on a real guest: a VNC client is the hands, a pseudo-terminal the voice."""

from __future__ import annotations

import json
import os
import pty
import re
import select
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from tests.guest.test_watch import SECONDS, TESTBED
from tests.rfb_client import RfbClient
from tests.waiting import eventually

pytestmark = pytest.mark.guest

TASKS = Path(__file__).parents[1] / "controller" / "data" / "tasks"
CTRL, S, END, RETURN = 0xFFE3, ord("s"), 0xFF57, 0xFF0D


def test_a_person_solves_a_task_by_hand(tmp_path: Path) -> None:
    out = tmp_path / "run"
    options = ["--provider", "nspawn", "--task", "os/append_line", "--guests", "1", "--out", str(out)]
    process, terminal = pty.fork()
    if process == 0:
        os.environ |= {"TERM": "xterm", "COLUMNS": "200", "TESTBED_TASKS": str(TASKS)}
        os.execv(TESTBED[0], [*TESTBED, "run", "--agent", "human", *options])
    said = ""

    def until(pattern: str) -> re.Match[str]:
        nonlocal said

        def seen() -> re.Match[str] | None:
            nonlocal said
            with suppress(OSError):
                if select.select([terminal], [], [], 0.1)[0]:
                    said += os.read(terminal, 65536).decode()
            return re.search(pattern, said)

        found = eventually(seen, seconds=SECONDS, what=lambda: f"{pattern} in {said!r}")
        assert found
        return found

    def steps() -> list[dict[str, Any]]:
        events = [
            json.loads(line)
            for path in out.glob("episodes/*/*/*/events.jsonl")
            for line in path.read_text().splitlines()
        ]
        return [event for event in events if event["event"] == "step"]

    try:
        until("Task: ")
        client = until(r"127\.0\.0\.1:(\d+) password (\S+)")
        with RfbClient(int(client[1]), client[2]) as hands:
            hands.point(640, 360)
            hands.point(640, 360, 1)
            hands.point(640, 360)
            hands.hold(CTRL, END)
            hands.key(RETURN)
            for sign in "eggs":
                hands.key(ord(sign))
            eventually(lambda: len(steps()) >= 4, seconds=SECONDS, what="what was done as steps")
            hands.hold(CTRL, S)
            eventually(lambda: len(steps()) >= 5, seconds=SECONDS, what="the keys that save as a step")
            os.write(terminal, b"done all of it\n")
            until("1 completed")
        _, status = os.waitpid(process, 0)
        assert os.waitstatus_to_exitcode(status) == 0
    finally:
        os.close(terminal)
    [path] = out.glob("episodes/**/result.json")
    result = json.loads(path.read_text())
    assert (result["status"], result["score"], result["answer"]) == ("completed", 1.0, "all of it"), said
    actions = [step["action"] for step in steps()]
    # A host that is busy between two letters makes two steps of a word.
    kinds = [kind for kind, _ in groupby(action["type"] for action in actions)]
    assert kinds == ["click", "key", "type", "key", "terminate"]
    assert (actions[0]["x"], actions[0]["y"]) == (640, 360)
    assert "".join(action["text"] for action in actions if action["type"] == "type") == "eggs"
    assert [action["keys"] for action in actions if action["type"] == "key"][-1] == ["ctrl", "s"]
