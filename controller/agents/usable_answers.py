"""Asks a model until its answer can be used, with what was wrong told to the model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from controller.agents.calls import MAX_MISTAKES
from controller.agents.paper_protocol.parse import ProtocolError, UnknownFunction
from controller.core.agent import Usage
from controller.models.completion import Completion
from testbed.errors import AgentError

Value = TypeVar("Value")


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
    usage = Usage()
    mistakes: list[str] = []
    unknown: list[str] = []
    correction = ""
    while len(mistakes) < MAX_MISTAKES:
        completion = ask(correction)
        usage += completion.usage
        try:
            value = parse(completion)
        except ProtocolError as error:
            mistakes.append(str(error))
            unknown += [error.name] if isinstance(error, UnknownFunction) else []
            correction = describe_problem(completion, error)
        else:
            return Usable(value, completion, usage, mistakes, unknown)
    raise AgentError(f"the model gave {MAX_MISTAKES} answers in a row that could not be used: {mistakes[-1]}")
