"""What models are told about guests without a screen: no agent with native calls speaks of one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.agents.paper_protocol import prompt
from controller.cli.main import call
from controller.core.actions import Terminate
from controller.core.guest import Tool
from controller.records.run_records import RunRecords
from plugins.mock_models.apis import VENDORS
from plugins.mock_models.base import ModelServer
from plugins.mock_models.script import ScriptEntry, play
from plugins.mock_models.text_protocols import system_text

pytestmark = pytest.mark.slow
HEAD = 'instruction = "Write done into note.txt."\napplications = ["os"]\n'
HEADLESS = 'snapshot = "headless"\n'
NOT_THERE = ("you see the screen", "screenshot", "you have the computer", "desktop")


def tell(
    vendor: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *more: str
) -> tuple[str, dict[str, str]]:
    """Run the tasks with a vendor's agent; return all that the model was sent, and the prompts on record."""
    entry = ScriptEntry(actions=(Terminate(status="success"),), times=9)
    with ModelServer(VENDORS[vendor].apis(), play([entry], None)) as server:
        for name, value in VENDORS[vendor].environment(server.url).items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))
        command = ["run", "--provider", "fake", "--agent", vendor, "--display", "none", "--guests", "1"]
        assert call([*command, "--out", str(tmp_path / "made"), *more]) == 0
        asked = [body for body in server.requests if system_text(body)]
        assert server.errors == []
    records = RunRecords.open(tmp_path / "made")
    prompts = records.info.agent.prompts
    assert [system_text(body) in prompts.values() for body in asked] == [True] * len(asked)
    return json.dumps(asked), dict(prompts)


@pytest.mark.parametrize("vendor", sorted(VENDORS))
def test_without_a_screen_the_model_is_told_of_none(
    vendor: str, task_folder: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    task_folder("os/note", toml=HEAD + HEADLESS)
    told, prompts = tell(vendor, tmp_path, monkeypatch, "--tool-filter", "router")
    assert [words for words in NOT_THERE if words in told.lower()] == []
    assert json.dumps(prompts["system_headless"])[1:-1] in told


@pytest.mark.parametrize("vendor", sorted(VENDORS))
def test_with_a_screen_the_model_is_told_so(
    vendor: str, task_folder: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    task_folder("os/note", toml=HEAD)
    told, prompts = tell(vendor, tmp_path, monkeypatch, "--actions", "mcp", "--tool-filter", "all")
    assert "You see the screen" in told
    assert json.dumps(prompts["system"])[1:-1] in told


def test_the_papers_protocol_speaks_of_no_screen_either() -> None:
    tools = [Tool("a_b", "Adds.", {"type": "object"}, "a")]
    written = {
        screen: prompt.system(tools, gui=False, places="", places_parameters={}, screen=screen)
        for screen in (True, False)
    }
    assert "you see the screen" in written[True] and "what the screen shows" in written[True]
    assert [words for words in NOT_THERE if words in written[False].lower()] == []
    assert "which has no screen" in written[False] and "{" not in written[False].partition("<tools>")[0]
