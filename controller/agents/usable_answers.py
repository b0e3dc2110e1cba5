"""Asks a model until its answer can be used; the model gets the error of each unusable one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from controller.agents.calls import MAX_MISTAKES, too_many_mistakes
from controller.agents.paper_protocol.parse import ProtocolError, UnknownFunction
from controller.core.agent import Usage
from controller.models import usable_answers
from controller.models.completion import Completion
from controller.models.usable_answers import UnusableAnswersError
from testbed.errors import AgentError

Answer = TypeVar("Answer")
Value = TypeVar("Value")


class UnusableResponse(Exception):
    """A response without a usable decision; its conversation has the error for the model."""


@dataclass(frozen=True, slots=True)
class Usable(Generic[Value]):
    """An answer that can be used.

    Attributes:
        value: What was read from it.
        completion: The answer itself.
        usage: What this and all unusable answers before it used.
        mistakes: What was wrong with these.
        unknown_tools: The functions that they named and that do not exist.
    """

    value: Value
    completion: Completion
    usage: Usage
    mistakes: list[str]
    unknown_tools: list[str]


def ask_until_usable(
    ask: Callable[[str], Completion],
    parse: Callable[[Completion], Value],
    describe_problem: Callable[[Completion, ProtocolError], str],
) -> Usable[Value]:
    """Ask until an answer can be used.

    Args:
        ask: Sends the request, with a correction; "" the first time.
        parse: Reads an answer. Raises ProtocolError when it cannot be used.
        describe_problem: Writes the correction after such an answer.

    Raises:
        AgentError: `MAX_MISTAKES` answers in a row cannot be used; or what `ask` and `parse` raise.
    """
    used: list[Usage] = []
    problems: list[ProtocolError] = []

    def send(correction: str) -> Completion:
        completion = ask(correction)
        used.append(completion.usage)
        return completion

    def correct(completion: Completion, error: ProtocolError) -> str:
        problems.append(error)
        return describe_problem(completion, error)

    try:
        usable = usable_answers.ask_until_usable(send, parse, correct, ProtocolError, MAX_MISTAKES, first="")
    except UnusableAnswersError as error:
        raise AgentError(
            f"the model gave {MAX_MISTAKES} answers in a row that could not be used: {error}"
        ) from error
    unknown = [error.name for error in problems if isinstance(error, UnknownFunction)]
    return Usable(
        usable.value, usable.answer, sum(used, Usage()), [str(error) for error in problems], unknown
    )


def ask_in_conversation(
    ask: Callable[[], Answer],
    usage_of: Callable[[Answer], Usage],
    read: Callable[[Answer], Value],
    answer_calls: Callable[[], None],
) -> tuple[Value, Usage, list[str]]:
    """Ask until a response can be used, in a conversation that holds the responses and what was wrong with them.

    Args:
        ask: Sends the conversation.
        usage_of: What a response used.
        read: Adds a response to the conversation and reads it. Raises UnusableResponse; the error is then added.
        answer_calls: Answers the calls of an unusable response that are still open.

    Returns:
        What was read, what all responses used, and what was wrong with the unusable ones.

    Raises:
        AgentError: `MAX_MISTAKES` responses in a row cannot be used; or what `ask` and `read` raise.
    """
    used: list[Usage] = []
    mistakes: list[str] = []

    def send(_: None) -> Answer:
        response = ask()
        used.append(usage_of(response))
        return response

    def correct(_: Answer, error: UnusableResponse) -> None:
        mistakes.append(str(error))
        answer_calls()

    try:
        usable = usable_answers.ask_until_usable(
            send, read, correct, UnusableResponse, MAX_MISTAKES, first=None
        )
    except UnusableAnswersError as error:
        raise too_many_mistakes(mistakes) from error
    return usable.value, sum(used, Usage()), mistakes
