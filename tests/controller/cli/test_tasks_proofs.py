"""`testbed tasks proofs`, `validate --stale`, `validate --watch` and `play`, on fake guests."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.cli.main import call
from controller.guests import registry
from controller.proofs import proof_record
from tests.controller.proofs.test_proof_record import Desktops, Image
from tests.waiting import eventually

Printed = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tasks_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the tasks that these tests may change."""
    copy = tmp_path / "tasks"
    shutil.copytree(tasks_root, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setenv("TESTBED_TASKS", str(copy))
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setattr(proof_record, "find_image", Image)
    monkeypatch.chdir(tmp_path)
    return copy


@pytest.fixture
def _desktops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "create_provider", lambda *_: Desktops())


def rows(capsys: Printed, *options: str) -> dict[str, str]:
    assert call(["tasks", "proofs", *options]) == 0
    lines = capsys.readouterr().out.splitlines()
    return {line.split()[0]: " ".join(line.split()[1:]) for line in lines if line.strip().startswith("os/")}


@pytest.mark.usefixtures("_desktops")
def test_proofs_are_listed_and_stale_ones_proven_again(folder: Path, capsys: Printed) -> None:
    assert rows(capsys)["os/write_note"] == "- - - - no proof"
    assert call(["tasks", "validate", "--display", "none"]) == 0
    assert "4 of 4 tasks proven" in capsys.readouterr().out
    listed = rows(capsys)
    assert "desktops fake-1 4" in listed["os/write_note"]
    assert listed["os/write_note"].endswith("on another list of tools")
    assert rows(capsys, "--stale") == {}

    (folder / "os/write_note/files").mkdir()
    (folder / "os/write_note/files/x").write_text("x")
    assert list(rows(capsys, "--stale")) == ["os/write_note"]
    assert rows(capsys)["os/write_note"].endswith("changed: folder; on another list of tools")
    assert call(["tasks", "proofs"]) == 0
    printed = capsys.readouterr().out
    assert "3 proven, 3 of them on another image, list of tools or reader of states; 1 to prove: " in printed
    assert "testbed tasks validate --stale" in printed
    assert call(["tasks", "validate", "--stale", "--display", "none"]) == 0
    assert "1 of 1 tasks proven" in capsys.readouterr().out
    assert call(["tasks", "validate", "--stale", "--display", "none"]) == 0
    assert "each of the selected tasks has a proof of what it is now" in capsys.readouterr().out
    assert call(["tasks", "validate", "--stale", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


@pytest.mark.usefixtures("_desktops")
def test_proofs_as_json(capsys: Printed) -> None:
    assert call(["tasks", "validate", "os/write_note", "--display", "none"]) == 0
    capsys.readouterr()
    assert call(["tasks", "proofs", "--task", "os/[pw]*", "--json"]) == 0
    none, proof = json.loads(capsys.readouterr().out)
    assert none == {"task": "os/print_note", "proof": None, "stale": ["no proof"], "older": []}
    assert proof["task"] == "os/write_note" and proof["stale"] == [] and proof["older"] == ["tools"]
    assert proof["proof"]["claims"]["mcp"]["score"] == 1.0


def test_fake_guests_leave_no_proof(folder: Path, capsys: Printed) -> None:
    assert call(["tasks", "validate", "os/write_note", "--provider", "fake", "--display", "none"]) == 0
    assert "guests of the provider fake prove nothing" in capsys.readouterr().err
    assert list(folder.rglob("proof.json")) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("validate --watch --provider fake", "--watch takes one task, and 4 are selected"),
        ("validate os/write_note --watch --json --provider fake", "--watch prints no JSON"),
        ("play os/* --provider fake", "os/* matches 4 tasks"),
        ("play os/nothing --provider fake", "there is no task 'os/nothing'"),
    ],
)
def test_wrong_usage_names_cause(arguments: str, message: str, capsys: Printed) -> None:
    assert call(["tasks", *arguments.split()]) == 2
    assert message in capsys.readouterr().err


def test_play_checks_at_each_line(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\nwhat\ninfeasible\nq\n"))
    assert call(["tasks", "play", "os/write_note", "--provider", "fake"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("Write the word done")
    assert "there is a note.txt" in out and out.count("score 0") == 2
    assert "does not call this feasible task infeasible" in out
    assert out.count("Enter: check as it stands") == 2
    assert "no view: the screen of the guest fake-1 cannot be viewed" in err

    raising = "def check(guest):\n    raise ValueError('oops')\n"
    (folder / "os/write_note/check.py").write_text(raising)
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n"))
    assert call(["tasks", "play", "os/write_note", "--provider", "fake"]) == 0
    assert "check.py raised ValueError: oops" in capsys.readouterr().out


@pytest.mark.slow
def test_watch_proves_again_what_changes_until_ctrl_c(folder: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = [sys.executable, "-m", "testbed", "tasks", "validate", "os/write_note", "--watch"]
    with (
        log.open("w") as output,
        subprocess.Popen(
            ["env", "--default-signal=INT", *command, "--provider", "fake", "--display", "none"],
            stdout=output,
            stderr=subprocess.STDOUT,
            env=os.environ,
        ) as process,
    ):

        def shows(text: str, times: int = 1) -> None:
            eventually(lambda: log.read_text().count(text) >= times, what=f"{text}, {times}", seconds=120)

        shows("waiting for a change")
        assert "1 of 1 tasks proven" in log.read_text()
        check = folder / "os/write_note/check.py"
        good = check.read_text()
        check.write_text("def check(:\n")
        shows("check.py:1: SyntaxError on import")
        check.write_text(good + "\n")
        shows("1 of 1 tasks proven", 2)
        shows("waiting for a change", 3)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
    assert "Traceback" not in log.read_text()


@pytest.mark.usefixtures("_desktops")
def test_a_proof_needs_the_variants_0_to_2(
    task_folder: Callable[..., Path], variant_task: dict[str, str]
) -> None:
    task = task_folder("os/word", **variant_task)
    validate = ["tasks", "validate", "os/word", "--display", "none"]
    assert call([*validate, "--variant", "1"]) == 0
    assert not (task / "proof.json").exists()
    assert call(validate) == 0
    claims = json.loads((task / "proof.json").read_text())["claims"]
    assert {f"mcp (variant {number})" for number in (0, 1, 2)} <= set(claims) and len(claims) == 15
