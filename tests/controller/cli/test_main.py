"""The command line: what it prints, its exit codes, and bad input."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.agents.registry import load_agent
from controller.cli.main import call
from controller.records.run_options import RunOptions
from controller.runs.resolve_options import AGENT_WITHOUT_KEY, MODEL_AGENT, default_agent
from tests.waiting import eventually, limit


@pytest.fixture(autouse=True)
def _surroundings(tasks_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESTBED_TASKS", str(tasks_root))
    monkeypatch.setenv("TESTBED_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.chdir(tmp_path)


Printed = pytest.CaptureFixture[str]


def test_without_a_key_a_run_says_so_and_uses_the_oracle(tmp_path: Path, capsys: Printed) -> None:
    assert call(["run", "--suite", "demo", "--provider", "fake"]) == 0
    out, err = capsys.readouterr()
    assert "ANTHROPIC_API_KEY is not set" in err and "oracle" in err
    assert "os/append_line: step 2/50: click x=240 y=280" in out
    assert "os/write_note: completed, score 1" in out
    (folder,) = (tmp_path / "runs").iterdir()
    assert folder.name.endswith("-oracle")


def test_the_help_of_agent_names_the_default_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    (key,) = load_agent(MODEL_AGENT).keys
    described = " ".join((RunOptions.model_fields["agent"].description or "").split())
    assert f"default: {MODEL_AGENT} when {key} is set, else {AGENT_WITHOUT_KEY}." in described
    assert (default_agent(""), default_agent("m")) == (AGENT_WITHOUT_KEY, MODEL_AGENT)
    monkeypatch.setenv(key, "secret")
    assert default_agent("") == MODEL_AGENT


def test_score_computes_the_tables_again_from_the_records(tmp_path: Path, capsys: Printed) -> None:
    folder = tmp_path / "run"
    arguments = [
        "run",
        "--agent",
        "oracle:mcp",
        "--provider",
        "fake",
        "--display",
        "none",
        "--out",
        str(folder),
    ]
    assert call([*arguments, "--task", "os/w*"]) == 0
    summary = json.loads((folder / "summary.json").read_text())
    (folder / "summary.json").unlink()
    capsys.readouterr()
    assert call(["score", str(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == summary
    assert call(["score", str(folder)]) == 0
    assert "100.0" in capsys.readouterr().out


def test_score_names_damage_and_shows_baselines(tmp_path: Path, capsys: Printed) -> None:
    for agent in ("oracle", "fail"):
        arguments = ["run", "--agent", agent, "--provider", "fake", "--display", "none", "--out", agent]
        assert call(arguments) == 0
    damaged = tmp_path / "oracle/episodes/os/add_total/1/result.json"
    damaged.write_text("{")
    capsys.readouterr()
    assert call(["score", "oracle", "--baseline", "fail"]) == 0
    out, err = capsys.readouterr()
    assert f"warning: {damaged.relative_to(tmp_path)}:1: the file is cut short" in err
    assert "1 cancelled" in out and "INCOMPLETE: 1 of 4 episodes" in out
    (overall, *_) = [line.split() for line in out.splitlines() if line.startswith(" overall")]
    assert overall[1:3] == ["4", "75.0"] and overall[-1] == "25.0"
    assert call(["score", "oracle", "--baseline", "fail", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["baselines"]["fail"]["overall"]["selected"]["accuracy"] == 0.25


def test_resume_of_a_complete_run_changes_nothing(tmp_path: Path, capsys: Printed) -> None:
    folder = tmp_path / "run"
    assert call(["run", "--agent", "noop", "--provider", "fake", "--out", str(folder), "--seed", "3"]) == 0
    before = (folder / "summary.json").read_bytes()
    assert call(["resume", str(folder)]) == 0
    assert (folder / "summary.json").read_bytes() == before
    assert "0 episodes" in capsys.readouterr().err


def test_all_options_are_recorded(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    arguments = "run --steps 7 --suite core --domain os --limit 1 --epochs 2 --agent noop --actions mcp"
    arguments += " --max-tokens 1000 --max-cost 0.5 --concurrency 3"
    arguments += " --tool-seconds 20 --approve never --approve-seconds 20"
    arguments += " --tool-filter bm25 --tool-budget 30t --tool-order shuffle --seed 9"
    arguments += " --provider fake --guests 1 --display plain"
    assert call([*arguments.split(), "--out", str(folder)]) == 0
    options = json.loads((folder / "run.json").read_text())["options"]
    assert options == {
        "parts": {
            "idle": {"idle": "none"},
            "user": {"user_model": "", "user_base_url": ""},
            "approval": {"approve": "never", "approve_seconds": 20.0},
            "judges": {"judge": "", "judge_base_url": "", "judge_votes": 1, "judge_by": []},
            "branch": {"branch_at": "", "branch_from": "", "branch_history": "replay"},
            "persona": {"context": "given"},
            "skills": {"skills": "", "skills_by": "text"},
        },
        "agent": "noop",
        "variant": "",
        "model": "",
        "base_url": "",
        "via": "",
        "settings": {},
        "calling": "",
        "actions": "mcp",
        "observe": ["screenshot"],
        "steps": 7,
        "epochs": 2,
        "variants": {"task_variant": 0, "task_variants": "same"},
        "seed": 9,
        "tool_filter": "bm25",
        "tool_order": "shuffle",
        "tool_budget": "30t",
        "embeddings": "",
        "provider": "fake",
        "network": "closed",
        "screen": "",
        "scale": 1,
        "servers": "",
        "cluster": "",
        "model_calls": "driver",
        "instructions": "concrete",
        "limits": {
            "episode_seconds": 3600.0,
            "call_seconds": 300.0,
            "tool_seconds": 20.0,
            "max_tokens": 1000,
            "max_cost": 0.5,
            "concurrency": 3,
        },
        "replay": "",
    }
    assert len(list(folder.glob("episodes/os/add_total/*/result.json"))) == 2


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        ("run --provider fake --task os/write_not", "there is no task 'os/write_not'", "os/write_note"),
        ("run --provider fake --suite dem", "there is no suite 'dem'", "demo"),
        ("run --provider fake --suite osworld", "the task source osworld needs a place", "osworld:PLACE"),
        ("run --provider fake --domain oss", "there is no domain 'oss'", "did you mean"),
        ("run --provider fake --agent orcale", "there is no agent 'orcale'", "did you mean 'oracle'"),
        ("run --provider fake --agent oracle:cli", "no variant 'cli'", "oracle:mcp"),
        ("run --provider fake --agent noop:x", "no variant 'x'", "--agent noop"),
        ("run --provider fak", "there is no provider 'fak'", "did you mean 'fake'"),
        ("run --provider fake --tool-filter ragg", "no tool filter 'ragg'", "did you mean 'rag'"),
        ("run --provider fake --tool-filter rag --tool-budget 5k", "tool budget '5k'", "4000t"),
        (
            "run --provider fake --tool-filter all --tool-budget 5",
            "all takes no budget",
            "bm25, distractors, rag",
        ),
        (
            "run --provider fake --tool-filter app --embeddings m",
            "app uses no embeddings",
            "filters that do: rag",
        ),
        ("run --provider fake --network private", "invalid value for --network", "allow:HOST"),
        (
            "run --provider fake --network open",
            "provider fake have no network to open",
            "--provider frozen or nspawn",
        ),
        ("run --provider fake --screen 1920", "'1920' is not WIDTHxHEIGHT", "--screen 1280x720"),
        ("run --provider fake --screen 1281x719", "width and height must be even", "--screen 1282x720"),
        ("run --provider fake --screen 640x480", "screen 640x480 is too small", "--screen 800x600 or more"),
        ("run --provider fake --screen 800x600", "fake guests does not fit", "--screen 1280x720 or more"),
        ("run --provider fake --screen 7680x4320", "screen 7680x4320 is too large", "--screen 3840x2160"),
        ("run --provider fake --scale 3", "invalid value for --scale: 3 (use 1 or 2)", ""),
        ("run --provider fake --screen 1280x720 --scale 2", "too small", "leave --scale out"),
        ("serve --provider fake --screen 1x1", "must be even", "--screen 2x2"),
        ("guest start --provider fake --screen big", "'big' is not WIDTHxHEIGHT", "--screen 1280x720"),
        ("tasks validate --provider fake --scale 0", "invalid value for --scale: 0", ""),
        ("tasks play os/write_note --provider fake --screen 9", "'9' is not WIDTHxHEIGHT", ""),
        ("run --provider fake --tool-order sorted", "no tool order 'sorted'", "lexicographic or shuffle"),
        (
            "run --provider fake --actions cli",
            "invalid value for --actions: 'cli' (use gui, mcp or gui+mcp)",
            "",
        ),
        (
            "run --provider fake --observe screenshot,a11",
            "invalid value for --observe: 'a11'",
            "use screenshot, windows, a11y, som",
        ),
        (
            "run --provider fake --display fancy",
            "invalid value for --display: 'fancy' (use rich, plain or none)",
            "",
        ),
        ("run --provider fake --agent anthropic", "ANTHROPIC_API_KEY", ""),
        ("run --provider fake --model claude-x", "ANTHROPIC_API_KEY", ""),
        ("run --provider fake --agent noop --set k=1", "k: is unknown", "supported settings: none"),
        ("run --provider fake --agent noop --set k", "invalid setting 'k'", "--set KEY=VALUE"),
        (
            "run --provider fake --agent noop --approve who",
            "invalid value for --approve: 'who' (use ask, never or always)",
            "",
        ),
        (
            "run --provider fake --agent noop --calling c",
            "invalid value for --calling: 'c' (use native or prompt)",
            "",
        ),
        ("run --provider fake --agent noop --base-url localhost:1", "invalid address", "--base-url https://"),
        (
            "run --provider fake --agent noop --base-url http://u:p@h/",
            "must not contain a user, password",
            "environment",
        ),
        (
            "run --provider fake --agent noop --base-url http://h/v1",
            "but --base-url http://h/v1",
            "leave it out",
        ),
        (
            "run --provider fake --agent oracle --model foo",
            "uses no model, but --model foo is given",
            "leave it out",
        ),
        (
            "run --provider fake --agent oracle --out /etc/passwd",
            "/etc/passwd is a file",
            "choose a new folder",
        ),
        ("run --provider fake --prices nowhere.toml", "cannot read the prices", "prices.toml"),
        ("run --replay nowhere", "Not a run folder: nowhere", "testbed run"),
        ("run --replay nowhere --steps 5 --seed 1", "takes --seed, --steps from the recorded run", "--out"),
        ("resume nowhere", "Not a run folder: nowhere", "testbed run"),
        ("score nowhere", "Not a run folder: nowhere", "testbed run"),
        ("tasks show os/nothing", "there is no task 'os/nothing'", ""),
        ("run --steps 0", "--steps", ""),
        ("run --no-such-option", "--no-such-option", ""),
        ("rum", "rum", ""),
    ],
)
def test_wrong_usage_names_cause_and_remedy(
    arguments: str, message: str, hint: str, tmp_path: Path, capsys: Printed
) -> None:
    assert call(arguments.split()) == 2
    err = capsys.readouterr().err
    assert message in err and hint in err, err
    assert not (tmp_path / "runs").exists()


def test_a_malformed_task_is_named_with_file_line_and_field(
    task_folder: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    task_folder(toml='instruction = "x"\napplications = ["os"]\nsteps = 3\n')
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))
    assert call(["run", "--provider", "fake"]) == 2
    assert "os/note/task.toml:3: steps: is no field of a task" in capsys.readouterr().err


def test_a_checker_that_raises_makes_the_run_incomplete(
    task_folder: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    task_folder(check="def check(guest):\n    raise RuntimeError('broken')\n")
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))
    assert call(["run", "--provider", "fake", "--agent", "noop"]) == 1
    assert "1 infra_error" in capsys.readouterr().out


def test_tasks_are_listed_and_shown(capsys: Printed) -> None:
    assert call(["tasks", "list", "--suite", "core"]) == 0
    assert "4 tasks, 2 tool-beneficial" in capsys.readouterr().out
    assert call(["tasks", "show", "os/print_note"]) == 0
    shown = capsys.readouterr().out
    assert "its feasible counterpart is os/write_note" in shown and "wrong results: faked, claimed" in shown


def test_the_oracles_answer_to_an_infeasible_task_is_listed(
    task_folder: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    toml = (
        'instruction = "x"\nsuites = ["core"]\napplications = ["os"]\nfeasible = false\ntwin = "os/other"\n'
    )
    task_folder("os/other")
    task_folder(toml=toml)
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))
    assert call(["tasks", "show", "os/note"]) == 0
    assert "references: called infeasible" in capsys.readouterr().out


def test_validate_prints_what_is_not_proven(
    task_folder: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    assert call(["tasks", "validate", "--provider", "fake", "--guests", "2", "--display", "none"]) == 0
    assert "4 of 4 tasks proven" in capsys.readouterr().out
    task_folder()
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))
    assert call(["tasks", "validate", "--provider", "fake", "--display", "none"]) == 1
    printed = capsys.readouterr().out
    assert "0 of 1 tasks proven" in printed and "solve.py has no gui()" in printed


def test_a_missing_image_is_said_with_the_command_that_builds_it(capsys: Printed) -> None:
    assert call(["image", "show"]) == 1
    err = capsys.readouterr().err
    assert "image" in err and "testbed image build" in err
    assert call(["run", "--agent", "noop"]) == 1
    assert "testbed image build" in capsys.readouterr().err
    assert call(["image", "list"]) == 0
    assert "no image yet" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["agents", "--help"], ["agents", "list"]])
def test_a_terminal_of_unknown_size_changes_nothing(arguments: list[str]) -> None:
    command, root = [sys.executable, "-m", "testbed", *arguments], Path(__file__).parents[3]
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    usual, unknown = (
        subprocess.run(command, cwd=root, env=environment | size, capture_output=True, check=True).stdout
        for size in ({}, {"COLUMNS": "0", "LINES": "0"})
    )
    assert usual.strip() and unknown == usual


def test_on_a_terminal_there_is_a_live_table(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "testbed", "run", "--provider", "fake"],
        stdout=slave,
        stderr=slave,
        cwd=tmp_path,
        env=os.environ | {"TERM": "xterm-256color", "COLUMNS": "120", "LINES": "40"},
    )
    os.close(slave)
    printed = b""

    def ended() -> bool:
        nonlocal printed
        try:
            if select.select([master], [], [], 0.2)[0]:
                printed += os.read(master, 65536)
        except OSError:  # the process has closed its end
            return True
        return False

    eventually(ended, what="the end of the run", seconds=120, every=0)
    os.close(master)
    assert process.wait(timeout=limit(10)) == 0
    text = printed.decode()
    assert "last action" in text and "4 of 4 episodes, 4 successes" in text


def test_no_module_of_a_provider_or_agent_is_imported_before_it_is_named() -> None:
    code = "import sys, controller.cli.main; print(*sys.modules, sep='\\n')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    names = done.stdout.split()
    assert "controller.episode.loop" in names
    unwanted = ("controller.guests.nspawn.", "controller.agents.anthropic", "anthropic", "paramiko")
    assert not [name for name in names if name.startswith(unwanted)]
