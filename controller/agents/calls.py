"""The calls in a model's response: their actions, and their results for the model."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from controller.agents.briefing import HALTED, OUT_OF_STEPS, TERMINATE
from controller.agents.tool_names import ToolNames, canonical_name
from controller.core.actions import Action, Terminate, ToolCall
from controller.core.guest import ToolResult
from controller.core.texts import cut_middle
from testbed.errors import AgentError

MAX_MISTAKES = 3
"""Responses in a row without an executable action after which an agent gives up."""
MAX_TEXT = 30_000
"""Longest text of one result sent to a model, in characters."""

NO_NAME = "the call names no function, and nothing was done: name the function to call"
"""Message to the model for a call without a name."""


class BadCall(ValueError):
    """An invalid call; the message is for the model."""


class UnknownTool(BadCall):
    """A call of a tool that is not offered; `name` is the canonical name if it is known."""

    def __init__(self, wire: str, offered: Sequence[str]) -> None:
        super().__init__(f"there is no tool {wire!r} now; tools: {', '.join(offered)}")
        self.name = canonical_name(wire) or wire


class NoCall(ValueError):
    """An action that has no call in a protocol."""


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One call of a model's response.

    `kind` is the vendor's: what the call's result must say it belongs to. `actions` are what the call
    asks for, `problem` why no more of it can be done. A call with neither asks for the screenshot that
    the next observation brings anyway, or stands behind a call with a problem.
    """

    id: str
    name: str
    kind: str = ""
    actions: tuple[Action, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class CallResult:
    """A call and the results of its executed actions, in order.

    `tried`: whether any call was executed. `problem`: error text for the model besides the results, or "".
    """

    call: ModelCall
    results: tuple[ToolResult, ...] = ()
    problem: str = ""
    tried: bool = True

    @property
    def failed(self) -> bool:
        return bool(self.problem) or any(result.is_error for result in self.results)

    @property
    def allowed(self) -> bool:
        """Whether any of it was executed, none of it denied."""
        return self.tried and not any(result.denied for result in self.results)


def assign_results(calls: Sequence[ModelCall], results: Sequence[ToolResult]) -> list[CallResult]:
    """Assign the results of a decision to its calls; calls after a failure or the last step have none."""
    left = list(results)
    outcomes: list[CallResult] = []
    halt = ""
    for call in calls:
        own, left = tuple(left[: len(call.actions)]), left[len(call.actions) :]
        if halt and not own:
            outcomes.append(CallResult(call, problem=halt, tried=False))
        elif len(own) < len(call.actions) or any(result.is_error for result in own):
            erred = halt == HALTED or any(result.is_error for result in own)
            rest = len(own) < len(call.actions) or bool(call.problem)
            halt = HALTED if erred else OUT_OF_STEPS
            outcomes.append(CallResult(call, own, halt if rest else "", tried=bool(own)))
        else:
            outcomes.append(CallResult(call, own, call.problem))
            halt = halt or (HALTED if call.problem else "")
    return outcomes


def actions_of(calls: Sequence[ModelCall]) -> tuple[Action, ...]:
    return tuple(action for call in calls for action in call.actions)


def too_many_mistakes(mistakes: Sequence[str]) -> AgentError:
    """Return the error that ends an episode after too many unusable responses in a row."""
    return AgentError(
        f"the model gave {len(mistakes)} answers in a row without a usable action: {mistakes[-1]}"
    )


def terminate_action(arguments: Mapping[str, Any]) -> Terminate:
    """Return the action of a call of `terminate`. Raises BadCall."""
    try:
        return Terminate(**arguments)
    except (ValidationError, TypeError) as error:
        raise BadCall(f'{TERMINATE} takes `status` ("success" or "failure") and `answer` (text)') from error


def tool_action(
    name: str, arguments: dict[str, Any], names: ToolNames, others: Sequence[str] = (TERMINATE,)
) -> ToolCall:
    """Return the call of an offered tool by its API name. Raises UnknownTool, which lists the tools and `others`."""
    canonical = names.canonical(name)
    if canonical is None:
        raise UnknownTool(name, [*others, *names.all_wire()])
    return ToolCall(name=canonical, arguments=arguments)


def result_text(action: Action, result: ToolResult) -> str:
    """Return a result's text for the model.

    What the guest says of a GUI action that worked is in native pixels, which the model does not know.
    """
    if result.is_error:
        return result.text.strip() or "It failed, without saying why."
    if not isinstance(action, ToolCall):
        return "Done."
    if result.text.strip() or result.structured is None:
        return result.text.strip() or "Done."
    return json.dumps(result.structured, ensure_ascii=False)


def shorten(text: str) -> str:
    """Return the text; the middle of a very long one is cut out and replaced by a note."""
    return cut_middle(text, MAX_TEXT, "\n[… {count} characters cut …]\n")


def truncate_middle(text: str, most: int) -> str:
    """Return at most about `most` characters of the beginning and the end of a text."""
    return cut_middle(text, most, " [… {count} characters cut …] ")
