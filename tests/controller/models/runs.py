"""Whole runs of the anthropic agent on fake guests, for tests of what is recorded, replayed and limited."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from controller.models.anthropic_api import KEY_VARIABLE
from plugins.mock_models.anthropic_messages import AnthropicServer
from plugins.mock_models.anthropic_rules import KEY

TASKS = Path(__file__).parents[1] / "data" / "tasks"
SOLVED = ("os/add_total", "os/print_note", "os/write_note")


def prepare(monkeypatch: pytest.MonkeyPatch, server: AnthropicServer | None, tasks: Path = TASKS) -> None:
    """The environment of a run against a server, or without network or key."""
    monkeypatch.setenv("TESTBED_TASKS", str(tasks))
    if server is None:
        monkeypatch.delenv(KEY_VARIABLE, raising=False)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    else:
        monkeypatch.setenv(KEY_VARIABLE, KEY)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)


def run(out: Path, *more: str, tasks: Sequence[str] = ("os/write_note",), guests: int = 1) -> int:
    command = ["run", "--agent", "anthropic", "--provider", "fake", "--tool-filter", "all"]
    command += [part for task in tasks for part in ("--task", task)]
    command += ["--guests", str(guests), "--display", "none", "--out", str(out)]
    return call([*command, *more])


def replay(source: Path, out: Path, *more: str) -> int:
    return call(["run", "--replay", str(source), "--out", str(out), "--display", "none", *more])


def read(path: Path) -> Any:
    return json.loads(path.read_text())


def results(out: Path) -> list[dict[str, Any]]:
    return [read(path) for path in sorted(out.glob("episodes/**/result.json"))]


def exchanges(folder: Path) -> list[dict[str, Any]]:
    with gzip.open(folder / "exchanges.jsonl.gz", "rt") as file:
        return [json.loads(line) for line in file]
