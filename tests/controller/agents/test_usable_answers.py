from __future__ import annotations

import pytest

from controller.agents.calls import MAX_MISTAKES
from controller.agents.paper_protocol.parse import ProtocolError, UnknownFunction
from controller.agents.usable_answers import (
    UnusableResponse,
    Usable,
    ask_in_conversation,
    ask_until_usable,
)
from controller.core.agent import Usage
from controller.models.completion import Completion
from testbed.errors import AgentError


class Model:
    """Gives these answers, and keeps the corrections that it gets."""

    def __init__(self, *answers: str) -> None:
        self._answers = iter(answers)
        self.corrections: list[str] = []

    def ask(self, correction: str) -> Completion:
        self.corrections.append(correction)
        return Completion(next(self._answers), Usage(input_tokens=10), "model")


def number_in(completion: Completion) -> int:
    if completion.text.startswith("call "):
        raise UnknownFunction(completion.text.removeprefix("call "), "none")
    try:
        return int(completion.text)
    except ValueError as error:
        raise ProtocolError("it is no number") from error


def asked(model: Model) -> Usable[int]:
    return ask_until_usable(model.ask, number_in, lambda completion, error: f"{completion.text}: {error}")


def test_the_first_answer_that_can_be_used_is_returned_with_what_all_used() -> None:
    model = Model("seven", "call seven", "7")
    answer = asked(model)
    assert (answer.value, answer.completion.text, answer.usage) == (7, "7", Usage(input_tokens=30))
    assert answer.mistakes[0] == "it is no number" and len(answer.mistakes) == 2
    assert answer.unknown_tools == ["seven"]
    assert model.corrections == ["", "seven: it is no number", f"call seven: {answer.mistakes[1]}"]


def test_after_too_many_unusable_answers_the_last_problem_is_the_error() -> None:
    model = Model(*["seven"] * MAX_MISTAKES, "7")
    with pytest.raises(AgentError, match=f"gave {MAX_MISTAKES} answers in a row .* it is no number"):
        asked(model)
    assert len(model.corrections) == MAX_MISTAKES


def test_a_conversation_is_asked_again_after_its_open_calls_are_answered() -> None:
    model = Model("seven", "7")
    answered: list[int] = []

    def read(completion: Completion) -> int:
        if not completion.text.isdigit():
            raise UnusableResponse("it is no number")
        return int(completion.text)

    value, usage, mistakes = ask_in_conversation(
        lambda: model.ask(""), lambda completion: completion.usage, read, lambda: answered.append(1)
    )
    assert (value, usage, mistakes) == (7, Usage(input_tokens=20), ["it is no number"])
    assert answered == [1]
    with pytest.raises(AgentError, match="without a usable action: it is no number"):
        ask_in_conversation(lambda: Completion("x", Usage(), "model"), lambda _: Usage(), read, lambda: None)
