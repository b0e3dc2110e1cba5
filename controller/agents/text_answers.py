"""Answers in text: requested until one can be used; the model gets the error of each unusable one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, TypeVar

from controller.agents.calls import truncate_middle
from controller.agents.folding import PROMPTS as FOLDING_PROMPTS
from controller.agents.paper_protocol.parse import MAX_LENGTH, ProtocolError
from controller.agents.text_folding import TextFolding
from controller.agents.usable_answers import ask_until_usable
from controller.core.actions import Action
from controller.core.agent import Decision, Usage
from controller.models.completion import ChatMessage, Completion
from controller.models.thinking import INLINE_THINKING, split_thinking
from testbed.errors import AgentError

UNUSABLE = """\
Your last answer to this could not be used: {problem}.
It began so:
{answer}

Nothing of it was done. Answer again, in the form asked for."""
CUT_OFF = "it was cut off at the length limit; be shorter"
EMPTY = "it was empty"
SHOWN_OF_UNUSABLE = 1000
RECORDED_ANSWER = 20_000
"""Characters of an answer that a correction and a record hold."""

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class TextAnswer(Generic[Value]):
    """An answer that could be read.

    Attributes:
        value: What was read.
        text: Its text, without thoughts in tags.
        thought: The model's thoughts, in tags or apart from the text.
        usage: The tokens of this answer and of all unusable ones before it.
        mistakes: What was wrong with these.
        leniencies: Codes: `inline_thinking`, `cut_off`, and what the client repaired.
        details: What `Decision.details` has of it: the model, why the text ends, the text, mistakes, leniencies, and
            the names of unknown functions in unusable answers.
    """

    value: Value
    text: str
    thought: str
    usage: Usage
    mistakes: list[str]
    leniencies: list[str]
    details: dict[str, Any]

    def decision(self, *actions: Action, thought: str = "", leniencies: Sequence[str] = ()) -> Decision:
        """Return the decision for these actions, with the answer's usage and details.

        Args:
            actions: The actions.
            thought: What the reader found of thoughts in the text.
            leniencies: The reader's codes of what it overlooked, for the run's record.
        """
        return Decision(
            actions,
            thought="\n\n".join(filter(None, (self.thought, thought))),
            usage=self.usage,
            details=self.details | {"leniencies": [*self.leniencies, *leniencies]},
        )


def ask(
    folding: TextFolding, turns: Callable[[], Sequence[ChatMessage]], read: Callable[[str], Value]
) -> TextAnswer[Value]:
    """Ask for an answer until it can be read.

    Args:
        folding: The way to the model.
        turns: Makes the conversation; the last turn is the user's, and gets the correction after an unusable answer.
        read: Reads an answer's text without its thoughts. Raises ProtocolError with what is wrong.

    Raises:
        AgentError: The model refused, or gave `MAX_MISTAKES` unusable answers in a row.
        ModelApiError, UsageError: The API fails, or refuses the key or the model.
    """
    asked = ask_until_usable(
        lambda correction: folding.complete(partial(_correct, turns, correction)),
        lambda completion: _read(completion, read),
        lambda completion, error: UNUSABLE.format(
            problem=error, answer=truncate_middle(completion.text, SHOWN_OF_UNUSABLE)
        ),
    )
    completion = asked.completion
    thought, text = split_thinking(completion.text)
    leniencies = [
        *completion.leniencies,
        *([INLINE_THINKING] if thought else []),
        *(["cut_off"] if completion.stop == "length" else []),
    ]
    thoughts = "\n\n".join(filter(None, (completion.reasoning.strip(), thought)))
    details = {
        "model": completion.model,
        "stop": completion.stop,
        "answer": truncate_middle(completion.text, RECORDED_ANSWER),
        "mistakes": asked.mistakes,
        "leniencies": leniencies,
        "unknown_tools": asked.unknown_tools,
    }
    return TextAnswer(asked.value, text.strip(), thoughts, asked.usage, asked.mistakes, leniencies, details)


def _read(completion: Completion, read: Callable[[str], Value]) -> Value:
    if completion.stop == "refusal":
        reason = f": {truncate_middle(completion.text, 500)}" if completion.text else ""
        raise AgentError(f"the model refused to go on{reason}")
    text = completion.answer
    if not text.strip():
        raise ProtocolError(CUT_OFF if completion.stop == "length" else EMPTY)
    if len(text) > MAX_LENGTH:
        raise ProtocolError(f"it is {len(text)} characters long; stay below {MAX_LENGTH}")
    try:
        return read(text)
    except ProtocolError as error:
        raise ProtocolError(CUT_OFF) if completion.stop == "length" else error from None


def _correct(turns: Callable[[], Sequence[ChatMessage]], correction: str) -> list[ChatMessage]:
    *earlier, last = turns()
    return [*earlier, replace(last, parts=(*last.parts, correction)) if correction else last]


def prompt_texts() -> dict[str, str]:
    """Return the texts by name, for the run's record."""
    return {"unusable": UNUSABLE, "cut_off": CUT_OFF, "empty": EMPTY} | FOLDING_PROMPTS
