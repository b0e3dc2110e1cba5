"""Approval of actions: by the run's policy, and by a person at the terminal or in the viewer."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from controller.cli.main import call
from controller.core.waiting import wait_until
from controller.models.google_api import KEY_VARIABLE as GOOGLE_VARIABLE
from controller.models.openai_api import KEY_VARIABLE as OPENAI_VARIABLE
from controller.parts.approval.person import PersonApprover
from controller.parts.approval.request import ApprovalRequest
from controller.records.open_viewers import announce_viewer, is_viewed
from controller.records.questions import OpenQuestion, QuestionFiles
from controller.records.redaction import Redactor
from controller.results.viewer.app import Viewer
from controller.results.viewer.library import RunLibrary
from plugins.mock_models import openai_responses as openai
from plugins.mock_models.google_rules import KEY as GOOGLE_KEY
from plugins.mock_models.openai_rules import KEY as OPENAI_KEY
from testbed.errors import CancelledError
from tests.controller.made_runs import entry, made_run
from tests.controller.parts.approval.approval_runs import (
    CLICK,
    DATA,
    GOOGLE_CHECKED,
    GOOGLE_DONE,
    OPENAI_CHECKED,
    OPENAI_DONE,
    Played,
    command,
    play,
    play_model,
)
from tests.controller.results.viewer.pages_checked import check_page

NONE = {"escalated": 0, "approved": 0, "denied": 0, "timed_out": 0}
ANSWERS = {"openai": [OPENAI_CHECKED, OPENAI_DONE], "google": [GOOGLE_CHECKED, GOOGLE_DONE]}
REQUEST = ApprovalRequest("os/a", 1, "os/a", 3, ("click x=1 y=1",), ("It buys.",))


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TESTBED_TASKS", str(DATA))
    monkeypatch.setenv("TESTBED_DATA", str(tmp_path / "data"))
    monkeypatch.setenv(OPENAI_VARIABLE, OPENAI_KEY)
    monkeypatch.setenv(GOOGLE_VARIABLE, GOOGLE_KEY)


@pytest.mark.parametrize(
    ("policy", "score", "counts"),
    [("", 1.0, None), ("always", 1.0, NONE | {"approved": 1}), ("never", 0.0, NONE | {"denied": 1})],
)
def test_calls_of_destructive_tools(
    tmp_path: Path, policy: str, score: float, counts: dict[str, int] | None
) -> None:
    played = play(tmp_path / "run", *(["--approve", policy] if policy else []))
    assert (played.result["score"], played.counts) == (score, counts)
    steps = [step for step in played.events("step") if step["action"]["type"] == "tool_call"]
    assert [step.get("denied", False) for step in steps] == [policy == "never"]
    assert [event["tool"] for event in played.events("approval")] == ["filesystem_write_file"] * bool(policy)
    assert played.result["tool_calls"] == (0 if policy == "never" else 1)


@pytest.mark.parametrize("api", ANSWERS)
@pytest.mark.parametrize("policy", ["", "always", "never"])
def test_a_vendors_checks(tmp_path: Path, api: str, policy: str) -> None:
    played = play_model(api, ANSWERS[api], tmp_path / "run", *(["--approve", policy] if policy else []))
    approved = policy == "always" or (not policy and api == "openai")
    assert played.counts == NONE | {"approved" if approved else "denied": 1}
    [event] = played.events("approval")
    assert (event["approved"], event["by"], event["safety_check"]) == (approved, "policy", True)
    assert played.result["gui_actions"] == int(approved)
    later = json.dumps(played.requests[-1])
    assert (
        f'{"acknowledged_safety_checks" if api == "openai" else "safety_acknowledgement"}"' in later
    ) is approved
    assert ("Not executed: this run approves no action of this kind." in later) is not approved


def test_a_denied_call_is_taken_back_with_its_reasoning_alone(tmp_path: Path) -> None:
    """The API takes no output without the acknowledgement, and no reasoning without what it led to."""
    write = openai.call("filesystem_write_file", {"path": "/home/user/a.txt", "content": "x"})
    batch = openai.reply(openai.reason("Both."), openai.computer(CLICK, checks=["sc_1"]), write)
    third = openai.reply(openai.computer({"type": "screenshot"}, checks=["sc_2"]))
    played = play_model("openai", [batch, third, OPENAI_DONE], tmp_path / "run", "--approve", "never")
    kinds = [item["type"] for item in played.requests[-1]["input"]]
    assert kinds == ["message", "reasoning", "function_call", "function_call_output", "message"]
    words = played.requests[-1]["input"][-1]["content"]
    told = [part["text"] for part in words if part["type"] == "input_text"]
    assert told[0].startswith(
        "Your computer call was removed from this conversation: click x=1 y=1. Not exec"
    )
    assert played.counts == NONE | {"denied": 2}


def test_confirming_in_advance_contradicts_the_policy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played = play_model(
        "google", [GOOGLE_DONE], tmp_path / "run", "--set", "confirm=true", "--approve", "never"
    )
    assert played.code == 2
    assert "confirm=true allows in advance what --approve never does not" in capsys.readouterr().err


def test_without_terminal_and_viewer_nobody_can_be_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(tmp_path / "run", "--approve", "ask").code == 2
    assert "there is neither a terminal nor an open viewer" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()
    assert call(command(tmp_path / "run", "--approve", "perhaps")) == 2


def test_a_viewer_is_known_as_long_as_it_runs(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    with announce_viewer(tmp_path / "runs"):
        assert is_viewed(tmp_path / "runs" / "one")
        assert not is_viewed(tmp_path / "others")
    assert not is_viewed(tmp_path / "runs" / "one")


class ViewedRun:
    """A run with `--approve ask` in another thread, and the viewer's pages."""

    def __init__(self, out: Path, *more: str) -> None:
        self.out = out
        self.files = QuestionFiles(out)
        self.codes: list[int] = []
        arguments = command(out, "--approve", "ask", *more)
        self._thread = threading.Thread(target=lambda: self.codes.append(call(arguments)))
        self._thread.start()
        self.client = TestClient(Viewer(RunLibrary(out.parent)).app, base_url="http://127.0.0.1")

    def question(self, after: str = "") -> OpenQuestion:
        def opened() -> OpenQuestion | None:
            question = self.files.question()
            return question if question and question.id != after else None

        return wait_until(opened, seconds=60, what="a question")

    def answer(self, question: OpenQuestion, choice: str, **headers: str) -> Any:
        form = {"question": question.id, "choice": choice}
        address = f"/runs/{self.out.name}/answer"
        return self.client.post(address, data=form, headers=headers, follow_redirects=False)

    def ended(self) -> Played:
        self._thread.join(60)
        return Played(self.out, self.codes[0])


@contextmanager
def view(tmp_path: Path, *more: str) -> Iterator[ViewedRun]:
    (tmp_path / "runs").mkdir()
    with announce_viewer(tmp_path / "runs"):
        run = ViewedRun(tmp_path / "runs" / "run", *more)
        try:
            yield run
        finally:
            run.ended()


@pytest.mark.parametrize(("word", "score"), [("yes", 1.0), ("no", 0.0)])
def test_a_person_decides_in_the_viewer(tmp_path: Path, word: str, score: float) -> None:
    with view(tmp_path) as run:
        question = run.question()
        for address in ("/runs/run/", f"/runs/run/{question.task}/1/"):
            page = check_page(run.client.get(address).text)
            assert "Step 1 needs approval" in page.text and "may overwrite or delete" in page.text
        assert run.answer(question, "yes", **{"sec-fetch-site": "cross-site"}).status_code == 403
        assert run.answer(question, "yes", origin="http://evil.example").status_code == 403
        assert run.answer(question, "perhaps").status_code == 409
        taken = run.answer(question, word, origin="null", **{"sec-fetch-site": "same-origin"})
        assert (taken.status_code, taken.headers["location"]) == (303, "os/write_note/1/")
        played = run.ended()
        assert run.answer(question, "yes").status_code == 409
    page = check_page(run.client.get("/runs/run/os/write_note/1/").text)
    assert ("approved (viewer)" if score else "denied (viewer)") in page.text
    [event] = played.events("approval")
    assert (event["approved"], event["by"], event["policy"]) == (score == 1.0, "viewer", "ask")
    assert event["user"] and event["seconds"] > 0
    assert played.result["score"] == score
    assert played.counts == NONE | {"escalated": 1, "approved" if score else "denied": 1}
    assert not run.files.question_file.exists() and not run.files.answer_file.exists()


def test_nobody_answers_in_time(tmp_path: Path) -> None:
    with view(tmp_path, "--approve-seconds", "1", "--episode-seconds", "1") as run:
        played = run.ended()
    assert played.result["status"] == "completed"  # the time that a person takes is not the episode's
    assert played.counts == NONE | {"escalated": 1, "denied": 1, "timed_out": 1}
    [event] = played.events("approval")
    assert (event["by"], event["user"]) == ("time limit", "")
    [step] = [step for step in played.events("step") if step.get("denied")]
    assert step["result"]["text"] == "Not executed: it was not approved within the time limit. Do without it."


def test_questions_of_parallel_episodes_come_one_at_a_time(tmp_path: Path) -> None:
    with view(tmp_path, "--epochs", "3", "--guests", "3") as run:
        seen: list[OpenQuestion] = []
        for word in ("yes", "no", "yes"):
            seen.append(run.question(seen[-1].id if seen else ""))
            assert run.answer(seen[-1], word).status_code == 303
        run.ended()
    assert sorted(question.epoch for question in seen) == [1, 2, 3]
    results = {
        path.parent.name: json.loads(path.read_text())["score"]
        for path in run.out.glob("episodes/**/result.json")
    }
    assert [results[str(question.epoch)] for question in seen] == [1.0, 0.0, 1.0]
    summary = json.loads((run.out / "summary.json").read_text())
    assert summary["parts"]["approval"] == {"escalated": 3, "approved": 2, "denied": 1, "timed_out": 0}


def test_a_replay_repeats_the_decisions(tmp_path: Path) -> None:
    with view(tmp_path) as run:
        run.answer(run.question(), "yes")
    again = tmp_path / "again"
    assert (
        call(["run", "--replay", str(run.out), "--out", str(again), "--guests", "1", "--display", "none"])
        == 0
    )
    played = Played(again, 0)
    assert played.result["score"] == 1.0
    assert [(event["approved"], event["by"]) for event in played.events("approval")] == [(True, "viewer")]


def test_an_interrupt_ends_a_question(tmp_path: Path) -> None:
    records = made_run(tmp_path / "run", [entry("os/a")])
    before = sorted(path.name for path in records.folder.iterdir())
    cancel = threading.Event()

    with pytest.raises(CancelledError):
        PersonApprover(records.folder, 60.0, lambda _label, _line: cancel.set()).ask(REQUEST, cancel)
    assert sorted(path.name for path in records.folder.iterdir()) == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "score", "by"),
    [("y\n", 1.0, "terminal"), ("what\nno\n", 0.0, "terminal"), ("", 0.0, "time limit")],
)
def test_a_person_decides_at_the_terminal(tmp_path: Path, typed: str, score: float, by: str) -> None:
    out = tmp_path / "run"
    words = command(out, "--approve", "ask", "--approve-seconds", "60" if typed else "1")
    words[words.index("none")] = ""
    program = [sys.executable, "-m", "testbed", *words]
    master, slave = pty.openpty()
    try:
        with subprocess.Popen(
            program, stdin=slave, stdout=slave, stderr=slave, start_new_session=True, preexec_fn=_control
        ) as run:
            os.close(slave)
            shown = _until(master, "Approve?")
            for part in re.findall(r".*\n", typed):
                os.write(master, part.encode())
            shown += _until(master, "look at it")
        assert run.returncode == 0
    finally:
        os.close(master)
    assert "Approval needed: os/write_note, step 1" in shown
    assert "because: the tool filesystem_write_file may overwrite or delete" in shown
    assert shown.count("Approve?") == 1 + typed.startswith("what")
    assert "1 action needed approval" in shown
    played = Played(out, 0)
    assert played.result["score"] == score
    assert [event["by"] for event in played.events("approval")] == [by]


def _control() -> None:
    """Make the standard input the controlling terminal of the new session."""
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _until(master: int, words: str) -> str:
    shown = ""
    while words not in shown:
        try:
            part = os.read(master, 4096)
        except OSError:  # the terminal's last user has gone
            part = b""
        assert part, f"{words!r} did not come; shown: {shown}"
        shown += part.decode("utf-8", "replace")
    return shown


def test_the_policy_is_recorded_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with view(tmp_path, "--approve-seconds", "30") as run:
        run.answer(run.question(), "no")
    options = json.loads((run.out / "run.json").read_text())["options"]["parts"]["approval"]
    assert (options["approve"], options["approve_seconds"]) == ("ask", 30.0)
    [result] = run.out.glob("episodes/**/result.json")
    result.unlink()
    assert call(["resume", str(run.out), "--guests", "1", "--display", "none"]) == 2
    assert "neither a terminal nor an open viewer" in capsys.readouterr().err
    with announce_viewer(tmp_path / "runs"):
        resumed = threading.Thread(
            target=call, args=(["resume", str(run.out), "--guests", "1", "--display", "none"],)
        )
        resumed.start()
        assert run.answer(run.question(), "yes").status_code == 303
        resumed.join(60)
    assert Played(run.out, 0).result["score"] == 1.0


def test_a_redacted_record_keeps_the_decision_alone() -> None:
    event = {
        "event": "approval",
        "actions": ["type text='secret'"],
        "reasons": ["It buys."],
        "policy": "ask",
        "approved": True,
        "by": "terminal",
        "user": "ann",
        "seconds": 2.5,
    }
    kept = Redactor([]).event(event)
    assert (kept["policy"], kept["approved"], kept["by"], kept["seconds"]) == ("ask", True, "terminal", 2.5)
    assert not {"secret", "buys", "ann"} & set(re.findall(r"[a-z]+", json.dumps(kept)))
