"""Votes of judges: asking again, majorities, ties, orders of the rubric."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from controller.judges.asking import MOST_CALLS, judge_case, verdict_key
from controller.judges.contract import JUDGE_OPENING, JudgeCase
from controller.judges.records import VerdictRecord
from controller.judges.registry import judges_for, load_judge
from controller.models.completion import Completion
from controller.tasks.task_judging import JudgeNotes
from plugins.tool_pools.judges.rubric import CRITERIA, GROUPS, SHUFFLES
from testbed.errors import AgentError, CancelledError, JudgeError, ModelApiError, UsageError
from testbed.extension_points import JUDGES
from tests.controller.judges.answers import CASE, GOOD, ScriptedModel, completion, document_of, good

YES = good("reference")
NO = good("reference", correct=False)
BAD = ["nonsense"] * MOST_CALLS
Answers = Sequence[str | Completion | Exception]


def verdict(judge: str, answers: Answers, votes: int = 1) -> VerdictRecord:
    [made] = judge_case([load_judge(judge)], CASE, ScriptedModel(answers), votes=votes)
    return made


@pytest.mark.parametrize(
    ("answers", "status", "passed", "words"),
    [
        ([YES, YES, YES], "decided", True, "3 for success, 0 for failure"),
        ([YES, NO, YES], "decided", True, "2 for success, 1 for failure"),
        ([NO, NO, YES], "decided", False, "1 for success, 2 for failure"),
        ([YES, *BAD, YES], "decided", True, "1 unreadable"),
        ([NO, NO, *BAD], "decided", False, "1 unreadable"),
        ([YES, NO, *BAD], "tie", None, "1 for success, 1 for failure, 1 unreadable: 2 must agree"),
        ([YES, *BAD, *BAD], "no_majority", None, "1 for success, 0 for failure, 2 unreadable: 2 must agree"),
        ([*BAD, *BAD, *BAD], "unreadable", None, "3 not_json"),
    ],
)
def test_more_than_half_of_all_votes_must_agree(
    answers: Answers, status: str, passed: bool | None, words: str
) -> None:
    made = verdict("reference", answers, votes=3)
    assert (made.status, made.passed) == (status, passed)
    assert words in made.detail and len(made.votes) == 3


def test_one_vote_is_a_verdict_with_its_reasons() -> None:
    made = verdict("reference", [NO])
    assert (made.status, made.passed, made.detail) == ("decided", False, "The same.")


@pytest.mark.parametrize(
    "thoughts",
    [
        f"<think>Perhaps {YES}?</think>\n",
        f"Perhaps {YES}?\n</think>\n",
        f"<|channel|>analysis<|message|>Perhaps {YES}?<|end|><|start|>assistant<|channel|>final<|message|>",
        f"<thinking>{'Hm. ' * 10_000}</thinking>",
    ],
)
def test_the_verdict_stands_behind_thoughts(thoughts: str) -> None:
    made = verdict("reference", [f"{thoughts}{NO}"])
    assert (made.status, made.passed, made.votes[0].calls) == ("decided", False, 1)


def test_an_answer_that_cannot_be_read_is_asked_for_again_with_the_reason() -> None:
    model = ScriptedModel(["Success!", good("reference", correct="yes"), YES])
    [made] = judge_case([load_judge("reference")], CASE, model)
    assert made.passed is True and made.votes[0].calls == 3
    first, second, third = model.requests
    assert len(first) == 2 and [message.role for message in third] == ["system", "user", "assistant", "user"]
    assert "is not a JSON object" in str(second[-1].parts[0])
    assert "correct must be true or false" in str(third[-1].parts[0])


def test_an_empty_answer_is_repeated_as_nothing_since_apis_take_no_empty_message() -> None:
    model = ScriptedModel(["", YES])
    judge_case([load_judge("reference")], CASE, model)
    assert model.requests[1][-2].parts == ("(nothing)",)


def test_a_refusal_is_not_argued_with() -> None:
    model = ScriptedModel([completion("I will not.", "refusal")])
    [made] = judge_case([load_judge("reference")], CASE, model)
    assert (made.status, made.votes[0].status) == ("unreadable", "refused")
    assert made.detail == "refused: the model refused: 'I will not.'"


def test_a_request_that_is_refused_for_its_content_is_a_status() -> None:
    made = verdict("reference", [AgentError("flagged by the filter")])
    assert made.detail == "request_refused: flagged by the filter"


def test_an_api_that_fails_is_a_status_and_is_not_called_again() -> None:
    model = ScriptedModel([ModelApiError("503 in 6 attempts")])
    key_points, rubric = judge_case([load_judge("key_points"), load_judge("rubric")], CASE, model, votes=3)
    assert len(model.requests) == 1
    assert key_points.detail == "3 api_error: 503 in 6 attempts"
    assert rubric.status == "unreadable" and [vote.calls for vote in rubric.votes] == [0] * 3 * SHUFFLES


@pytest.mark.parametrize("error", [UsageError("no key"), CancelledError("interrupted")])
def test_a_wrong_key_and_an_interruption_are_no_verdicts(error: Exception) -> None:
    with pytest.raises(type(error)):
        verdict("reference", [error])


def test_a_key_point_is_met_if_most_votes_say_so() -> None:
    votes: Answers = [
        good("key_points", key_points=[True, False], verdict="failure"),
        good("key_points", key_points=[True, True], verdict="failure"),
        good("key_points", key_points=[False, False], verdict="failure"),
    ]
    made = verdict("key_points", votes, votes=3)
    assert made.passed is False
    assert [(point.text, point.met) for point in made.points] == [
        ("It names the flight.", True),
        ("It names the price.", False),
    ]


def test_the_rubric_is_shown_in_five_orders_that_the_seed_decides() -> None:
    def orders(seed: int) -> list[list[str]]:
        model = ScriptedModel([good("rubric")] * SHUFFLES)
        [made] = judge_case([load_judge("rubric")], CASE, model, seed=seed)
        shown = [[item["name"] for item in document_of(request)["criteria"]] for request in model.requests]
        assert [list(vote.order) for vote in made.votes] == shown
        return shown

    first = orders(1)
    assert len(first) == SHUFFLES and len({tuple(order) for order in first}) > 1
    assert all(sorted(order) == sorted(CRITERIA) for order in first)
    assert orders(1) == first and orders(2) != first


def test_scores_are_averaged_over_the_orders_and_grouped() -> None:
    answers: Answers = [good("rubric", task_fulfilment=score) for score in (10, 8, 6, 4, 2)]
    made = verdict("rubric", answers)
    assert made.status == "decided" and made.passed is None
    assert made.scores["task_fulfilment"] == pytest.approx(0.6)
    assert made.scores["completion"] == pytest.approx(0.7)
    assert made.scores["tool_use"] == made.scores["planning"] == pytest.approx(0.8)
    assert made.scores["overall"] == pytest.approx((0.7 + 0.8 + 0.8) / 3)
    assert sorted(name for names in GROUPS.values() for name in names) == sorted(CRITERIA)


@pytest.mark.parametrize(("unreadable", "status"), [(2, "decided"), (3, "no_majority"), (5, "unreadable")])
def test_the_rubric_needs_more_than_half_of_its_orders(unreadable: int, status: str) -> None:
    answers: Answers = ["?"] * MOST_CALLS * unreadable + [good("rubric")] * (SHUFFLES - unreadable)
    made = verdict("rubric", answers)
    assert made.status == status
    assert f"{SHUFFLES - unreadable} of {SHUFFLES} orders" in made.detail
    assert bool(made.scores) == (status == "decided")


def test_more_votes_are_more_orders() -> None:
    assert len(verdict("rubric", [good("rubric")] * 3 * SHUFFLES, votes=3).votes) == 3 * SHUFFLES


def test_each_judge_is_shown_what_it_needs_and_no_more() -> None:
    shown = {}
    assert GOOD.keys() == {*JUDGES.names()} - {"checkpoints", "persona_failure"}, (
        "tests/plugins/persona has these"
    )
    for name in GOOD:
        model = ScriptedModel([good(name)] * SHUFFLES)
        judge_case([load_judge(name)], CASE, model)
        shown[name] = document_of(model.requests[0])
        assert str(model.requests[0][0].parts[0]).startswith(JUDGE_OPENING)
    assert "steps" not in shown["reference"] and "dependencies" not in shown["reference"]
    assert shown["reference"]["reference"] == "LH 123, 99 euros"
    assert shown["key_points"]["key_points"] == list(CASE.notes.key_points)
    assert "reference" not in shown["key_points"] and "dependencies" not in shown["key_points"]
    assert shown["rubric"]["dependencies"] == "The price needs the flight."
    assert shown["rubric"]["task_as_the_user_says_it"] == "I need to get there, cheap."
    assert shown["rubric"]["steps"][0]["result"] == "LH 123: 99"


def test_the_notes_choose_the_judges_unless_they_are_named() -> None:
    def names(notes: JudgeNotes, *named: str) -> list[str]:
        return [judge.name for judge in judges_for(notes, named)]

    assert names(JudgeNotes()) == []
    assert names(JudgeNotes(("a",))) == ["key_points"]
    assert names(JudgeNotes(("a",), "b")) == ["key_points", "reference"]
    assert names(JudgeNotes(fuzzy="c")) == ["rubric"]
    assert names(JudgeNotes(), "rubric", "reference") == ["rubric"]
    assert names(JudgeNotes(("a",), "b", "c", "d"), "reference") == ["reference"]
    with pytest.raises(UsageError, match="there is no judge 'rubrik'") as caught:
        names(JudgeNotes(), "rubrik")
    assert "did you mean 'rubric'?" in caught.value.hint


def test_the_key_of_verdicts_depends_on_all_that_decides_them() -> None:
    judges = [load_judge("reference")]
    keys = {
        verdict_key(judges, CASE, "m", 1, 0),
        verdict_key(judges, CASE, "n", 1, 0),
        verdict_key(judges, CASE, "m", 3, 0),
        verdict_key(judges, CASE, "m", 1, 1),
        verdict_key([load_judge("key_points")], CASE, "m", 1, 0),
        verdict_key(judges, type(CASE)(CASE.task, CASE.notes), "m", 1, 0),
    }
    assert len(keys) == 6
    assert verdict_key(judges, CASE, "m", 1, 0) in keys


def test_a_judge_whose_code_fails_gives_no_verdict_and_the_others_do() -> None:
    class Failing(type(load_judge("reference"))):  # type: ignore[misc]
        def document(self, case: JudgeCase, random: Random) -> object:
            raise JudgeError("the judge 'lab' of lab 1.0: document raised ValueError")

    failed, made = judge_case([Failing(), load_judge("reference")], CASE, ScriptedModel([YES]))
    assert (failed.status, failed.votes) == ("unreadable", ())
    assert failed.detail.startswith("the judge 'lab' of lab 1.0")
    assert made.status == "decided"
