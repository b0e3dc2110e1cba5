"""`--screen` and `--scale` from the command line to the records, tables and pages, on fake guests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from controller.cli.main import call
from controller.core.windows import windows_of
from controller.guests.provider import GuestOptions
from controller.guests.registry import create_provider
from controller.records.run_folder import EpisodeFolder
from controller.tasks.task import Task
from plugins.mock_models.anthropic_messages import AnthropicMessages
from plugins.mock_models.apis import ANY_KEY
from plugins.mock_models.base import ModelServer
from plugins.mock_models.solver import Solver
from testbed import run as python_run

Printed = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _surroundings(tasks_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESTBED_TASKS", str(tasks_root))
    monkeypatch.setenv("TESTBED_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> None:
    base = "run --agent oracle:mcp --provider fake --display none --task os/w*"
    assert call([*base.split(), *arguments]) == 0


def options(folder: str) -> Any:
    return json.loads(Path(folder, "run.json").read_text())["options"]


def screens(folder: str) -> set[tuple[int, int]]:
    """The sizes of all observations of a run, each of which is that of its picture."""
    sizes = set()
    for events in Path(folder).glob("episodes/**/events.jsonl"):
        for line in events.read_text().splitlines():
            event = json.loads(line)
            if event["event"] == "observation":
                sizes.add((event["width"], event["height"]))
                file = EpisodeFolder(events.parent).picture(event["screen"])
                assert file is not None
                with Image.open(file) as picture:
                    assert picture.size == (event["width"], event["height"])
    return sizes


@pytest.mark.parametrize(
    ("given", "recorded", "size"),
    [
        ("", ("", 1), (1280, 720)),
        ("--screen 1280x720", ("", 1), (1280, 720)),
        ("--screen 1920x1080", ("1920x1080", 1), (1920, 1080)),
        ("--scale 2", ("2560x1440", 2), (2560, 1440)),
        ("--scale 2 --screen 3840x2160", ("3840x2160", 2), (3840, 2160)),
    ],
)
def test_a_run_has_the_screen_and_records_it(
    given: str, recorded: tuple[str, int], size: tuple[int, int]
) -> None:
    run(*given.split(), "--out", "a")
    assert (options("a")["screen"], options("a")["scale"]) == recorded
    assert screens("a") == {size}


def test_resume_replay_and_config_take_the_recorded_screen() -> None:
    run("--scale", "2", "--out", "a")
    result = next(Path("a").glob("episodes/os/*/1/result.json"))
    result.unlink()
    assert call(["resume", "a", "--display", "none"]) == 0
    assert result.exists() and screens("a") == {(2560, 1440)}
    assert call(["run", "--replay", "a", "--display", "none", "--out", "b"]) == 0
    run("--config", "a/run.json", "--out", "c")
    run("--config", "a/run.json", "--scale", "1", "--screen", "1920x1080", "--out", "d")
    assert screens("b") == screens("c") == {(2560, 1440)} and screens("d") == {(1920, 1080)}
    assert [options(folder)["scale"] for folder in "abcd"] == [2, 2, 2, 1]


def test_a_configuration_file_names_it() -> None:
    Path("screen.toml").write_text('screen = "1600x900"\n')
    run("--config", "screen.toml", "--out", "a")
    assert screens("a") == {(1600, 900)}


def test_from_python() -> None:
    finished = python_run("os/write_note", agent="oracle:mcp", provider="fake", scale=2, guests=1)
    assert (finished.info.options.screen, finished.info.options.scale) == ("2560x1440", 2)
    assert screens(str(finished.folder)) == {(2560, 1440)}


def test_tables_and_comparison_tell_screens_apart(capsys: Printed) -> None:
    run("--out", "a")
    run("--scale", "2", "--out", "b")
    assert call(["score", "b"]) == 0
    assert "1 epoch(s), screen 2560x1440 at scale 2: " in capsys.readouterr().out
    assert call(["score", "a"]) == 0
    assert "screen" not in capsys.readouterr().out
    assert call(["compare", "a", "b"]) == 0
    shown = capsys.readouterr().out
    assert "settings that differ: screen (usual) / 2560x1440; scale 1 / 2" in shown
    assert "1 epoch(s), screen 2560x1440 at scale 2" in shown
    assert call(["report", "a", "b", "--out", "report"]) == 0
    written = json.loads(Path("report/report.json").read_text())
    rows = written["tables"]["runs"]["rows"]
    assert [row["screen"] for row in rows] == [None, "2560x1440 at scale 2"]
    assert [row["agent"] for row in rows] == [
        "oracle:mcp (usual screen)",
        "oracle:mcp (screen 2560x1440 at scale 2)",
    ]


STUDY = """
agents = ["oracle:mcp"]
screens = ["1280x720", "1920x1080"]
[tasks]
ids = ["os/write_note"]
[[grid]]
[[grid]]
screens = ["2560x1440"]
scales = [1, 2]
"""


def test_a_study_runs_every_screen() -> None:
    Path("screens.toml").write_text(STUDY)
    arguments = ["study", "screens.toml", "--provider", "fake", "--display", "none", "--out", "out"]
    assert call(arguments) == 0
    start = "oracle_mcp_gui+mcp_oracle_lexicographic_50"
    expected = {
        start: (1280, 720),
        f"{start}_1920x1080": (1920, 1080),
        f"{start}_2560x1440": (2560, 1440),
        f"{start}_2560x1440-2": (2560, 1440),
    }
    assert {folder.name: screens(str(folder)) for folder in Path("out").iterdir() if folder.is_dir()} == {
        name: {size} for name, size in expected.items()
    }
    assert options(f"out/{start}_2560x1440-2")["scale"] == 2
    assert (
        call(["study", "screens.toml", "--screen", "1600x900", "--scale", "1", *arguments[2:-1], "two"]) == 0
    )
    assert [folder.name for folder in Path("two").iterdir() if folder.is_dir()] == [f"{start}_1600x900"]


@pytest.mark.parametrize(
    ("line", "message"),
    [('screens = ["big"]', "'big' is not WIDTHxHEIGHT"), ("scales = [3]", "invalid value for --scale: 3")],
)
def test_a_study_with_a_screen_that_no_guest_can_have_is_refused(
    line: str, message: str, capsys: Printed
) -> None:
    Path("bad.toml").write_text(f'agents = ["noop"]\n{line}\n')
    assert call(["study", "bad.toml", "--provider", "fake"]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("size", [(1920, 1080), (2560, 1440), (3840, 2160)])
def test_a_model_that_sees_less_of_the_screen_clicks_where_it_should(
    size: tuple[int, int], tasks: list[Task], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", ANY_KEY)
    with ModelServer([AnthropicMessages()], Solver(tasks, screen=size)) as server:
        base = "run --agent anthropic --model claude-opus-4-5 --actions gui --provider fake --display none"
        base += " --observe screenshot,windows"
        screen = f"{size[0]}x{size[1]}"
        own = ["--task", "os/append_line", "--base-url", server.url, "--screen", screen, "--out", "a"]
        assert call([*base.split(), *own]) == 0
    assert screens("a") == {size}
    summary = json.loads(Path("a/summary.json").read_text())
    assert summary["overall"]["selected"]["accuracy"] == 1.0 and summary["screen"] == screen


def test_what_a_scaled_fake_guest_shows_is_twice_as_large_where_it_says() -> None:
    provider = create_provider("fake", GuestOptions(width=2560, height=1440, scale=2))
    try:
        guest = provider.start()
        guest.write_file("/home/user/note.txt", b"draft")
        guest.call_tool("fake_text_editor.open_file", {"path": "/home/user/note.txt"})
        (window,) = windows_of(guest)
        assert (window.x, window.y, window.width, window.height) == (280, 160, 2000, 1120)
        save = 2 * 1080, 2 * 110
        guest.call_tool("fake_text_editor.set_text", {"text": "final"})
        guest.call_tool("computer.click", {"x": save[0] // 2, "y": save[1] // 2})
        assert guest.read_file("/home/user/note.txt") == b"draft"
        guest.call_tool("computer.click", {"x": save[0], "y": save[1]})
        assert guest.read_file("/home/user/note.txt") == b"final"
    finally:
        provider.close()
