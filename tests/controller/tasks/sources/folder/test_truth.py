"""`truth.py`: the answer that a task expects, computed when an episode is judged."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from checkers import Termination
from controller.cli.display import Silence
from controller.cli.main import call
from controller.guests.fake.guest import FakeGuest
from controller.guests.fake.provider import FakeProvider
from controller.proofs.proof_record import proof_states
from controller.proofs.validation import prove
from controller.proofs.verdicts import not_proven
from controller.tasks.judged_guest import JudgedGuest
from controller.tasks.judging import judge_state
from controller.tasks.task import Task, with_judge, with_variant
from controller.tasks.task_judging import JudgeNotes
from testbed.errors import CheckerError, TaskError

MakeTask = Callable[..., Task]
CHECK = """
from checkers import GuestView, Score, claim
from checkers.evidence import judged
from .truth import truth

@judged
def check(guest: GuestView) -> Score:
    given = guest.termination.answer if guest.termination else ""
    return Score.all_of(claim("the answer is that of the file", given == truth(guest), given))
"""
TRUTH = """
from checkers import GuestView
from checkers.evidence import fetch

def truth(guest: GuestView) -> str:
    return fetch(guest, "/home/user/price.txt").decode()
"""
SOLVE = """
from controller.core.actions import Terminate, ToolCall

def gui():
    yield Terminate(status="success", answer="42")

def wrong_number(guest):
    yield Terminate(status="success", answer="43")

def wrong_unit(guest):
    yield Terminate(status="success", answer="42 euros")
"""
PRICE = '[[setup]]\ncopy = "files/price.txt"\nto = "/home/user/price.txt"\n'
HEAD = 'instruction = "What does it cost?"\napplications = ["os"]\n'


def answered(text: str, guest: FakeGuest) -> JudgedGuest:
    return JudgedGuest(guest, Termination("success", text))


def test_checker_and_judges_have_the_answer_of_the_state_that_is_judged(
    make_task: MakeTask, fake_guest: FakeGuest, cancel: threading.Event
) -> None:
    task = make_task(toml=HEAD, check=CHECK, truth=TRUTH)
    assert task.judging.notes == JudgeNotes(computed=True) and task.judging.notes.decide
    for price in ("42", "43"):
        fake_guest.write_file("/home/user/price.txt", price.encode())
        judgement = judge_state(task, answered("42", fake_guest), cancel)
        assert (judgement.truth, judgement.score.value) == (price, float(price == "42"))


def test_an_answer_that_cannot_be_computed_any_more_fails_the_episode(
    make_task: MakeTask, fake_guest: FakeGuest, cancel: threading.Event
) -> None:
    task = make_task(
        toml=HEAD, check="from checkers import Score\ndef check(guest): return Score(1.0)", truth=TRUTH
    )
    judgement = judge_state(task, answered("42", fake_guest), cancel)
    assert (judgement.truth, judgement.score.value) == ("", 0.0)
    assert [(claim.text, claim.found) for claim in judgement.score.claims] == [
        ("/home/user/price.txt exists", "no such file")
    ]


@pytest.mark.parametrize(
    ("truth", "problem", "remedy"),
    [
        ("", "has no function truth", "write `def truth(guest: GuestView) -> str`"),
        (
            "def truth(): return '1'",
            "truth: too many positional",
            "write `def truth(guest: GuestView) -> str`",
        ),
        ("def truth(guest):", "IndentationError on import", "it must import without a guest"),
    ],
)
def test_a_malformed_script_is_one_line_before_a_guest_starts(
    truth: str, problem: str, remedy: str, make_task: MakeTask, tmp_path: Path
) -> None:
    folder = make_task(toml=HEAD, check=CHECK, solve=SOLVE).folder
    assert folder is not None
    (folder / "truth.py").write_text(truth)
    task = make_task(toml=HEAD, check=CHECK, solve=SOLVE)
    with pytest.raises(TaskError) as caught:
        task.judging.truth()
    assert str(folder / "truth.py") in caught.value.message and problem in caught.value.message
    assert "\n" not in caught.value.message and remedy in caught.value.hint
    unproven = not_proven(prove([task], FakeProvider(), 1, tmp_path / "proof", Silence()))[task.id]
    assert any("truth.py" in verdict.reason and problem in verdict.reason for verdict in unproven)


def test_a_run_is_refused_before_a_guest_starts(
    task_folder: Callable[..., Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    task_folder(toml=HEAD, solve=SOLVE, truth="def expected(guest): return '1'")
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))
    assert call(["run", "--provider", "fake", "--agent", "oracle", "--out", str(tmp_path / "made")]) == 2
    assert "truth.py: has no function truth" in capsys.readouterr().err
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize("value", ["12", "None", "''", "'  '", "'x' * 20_001"])
def test_anything_but_a_text_is_a_failure_of_the_script(
    value: str, make_task: MakeTask, fake_guest: FakeGuest, cancel: threading.Event
) -> None:
    task = make_task(toml=HEAD, truth=f"def truth(guest): return {value}")
    with pytest.raises(CheckerError) as caught:
        judge_state(task, answered("12", fake_guest), cancel)
    assert "truth.py: truth returned" in caught.value.message and "\n" not in caught.value.message
    assert "return the expected answer as a text" in caught.value.hint


def test_a_script_that_raises_is_named_with_its_line(
    make_task: MakeTask, fake_guest: FakeGuest, cancel: threading.Event
) -> None:
    task = make_task(toml=HEAD, truth="def truth(guest):\n    return {}['price']")
    with pytest.raises(CheckerError, match=r"truth\.py raised KeyError: 'price'") as caught:
        judge_state(task, answered("12", fake_guest), cancel)
    assert "line 2" in caught.value.message


def test_the_answer_of_a_variant_follows_its_facts(
    make_task: MakeTask, variant_task: dict[str, str], fake_guest: FakeGuest, cancel: threading.Event
) -> None:
    truth = "from .variant import Facts\ndef truth(guest, facts: Facts): return facts.word"
    check = """
        from checkers import Score, claim
        from checkers.variants import judged_with_facts
        from .truth import truth
        from .variant import Facts

        @judged_with_facts
        def check(guest, facts: Facts) -> Score:
            return Score.all_of(claim("it is the word", guest.termination.answer == truth(guest, facts)))
    """
    task = make_task(**{**variant_task, "check": check}, truth=truth)
    judgement = judge_state(task, answered("apple", fake_guest), cancel)
    assert (judgement.truth, judgement.score.value) == ("apple", 1.0)
    other = judge_state(with_variant(task, 1), answered("apple", fake_guest), cancel)
    assert other.truth not in ("", "apple") and other.score.value == 0.0
    broken = make_task("os/broken", **{**variant_task, "check": check}, truth="def truth(guest): return '1'")
    assert "truth.py: truth: too many positional arguments" in broken.skip_reason


def test_an_expected_answer_is_written_or_computed_and_not_both(make_task: MakeTask) -> None:
    with pytest.raises(
        TaskError, match=r"task.toml:3: reference: truth.py computes the expected answer, too"
    ):
        make_task(toml=HEAD + 'reference = "42"\n', truth=TRUTH)
    with pytest.raises(TaskError, match="an infeasible task has no words to judge") as caught:
        make_task("os/other", toml=HEAD + 'feasible = false\ntwin = "os/note"\n', truth=TRUTH)
    assert caught.value.hint == "remove truth.py"


def test_a_task_that_only_a_judge_scores_may_compute_its_answer(
    make_task: MakeTask, fake_guest: FakeGuest, cancel: threading.Event
) -> None:
    task = with_judge(make_task(toml=HEAD, check="", truth=TRUTH))
    fake_guest.write_file("/home/user/price.txt", b"42")
    assert judge_state(task, answered("7", fake_guest), cancel).truth == "42"


def test_a_proof_is_stale_when_the_script_changes(make_task: MakeTask, tmp_path: Path) -> None:
    task = make_task(toml=HEAD, check=CHECK, solve=SOLVE, truth=TRUTH)
    before, folder = task.hash, task.folder
    assert folder is not None
    (folder / "truth.py").write_text(TRUTH + "# changed\n")
    assert make_task(toml=HEAD, check=CHECK, solve=SOLVE, truth=TRUTH + "# changed\n").hash != before
    assert [state.stale for state in proof_states([task])] == [("no proof",)]


def test_a_task_with_a_computed_answer_is_proven_shown_and_audited(
    make_task: MakeTask,
    task_folder: Callable[..., Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = task_folder(toml=HEAD, check=CHECK, solve=SOLVE, truth=TRUTH)
    (folder / "files").mkdir()
    (folder / "files" / "price.txt").write_text("42")
    task = make_task(toml=HEAD + PRICE, check=CHECK, solve=SOLVE, truth=TRUTH)
    assert not_proven(prove([task], FakeProvider(), 1, tmp_path / "proof", Silence())) == {}
    result = json.loads((tmp_path / "proof/os/note/gui/result.json").read_text())
    assert (result["score"], result["verdicts"][0]["truth"]) == (1.0, "42")
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))
    assert call(["tasks", "show", "os/note"]) == 0
    assert f"reference: computed by {folder / 'truth.py'}" in capsys.readouterr().out
    assert call(["tasks", "audit"]) == 1
    assert "1 tasks, 1 findings" in capsys.readouterr().out, "nothing_else() is not called"
    named = TRUTH.replace("price.txt", "Documents/other.csv")
    task_folder(toml=HEAD + PRICE, check=CHECK, solve=SOLVE, truth=named)
    capsys.readouterr()
    assert call(["tasks", "audit"]) == 1
    text = "truth.py reads /home/user/Documents/other.csv, and the instruction does not name it"
    assert text in " ".join(capsys.readouterr().out.split())
