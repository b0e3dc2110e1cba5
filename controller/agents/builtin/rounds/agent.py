"""The loop of the agent `rounds`: plan, calls at the same time, long results shortened; at the end an answer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import Field

from controller.agents.builtin.rounds import prompts
from controller.agents.builtin.rounds.parse import Plan, parse
from controller.agents.calls import clip
from controller.agents.completion_settings import CompletionSettings
from controller.agents.contract import AgentOptions
from controller.agents.folding import cut_result, estimate_tokens
from controller.agents.paper_protocol.parse import MAX_LENGTH
from controller.agents.prompt_calls import take_thoughts
from controller.agents.step_lists import StepList
from controller.agents.text_answers import UsableAnswer, ask, describe_tools, result_text
from controller.agents.text_folding import TextFolding
from controller.agents.text_loop import TextLoop, scaled_picture
from controller.core.actions import Terminate, ToolCall
from controller.core.agent import Decision, EpisodeContext, Usage
from controller.core.guest import Tool, ToolResult
from controller.core.observation import Observation
from controller.core.observation_text import describe_observation
from controller.models.completion import ChatMessage, Completion, Part, TextModel
from testbed.errors import ContextWindowError

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


class _History(StepList[_Round]):
    """The rounds so far, as prompts tell them. Implements `Conversation`."""

    def text(self) -> str:
        lines = [self.notes] if self.notes else []
        for number, past in enumerate(self.steps, 1 + self.dropped):
            lines.append(prompts.PAST_ROUND.format(number=number, thought=past.thought or "-"))
            for call, result in zip(past.calls, past.results, strict=False):
                lines.append(
                    prompts.PAST_CALL.format(tool=call.name, arguments=_arguments(call), result=result)
                )
        return "\n".join(lines) or prompts.NOTHING

    def size(self) -> int:
        return estimate_tokens(self.text())

    def fold_pictures(self) -> int:
        return 0  # a prompt shows the latest alone

    def fold_results(self, keep: int) -> int:
        count = 0
        for past in self.before_last(keep):
            cut = [cut_result(result) for result in past.results]
            count += sum(new != old for new, old in zip(cut, past.results, strict=True))
            past.results = cut
        return count


class RoundsAgent:
    """The agent of one episode."""

    def __init__(
        self, context: EpisodeContext, options: AgentOptions, settings: RoundsSettings, model: TextModel
    ) -> None:
        self._context = context
        self._options = options
        self._settings = settings
        self._model = model
        self._history = _History()
        self._folding = TextFolding(context.instruction, self._history, model)

    def act(self, observation: Observation, tools: list[Tool]) -> Decision:
        """Raises AgentError (refusal, unusable answers in a row), ModelApiError, UsageError."""
        self._folding.begin(observation.results)
        with self._options.model_client.decision(self._options.call_seconds):
            return self._folding.end(self._act(observation, tools))

    def _act(self, observation: Observation, tools: list[Tool]) -> Decision:
        compression = self._close_round(observation.results)
        left = observation.steps_left or self._context.max_steps
        if self._history.count >= self._settings.rounds:
            return self._finish(prompts.ROUNDS_SPENT, "success", compression)
        if left <= 1:  # the last step is for the answer
            return self._finish(prompts.STEPS_SPENT, "success", compression)
        planned = self._plan(observation, tools, left)
        plan = planned.value
        details = self._details(planned, [*planned.leniencies, *plan.leniencies], compression)
        if plan.status == "continue":
            self._history.steps.append(_Round(clip(plan.thought, LONGEST_THOUGHT), plan.calls))
            return Decision(
                plan.calls[: left - 1],
                thought="\n\n".join(filter(None, (planned.thought, plan.thought))),
                usage=planned.usage + compression.usage,
                details=details | {"round": self._history.count},
                parallel=True,
            )
        if plan.status == "impossible":
            return self._finish(prompts.IMPOSSIBLE, "failure", compression, planned)
        return self._finish(prompts.DONE, "success", compression, planned)

    def _plan(self, observation: Observation, tools: list[Tool], left: int) -> UsableAnswer[Plan]:
        seen = describe_observation(observation)
        picture = scaled_picture(observation, self._options.model) if self._settings.images else None
        system = prompts.SYSTEM.format(tools=describe_tools(tools))
        names = [tool.name for tool in tools]

        def turns() -> list[ChatMessage]:
            text = prompts.ROUND.format(
                instruction=self._context.instruction,
                history=self._history.text(),
                number=self._history.count + 1,
                rounds=self._settings.rounds,
                steps=left - 1,
            )
            parts: list[Part] = ["\n\n".join(filter(None, (text, seen)))]
            parts += [picture] if picture else []
            return [ChatMessage("system", (system,)), ChatMessage("user", tuple(parts))]

        return ask(self._folding, turns, lambda answer: parse(answer, names))

    def _finish(
        self,
        reason: str,
        status: Literal["success", "failure"],
        compression: _Compression,
        planned: UsableAnswer[Plan] | None = None,
    ) -> Decision:
        """Ask for the answer from all that was done, and end the episode with it."""

        def turns() -> list[ChatMessage]:
            text = prompts.ANSWER.format(
                instruction=self._context.instruction, history=self._history.text(), reason=reason
            )
            return [ChatMessage("system", (prompts.ANSWER_SYSTEM,)), ChatMessage("user", (text,))]

        answer = ask(self._folding, turns, lambda answer: answer.strip())
        codes = [*answer.leniencies]
        mistakes = answer.mistakes
        thought, usage = answer.thought, answer.usage + compression.usage
        if planned is not None:
            codes = [*planned.leniencies, *planned.value.leniencies, *codes]
            mistakes = [*planned.mistakes, *mistakes]
            thought = "\n\n".join(filter(None, (planned.thought, planned.value.thought, thought)))
            usage += planned.usage
        details = self._details(answer, codes, compression) | {"mistakes": mistakes, "ended": reason}
        action = Terminate(status=status, answer=clip(answer.value, MAX_LENGTH))
        return Decision((action,), thought=thought, usage=usage, details=details)

    def _details(
        self, answer: UsableAnswer[Any], codes: Sequence[str], compression: _Compression
    ) -> dict[str, Any]:
        details = answer.details() | {
            "leniencies": list(dict.fromkeys([*compression.leniencies, *codes])),
        }
        return details | ({"compressed": compression.results} if compression.results else {})

    def _close_round(self, results: Sequence[ToolResult]) -> _Compression:
        """Add the results of the last round to the history, the long ones shortened by the model."""
        compression = _Compression()
        if not self._history.steps or self._history.steps[-1].results:
            return compression
        latest = self._history.steps[-1]
        for number, call in enumerate(latest.calls):
            if number >= len(results):
                latest.results.append(NOT_EXECUTED)
                continue
            text = result_text(results[number], LONGEST_COMPRESSED_INPUT)
            if len(text) > self._settings.compress_above:
                text = self._shorten(number + 1, call, text, compression)
            latest.results.append(text)
        return compression

    def _shorten(self, number: int, call: ToolCall, text: str, compression: _Compression) -> str:
        """A long result in the model's words; its beginning and end if the model writes nothing usable."""
        request = prompts.COMPRESS.format(
            instruction=self._context.instruction, tool=call.name, arguments=_arguments(call), result=text
        )
        system = prompts.COMPRESS_SYSTEM.format(words=self._settings.compress_words)
        try:
            completion = self._model.complete(
                [ChatMessage("system", (system,)), ChatMessage("user", (request,))]
            )
        except ContextWindowError:  # the result alone is too long
            completion = Completion("", Usage(), self._options.model)
        compression.usage += completion.usage
        _, shorter = take_thoughts(completion.text)
        shorter = shorter.strip()
        if not shorter or completion.stop == "refusal" or len(shorter) > len(text):
            compression.leniencies.append("compression_failed")
            shorter = clip(text, self._settings.compress_above)
        else:
            shorter = prompts.COMPRESSED.format(text=clip(shorter, self._settings.compress_above))
        compression.results.append({"call": number, "characters": len(text), "to": len(shorter)})
        return shorter


def _arguments(call: ToolCall) -> str:
    return clip(json.dumps(call.arguments, ensure_ascii=False), LONGEST_ARGUMENTS)


LOOP = TextLoop("rounds", RoundsSettings, prompts.prompt_texts(), RoundsAgent)
