"""The open question of a running run, with its answers as buttons."""

from __future__ import annotations

from controller.records.questions import OpenQuestion
from controller.results.viewer.html import Html, el, line
from controller.results.viewer.words import moment

_LONGEST = 300


def question_part(question: OpenQuestion, target: str, about: str | Html) -> Html:
    """The open question with a button for each of its choices.

    Args:
        question: The question.
        target: The address that takes the answer.
        about: Names the episode.
    """
    until = moment(question.asked + question.seconds)
    buttons = (
        (el("button", words, type="submit", name="choice", value=choice), " ")
        for choice, words in question.choices.items()
    )
    return el(
        "form",
        el("p", el("b", question.title), ": ", about),
        el("ul", *(el("li", el("code", line(text, _LONGEST))) for text in question.lines)),
        *(el("p", note) for note in question.notes),
        el("p", f"Without a decision until {until} {question.otherwise}.", class_="muted"),
        el("input", type="hidden", name="question", value=question.id),
        *(part for pair in buttons for part in pair),
        action=target,
        method="post",
        class_="warning",
        id="question",
    )
