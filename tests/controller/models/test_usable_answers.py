"""The loop that asks a model until its answer can be used."""

from __future__ import annotations

import pytest

from controller.models.usable_answers import UnusableAnswersError, UsableAnswer, ask_until_usable


class Numbers:
    """Gives these answers, and keeps the corrections that it gets."""

    def __init__(self, *answers: str) -> None:
        self._answers = iter(answers)
        self.corrections: list[str] = []

    def ask(self, correction: str) -> str:
        self.corrections.append(correction)
        return next(self._answers)


def asked(numbers: Numbers, most: int = 3, final: str = "") -> UsableAnswer[str, int]:
    return ask_until_usable(
        numbers.ask,
        int,
        lambda answer, _: f"not {answer}",
        ValueError,
        most,
        first="",
        is_final=lambda error: bool(final) and final in str(error),
    )


def test_each_unusable_answer_is_corrected_until_one_can_be_read() -> None:
    numbers = Numbers("six", "seven", "8")
    assert asked(numbers) == UsableAnswer("8", 8)
    assert numbers.corrections == ["", "not six", "not seven"]


@pytest.mark.parametrize(("most", "final", "expected"), [(3, "", 3), (1, "", 1), (3, "seven", 2)])
def test_it_ends_with_the_last_problem(most: int, final: str, expected: int) -> None:
    numbers = Numbers("six", "seven", "eight", "9")
    with pytest.raises(UnusableAnswersError, match="invalid literal") as caught:
        asked(numbers, most, final)
    assert len(numbers.corrections) == expected
    assert isinstance(caught.value.last, ValueError)


def test_other_errors_are_passed_on() -> None:
    def fail(correction: str) -> str:
        raise OSError("no network")

    with pytest.raises(OSError, match="no network"):
        ask_until_usable(fail, int, lambda answer, _: answer, ValueError, 3, first="")
