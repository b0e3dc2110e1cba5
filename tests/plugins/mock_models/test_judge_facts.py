"""Verdicts of a mock judge by the facts of a task's notes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.judges.contract import JudgeCase
from controller.judges.records import VoteRecord
from controller.judges.registry import load_judge
from controller.tasks.task_judging import JudgeNotes
from plugins.mock_models.base import MockRequest
from plugins.mock_models.judge_facts import facts
from plugins.mock_models.openai_chat import OpenAIChat
from plugins.mock_models.openai_rules import KEY
from plugins.mock_models.script import play, read_script
from plugins.mock_models.turns import ApiError, MockAnswer


def ask(judge: str, document: Any, tmp_path: Path) -> dict[str, Any]:
    script = tmp_path / "script.toml"
    script.write_text('[[answer]]\nto = "judge"\nfacts = true\ntimes = 1000000\n')
    system = {"role": "system", "content": load_judge(judge).prompt}
    text = document if isinstance(document, str) else json.dumps(document)
    body = {"model": "gpt-4.1", "messages": [system, {"role": "user", "content": text}]}
    item = play(read_script(script), None)(MockRequest(OpenAIChat(KEY), body))
    assert isinstance(item, MockAnswer)
    answer: dict[str, Any] = json.loads(item.text)
    return answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It answers 212.25 euros.", {"212.25"}),
        (
            "It finds Aldmere Granite at 1.00 and 1,234 on 7 March 2027.",
            {"aldmere", "granite", "1", "1234", "7", "3", "2027"},
        ),
        ("board.pdf is made on Monday.", {"board.pdf"}),
        ('It saves The Copper Ladle with the note "Monday".', {"the", "copper", "ladle"}),
        ("A thing is done.", set()),
    ],
)
def test_facts_are_numbers_names_and_files(text: str, expected: set[str]) -> None:
    assert facts(text) == expected


POINTS = ["It finds that Aldmere Granite pays 1.45 on 7 March.", "It answers 58."]
STEP = {
    "tool": "list",
    "arguments": "{}",
    "result": '{"name": "Aldmere Granite", "amount": 1.450, "day": "2027-03-07"}',
}


@pytest.mark.parametrize(
    ("steps", "answer", "met"),
    [
        ([STEP], "58.00 euros", [True, True]),
        ([STEP], "158 euros", [True, False]),
        ([], "58", [False, True]),
        ([], "", [False, False]),
        ([STEP, {"left_out": "3 steps"}], "58", [True, True]),
    ],
)
def test_a_key_point_is_met_if_its_facts_are_there(
    steps: list[Any], answer: str, met: list[bool], tmp_path: Path
) -> None:
    verdict = ask("key_points", {"key_points": POINTS, "steps": steps, "answer": answer}, tmp_path)
    assert verdict["key_points"] == met
    assert verdict["verdict"] == ("success" if all(met) else "failure")


def test_key_points_without_facts_make_no_success(tmp_path: Path) -> None:
    points: dict[str, Any] = {"key_points": ["It compares them."], "steps": [STEP], "answer": "Done."}
    assert ask("key_points", points, tmp_path)["verdict"] == "failure"
    points["key_points"] = ["It compares them.", POINTS[0]]
    assert ask("key_points", points, tmp_path)["verdict"] == "success"


@pytest.mark.parametrize(
    ("reference", "answer", "correct"),
    [
        ("1170.38", "1,170.38 francs", True),
        ("1170.38", "1170.38 or 1170.4", False),
        ("1170.38", "It is 1170.38 for the 3 weeks.", True),
        ("081 580 1425", "081 580 1425", True),
        ("The Copper Ladle; 19:07", "19:07, the Copper Ladle", True),
        ("1; 19:07", "", False),
    ],
)
def test_an_answer_is_correct_if_it_has_the_facts_of_the_reference_and_no_other_numbers(
    reference: str, answer: str, correct: bool, tmp_path: Path
) -> None:
    document = {"task": "How much is it for 3 weeks?", "reference": reference, "answer": answer}
    assert ask("reference", document, tmp_path)["correct"] is correct


@pytest.mark.parametrize("document", ["x", "[]", {"task": "x"}])
def test_other_requests_are_refused(document: Any, tmp_path: Path) -> None:
    with pytest.raises(ApiError, match="facts = true answers"):
        ask("rubric", document, tmp_path)


TASK = "Add 5 to 20 in cell B7 of sums.xlsx."
RIGHT = (
    {"step": 1, "tool": "sheet.read", "arguments": '{"cell": "B7"}', "result": "sums.xlsx B7: 20"},
    {"step": 2, "tool": "sheet.write", "arguments": '{"cell": "B7", "value": 25}', "result": "25"},
)
"""The second call's 25 stands neither in the task nor in a result before it."""


def case(steps: Sequence[Mapping[str, Any]], answer: str = "") -> JudgeCase:
    offered = {"sheet.read": "Reads.", "sheet.write": "Writes."}
    notes = JudgeNotes(dependencies="The second step needs the first.")
    return JudgeCase(TASK, notes, tuple(steps), answer=answer, ending="by itself", offered=offered)


def verdict_on(judge: str, episode: JudgeCase, tmp_path: Path) -> VoteRecord:
    """The mock's answer to what the judge asks, as the judge reads it."""
    asking = load_judge(judge)
    document, _ = asking.document(episode, Random(1))
    return asking.read(ask(judge, document, tmp_path), episode)


def test_the_rubric_is_graded_by_shares(tmp_path: Path) -> None:
    assert verdict_on("rubric", case(RIGHT, "It is 25."), tmp_path).scores == {
        "task_fulfilment": 8,  # nothing says 5
        "information_grounding": 10,
        "tool_appropriateness": 10,
        "parameter_accuracy": 10,
        "dependency_awareness": 5,
        "parallelism_and_efficiency": 10,
    }


def test_wrong_episodes_get_lower_grades(tmp_path: Path) -> None:
    failed = {"step": 3, "tool": "web.fetch", "arguments": "{}", "error": "no network"}
    scores = verdict_on("rubric", case([RIGHT[0], failed, failed], "It is 99."), tmp_path).scores
    assert scores["information_grounding"] == 1 and scores["task_fulfilment"] < 10
    assert (scores["tool_appropriateness"], scores["parameter_accuracy"]) == (4, 4)
    assert scores["parallelism_and_efficiency"] == 7
    assert set(verdict_on("rubric", case([]), tmp_path).scores.values()) == {1}


@pytest.mark.parametrize(
    ("steps", "error"),
    [
        ([], "query"),
        ([{"step": 1, "tool": "route", "arguments": "{}", "result": "nothing"}], "retrieve"),
        ([{**RIGHT[1], "error": "locked"}], "tool"),
        ([{**RIGHT[1], "error": "locked"}, RIGHT[1]], "other"),
        ([*RIGHT, {"left_out": "3 steps for their length"}], "other"),
    ],
)
def test_errors_are_classified_by_the_calls(
    steps: list[Mapping[str, Any]], error: str, tmp_path: Path
) -> None:
    assert verdict_on("error_class", case(steps), tmp_path).label == error
