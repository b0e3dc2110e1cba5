"""Runs with judges: scores by script and by judge, records, costs, replay, what is refused before a guest starts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from controller.models.exchange_recorder import read_exchanges
from controller.parts.judges.files import JudgeFiles
from controller.records.redacted_copy import write_redacted
from controller.records.run_records import RunRecords
from plugins.mock_models.openai_chat import ChatServer
from plugins.mock_models.openai_rules import KEY
from plugins.mock_models.turns import ErrorAnswer
from tests.controller.judges.judged_runs import HEAD, MODEL, POINTS, SOLVE, Judges, judge, results, run, tasks

pytestmark = pytest.mark.slow
FAILS: dict[str, Any] = {"reasoning": "No price.", "key_points": [True, False], "verdict": "failure"}


@pytest.fixture(autouse=True)
def root(tmp_path: Path, task_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    tasks(task_folder)
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.chdir(tmp_path)


def test_state_is_scored_by_script_and_words_by_judge() -> None:
    judges = Judges(key_points=FAILS)
    with ChatServer(judges) as server:
        assert run(server) == 0
        assert server.errors == []
    made = results()
    assert {task: result.score for task, result in made.items()} == {
        "os/hybrid": 0.0,
        "os/words": 1.0,
        "os/graded": 1.0,
        "os/script": 1.0,
    }
    script, *judged = made["os/hybrid"].claims
    assert script.judge == "" and script.holds
    assert [(claim.text, claim.holds, claim.judge, claim.weight) for claim in judged] == [
        ("judge key_points: It writes the note.", True, "key_points", 1.0),
        ("judge key_points: It tells the price.", False, "key_points", 1.0),
        ("judge key_points: the episode is a success", False, "key_points", 0.0),
    ]
    assert [claim.judge for claim in made["os/words"].claims] == ["reference"]
    assert made["os/script"].parts.get("judges") is None
    graded = made["os/graded"].parts.get("judges")
    assert graded is not None and graded.passed is None and graded.verdicts[0].scores["overall"] == 0.8
    assert not any(claim.judge for claim in made["os/graded"].claims)


def test_the_judge_compares_with_the_answer_that_was_computed_when_the_episode_was_judged(
    task_folder: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    truth = """
        from checkers.evidence import fetch

        def truth(guest):
            return f"{len(fetch(guest, '/home/user/note.txt'))} letters"
    """
    folder = task_folder("os/computed", toml=HEAD, check="", solve=SOLVE, truth=truth)
    judges = Judges()
    with ChatServer(judges) as server:
        assert run(server, task=["os/computed"]) == 0
        [document] = judges.documents
        assert document["reference"] == "4 letters"
        assert results()["os/computed"].truth == "4 letters"
        (folder / "truth.py").write_text("def truth(guest): return 'five'")
        assert judge(server) == 0
        assert judges.documents[-1]["reference"] == "4 letters"
        task_folder("os/script", toml=HEAD, solve=SOLVE)
        assert run(server, "--judge-by", "rubric", task=["os/script"], out="before") == 0
        task_folder("os/script", toml=HEAD, solve=SOLVE, truth=truth)
        capsys.readouterr()
        assert judge(server, out="before") == 1
    assert "its record has no expected answer, which truth.py computes now" in " ".join(
        capsys.readouterr().out.split()
    )


def test_an_answer_that_cannot_be_computed_fails_without_a_judge(task_folder: Callable[..., Path]) -> None:
    truth = "from checkers.evidence import fetch\ndef truth(guest): return fetch(guest, '/nowhere').decode()"
    task_folder("os/computed", toml=HEAD, check="", solve=SOLVE, truth=truth)
    judges = Judges()
    with ChatServer(judges) as server:
        assert run(server, task=["os/computed"]) == 0
    [result] = results().values()
    assert (result.status, result.score, result.truth, result.parts.get("judges")) == (
        "completed",
        0.0,
        "",
        None,
    )
    assert [claim.text for claim in result.claims] == ["/nowhere exists"] and judges.documents == []


def test_judges_see_actions_results_and_answer_and_not_who_acted() -> None:
    judges = Judges()
    with ChatServer(judges) as server:
        assert run(server, task=["os/hybrid"]) == 0
    [document] = judges.documents
    assert document["answer"] == "It costs 99 euros."
    [step] = document["steps"]
    assert step["tool"] == "filesystem_write_file" and "note.txt" in step["arguments"]
    assert list(document["tools"]) == ["filesystem_write_file"]
    text = json.dumps(document)
    assert "oracle" not in text and MODEL not in text


def test_the_judges_tokens_and_dollars_are_counted_apart() -> None:
    with ChatServer(Judges()) as server:
        assert run(server, task=["os/words"], out="made") == 0
    [result] = results().values()
    assert (result.usage.calls, result.usage.input_tokens, result.usage.cost) == (0, 0, 0.0)
    assert result.parts.get("judges") is not None
    used = result.parts.get("judges").usage
    assert used.calls == 1 and used.input_tokens > 0 and used.cost and list(used.by_model) == [MODEL]
    summary = json.loads(Path("made/summary.json").read_text())
    assert summary["input_tokens"] == 0 and summary["calls"] == 0
    assert f"judge: {MODEL}" in summary["provenance"]["marks"] and summary["provenance"]["mock"]
    assert f"judge: {MODEL}" in summary["provenance"]["marks"]


def test_a_judges_requests_are_recorded_with_its_prompt_and_without_the_key() -> None:
    with ChatServer(Judges()) as server:
        assert run(server, task=["os/words"]) == 0
        url = server.url
    records = RunRecords.open(Path("made"))
    [exchange] = read_exchanges(JudgeFiles(records).exchanges("os/words", 1))
    assert exchange.exchange.requested_model == MODEL and exchange.exchange.response is not None
    assert records.exchanges("os/words", 1) == []
    assert records.info.agent.prompts["judge reference"] == exchange.exchange.body["messages"][0]["content"]
    options = records.info.options.of_part("judges")
    assert (options.judge, options.judge_base_url) == (MODEL, f"{url}/v1")
    written = b"".join(path.read_bytes() for path in Path("made").rglob("*") if path.is_file())
    assert KEY.encode() not in written


def test_a_run_with_judges_is_replayed_without_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    with ChatServer(Judges(key_points=FAILS)) as server:
        assert run(server) == 0
    monkeypatch.delenv("OPENAI_API_KEY")
    assert call(["run", "--replay", "made", "--out", "again", "--display", "none"]) == 0
    first, second = results(), results("again")
    assert {task: result.score for task, result in second.items()} == {
        task: result.score for task, result in first.items()
    }
    for task, result in second.items():
        assert result.usage.differences == 0
        if first[task].parts.get("judges") is not None:
            assert result.parts.get("judges") is not None
            assert result.parts.get("judges").verdicts == first[task].parts.get("judges").verdicts
            assert result.parts.get("judges").key == first[task].parts.get("judges").key


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ("It went well: success.", "not_json"),
        ("任务成功。", "not_json"),
        ({"reasoning": "ok", "correct": "yes"}, "wrong_type"),
        ("", "empty"),
        (ErrorAnswer(400, "invalid_request_error", "flagged", {}), "request_refused"),
    ],
)
def test_a_judge_without_a_verdict_is_a_named_status_and_the_run_goes_on(answer: Any, status: str) -> None:
    with ChatServer(Judges(reference=answer)) as server:
        assert run(server, task=["os/words", "os/hybrid"]) == 1
    made = results()
    assert made["os/hybrid"].score == 1.0
    lost = made["os/words"]
    assert (lost.status, lost.score, lost.attempts) == ("infra_error", None, ())
    assert lost.error is not None and lost.error.type == "JudgeError"
    assert lost.error.message.startswith(f"the judge gave no verdict: reference: {status}")
    assert (
        lost.parts.get("judges") is not None
        and lost.parts.get("judges").verdicts[0].votes[0].status == status
    )
    assert json.loads(Path("made/summary.json").read_text())["status"]["infra_error"] == 1


def test_a_script_that_fails_needs_no_verdict(task_folder: Callable[..., Path]) -> None:
    check = (
        "from checkers import Score, claim\ndef check(guest): return Score.all_of(claim('never', False))\n"
    )
    task_folder("os/hybrid", toml=Path("tasks/os/hybrid/task.toml").read_text(), check=check)
    with ChatServer(Judges(key_points="?")) as server:
        assert run(server, task=["os/hybrid"]) == 0
    [result] = results().values()
    assert (result.status, result.score) == ("completed", 0.0)


def test_an_agent_that_calls_the_task_infeasible_is_not_judged() -> None:
    judges = Judges()
    with ChatServer(judges) as server:
        assert run(server, "--agent", "fail", task=["os/words", "os/hybrid"]) == 0
    assert judges.documents == []
    assert {result.score for result in results().values()} == {0.0}


def test_votes_are_recorded_and_a_tie_is_explained() -> None:
    answers = iter([True, False, None])

    def vote(_document: object) -> Any:
        correct = next(answers, None)
        return "?" if correct is None else {"reasoning": "ok", "correct": correct}

    with ChatServer(Judges(reference=vote)) as server:
        assert run(server, "--judge-votes", "3", task=["os/words"]) == 1
    [result] = results().values()
    assert result.error is not None and result.parts.get("judges") is not None
    assert "of 3 votes 1 for success, 1 for failure, 1 unreadable: 2 must agree" in result.error.message
    assert [vote.passed for vote in result.parts.get("judges").verdicts[0].votes] == [True, False, None]
    assert result.parts.get("judges").usage.calls == 5


def test_the_rubric_can_be_asked_for_any_task() -> None:
    with ChatServer(Judges()) as server:
        assert run(server, "--judge-by", "rubric", "--judge-by", "key_points") == 2
        assert run(server, "--judge-by", "rubric", task=["os/script", "os/hybrid"]) == 0
    made = results()
    assert {result.score for result in made.values()} == {1.0}
    assert all(result.parts["judges"].verdicts[0].judge == "rubric" for result in made.values())


@pytest.mark.parametrize(
    ("options", "task", "message", "hint"),
    [
        ([], "os/words", "os/words: only a judge can score this, and there is none", "--judge MODEL"),
        (["--judge-votes", "3"], "os/script", "--judge-votes is given without a model", "--judge MODEL"),
        (["--judge-by", "rubric"], "os/script", "--judge-by is given without a model", "--judge MODEL"),
        (
            ["--judge-base-url", "http://127.0.0.1:9"],
            "os/script",
            "--judge-base-url is given",
            "leave it out",
        ),
        (
            ["--judge", MODEL],
            "os/script",
            "none of the 1 selected tasks has words to judge",
            "--judge-by rubric",
        ),
        (
            ["--judge", MODEL, "--judge-votes", "2"],
            "os/hybrid",
            "--judge-votes 2 can end in a tie",
            "such as 3",
        ),
        (["--judge", MODEL, "--judge-by", "rubrik"], "os/hybrid", "no judge 'rubrik'", "'rubric'"),
        (
            ["--judge", MODEL, "--judge-by", "rubric"],
            "os/words",
            "none of the judges rubric can score",
            "reference",
        ),
    ],
)
def test_what_makes_no_sense_is_refused_before_a_guest_starts(
    options: list[str], task: str, message: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(None, *options, task=[task]) == 2
    error, remedy = capsys.readouterr().err.strip().splitlines()[-2:]
    assert message in error and hint in remedy
    assert not Path("made").exists()


def test_a_missing_key_is_told_before_the_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    assert run(None, "--judge", MODEL, task=["os/words"]) == 2
    assert f"--judge {MODEL}: " in capsys.readouterr().err
    assert not Path("made").exists()


def test_notes_without_a_judge_are_warned_of(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(None, task=["os/hybrid", "os/script"]) == 0
    assert (
        "1 of the tasks have key points or a reference, which are judged only with" in capsys.readouterr().err
    )
    assert results()["os/hybrid"].score == 1.0


def test_the_judges_count_towards_the_runs_limits() -> None:
    with ChatServer(Judges()) as server:
        assert run(server, "--max-tokens", "1", "--epochs", "2", task=["os/words"]) == 3
        assert call(["resume", "made", "--max-tokens", "1", "--display", "none"]) == 3
    assert len(RunRecords.open(Path("made")).results()) == 1


def test_a_redacted_copy_has_no_words_of_judges(tmp_path: Path, task_folder: Callable[..., Path]) -> None:
    task_folder("os/hybrid", toml=HEAD + POINTS, solve=SOLVE, truth="def truth(guest): return 'secret price'")
    with ChatServer(Judges(key_points=FAILS)) as server:
        assert run(server, task=["os/hybrid"]) == 0
    write_redacted(RunRecords.open(Path("made")), tmp_path / "copy")
    texts = "".join(path.read_text(errors="replace") for path in (tmp_path / "copy").rglob("*.json*"))
    assert "secret price" not in texts
    assert "No price." not in texts and "It tells the price." not in texts
    [result] = results(str(tmp_path / "copy")).values()
    assert result.parts.get("judges") is not None and result.parts.get("judges").passed is False


def test_the_page_of_an_episode_says_which_claims_are_the_judges() -> None:
    with ChatServer(Judges(key_points=FAILS)) as server:
        assert run(server, task=["os/hybrid"]) == 0
    assert call(["view", "--static", "pages", "made"]) == 0
    pages = "".join(path.read_text() for path in Path("pages").rglob("*.html"))
    assert "judge key_points: It tells the price." in pages and f"judge: {MODEL}" in pages
