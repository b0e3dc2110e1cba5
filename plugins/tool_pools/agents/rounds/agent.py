"""The loop of the agent `rounds`: plan, calls at the same time, long results shortened; at the end an answer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import Field

from plugins.tool_pools.agents.rounds import prompts
from plugins.tool_pools.agents.rounds.parse import Plan, parse
from testbed.actions import Terminate, ToolCall
from testbed.agents import (
    CompletionSettings,
    Decision,
    Observation,
    StepHistory,
    TextAgent,
    TextAnswer,
    Usage,
    describe_observation,
    truncate_middle,
)
from testbed.guests import Tool, ToolResult
from testbed.models import ChatMessage

ROUNDS = 20
"""MCP-Bench's limit."""
LONGEST_COMPRESSED_INPUT = 100_000
"""Most characters of a result that the model is shown to shorten it."""
LONGEST_ARGUMENTS = 500
LONGEST_THOUGHT = 2_000
"""Characters of a call's arguments and of a round's thought that a prompt holds."""
NOT_EXECUTED = "Not executed: no step was left."


class RoundsSettings(CompletionSettings):
    """Settings for `--set`."""

    images: int = Field(1, ge=0, le=1, description="whether the screen is shown, of guests that have one")
    rounds: int = Field(ROUNDS, ge=1, le=200)
    compress_above: int = Field(
        4000, ge=200, description="characters of a result above which it is shortened"
    )
    compress_words: int = Field(600, ge=20, description="longest shortened result, in words")


@dataclass(slots=True)
class _Round:
    """A round that was planned: its calls with their results, as later prompts tell them."""

    thought: str
    calls: tuple[ToolCall, ...]
    results: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Compression:
    """What shortening the results of a round took and did."""

    usage: Usage = field(default_factory=Usage)
    results: list[dict[str, Any]] = field(default_factory=list)
    leniencies: list[str] = field(default_factory=list)


class _History(StepHistory[_Round]):
    """The rounds so far, as prompts tell them."""

    def text(self) -> str:
        lines = [self.notes] if self.notes else []
        for number, past in enumerate(self.steps, 1 + self.dropped):
            lines.append(prompts.PAST_ROUND.format(number=number, thought=past.thought or "-"))
            for call, result in zip(past.calls, past.results, strict=False):
                lines.append(
                    prompts.PAST_CALL.format(tool=call.name, arguments=_arguments(call), result=result)
                )
        return "\n".join(lines) or prompts.NOTHING


class RoundsAgent(TextAgent[RoundsSettings, _History]):
    """The agent of one episode."""

    name = "rounds"
    prompts = prompts.prompt_texts()
    settings_type = RoundsSettings

    def new_history(self) -> _History:
        """Return a history without rounds."""
        return _History()

    def decide(self, observation: Observation, tools: list[Tool]) -> Decision:
        """Return the calls of a round, or the answer that ends the task."""
        compression = self._close_round(observation.results)
        left = observation.steps_left or self.context.max_steps
        if self.history.count >= self.settings.rounds:
            return self._finish(prompts.ROUNDS_SPENT, "success", compression)
        if left <= 1:  # the last step is for the answer
            return self._finish(prompts.STEPS_SPENT, "success", compression)
        planned = self._plan(observation, tools, left)
        plan = planned.value
        details = self._details(planned, [*planned.leniencies, *plan.leniencies], compression)
        if plan.status == "continue":
            self.history.steps.append(_Round(truncate_middle(plan.thought, LONGEST_THOUGHT), plan.calls))
            return Decision(
                plan.calls[: left - 1],
                thought="\n\n".join(filter(None, (planned.thought, plan.thought))),
                usage=planned.usage + compression.usage,
                details=details | {"round": self.history.count},
                parallel=True,
            )
        if plan.status == "impossible":
            return self._finish(prompts.IMPOSSIBLE, "failure", compression, planned)
        return self._finish(prompts.DONE, "success", compression, planned)

    def _plan(self, observation: Observation, tools: list[Tool], left: int) -> TextAnswer[Plan]:
        seen = describe_observation(observation)
        picture = self.picture(observation)
        system = prompts.SYSTEM.format(tools=self.describe_tools(tools))
        names = [tool.name for tool in tools]

        def turns() -> list[ChatMessage]:
            text = prompts.ROUND.format(
                instruction=self.context.instruction,
                history=self.history.text(),
                number=self.history.count + 1,
                rounds=self.settings.rounds,
                steps=left - 1,
            )
            words = "\n\n".join(filter(None, (text, seen)))
            return [
                ChatMessage("system", (system,)),
                ChatMessage("user", (words, picture) if picture else (words,)),
            ]

        return self.ask(turns, lambda answer: parse(answer, names))

    def _finish(
        self,
        reason: str,
        status: Literal["success", "failure"],
        compression: _Compression,
        planned: TextAnswer[Plan] | None = None,
    ) -> Decision:
        """Ask for the answer from all that was done, and end the episode with it."""

        def turns() -> list[ChatMessage]:
            text = prompts.ANSWER.format(
                instruction=self.context.instruction, history=self.history.text(), reason=reason
            )
            return [ChatMessage("system", (prompts.ANSWER_SYSTEM,)), ChatMessage("user", (text,))]

        answer = self.ask(turns, lambda answer: answer.strip())
        codes = [*answer.leniencies]
        mistakes = answer.mistakes
        thought, usage = answer.thought, answer.usage + compression.usage
        if planned is not None:
            codes = [*planned.leniencies, *planned.value.leniencies, *codes]
            mistakes = [*planned.mistakes, *mistakes]
            thought = "\n\n".join(filter(None, (planned.thought, planned.value.thought, thought)))
            usage += planned.usage
        details = self._details(answer, codes, compression) | {"mistakes": mistakes, "ended": reason}
        action = Terminate(status=status, answer=answer.value)
        return Decision((action,), thought=thought, usage=usage, details=details)

    def _details(
        self, answer: TextAnswer[Any], codes: Sequence[str], compression: _Compression
    ) -> dict[str, Any]:
        details = answer.details | {
            "leniencies": list(dict.fromkeys([*compression.leniencies, *codes])),
        }
        return details | ({"compressed": compression.results} if compression.results else {})

    def _close_round(self, results: Sequence[ToolResult]) -> _Compression:
        """Add the results of the last round to the history, the long ones shortened by the model."""
        compression = _Compression()
        if not self.history.steps or self.history.steps[-1].results:
            return compression
        latest = self.history.steps[-1]
        for number, call in enumerate(latest.calls):
            if number >= len(results):
                latest.results.append(NOT_EXECUTED)
                continue
            text = self.result_text(results[number], LONGEST_COMPRESSED_INPUT)
            if len(text) > self.settings.compress_above:
                text = self._shorten(number + 1, call, text, compression)
            latest.results.append(text)
        return compression

    def _shorten(self, number: int, call: ToolCall, text: str, compression: _Compression) -> str:
        """A long result in the model's words; its beginning and end if the model writes nothing usable."""
        request = prompts.COMPRESS.format(
            instruction=self.context.instruction, tool=call.name, arguments=_arguments(call), result=text
        )
        system = prompts.COMPRESS_SYSTEM.format(words=self.settings.compress_words)
        shorter, usage = self.ask_aside(system, request)
        compression.usage += usage
        shorter = shorter.strip()
        if not shorter or len(shorter) > len(text):
            compression.leniencies.append("compression_failed")
            shorter = truncate_middle(text, self.settings.compress_above)
        else:
            shorter = prompts.COMPRESSED.format(text=truncate_middle(shorter, self.settings.compress_above))
        compression.results.append({"call": number, "characters": len(text), "to": len(shorter)})
        return shorter


def _arguments(call: ToolCall) -> str:
    return truncate_middle(json.dumps(call.arguments, ensure_ascii=False), LONGEST_ARGUMENTS)
