"""Damaged and hostile result folders: a clear line each, and everything else is imported."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.metrics.run_loader import load_records
from controller.records.event_lines import Damage
from controller.results.imports.format import ImportedRun, ImportRequest
from plugins.osworld.imports.run import import_results
from plugins.osworld.imports.task_folder import parse_score, picture_size
from plugins.osworld.imports.trajectory_lines import (
    LINE_LIMIT,
    TrajectoryLine,
    parse_line,
    read_lines,
    seconds,
)
from testbed.errors import UsageError
from tests.controller.made_runs import PNG
from tests.plugins.osworld.imports.result_folders import osworld_task


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A model's folder with one good task."""
    tree = tmp_path / "pyautogui" / "screenshot" / "m"
    osworld_task(tree / "os" / "good", ["DONE"])
    return tree


def import_tree(tree: Path) -> tuple[ImportedRun, list[str]]:
    """The import of a tree, in which the good task is whole, and its remarks without the tree's path."""
    result = import_results(ImportRequest(tree, tree.parents[2] / "run"))
    loaded = load_records(result.records)
    assert loaded.damage == () and not loaded.edited
    assert loaded.results["os/good", 1].score == 1.0
    return result, [str(item).removeprefix(f"{tree}/") for item in result.damage]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b"{", "left out: no JSON"),
        (b"\xff\xfe", "left out: no JSON"),
        (b"[1]", "left out: no JSON object"),
        (b"{}", "left out: it has no action"),
        (b"[" * 100_000, "left out: no JSON"),
        (b'{"action": ' + b"9" * 5000 + b"}", "left out: no JSON"),
    ],
)
def test_a_broken_line_is_named_and_the_others_are_read(tree: Path, line: bytes, problem: str) -> None:
    path = osworld_task(tree / "os" / "bad", ["x", "y", "DONE"]) / "traj.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], line + b"\n", *lines[1:]]))
    result, (remark,) = import_tree(tree)
    assert remark.startswith(f"os/bad/traj.jsonl:2: {problem}") and "\n" not in remark
    episode = result.records.result("os/bad", 1)
    assert episode is not None and (episode.steps, episode.score) == (3, 1.0)


def test_a_line_that_is_cut_short_is_named(tree: Path) -> None:
    path = osworld_task(tree / "os" / "bad", ["x", "y"]) / "traj.jsonl"
    path.write_bytes(path.read_bytes()[:-20])
    result, (remark,) = import_tree(tree)
    assert remark == "os/bad/traj.jsonl:2: left out: cut short"
    assert (
        result.records.recorder("os/bad", 1).folder / "imported/traj.jsonl"
    ).read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    ("text", "problem", "status"),
    [
        (None, "there is no result.txt: the episode has no verdict", "cancelled"),
        ("banana\n", "is no number from 0 to 1: 'banana'", "infra_error"),
        ("", "is no number from 0 to 1: ''", "infra_error"),
        ("nan", "is no number from 0 to 1: 'nan'", "infra_error"),
        ("7", "is no number from 0 to 1: '7'", "infra_error"),
        ("1" * 5000, "cannot be read: larger than 4096 bytes", "cancelled"),
        ("__import__('os').system('touch /tmp/x')", "is no number from 0 to 1", "infra_error"),
    ],
)
def test_a_result_that_is_no_score_is_no_verdict(
    tree: Path, text: str | None, problem: str, status: str
) -> None:
    osworld_task(tree / "os" / "bad", ["DONE"], text)
    result, (remark,) = import_tree(tree)
    assert remark.startswith(f"os/bad/result.txt: {problem}")
    episode = result.records.result("os/bad", 1)
    assert (episode.status if episode else "cancelled") == status
    assert episode is None or (episode.score is None and episode.error is not None)


def test_an_error_of_the_runner_is_an_infrastructure_error(tree: Path) -> None:
    path = osworld_task(tree / "os" / "bad", ["x"], None) / "traj.jsonl"
    path.write_text(path.read_text() + json.dumps({"Error": "Time limit exceeded in os/bad"}) + "\n")
    result, remarks = import_tree(tree)
    episode = result.records.result("os/bad", 1)
    assert episode is not None and episode.status == "infra_error" and episode.error is not None
    assert episode.error.message == "Time limit exceeded in os/bad" and len(remarks) == 1


@pytest.mark.parametrize(
    "name",
    ["../good/runtime.log", "/etc/passwd", "..", "a/b.png", "gone.png", "link.png", "pipe.png", "a\0b"],
)
def test_a_picture_outside_of_its_folder_is_left_out(tree: Path, name: str) -> None:
    folder = osworld_task(tree / "os" / "bad", ["x"], screenshot_file=name)
    (folder / "link.png").symlink_to("/etc/passwd")
    os.mkfifo(folder / "pipe.png")
    result, remarks = import_tree(tree)
    assert sum(remark.startswith("os/bad/traj.jsonl:1: left out: ") for remark in remarks) == 1
    screens = list((result.records.recorder("os/bad", 1).folder / "screens").glob("*"))
    assert not screens


def test_links_are_not_followed(tree: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    osworld_task(outside / "secret", ["DONE"])
    bad = osworld_task(tree / "os" / "bad", ["DONE"])
    for name in ("traj.jsonl", "result.txt", "runtime.log"):
        (bad / name).unlink()
        (bad / name).symlink_to(outside / "secret" / name)
    (tree / "os" / "linked").symlink_to(outside / "secret")
    (tree / "vlc").symlink_to(outside)
    (bad / "folder").mkdir()
    result, remarks = import_tree(tree)
    assert [task.id for task in result.records.info.tasks] == ["os/bad", "os/good"]
    text = "\n".join(remarks)
    for part in ("os/linked", "vlc", "os/bad/traj.jsonl", "os/bad/result.txt", "os/bad/runtime.log"):
        assert f"{part}: " in text
    assert "os/bad/folder: not copied: a folder" in text
    copies = result.records.recorder("os/bad", 1).folder / "imported"
    assert sorted(path.name for path in copies.iterdir()) == [
        "recording.mp4",
        *sorted(path.name for path in bad.glob("step_*.png")),
    ]


def test_names_that_no_task_has_are_left_out(tree: Path) -> None:
    osworld_task(tree / "os" / "-rf", ["DONE"])
    osworld_task(tree / "os" / "a b\n", ["DONE"])
    result, remarks = import_tree(tree)
    assert [task.id for task in result.records.info.tasks] == ["os/good"]
    assert len(remarks) == 2 and all("left out: no task has such a name" in remark for remark in remarks)
    assert not any("\n" in remark for remark in remarks)


def test_huge_files_are_left_out(tree: Path) -> None:
    folder = osworld_task(tree / "os" / "bad", ["x", "DONE"])
    for name in (*(path.name for path in folder.glob("step_1*")), "recording.mp4"):
        with (folder / name).open("wb") as file:
            file.truncate(2**40)
    text = "x" * 2_000_000
    line = json.loads((folder / "traj.jsonl").read_text().splitlines()[0])
    long = json.dumps(line | {"response": text, "action": f"print('{text}')", "info": {"all": text}})
    with (folder / "traj.jsonl").open("a") as file:
        file.write(f"{long}\n")
        file.write('{"action": "' + "x" * LINE_LIMIT + '"}\n{"action": "FAIL"}\n')
    result, remarks = import_tree(tree)
    shown = "\n".join(remarks)
    for part in (
        "os/bad/recording.mp4: not copied: larger than",
        "os/bad/traj.jsonl:1: left out: 'step_1_",
        "os/bad/traj.jsonl:3: the answer has over 1000000 characters",
        "os/bad/traj.jsonl:3: the action has over",
        "os/bad/traj.jsonl:3: the info has over",
        f"os/bad/traj.jsonl:4: left out: a line of over {LINE_LIMIT} bytes",
    ):
        assert part in shown
    assert result.records.episode("os/bad", 1).attempts() == (1,)


def test_arguments_that_cannot_be_used_are_named(tree: Path) -> None:
    (tree / "args.json").write_text("{")
    assert import_tree(tree)[1][0].startswith("args.json: not used: ")
    (tree / "args.json").write_text('{"max_steps": "many"}')
    with pytest.raises(UsageError, match=r"max_steps is no number of steps: 'many'"):
        import_results(ImportRequest(tree, tree.parents[2] / "other"))


@given(st.binary(max_size=200))
def test_any_line_is_read_or_named(line: bytes) -> None:
    parsed = parse_line(line, 1)
    assert isinstance(parsed, TrajectoryLine) or (parsed.startswith("left out: ") and "\n" not in parsed)


@given(st.text(max_size=12) | st.floats().map(str) | st.booleans().map(str))
def test_any_result_is_a_score_or_none(text: str) -> None:
    score = parse_score(text)
    assert score is None or 0 <= score <= 1


@given(st.one_of(st.text(max_size=24), st.none(), st.integers(), st.from_regex(r"[0-9]{8}@[0-9]{6,12}")))
def test_any_stamp_is_a_time_or_none(stamp: Any) -> None:
    assert isinstance(seconds(stamp), float | None)


def test_a_stamp_may_have_microseconds() -> None:
    assert seconds("20250102@030405") == 1735787045.0
    assert seconds("20250102@030405250000") == 1735787045.25


@given(st.binary(max_size=40))
def test_any_picture_has_a_size(data: bytes) -> None:
    assert len(picture_size(data)) == 2
    assert picture_size(PNG) == (1, 1)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
LINES = st.fixed_dictionaries(
    {},
    optional={
        "action": JSON | st.sampled_from(["DONE", "FAIL", "WAIT", "reset"]),
        "step_num": JSON | st.integers(0, 3),
        "action_timestamp": JSON | st.just("20250102@030405"),
        "prediction": JSON,
        "response": JSON,
        "info": JSON | st.fixed_dictionaries({"result": JSON, "is_error": JSON, "refused": JSON}),
        "screenshot_file": JSON,
        "Error": JSON,
        "initial_state": JSON,
        "instruction": JSON,
    },
)


@settings(max_examples=60, deadline=None)
@given(st.lists(LINES.map(json.dumps) | st.text(max_size=20), max_size=6), st.text(max_size=4))
def test_whatever_the_lines_are_the_run_can_be_read(lines: list[str], result: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "m" / "os" / "a"
        folder.mkdir(parents=True)
        (folder / "traj.jsonl").write_text("\n".join(lines), encoding="utf-8", errors="replace")
        (folder / "result.txt").write_text(result)
        records = import_results(ImportRequest(Path(name) / "m", Path(name) / "run")).records
        loaded = load_records(records)
        assert loaded.damage == () and not loaded.edited


def test_a_file_that_is_no_trajectory_at_all_is_given_up_on(tmp_path: Path) -> None:
    (tmp_path / "traj.jsonl").write_text("no\n" * 500)
    damage: list[Damage] = []
    assert not list(read_lines(tmp_path / "traj.jsonl", damage))
    assert len(damage) == 101 and "not read from here on" in str(damage[-1])
