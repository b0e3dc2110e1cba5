"""The log of a run: JSON lines of the chosen level, without secrets."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from controller.runs.run_log import LEVELS, event, logging_to, secrets_of
from testbed.errors import RecordsError


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_events_are_json_lines_of_the_chosen_level(tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    before = [logging.getLogger(name).level for name in ("", "controller")]
    with logging_to(file, "info"):
        event("hello", episode="os/a", steps=3)
        event("detail", logging.DEBUG)
        logging.getLogger("httpx2").info("a library's detail")
        logging.getLogger("httpx2").warning("a library's warning")
    event("after the run")
    first, second = lines(file)
    assert (first["message"], first["level"], first["episode"], first["steps"]) == (
        "hello",
        "info",
        "os/a",
        3,
    )
    assert first["time"].endswith("+00:00") and second["logger"] == "httpx2"
    with logging_to(file, "debug"):
        event("detail", logging.DEBUG)
    assert lines(file)[2]["message"] == "detail"
    assert [logging.getLogger(name).level for name in ("", "controller")] == before


def test_secrets_are_never_in_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXAMPLE_API_KEY", "my-very-own-key-1")
    monkeypatch.setenv("HTTPS_PROXY", "http://user:hunter2@proxy:3128")
    file = tmp_path / "log.jsonl"
    with pytest.raises(RuntimeError), logging_to(file, "debug"):
        event("asked", url="https://user:hunter2@host/v1", header="Authorization: Bearer abcdefgh12345678")
        event("nested", options={"list": ["my-very-own-key-1"]})
        logging.getLogger("lib").error("got %s and sk-ant-abcdefghijklmnopqrstuv", "my-very-own-key-1")
        raise RuntimeError("my-very-own-key-1")
    text = file.read_text()
    for secret in ("my-very-own-key-1", "hunter2", "abcdefgh12345678", "sk-ant-abcdefgh"):
        assert secret not in text, text
    assert lines(file)[-1]["message"] == "aborted by RuntimeError" and "traceback" in lines(file)[-1]
    assert secrets_of({"MY_TOKEN": "longer-than-eight", "KEY": "short", "PATH": "/usr/local/bin"}) == [
        "longer-than-eight"
    ]


def test_a_log_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RecordsError, match="cannot write"), logging_to(tmp_path / "no" / "log", "info"):
        pass


def test_a_run_has_its_log(tasks_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESTBED_TASKS", str(tasks_root))
    common = ["run", "--agent", "noop", "--provider", "fake", "--task", "os/w*", "--display", "none"]
    counts = []
    for level in LEVELS:
        folder = tmp_path / level
        assert call([*common, "--out", str(folder), "--log-level", level]) == 0
        counts.append(len(lines(folder / "log.jsonl")))
    assert counts[0] > counts[1] > counts[2] == counts[3] == 0
    messages = [line["message"] for line in lines(tmp_path / "info" / "log.jsonl")]
    assert messages[0] == "run started" and messages[-1] == "run ended"
    assert {"episode waits for a guest", "episode started", "episode ended"} <= set(messages)


def test_a_log_on_a_full_disk_tells_at_its_end_or_leaves_it_to_the_runs_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    full = Path("/dev/full")
    with pytest.raises(RecordsError, match="cannot write /dev/full: No space left"), logging_to(full, "info"):
        event("one")
        event("two")
    with pytest.raises(RecordsError, match="cannot write the result"), logging_to(full, "info"):
        event("one")
        raise RecordsError("cannot write the result")
    assert capsys.readouterr().err == ""
