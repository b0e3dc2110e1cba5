"""What prompts tell of a persona."""

from __future__ import annotations

import pytest

from plugins.persona.context import LONGEST, SHORTEST, distractors, paragraphs, parse_context
from plugins.persona.section import PersonaSection
from testbed.errors import UsageError

SECTION = PersonaSection(context=("Mara plays the viola.", "The hall is H2."), unnecessary=("It rained.",))


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        ("none", set()),
        ("given", {*SECTION.context}),
        ("all", {*SECTION.context, *SECTION.unnecessary}),
    ],
)
def test_the_choice_says_which_paragraphs_are_told(choice: str, told: set[str]) -> None:
    assert set(paragraphs(SECTION, choice, "personal/a")) == told


def test_distractors_are_added_and_depend_on_the_task_alone() -> None:
    told = paragraphs(SECTION, "distractors:5", "personal/a")
    assert told == paragraphs(SECTION, "distractors:5", "personal/a")
    foreign = set(told) - {*SECTION.context}
    assert len(foreign) == 5 and foreign <= set(distractors())
    assert foreign != set(paragraphs(SECTION, "distractors:5", "personal/b")) - {*SECTION.context}


def test_a_distractor_is_a_paragraph_of_the_usual_length() -> None:
    assert len(distractors()) == len(set(distractors())) >= 40
    assert all(SHORTEST <= len(text.split()) <= LONGEST and "\n" not in text for text in distractors())


@pytest.mark.parametrize("value", ["some", "distractors", "distractors:0", "distractors:99", ""])
def test_another_value_is_refused_with_the_ones_there_are(value: str) -> None:
    with pytest.raises(UsageError, match=r"none, given, all nor distractors:N"):
        parse_context(value)
    assert parse_context(" Distractors:5 ") == "distractors:5"
