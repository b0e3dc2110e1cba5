"""Studies on the fake provider: their runs, resuming, budgets, what is expected, and bad files."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from controller.cli.main import call
from controller.core.options import list_options
from controller.models.prices import Prices
from controller.records.run_options import RunOptions
from controller.records.run_records import RunRecords
from controller.runs.study import Grid, StudyFile, TaskChoice, UsageSoFar, limits_of, read_study
from controller.runs.study_estimate import estimate
from controller.tasks.selection import Selection, select_tasks
from controller.tasks.selection_options import SelectionOptions
from controller.tasks.task import Task
from plugins.mock_models.anthropic_messages import AnthropicMessages
from plugins.mock_models.apis import ANY_KEY
from plugins.mock_models.base import ModelServer
from plugins.mock_models.mistakes import Mistakes
from plugins.mock_models.solver import Solver
from testbed.errors import LimitReachedError, UsageError

Printed = pytest.CaptureFixture[str]
Write = Callable[[str], Path]
READY = Path(__file__).resolve().parents[3] / "studies"


@pytest.fixture(autouse=True)
def _surroundings(tasks_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESTBED_TASKS", str(tasks_root))
    monkeypatch.setenv("TESTBED_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def make(text: str) -> Path:
        path = tmp_path / "small.toml"
        path.write_text(text)
        return path

    return make


SMALL = """
title = "Small"
agents = ["oracle:gui", "oracle:mcp"]
actions = ["gui+mcp"]
steps = [15]
epochs = 2
baselines = ["noop"]
[tasks]
ids = ["os/add_total", "os/print_note"]
"""


def test_a_study_runs_every_combination_and_goes_on_where_it_was(write: Write, capsys: Printed) -> None:
    path = write(SMALL)
    arguments = ["study", str(path), "--provider", "fake", "--display", "none", "--out", "out"]
    assert call(arguments) == 0
    names = {folder.name for folder in Path("out").iterdir() if folder.is_dir()}
    assert names == {
        "oracle_gui_gui+mcp_oracle_lexicographic_15",
        "oracle_mcp_gui+mcp_oracle_lexicographic_15",
        "noop_gui+mcp_rag_lexicographic_15",
    }
    results = list(Path("out").glob("*/episodes/os/*/*/result.json"))
    assert len(results) == 3 * 2 * 2
    table = [line for line in capsys.readouterr().out.splitlines() if line.startswith(" noop")]
    assert table[0].split()[1:4] == ["4", "0", "0.0"]
    before = {path: path.stat().st_mtime_ns for path in results}
    results[0].unlink()
    assert call(arguments) == 0
    assert {path for path in results if path.stat().st_mtime_ns != before[path]} == {results[0]}


def test_what_is_expected_is_printed_and_nothing_is_written(write: Write, capsys: Printed) -> None:
    path = write(SMALL + '[[grid]]\nagents = ["anthropic"]\nmodels = ["claude-sonnet-5-5", "who"]\n')
    assert call(["study", str(path), "--provider", "fake", "--dry-run"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert not Path("runs").exists()
    assert "3 runs of 2 tasks: 12 episodes are left" in out and "and what has no known price" in out
    assert "unknown" in out
    assert "<= 99.1" in out, "2 tasks with 2 epochs: 2.8 times the root of 2 x 0.25 / 4"


def test_the_smallest_difference_rests_on_the_spread_of_what_is_done(write: Write, capsys: Printed) -> None:
    path = write(SMALL)
    arguments = ["study", str(path), "--provider", "fake", "--display", "none", "--out", "out"]
    assert call(arguments) == 0
    capsys.readouterr()
    assert call([*arguments, "--estimate"]) == 0
    out = capsys.readouterr().out
    assert "<= 99.1" not in out and " 0.0 " in out


def test_estimates_rest_on_what_is_done_or_on_assumptions() -> None:
    model = RunOptions.model_validate({"agent": "anthropic", "model": "claude-sonnet-5-5", "steps": 10})
    found = estimate(model, [], Prices.load())
    # 7 steps; a step 4,500 fresh tokens at $2, 10,500 cached at $0.1, 300 out at $10 a million.
    assert found.cost == pytest.approx(7 * (4500 * 2 + 10500 * 0.1 + 300 * 10) / 1e6)
    assert found.seconds == pytest.approx(15 + 7 * 8.0)
    assert estimate(RunOptions.model_validate({"agent": "noop"}), [], Prices.load()).cost == 0.0


def test_gui_runs_that_differ_in_tools_alone_are_one(write: Write) -> None:
    path = write('agents=["paper"]\nmodels=["m"]\nactions=["gui","gui+mcp"]\nfilters=["rag","all"]\n')
    names = [cell.name for cell in read_study(path, "fake").cells]
    assert names == [
        "paper_m_gui_none_lexicographic_50",
        "paper_m_gui+mcp_rag_lexicographic_50",
        "paper_m_gui+mcp_all_lexicographic_50",
    ]
    other = read_study(path, "fake", {"agents": ["oracle"], "models": ["x"]}).cells
    assert {cell.options.model for cell in other} == {""} and len(other) == 3


def test_another_study_in_the_same_folder_is_refused(write: Write, capsys: Printed) -> None:
    small = 'agents = ["noop"]\nsteps = [5]\n[tasks]\nids = ["os/add_total"]\n'
    arguments = ["study", str(write(small)), "--provider", "fake", "--display", "none", "--out", "out"]
    assert call(arguments) == 0
    write(small.replace("[5]", "[5, 6]"))
    assert call(arguments) == 0
    assert len(json.loads(Path("out/study.json").read_text())["runs"]) == 2
    write("seed = 4\n" + small)
    assert call(arguments) == 2
    assert "noop_gui+mcp_rag_lexicographic_6 differ or are gone" in capsys.readouterr().err
    write(small.replace("[5]", "[5, 6]").replace("add_total", "print_note"))
    assert call(arguments) == 2
    assert "created with other tasks" in capsys.readouterr().err
    Path("used").mkdir()
    Path("used/file").write_text("mine")
    assert call([*arguments[:-1], "used"]) == 2
    assert "is not a study" in capsys.readouterr().err


def test_agents_that_differ_in_settings_alone_are_two_runs(write: Write) -> None:
    path = write(
        'agents = [{agent="paper", models=["m"], settings={a=1}}, {agent="paper", models=["m"], settings={a=2}}]'
    )
    cells = read_study(path, "fake").cells
    assert [cell.options.settings for cell in cells] == [{"a": 1}, {"a": 2}]
    assert cells[1].name == cells[0].name + "_2"


def test_an_agent_may_reach_its_models_through_a_platform(write: Write) -> None:
    path = write('agents = [{agent="anthropic", models=["anthropic.claude-opus-5-5"], via="bedrock"}]')
    [cell] = read_study(path, "fake").cells
    assert cell.options.via == "bedrock"


@pytest.mark.slow
def test_a_study_stops_at_its_limit_and_says_how_it_goes_on(write: Write, capsys: Printed) -> None:
    path = write('max_tokens = 10\nbudget = "shared"\n' + SMALL)
    arguments = ["study", str(path), "--provider", "fake", "--display", "none", "--out", "out"]
    assert call([*arguments]) == 0  # scripted agents take nothing
    result = next(Path("out").glob("noop*/episodes/os/add_total/1/result.json"))
    result.write_text(result.read_text().replace('"input_tokens": 0', '"input_tokens": 11', 1))
    next(Path("out").glob("oracle_gui*/episodes/os/add_total/1/result.json")).unlink()
    capsys.readouterr()
    assert call(arguments) == 3
    assert "stopped: the study's shared budget is used up" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ('agents = ["noop"]\nstep = [5]\n', "small.toml:2: step: is unknown", "steps"),
        ('agents = ["noop"]\n[tasks]\nid = ["x"]\n', "tasks.id: is unknown", "ids"),
        ('agents = ["noop"]\n[[grid]]\nepochs = 3\n', "grid[0].epochs: is unknown", "agents"),
        ('agents = ["nop"]\n', "there is no agent 'nop'", "noop"),
        ('agents = [{agent="noop", via="azure"}]\n', "noop does not reach its model via azure", "openai"),
        ('agents = ["noop"]\nfilters = ["rug"]\n', "no tool filter 'rug'", "rag"),
        ('agents = ["noop"]\nactions = ["cli"]\n', "actions", "docs/studies.md"),
        ("steps = [5]\n", "names no agent", "--agent"),
        ('agents = ["noop"]\nobserve = ["screen"]\n', "small.toml:2: observe", "docs/studies.md"),
        ('agents = ["noop"]\nobserve = []\n', "invalid value for --observe: ''", "screenshot"),
        ('agents = ["noop"]\nsteps = []\n', "steps", "docs/studies.md"),
        ('agents = ["noop"]\njudge_votes = 0\n', "small.toml:2: judge_votes", "docs/studies.md"),
        ('agents = ["noop"]\ntool_budget = "x"\n', "'x'", ""),
        ('agents = [{agent="noop", base_url="https://u:p@h/"}]\n', "a base URL must not contain a user", ""),
        ("agents = [", "not valid TOML", "toml.io"),
    ],
)
def test_a_wrong_file_is_explained(write: Write, text: str, message: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_study(write(text), "fake")
    assert message in caught.value.message and hint in caught.value.hint


def test_options_of_runs_are_keys_of_the_file(write: Write) -> None:
    path = write(
        'agents = [{agent="openai", base_url="http://127.0.0.1:1/v1/", settings={api="chat"}}]\nmodels = ["m"]\n'
        'observe = ["windows", "screenshot"]\ntool_budget = "20"\ncall_seconds = 90\njudge_by = ["rubric", "rubric"]\n'
        "max_cost = 2.0\n"
    )
    (cell,) = read_study(path, "fake").cells
    options = cell.options
    assert (options.base_url, options.settings) == ("http://127.0.0.1:1/v1", {"api": "chat"})
    assert (options.observe, options.tool_budget) == (("screenshot", "windows"), "20")
    assert (options.limits.call_seconds, options.of_part("judges").judge_by, options.limits.max_cost) == (
        90.0,
        ("rubric",),
        0.0,
    )


def test_budgets() -> None:
    file = StudyFile(agents=("noop",), max_cost=10.0, max_tokens=100)
    assert limits_of(file, UsageSoFar(99, 9.0)) == {"max_cost": 10.0, "max_tokens": 100}
    shared = file.model_copy(update={"budget": "shared"})
    assert limits_of(shared, UsageSoFar(60, 4.0)) == {"max_cost": 6.0, "max_tokens": 40}
    for used_up in (UsageSoFar(100, 0.0), UsageSoFar(0, 10.0), UsageSoFar(0, None)):
        with pytest.raises(LimitReachedError):
            limits_of(shared, used_up)
    assert limits_of(StudyFile(agents=("noop",)), UsageSoFar(5, None)) == {"max_cost": 0.0, "max_tokens": 0}


@pytest.mark.slow
def test_the_rehearsal_needs_no_key(write: Write, tasks: list[Task], monkeypatch: pytest.MonkeyPatch) -> None:
    """The ready file at another address, over small tasks: baselines, an imperfect model, references."""
    text = (READY / "rehearsal.toml").read_text()
    solver = Solver(tasks, mistakes=Mistakes(0.2, seed=1))
    monkeypatch.setenv("ANTHROPIC_API_KEY", ANY_KEY)
    with ModelServer([AnthropicMessages()], solver) as server:
        command = ["study", str(write(text)), "--provider", "fake", "--display", "none", "--out", "out"]
        assert call([*command, "--base-url", server.url]) == 0
    assert [error.message for error in server.errors] == []
    assert solver.made
    scores: dict[str, list[float | None]] = {}
    for folder in Path("out").glob("*_15"):
        found = RunRecords.open(folder).results()
        scores[folder.name.partition("_gui+mcp")[0]] = [found[key].score for key in sorted(found)]
    # By task: add_total, append_line, print_note (which is impossible), write_note.
    references = {name: scores.pop(name) for name in ("oracle_gui", "oracle_mcp")}
    assert [score or 0 for score in references["oracle_gui"]] == [1] * 9 + [0] * 3
    assert [score or 0 for score in references["oracle_mcp"]][:3] == [1] * 3
    assert scores.pop("noop") == scores.pop("random") == [0.0] * 12
    assert scores.pop("fail") == [0.0] * 6 + [1.0] * 3 + [0.0] * 3
    [model] = scores.values()
    assert len(model) == 12 and 0 < sum(score or 0 for score in model) < 12


def test_an_address_that_is_none_is_refused(write: Write, capsys: Printed) -> None:
    assert call(["study", str(write(SMALL)), "--provider", "fake", "--base-url", "host:80"]) == 2
    assert "invalid address of a model API: 'host:80'" in capsys.readouterr().err


def test_the_ready_studies_have_the_runs_of_the_paper() -> None:
    runs = {
        path.stem: [cell.name for cell in read_study(path, "fake").cells] for path in READY.glob("*.toml")
    }
    assert set(runs) == {
        *("table1", "table2", "table3", "figure4", "figure5"),
        *("persona", "rehearsal", "servers"),
    }
    assert (
        runs["table1"]
        == runs["table3"]
        == [
            "anthropic_claude-sonnet-5-5_gui_none_lexicographic_15",
            "anthropic_claude-sonnet-5-5_gui_none_lexicographic_50",
            "anthropic_claude-sonnet-5-5_gui+mcp_rag_lexicographic_15",
            "anthropic_claude-sonnet-5-5_gui+mcp_rag_lexicographic_50",
            "noop_gui+mcp_rag_lexicographic_15",
            "fail_gui+mcp_rag_lexicographic_15",
        ]
    )
    assert [name for name in runs["table2"] if name.startswith("anthropic")] == [
        "anthropic_claude-sonnet-5-5_gui+mcp_rag_lexicographic_15",
        "anthropic_claude-sonnet-5-5_gui+mcp_rag_shuffle_15",
        "anthropic_claude-sonnet-5-5_gui+mcp_all_lexicographic_15",
    ]
    assert len([name for name in runs["figure5"] if "baseline" not in name]) == 6
    assert {cell.options.epochs for cell in read_study(READY / "table3.toml", "fake").cells} == {3}
    servers = read_study(READY / "servers.toml", "fake")
    assert {cell.options.tool_filter for cell in servers.cells if cell.options.agent == "anthropic"} == {
        *("distractors:0", "standard", "max", "router")
    }
    assert all(task.servers for task in select_tasks(servers.selection, READY.parent / "tasks"))


def test_a_ready_study_needs_no_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert read_study(Path("table1"), "fake") == read_study(READY / "table1.toml", "fake")
    with pytest.raises(UsageError, match="cannot read no_such_study") as caught:
        read_study(Path("no_such_study"), "fake")
    assert "table1" in caught.value.hint


def test_every_option_that_selects_tasks_is_a_key_of_tasks(write: Write) -> None:
    items = list_options(SelectionOptions)
    assert {item.study_key for item in items} | {"options"} == TaskChoice.model_fields.keys()
    text = 'agents = ["noop"]\n[tasks]\nsuite = "demo"\nids = ["os/*"]\ndomains = ["os"]\nlimit = 2\nlist = "LIST"\n'
    selection = read_study(write(text.replace("LIST", "some.txt")), "fake").selection
    expected = Selection("demo", ("os/*",), ("os",), 2, Path("some.txt"), to_run=True)
    assert selection == expected
    assert read_study(write(text.replace("LIST", "")), "fake").selection == replace(expected, list_file=None)


def test_every_key_of_a_grid_is_that_of_an_option_and_is_combined(write: Write) -> None:
    grid = {item.study_key: item for item in list_options(RunOptions) if item.option.study == "grid"}
    assert Grid.model_fields.keys() == grid.keys() < StudyFile.model_fields.keys()
    of_plugins = {key for key, item in grid.items() if item.model.__module__.startswith("plugins.")}
    assert of_plugins == {"contexts", "skills"}
    two = {
        "agents": ["openai", "paper"],
        "models": ["m", "n"],
        "actions": ["mcp", "gui+mcp"],
        "filters": ["rag", "all"],
        "orders": ["lexicographic", "shuffle"],
        "screens": ["2048x1152", "3840x2160"],
        "scales": [1, 2],
        "steps": [5, 6],
    }
    assert two.keys() == grid.keys() - of_plugins
    for inside in ("", "[[grid]]\n"):
        text = inside + "".join(f"{key} = {json.dumps(values)}\n" for key, values in two.items())
        cells = read_study(write(text), "fake").cells
        assert len({cell.name for cell in cells}) == len(cells) == 2 ** len(two)
        for key, values in two.items():
            assert {getattr(cell.options, grid[key].name) for cell in cells} == set(values)
