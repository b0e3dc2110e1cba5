"""`run --config`, tags, notes and the JSON summary."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call

Printed = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _surroundings(tasks_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESTBED_TASKS", str(tasks_root))
    monkeypatch.setenv("TESTBED_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.chdir(tmp_path)


def info(folder: str) -> Any:
    return json.loads(Path(folder, "run.json").read_text())


def run(*arguments: str) -> int:
    return call(["run", "--display", "none", *arguments])


def test_options_come_from_a_file_and_the_command_line_wins(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(
        'agent = "noop"\nsteps = 20\nmax-cost = 0\nprovider = "fake"\ntask = ["os/w*", "os/app*"]\nseed = 3\n'
        'observe = ["screenshot", "windows"]\nno-spare-guest = true\nnote = "from the file"\n'
        '[tag]\nteam = "a"\ntry = 1\n'
    )
    assert run("--config", "base.toml", "--steps", "7", "--note", "mine", "--out", "a") == 0
    record = info("a")
    assert record["options"]["steps"] == 7 and record["options"]["seed"] == 3
    assert record["options"]["observe"] == ["screenshot", "windows"]
    assert [task["id"] for task in record["tasks"]] == ["os/append_line", "os/write_note"]
    assert (record["tags"], record["note"]) == ({"team": "a", "try": "1"}, "mine")


def test_an_earlier_run_gives_its_options_and_tasks(tmp_path: Path) -> None:
    arguments = "--agent oracle:gui --provider fake --task os/w* --steps 9 --tool-filter all --epochs 2"
    assert run(*arguments.split(), "--tag", "team=a b", "--tool-seconds", "30", "--out", "a") == 0
    assert run("--config", "a/run.json", "--out", "b") == 0
    assert run("--config", "a", "--steps", "8", "--out", "c") == 0
    a, b, c = info("a"), info("b"), info("c")
    for key in ("options", "tasks", "tags", "note", "agent"):
        assert a[key] == b[key], key
    assert c["options"] == a["options"] | {"steps": 8}


def test_settings_keep_their_types(tmp_path: Path, capsys: Printed) -> None:
    (tmp_path / "s.toml").write_text(
        'agent = "noop"\nprovider = "fake"\n[set]\nword = "2"\nlist = [1, "a"]\n'
    )
    assert run("--config", "s.toml") == 2
    assert "settings of the agent 'noop': word: is unknown (and 1 more)" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("stepz = 3", "f.toml: there is no option 'stepz'", "did you mean steps? options: actions, agent, "),
        ("config = 'x'", "f.toml: there is no option 'config'", "options: "),
        ("steps = 'x'", "f.toml: invalid value for --steps: 'x' (use a whole number)", "testbed run -h"),
        ("steps = true", "f.toml: invalid value for steps: true", "a number or a text"),
        ("steps = [1]", "f.toml: invalid value for steps: [1] (use one value)", ""),
        ("json = 'yes'", 'f.toml: invalid value for json: "yes" (use true or false)', ""),
        ("actions = 'cli'", "invalid value for --actions: 'cli' (use gui, mcp or gui+mcp)", ""),
        ("steps = ", "f.toml is not TOML", "steps = 15"),
        ("tag = ['x']\nprovider = 'fake'", "invalid tag 'x'", "--tag KEY=VALUE"),
    ],
)
def test_a_wrong_file_is_named_with_the_remedy(
    text: str, message: str, hint: str, tmp_path: Path, capsys: Printed
) -> None:
    (tmp_path / "f.toml").write_text(text)
    assert run("--config", "f.toml") == 2
    err = capsys.readouterr().err
    assert message in err and hint in err, err


def test_a_missing_file_and_a_replay_are_refused(tmp_path: Path, capsys: Printed) -> None:
    assert run("--config", "none.toml") == 2
    assert "cannot read the configuration none.toml: No such file" in capsys.readouterr().err
    assert run("--config", "none.json") == 2
    assert "cannot read the configuration none.json" in capsys.readouterr().err
    assert run("--agent", "noop", "--provider", "fake", "--task", "os/w*", "--out", "a") == 0
    record = info("a")
    record["options"]["replay"] = "/runs/recorded"
    (tmp_path / "a" / "run.json").write_text(json.dumps(record))
    assert run("--config", "a") == 2
    assert "give the run.json of the recorded run: /runs/recorded/run.json" in capsys.readouterr().err
    assert run("--config", "a", "--replay", "a") == 2


def test_the_json_summary_is_all_of_stdout(tmp_path: Path, capsys: Printed) -> None:
    arguments = ["run", "--agent", "noop", "--provider", "fake", "--task", "os/w*", "--out", "a"]
    assert call([*arguments, "--display", "plain", "--json"]) == 0
    out, err = capsys.readouterr()
    summary = json.loads((tmp_path / "a" / "summary.json").read_text())
    assert json.loads(out) == {"folder": "a", **summary}
    assert "os/write_note: started on fake-1" in err and "look at it: testbed view a" in err
    assert call(["resume", "a", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["folder"] == "a"


def test_tags_select_runs_to_compare_and_to_report(tmp_path: Path, capsys: Printed) -> None:
    common = ("--provider", "fake", "--task", "os/w*")
    for name, agent, tag in (("a", "oracle", "x"), ("b", "noop", "x"), ("c", "oracle", "y")):
        assert run("--agent", agent, *common, "--tag", f"team={tag}", "--out", f"runs/{name}") == 0
    capsys.readouterr()
    assert call(["compare", "runs", "--tag", "team=x"]) == 0
    out = capsys.readouterr().out
    assert ("A: runs/a" in out and "B: runs/b" in out) or ("A: " in out and "runs/c" not in out)
    assert call(["compare", "runs", "--tag", "team=y"]) == 2
    assert "1 run(s) instead of two have team=y: " in capsys.readouterr().err
    assert call(["compare", "runs", "--tag", "team=z"]) == 2
    err = capsys.readouterr().err
    assert "none of 3 runs has the tag team=z" in err and "tags there are: team=x, team=y" in err
    assert call(["view", "runs", "--tag", "team=y", "--static", "pages", "--open"]) == 0
    assert "1 runs, 1 episodes" in capsys.readouterr().out
    assert call(["view", "runs", "--tag", "team=z", "--static", "other"]) == 2
    assert call(["report", "runs", "--tag", "team=x", "--out", "report", "--open"]) == 0
    page = (tmp_path / "report" / "report.html").read_text()
    assert "oracle" in page and "noop" in page


def test_a_run_ends_with_the_next_commands(capsys: Printed) -> None:
    common = ("--provider", "fake", "--task", "os/w*", "--agent", "noop")
    assert run(*common, "--out", "runs/a") == 0
    assert "compare it" not in capsys.readouterr().err
    assert run(*common, "--out", "runs/b") == 0
    err = capsys.readouterr().err
    assert "look at it: testbed view runs/b" in err and "compare it: testbed compare runs/a runs/b" in err
    assert run("--provider", "fake", "--task", "os/app*", "--agent", "noop", "--out", "runs/c") == 0
    assert "compare it" not in capsys.readouterr().err


def test_what_is_piped_has_whole_lines(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    monkeypatch.delenv("COLUMNS")
    assert call(["agents", "list"]) == 0
    piped = capsys.readouterr().out
    assert all(line.split()[-1] for line in piped.splitlines() if line.strip())
    rows = [line for line in piped.splitlines() if line.strip()][2:]
    monkeypatch.setenv("COLUMNS", "60")
    assert call(["agents", "list"]) == 0
    narrow = capsys.readouterr().out
    assert max(map(len, narrow.splitlines())) <= 60
    assert len([line for line in narrow.splitlines() if line.strip()]) > len(rows) + 2


def test_lists_are_printed_as_json(tmp_path: Path, capsys: Printed) -> None:
    assert call(["tasks", "list", "--suite", "demo", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert call(["tasks", "show", "os/write_note", "--json"]) == 0
    (shown,) = json.loads(capsys.readouterr().out)
    assert shown in listed and shown["references"] and shown["instruction"]
    assert call(["tasks", "validate", "os/write_note", "--provider", "fake", "--json"]) == 0
    verdicts = json.loads(capsys.readouterr().out)
    assert {verdict["task"] for verdict in verdicts} == {"os/write_note"}
    assert all(verdict["proven"] for verdict in verdicts)
    assert call(["image", "list", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []
    assert run("--agent", "noop", "--provider", "fake", "--task", "os/w*", "--out", "a") == 0
    capsys.readouterr()
    assert call(["export", "a", "--format", "csv", "--json"]) == 0
    exported = json.loads(capsys.readouterr().out)
    assert all((Path(exported["folder"]) / name).is_file() for name in exported["files"])
    assert "episodes.csv" in exported["files"]
