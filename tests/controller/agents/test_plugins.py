"""Agents of other distributions, found by their entry points."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.agents import registry
from controller.agents.contract import AgentOptions
from controller.cli.main import call
from controller.core.agent import EpisodeContext
from testbed.errors import AgentError, UsageError
from testbed.extension_points import AGENTS
from tests.controller.agents.distributions import WRITER, build_wheel, write_distribution

CONTEXT = EpisodeContext("os/x", "x", 5, True, 0)
Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Put a distribution into an environment of the test's own."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def put(name: str, entry_points: str, code: str = WRITER) -> None:
        write_distribution(tmp_path, name, entry_points, code)
        monkeypatch.delitem(sys.modules, name, raising=False)

    return put


@pytest.mark.slow
def test_a_distribution_installed_by_pip_brings_an_agent_that_runs(tmp_path: Path, tasks_root: Path) -> None:
    wheel = build_wheel(tmp_path, "tiny_writer", "writer = tiny_writer", WRITER, "2.5")
    site, run = tmp_path / "site", tmp_path / "run"
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target", str(site)]
    subprocess.run([*pip, str(wheel)], check=True)
    environment = {**os.environ, "PYTHONPATH": str(site), "TESTBED_TASKS": str(tasks_root), "COLUMNS": "200"}

    def testbed(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "testbed", *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    done = testbed(
        "run", "--agent", "writer", "--provider", "fake", "--task", "os/write_note", "--out", str(run)
    )
    assert done.returncode == 0, done.stderr
    assert json.loads((run / "summary.json").read_text())["overall"]["selected"]["accuracy"] == 1.0
    info = json.loads((run / "run.json").read_text())
    assert (info["agent"]["name"], info["agent"]["prompts"]) == ("writer", {"system": "write"})
    assert info["versions"]["tiny_writer"] == "2.5"
    assert "writer" in " ".join(testbed("run", "--help").stdout.split())
    listed = {item["name"]: item for item in json.loads(testbed("agents", "list", "--json").stdout)}
    assert listed["writer"] == {
        "name": "writer",
        "does": "Writes the word done into note.txt.",
        "keys": ["WRITER_KEY"],
        "distribution": "tiny_writer 2.5",
        "problem": "",
    }
    assert set(AGENTS.own_names()) < set(listed)
    assert testbed("resume", str(run)).returncode == 0
    del environment["PYTHONPATH"]
    gone = testbed("resume", str(run))
    assert gone.returncode == 2 and "there is no agent 'writer'" in gone.stderr


def test_an_agent_from_elsewhere_is_among_those_named_in_errors(install: Install) -> None:
    install("tiny_named", "writer = tiny_named")
    assert registry.parse_name("writer:x") == ("writer", "x")
    with pytest.raises(UsageError) as caught:
        registry.parse_name("wrtier")
    assert "did you mean 'writer'" in caught.value.hint and caught.value.hint.endswith(", writer")


def test_an_entry_point_may_name_an_object(install: Install) -> None:
    code = WRITER.replace("AGENT = AgentSpec(", "agent = AgentSpec(")
    install("tiny_object", "writer = tiny_object:agent", code)
    spec = registry.load_agent("writer")
    assert spec.describe(AgentOptions()).name == "writer"
    assert hasattr(spec.create(CONTEXT, AgentOptions()), "act")


@pytest.mark.parametrize(
    ("entry_points", "code", "words"),
    [
        (
            "writer = tiny_broken",
            "import nowhere_to_be_found",
            ["ModuleNotFoundError", "nowhere_to_be_found"],
        ),
        ("writer = tiny_broken", "raise RuntimeError('no display')", ["RuntimeError: no display"]),
        (
            "writer = tiny_broken",
            "def describe(options): ...\ndef create(context, options): ...",
            ["has no AgentSpec AGENT"],
        ),
        ("writer = tiny_broken:agent", WRITER, ["AttributeError", "agent"]),
        ("writer = tiny_missing", WRITER, ["ModuleNotFoundError", "tiny_missing"]),
    ],
)
def test_a_broken_agent_names_its_distribution_and_the_remedy(
    entry_points: str, code: str, words: list[str], install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    install("tiny_broken", entry_points, code)
    assert call(["run", "--agent", "writer", "--provider", "fake"]) == 2
    message = capsys.readouterr().err
    assert "the agent 'writer' of tiny_broken 1.0" in message and "hint: " in message
    assert all(word in message for word in words), message
    assert call(["agents", "list", "--json"]) == 0
    (problem,) = [item["problem"] for item in json.loads(capsys.readouterr().out) if item["name"] == "writer"]
    assert "tiny_broken 1.0" in problem
    assert call(["run", "--agent", "noop", "--help"]) == 0


@pytest.mark.parametrize(
    ("entry_points", "name", "words"),
    [
        ("noop = tiny_clash", "noop", "testbed has one of that name"),
        ("the writer = tiny_clash", "the writer", "cannot be given on the command line"),
    ],
)
def test_a_name_that_is_taken_or_impossible_is_refused(
    entry_points: str, name: str, words: str, install: Install
) -> None:
    install("tiny_clash", entry_points)
    with pytest.raises(UsageError, match=words) as caught:
        registry.parse_name(name)
    assert "tiny_clash 1.0" in caught.value.message and "pip uninstall tiny_clash" in caught.value.hint
    assert AGENTS.names() == AGENTS.own_names()
    (problem,) = [item.problem for item in registry.list_agents() if item.problem]
    assert words in problem


def test_two_distributions_with_one_name_are_refused(install: Install) -> None:
    install("tiny_first", "writer = tiny_first")
    install("tiny_second", "writer = tiny_second")
    with pytest.raises(
        UsageError, match=r"several distributions declare an agent.*tiny_first 1\.0, tiny_second 1\.0"
    ):
        registry.parse_name("writer")


@pytest.mark.parametrize(
    ("replaced", "by", "words"),
    [
        ("refuse_variant(", "undefined(", "describe raised"),
        (
            'return AgentCard("writer", prompts={"system": "write"})',
            "return 'writer'",
            "describe returned 'writer'",
        ),
    ],
)
def test_a_description_that_fails_stops_the_run(replaced: str, by: str, words: str, install: Install) -> None:
    install("tiny_dumb", "writer = tiny_dumb", WRITER.replace(replaced, by))
    with pytest.raises(UsageError, match=words) as caught:
        registry.load_agent("writer").describe(AgentOptions())
    assert "tiny_dumb 1.0" in caught.value.message


@pytest.mark.parametrize(
    ("by", "words"), [("raise OSError('no disk')", "create raised"), ("return None", "create returned None")]
)
def test_an_agent_that_cannot_be_made_is_an_agent_error(by: str, words: str, install: Install) -> None:
    install("tiny_late", "writer = tiny_late", WRITER.replace("return Writer()", by))
    with pytest.raises(AgentError, match=words) as caught:
        registry.load_agent("writer").create(CONTEXT, AgentOptions())
    assert "tiny_late 1.0" in caught.value.message


@pytest.mark.parametrize("act", ["return None", "return Decision(('click',))"])
def test_what_is_no_decision_is_an_agent_error(
    act: str, install: Install, tmp_path: Path, tasks_root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(
        "tiny_mute",
        "writer = tiny_mute",
        WRITER.replace("if observation.results:", f"{act}\n        if True:"),
    )
    monkeypatch.setenv("TESTBED_TASKS", str(tasks_root))
    run = tmp_path / "run"
    options = ["--agent", "writer", "--provider", "fake", "--task", "os/write_note", "--out", str(run)]
    assert call(["run", *options, "--display", "none"]) == 0
    result = json.loads((run / "episodes/os/write_note/1/result.json").read_text())
    assert result["status"] == "agent_error" and "returned" in result["error"]["message"]
    assert result["steps"] == 0


def test_a_name_that_is_imported_from_another_module_of_the_api_is_told_its_own(install: Install) -> None:
    install(
        "tiny_lost", "writer = tiny_lost", WRITER.replace("from testbed.agents import", "from testbed import")
    )
    with pytest.raises(UsageError, match="cannot import name") as caught:
        registry.load_agent("writer")
    assert re.match(r"\w+ is in testbed\.agents; fix or update tiny_lost", caught.value.hint)


def test_the_list_is_shown_as_a_table(install: Install, capsys: pytest.CaptureFixture[str]) -> None:
    install("tiny_table", "writer = tiny_table")
    assert call(["agents", "list"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "oracle" in text and "tiny_table" in text and "WRITER_KEY" in text
