"""Conversations in which functions are called in the text, over either API.

`PromptedDialogue` asks for it (`--calling prompt`); `StrayCallDialogue` reads calls that a server left in the text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from controller.agents.builtin.openai.chat import RESULT_PICTURE
from controller.agents.builtin.openai.dialogue import (
    CallOutput,
    Dialogue,
    DialogueResponse,
    Rewrite,
    ToolSet,
    ToolUse,
)
from controller.agents.prompt_calls import (
    PromptAnswer,
    PromptCall,
    PromptFunction,
    read_answer,
    read_stray_calls,
    system,
    write_result,
)
from controller.core.agent import Usage

_PREFIX = "prompt_"
"""What the ids of calls in the text begin with; the APIs' own begin with `call_`."""


class _TextCalls:
    """The part of a dialogue that both have in common: results of calls in the text are text."""

    def __init__(self, inner: Dialogue) -> None:
        self._inner = inner
        self._names: frozenset[str] = frozenset()
        self._number = 0
        self._read: tuple[PromptAnswer, ...] = ()
        """What the last answer was read as."""

    def commit(self, rewrite: Rewrite = list) -> None:
        def without_invented(texts: list[str]) -> list[str]:
            for answer in self._read:
                texts = answer.without_invented(texts)
            return rewrite(texts)

        self._inner.commit(without_invented)

    def add_results(
        self, outputs: Sequence[CallOutput], checks: Mapping[str, Sequence[Any]], screen: bytes | None
    ) -> bool:
        native = [output for output in outputs if not _is_prompted(output)]
        shown = self._inner.add_results(native, checks, screen) if native else False
        for output in outputs:
            if _is_prompted(output):
                self._inner.add_text(write_result(output.result))
                for png in output.pictures:
                    self._inner.add_text(RESULT_PICTURE.format(name=output.result.call.name), png)
        return shown

    def add_text(self, text: str, screen: bytes | None = None) -> None:
        self._inner.add_text(text, screen)

    def request_aside(self, system: str, text: str) -> DialogueResponse:
        return self._inner.request_aside(system, text)

    def size(self) -> int:
        return self._inner.size()

    def fold_pictures(self) -> int:
        return self._inner.fold_pictures()

    def fold_results(self, keep: int) -> int:
        return self._inner.fold_results(keep)

    def fold_turns(self, notes: str, keep: int) -> int:
        return self._inner.fold_turns(notes, keep)

    def compact(self, keep: int) -> tuple[int, Usage]:
        return self._inner.compact(keep)

    def _use(self, call: PromptCall) -> ToolUse:
        self._number += 1
        arguments = json.dumps(call.arguments, ensure_ascii=False)
        return ToolUse(f"{_PREFIX}{self._number}", call.name, arguments, problem=call.problem)


class PromptedDialogue(_TextCalls):
    """Implements `Dialogue`. Functions are in the system prompt; a computer tool stays the API's own."""

    def __init__(self, inner: Dialogue, system_prompt: str) -> None:
        super().__init__(inner)
        self._system = system_prompt

    def instruct(self, system: str) -> None:
        self._system = system

    def set_tools(self, offer: ToolSet) -> None:
        if offer.deferred:
            raise ValueError("functions in the prompt cannot be searched for")
        functions = [PromptFunction(one.name, one.description, one.parameters) for one in offer.functions]
        self._names = frozenset(function.name for function in functions)
        self._inner.instruct(system(self._system, functions, computer=offer.computer is not None))
        self._inner.set_tools(ToolSet((), offer.computer))

    def request(self) -> DialogueResponse:
        response = self._inner.request()
        self._read = ()
        if response.stop:
            return response
        comment = read_answer(response.comment, self._names)
        answer = read_answer(response.text, self._names)
        self._read = comment, answer
        calls = (*comment.calls, *answer.calls)
        return replace(
            response,
            text=answer.text,
            thought="\n\n".join(filter(None, (response.thought, answer.thought))),
            uses=(*map(self._use, calls), *response.uses),
            leniencies=(*response.leniencies, *comment.leniencies, *answer.leniencies),
            paused=response.paused and not calls,
        )


class StrayCallDialogue(_TextCalls):
    """Implements `Dialogue`. Functions are the API's; an answer without their calls may have some in its text."""

    def instruct(self, system: str) -> None:
        self._inner.instruct(system)

    def set_tools(self, offer: ToolSet) -> None:
        deferred = (function for space in offer.deferred for function in space.functions)
        self._names = frozenset(function.name for function in (*offer.functions, *deferred))
        self._inner.set_tools(offer)

    def request(self) -> DialogueResponse:
        response = self._inner.request()
        self._read = ()
        if response.stop or response.uses:
            return response
        stray = read_stray_calls(response.text, self._names)
        if stray is None:
            return response
        self._read = (stray,)
        return replace(
            response,
            text=stray.text,
            thought="\n\n".join(filter(None, (response.thought, stray.thought))),
            uses=tuple(map(self._use, stray.calls)),
            leniencies=(*response.leniencies, *stray.leniencies),
            paused=response.paused and not stray.calls,
        )


def _is_prompted(output: CallOutput) -> bool:
    return output.result.call.id.startswith(_PREFIX)
