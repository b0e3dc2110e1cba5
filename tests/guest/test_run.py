"""Whole runs on real guests, through the command line."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from controller.core.project_files import project_file
from controller.guests.nspawn.state import read_states
from controller.proofs.proof_record import proof_states
from controller.tasks.selection import Selection, select_tasks
from tests.commit import commit
from tests.proof_sample import cost, draw
from tests.waiting import eventually

pytestmark = pytest.mark.guest

TESTBED = [str(Path(sys.executable).with_name("testbed"))]
NO_KEY = {name: value for name, value in os.environ.items() if name != "ANTHROPIC_API_KEY"}
SAMPLE_SECONDS = 360
"""Of guests, two of which run at the same time; as the proofs on record count them."""
QUICK = ["--task", "os/quiet_presentation", "--task", "vlc/queue_lessons", "--task", "os/restore_contract"]


def run_testbed(*arguments: str, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*TESTBED, *arguments],
        capture_output=True,
        text=True,
        env=NO_KEY | dict(env or {}),
        timeout=1800,
        check=False,
    )


def summary(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "summary.json").read_text())
    return found


def results(folder: Path) -> list[Path]:
    return sorted(folder.glob("episodes/*/*/*/result.json"))


@pytest.mark.core
def test_the_demo_is_solved_by_its_reference_solutions(tmp_path: Path) -> None:
    out = tmp_path / "demo"
    done = run_testbed("run", "--suite", "demo", "--steps", "50", "--display", "plain", "--out", str(out))
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
    found = summary(out)
    assert found["tasks"] == 12
    assert found["status"]["completed"] == 12
    assert found["overall"]["selected"]["accuracy"] == 1.0, done.stdout[-5000:]
    assert found["overall"]["selected"]["tir"] == 1.0


def test_doing_nothing_solves_nothing(tmp_path: Path) -> None:
    out = tmp_path / "noop"
    done = run_testbed("run", "--agent", "noop", *QUICK[:4], "--display", "none", "--out", str(out))
    assert done.returncode == 0, done.stderr
    assert summary(out)["overall"]["selected"]["accuracy"] == 0.0


@pytest.mark.core
def test_a_killed_run_resumes_to_the_score_of_an_uninterrupted_one(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    options = ["--seed", "7", "--guests", "1", "--display", "plain"]
    assert run_testbed("run", *QUICK, *options, "--out", str(whole)).returncode == 0

    with subprocess.Popen(
        [*TESTBED, "run", *QUICK, *options, "--out", str(killed)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=NO_KEY,
    ) as run:

        def has_a_result() -> bool:
            assert run.poll() is None, "the run ended before it could be killed"
            return bool(results(killed))

        eventually(has_a_result, what="the first result", seconds=600)
        run.send_signal(signal.SIGKILL)

    assert len(results(killed)) < 3
    resumed = run_testbed("resume", str(killed), "--display", "plain")
    assert resumed.returncode == 0, resumed.stdout + resumed.stderr
    scores = [run_testbed("score", str(folder), "--json") for folder in (whole, killed)]
    assert all(score.returncode == 0 for score in scores)
    assert json.loads(scores[0].stdout) == json.loads(scores[1].stdout)


def test_an_interrupted_run_leaves_no_guest_and_can_be_resumed(tmp_path: Path) -> None:
    out = tmp_path / "interrupted"
    # a shell's background job, which these tests may be, ignores Ctrl-C, and so would its children
    with subprocess.Popen(
        ["env", "--default-signal=INT", *TESTBED, "run", *QUICK, "--display", "plain", "--out", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=NO_KEY,
        text=True,
    ) as run:
        assert run.stdout is not None
        said = []
        for line in run.stdout:
            said.append(line)
            if "step 1/" in line:
                run.send_signal(signal.SIGINT)
                break
        said += run.stdout.readlines()
        assert run.wait(timeout=120) == 130, "".join(said)
    assert f"testbed resume {out}" in "".join(said).replace("\n", "")
    assert [state.name for state in read_states() if state.owner_pid == run.pid] == []
    events = [
        line for path in out.glob("episodes/*/*/*/events.jsonl") for line in path.read_text().splitlines()
    ]
    assert all(json.loads(line) for line in events)
    assert run_testbed("resume", str(out), "--display", "none").returncode == 0
    assert summary(out)["overall"]["selected"]["accuracy"] == 1.0


def test_a_sample_of_the_tasks_is_proven_afresh(tmp_path: Path) -> None:
    project = project_file("tasks")
    tasks = tmp_path / "tasks"  # a copy: a proof is written into the task's folder
    shutil.copytree(project, tasks, ignore=shutil.ignore_patterns("__pycache__"))
    proofs = {
        state.task: state.proof for state in proof_states(select_tasks(Selection(), project)) if state.proof
    }
    sample = draw({task: cost(proof) for task, proof in proofs.items()}, SAMPLE_SECONDS, commit(project))
    assert sample
    for task in sample:
        (tasks / task / "proof.json").unlink()
    done = run_testbed(
        "tasks", "validate", *sample, "--out", str(tmp_path / "proof"), env={"TESTBED_TASKS": str(tasks)}
    )
    assert done.returncode == 0, f"not proven afresh: {sample}\n{done.stdout[-5000:]}{done.stderr[-5000:]}"
    for state in proof_states(select_tasks(Selection(globs=tuple(sample)), tasks)):
        assert state.proof and state.stale == () and state.older == (), state
        assert state.proof.claims.keys() == proofs[state.task].claims.keys()
