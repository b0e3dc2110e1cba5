"""`controller/tasks/user.py`: which questions the user answers, and how."""

from __future__ import annotations

from typing import Any

import pytest

from controller.tasks.user import UNKNOWN, Knowledge, TaskUser

DAY = Knowledge(("day", "which date"), "On 14 March.")
PLACE = Knowledge(("place", "Straße"), "In the boathouse.")
USER = TaskUser((DAY, PLACE))


def answer(question: str, user: TaskUser = USER) -> str:
    result = user.answer({"question": question})
    assert not result.is_error
    return result.text


@pytest.mark.parametrize(
    "question",
    [
        "Which day?",
        "DAY",
        "what day-of-week is it",
        "Tell me: which  date,please",
        "the day’s name",
    ],
)
def test_a_question_with_a_keyword_is_answered(question: str) -> None:
    assert answer(question) == "On 14 March."


@pytest.mark.parametrize("question", ["Holiday?", "today", "date", "which of the dates", "?", "places"])
def test_keywords_are_whole_words(question: str) -> None:
    assert answer(question) == UNKNOWN


def test_a_question_for_several_things_is_answered_with_all_in_the_user_s_order() -> None:
    assert answer("Where is the place, and what is the day?") == "On 14 March. In the boathouse."
    assert answer("which STRASSE") == "In the boathouse."


def test_the_user_has_words_of_their_own_for_what_they_do_not_know() -> None:
    assert answer("Which colour?", TaskUser((DAY,), "No idea.")) == "No idea."


@pytest.mark.parametrize(
    "arguments", [{}, {"question": ""}, {"question": " "}, {"question": 7}, {"question": "day", "to": "you"}]
)
def test_a_call_without_a_question_asks_nobody(arguments: dict[str, Any]) -> None:
    result = USER.answer(arguments)
    assert result.is_error and "one argument, question" in result.text
