from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from controller.records.recheck import checker_hash
from controller.records.run_records import RunRecords
from controller.tasks.selection import load_tasks
from controller.tasks.task import Task

Printed = pytest.CaptureFixture[str]
Change = Callable[[str, str, str], None]
CHECK = "os/write_note/check.py"


@pytest.fixture
def change(root: Path) -> Change:
    def replace(path: str, old: str, new: str) -> None:
        text = (root / path).read_text()
        assert old in text
        (root / path).write_text(text.replace(old, new))

    return replace


@pytest.fixture
def run(root: Path, tmp_path: Path, capsys: Printed) -> Path:
    """A run of the oracle on two tasks that it solves."""
    folder = tmp_path / "run"
    arguments = ["run", "--provider", "fake", "--agent", "oracle", "--display", "none", "--out", str(folder)]
    assert call([*arguments, "--task", "os/write_note", "--task", "os/append_line"]) == 0
    capsys.readouterr()
    return folder


@pytest.fixture
def recheck(run: Path, capsys: Printed) -> Callable[..., Any]:
    def again(exit_code: int = 0) -> dict[str, Any]:
        assert call(["score", str(run), "--recheck", "--json"]) == exit_code
        data = json.loads(capsys.readouterr().out)
        return {item["task"]: item for item in data["episodes"]} | {"summary": data["summary"]}

    return again


def accuracy(summary: dict[str, Any]) -> float:
    found: float = summary["overall"]["selected"]["accuracy"]
    return found


def test_unchanged_checkers_give_the_same_scores_without_a_guest(
    run: Path, recheck: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "controller.guests.registry.create_provider", lambda *_: pytest.fail("a guest was started")
    )
    before = {path: path.read_bytes() for path in run.rglob("*") if path.is_file()}
    found = recheck()
    for task in ("os/write_note", "os/append_line"):
        assert found[task] == {
            "task": task, "epoch": 1, "old": 1.0, "new": 1.0, "reason": "", "changed": False
        }  # fmt: skip
    new = {path.name for path in run.rglob("*") if path.is_file() and path not in before}
    assert new <= {"recheck.json", ".lock"}
    assert all(path.read_bytes() == data for path, data in before.items())


def test_a_stricter_checker_changes_the_score_and_nothing_else(
    run: Path, change: Change, recheck: Callable[..., Any], capsys: Printed, root: Path
) -> None:
    result = (run / "episodes/os/write_note/1/result.json").read_bytes()
    summary = (run / "summary.json").read_bytes()
    change(CHECK, 'text.strip() == "done"', 'text == "done"')
    found = recheck()
    assert (found["os/write_note"]["old"], found["os/write_note"]["new"]) == (1.0, 0.0)
    assert found["os/write_note"]["changed"] and not found["os/append_line"]["changed"]
    assert accuracy(found["summary"]) == 0.5 and found["summary"]["rechecked"] == 2
    assert (run / "episodes/os/write_note/1/result.json").read_bytes() == result
    assert (run / "summary.json").read_bytes() == summary
    kept = RunRecords.open(run).recheck("os/write_note", 1)
    assert kept is not None and kept.was == 1.0 and not kept.claims[0].holds
    assert kept.checked and kept.checked.checker == checker_hash(load_tasks(["os/write_note"], root)[0])
    assert call(["score", str(run), "--json"]) == 0
    assert accuracy(json.loads(capsys.readouterr().out)) == 0.5
    assert call(["score", str(run), "--json", "--original"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(summary)


def test_a_safety_claim_that_was_added_later_is_judged(
    run: Path, root: Path, recheck: Callable[..., Any]
) -> None:
    with (root / CHECK).open("a") as file:
        file.write("\n\ndef safety(guest):\n    return check(guest)\n")
    assert recheck()["os/write_note"]["new"] == 1.0
    kept = RunRecords.open(run).recheck("os/write_note", 1)
    assert kept is not None and kept.safety == kept.claims
    summary = recheck()["summary"]["overall"]["selected"]
    assert (summary["accuracy"], summary["safe"]) == (1.0, 1.0)


def test_a_question_that_was_never_asked_is_named_and_the_score_stays(
    run: Path, change: Change, recheck: Callable[..., Any], capsys: Printed
) -> None:
    change(CHECK, 'text.strip() == "done"', 'text == "done"')
    recheck()
    change(CHECK, "text = guest", 'guest.look(["stat", "/home/user/note.txt"])\n        text = guest')
    found = recheck(exit_code=1)
    assert found["os/write_note"]["new"] is None
    assert "running stat /home/user/note.txt" in found["os/write_note"]["reason"]
    assert accuracy(found["summary"]) == 1.0, "the verdict of the checker before does not stand any more"
    assert not (run / "episodes/os/write_note/1/recheck.json").exists()
    assert call(["score", str(run), "--recheck"]) == 1
    text = " ".join(capsys.readouterr().out.split())
    assert "cannot be rechecked" in text and "start a new run" not in text
    assert "1 scores are from a recheck" in text


def test_a_checker_that_swallows_the_open_question_is_not_believed(
    change: Change, recheck: Callable[..., Any], run: Path
) -> None:
    swallowing = (
        'try:\n            guest.look(["whoami"])\n'
        "        except Exception:\n            pass\n        text = guest"
    )
    change(CHECK, "text = guest", swallowing)
    assert "running whoami" in recheck(exit_code=1)["os/write_note"]["reason"]


@pytest.mark.parametrize(
    ("path", "old", "new", "why"),
    [
        (
            "os/write_note/task.toml",
            "Write the word done",
            "Write the word DONE",
            "set-up or files have changed",
        ),
        ("os/append_line/files/shopping.txt", "", "", "set-up or files have changed"),
        (CHECK, "text = guest", "text = guests", "raised NameError"),
        (CHECK, "def check(", "def checked(", "has no function check"),
    ],
)
def test_what_cannot_be_judged_again_is_said(
    path: str,
    old: str,
    new: str,
    why: str,
    root: Path,
    change: Change,
    recheck: Callable[..., Any],
    run: Path,
) -> None:
    if old:
        change(path, old, new)
    else:
        (root / path).write_text("other")
    found = recheck(exit_code=1)
    task = "/".join(path.split("/")[:2])
    assert why in found[task]["reason"] and found[task]["old"] == 1.0


def test_a_task_or_a_state_that_is_gone_is_said(run: Path, root: Path, recheck: Callable[..., Any]) -> None:
    shutil.rmtree(root / "os/write_note")
    shutil.rmtree(run / "episodes/os/append_line/1/final")
    found = recheck(exit_code=1)
    assert "no task os/write_note any more" in found["os/write_note"]["reason"]
    assert "no final state was kept" in found["os/append_line"]["reason"]


def test_a_damaged_state_is_said(run: Path, recheck: Callable[..., Any]) -> None:
    (run / "episodes/os/write_note/1/final/state.json").write_text("{")
    assert "cannot read" in recheck(exit_code=1)["os/write_note"]["reason"]


def test_an_episode_whose_checker_raised_gets_its_verdict_later(
    root: Path, tmp_path: Path, change: Change, capsys: Printed
) -> None:
    change(CHECK, "text = guest", "text = 1 / 0 if guest.read_file('/home/user/note.txt') else guest")
    folder = tmp_path / "run"
    arguments = ["run", "--provider", "fake", "--agent", "oracle", "--display", "none", "--out", str(folder)]
    assert call([*arguments, "--task", "os/write_note"]) == 1
    change(CHECK, "1 / 0 if guest.read_file('/home/user/note.txt') else guest", "guest")
    capsys.readouterr()
    assert call(["score", str(folder), "--recheck", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["episodes"][0]["old"] is None and data["episodes"][0]["new"] == 1.0
    assert data["summary"]["status"]["completed"] == 1 and accuracy(data["summary"]) == 1.0


def test_episodes_nobody_judged_are_left_alone(root: Path, tmp_path: Path, capsys: Printed) -> None:
    folder = tmp_path / "run"
    arguments = [
        "run",
        "--provider",
        "fake",
        "--agent",
        "oracle:gui",
        "--display",
        "none",
        "--out",
        str(folder),
    ]
    assert call([*arguments, "--task", "os/write_note"]) == 0
    capsys.readouterr()
    assert call(["score", str(folder), "--recheck", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["episodes"] == []


def test_the_rule_of_infeasible_tasks_holds_in_a_recheck(root: Path, tmp_path: Path, capsys: Printed) -> None:
    folder = tmp_path / "run"
    arguments = ["run", "--provider", "fake", "--agent", "fail", "--display", "none", "--out", str(folder)]
    assert call([*arguments, "--task", "os/write_note", "--task", "os/print_note"]) == 0
    capsys.readouterr()
    assert call(["score", str(folder), "--recheck", "--json"]) == 0
    scores = {item["task"]: item["new"] for item in json.loads(capsys.readouterr().out)["episodes"]}
    assert scores == {"os/print_note": 1.0, "os/write_note": 0.0}


def test_what_excludes_each_other_is_refused(run: Path, capsys: Printed) -> None:
    assert call(["score", str(run), "--recheck", "--original"]) == 2
    assert "cannot be combined" in capsys.readouterr().err


def test_a_second_try_does_not_keep_the_first_ones_state(run: Path) -> None:
    recorder = RunRecords.open(run).recorder("os/write_note", 1)
    assert (recorder.folder / "final/state.json").is_file()
    recorder.begin_attempt()
    assert not (recorder.folder / "final").exists()


def test_the_premise_is_what_the_episode_begins_with(make_task: Callable[..., Task]) -> None:
    base = 'instruction = "x"\napplications = ["os"]\n'
    first = make_task(toml=base).initial_state_hash
    assert (
        make_task(
            toml=base + 'suites = ["core"]\nfeasible = true\n', check="def check(guest): ...\n"
        ).initial_state_hash
        == first
    )
    assert make_task(toml=base.replace('"x"', '"y"')).initial_state_hash != first
    assert make_task(toml=base + '[[setup]]\nrun = ["true"]\n').initial_state_hash != first
