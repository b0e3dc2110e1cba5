"""The loop that asks a model again, with what was wrong, until its answer can be used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

Answer = TypeVar("Answer")
Correction = TypeVar("Correction")
Problem = TypeVar("Problem", bound=Exception)
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class UsableAnswer(Generic[Answer, Value]):
    """An answer that can be used, and what was read from it."""

    answer: Answer
    value: Value


class UnusableAnswersError(Exception):
    """No answer can be used; `last` is what was wrong with the last one."""

    def __init__(self, last: Exception) -> None:
        super().__init__(str(last))
        self.last = last


def ask_until_usable(
    ask: Callable[[Correction], Answer],
    read: Callable[[Answer], Value],
    correct: Callable[[Answer, Problem], Correction],
    unusable: type[Problem],
    most: int,
    first: Correction,
    is_final: Callable[[Problem], bool] = lambda _: False,
) -> UsableAnswer[Answer, Value]:
    """Ask until an answer can be used.

    Args:
        ask: Sends the request, with a correction.
        read: Reads an answer. Raises `unusable` when it cannot be used.
        correct: Returns the correction after such an answer.
        unusable: The errors of such answers; others end the loop.
        most: Most answers.
        first: The correction of the first request: none.
        is_final: Whether asking again is useless after an error.

    Raises:
        UnusableAnswersError: None of them can be used; or what `ask` and `read` raise.
    """
    correction = first
    for tries in range(1, most + 1):
        answer = ask(correction)
        try:
            return UsableAnswer(answer, read(answer))
        except unusable as error:
            correction = correct(answer, error)
            if tries == most or is_final(error):
                raise UnusableAnswersError(error) from error
    raise ValueError(f"a model cannot be asked {most} times")
