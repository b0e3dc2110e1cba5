"""The protocol of the agent `rounds` on the model's side: plans of one call, short results, the final answer."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import replace
from typing import Any

from plugins.tool_pools.agents.protocol_turns import (
    beginning,
    closing_text,
    only_action,
    read_turn,
    thought_of,
)
from plugins.tool_pools.agents.rounds import prompts
from testbed.actions import Terminate, ToolCall
from testbed.guests import ToolResult
from testbed.models import ModelAnswer, ModelTurn, TextProtocolSpec

_PAST_CALL = re.compile(
    r"^- [^\n(]+\([^\n]*?\}\) -> (.*?)(?:\n\nThis is round \d+ of at most \d+\.|\n\nThe work has ended: )",
    re.DOTALL | re.MULTILINE,
)
_MARK = re.compile(r"\[solve-[0-9a-f]{8}-\d+-\]")
"""An answer's mark as it is written in texts (see `ModelAnswer.mark`)."""
_SHORT = 500
"""Characters of a long result that its short form has."""
_SHORTENED = re.compile(r"\[(result-[0-9a-f]{16})\]")
UNFINISHED = "The work ended before the task was done."


class _Rounds:
    """Remembers the results that it has shortened: a reference solution reads them whole."""

    def __init__(self) -> None:
        self._whole: dict[str, str] = {}

    def read_request(self, turn: ModelTurn) -> ModelTurn:
        text = "\n".join(turn.texts)
        # The last marks may be those of unusable answers, which are quoted behind the rounds.
        marks = [mark.end() for mark in _MARK.finditer(text)]
        call = next(filter(None, (_PAST_CALL.search(text, end) for end in reversed(marks))), None)
        read = read_turn(turn, turn.texts, call[1] if call else None)
        return replace(read, results=tuple(map(self._lengthen, read.results)))

    def reply(self, turn: ModelTurn) -> ModelAnswer | None:
        """Answer a request for a short form with the beginning, behind a name by which the whole is found again."""
        if not turn.system.startswith(beginning(prompts.COMPRESS_SYSTEM)):
            return None
        result = turn.opening.partition("\nResult of ")[2].partition(":\n")[2]
        name = f"result-{hashlib.sha256(result.encode()).hexdigest()[:16]}"
        self._whole[name] = result
        return ModelAnswer(text=f"[{name}] {result[:_SHORT]}")

    def _lengthen(self, result: ToolResult) -> ToolResult:
        name = _SHORTENED.search(result.text)
        whole = self._whole.get(name[1]) if name else None
        return result if whole is None else replace(result, text=whole)


def matches(turn: ModelTurn) -> bool:
    return turn.system.startswith(beginning(prompts.SYSTEM)) or turn.system == prompts.ANSWER_SYSTEM


def write_answer(turn: ModelTurn, answer: ModelAnswer) -> ModelAnswer:
    if turn.system == prompts.ANSWER_SYSTEM:
        [action] = answer.actions
        text = closing_text(action) if isinstance(action, Terminate) else UNFINISHED
        return replace(answer, actions=(), text=text, thought="", mark="")
    action = only_action(turn, answer)
    plan: dict[str, Any] = {"thought": thought_of(answer), "status": "continue", "calls": []}
    if isinstance(action, ToolCall):
        plan["calls"] = [{"tool": action.name, "arguments": action.arguments}]
    else:
        plan["status"] = "done" if action.status == "success" else "impossible"
    return replace(answer, actions=(), text=json.dumps(plan, ensure_ascii=False), thought="", mark="")


_ROUNDS = _Rounds()
TEXT_PROTOCOL = TextProtocolSpec(
    matches=matches,
    read_request=_ROUNDS.read_request,
    write_answer=write_answer,
    reply=_ROUNDS.reply,
)
