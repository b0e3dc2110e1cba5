"""The loop of the agent `react`: one conversation, one call an answer."""

from __future__ import annotations

from pydantic import Field

from plugins.tool_pools.agents.react import prompts
from plugins.tool_pools.agents.react.parse import parse
from plugins.tool_pools.agents.router_tools import uses_router
from testbed.agents import (
    CompletionSettings,
    Decision,
    Observation,
    TextAgent,
    TextConversation,
    describe_observation,
)
from testbed.guests import Tool


class ReactSettings(CompletionSettings):
    """Settings for `--set`."""

    images: int = Field(1, ge=0, le=20, description="latest screenshots shown, of guests that have a screen")
    result_characters: int = Field(10_000, ge=200, description="longest result shown")


class ReactAgent(TextAgent[ReactSettings, TextConversation]):
    """One episode's conversation."""

    name = "react"
    prompts = prompts.prompt_texts()
    settings_type = ReactSettings

    def new_history(self) -> TextConversation:
        """Return a conversation that opens with the task."""
        task = prompts.TASK.format(instruction=self.context.instruction)
        return TextConversation(task, self.settings.images)

    def decide(self, observation: Observation, tools: list[Tool]) -> Decision:
        """Return one call, or the end of the task."""
        means = prompts.ROUTER if uses_router(tools) else ""
        system = prompts.SYSTEM.format(means=means, tools=self.describe_tools(tools))
        self.history.add(self._describe_turn(observation), self.picture(observation))
        answer = self.ask(lambda: self.history.messages(system), lambda text: parse(text, tools))
        read = answer.value
        self.history.add_answer(read.text)
        return answer.decision(read.action, thought=read.thought, leniencies=read.leniencies)

    def _describe_turn(self, observation: Observation) -> str:
        texts = []
        for result in observation.results:
            text = self.result_text(result, self.settings.result_characters)
            texts.append(prompts.OBSERVATION.format(result=text))
        texts += [describe_observation(observation)]
        left = observation.steps_left or self.context.max_steps
        texts += [prompts.LEFT.format(steps=left), *([] if self.history.empty else [prompts.NEXT])]
        return "\n\n".join(filter(None, texts))
