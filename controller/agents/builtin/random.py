"""Random actions with mouse, keyboard and tools that need no arguments, until the steps run out."""

from __future__ import annotations

import random
import string

from controller.agents.contract import AgentCard, AgentOptions, AgentSpec
from controller.agents.settings import refuse_settings, refuse_variant
from controller.core.actions import Action, Button, Click, Key, Scroll, ToolCall, TypeText
from controller.core.agent import Agent, Decision, EpisodeContext
from controller.core.guest import Tool
from controller.core.observation import Observation

KEYS_PRESSED = ("Return", "Tab", "Escape", "BackSpace", "Delete", "Up", "Down", "Left", "Right", "Page_Down")
BUTTONS: tuple[Button, ...] = ("left", "left", "right")
LONGEST_TEXT = 12
WHEEL = 5
TOOL_CHANCE = 0.5
"""Probability of a tool call when mouse and keyboard are available too."""


class RandomAgent:
    """Agent that draws each action at random; the same seed and screens give the same actions."""

    def __init__(self, seed: int, *, gui: bool) -> None:
        self._chance = random.Random(seed)
        self._gui = gui

    def act(self, observation: Observation, tools: list[Tool]) -> Decision:
        callable_now = [tool.name for tool in tools if not tool.input_schema.get("required")]
        wants_tool = not self._gui or self._chance.random() < TOOL_CHANCE
        if callable_now and wants_tool:
            return Decision((ToolCall(name=self._chance.choice(callable_now)),))
        if not self._gui:  # a refused call is a step too
            names = [tool.name for tool in tools] or ["none"]
            return Decision((ToolCall(name=self._chance.choice(names)),))
        return Decision((self._gesture(observation),))

    def _gesture(self, observation: Observation) -> Action:
        x = self._chance.randrange(observation.width)
        y = self._chance.randrange(observation.height)
        match self._chance.randrange(4):
            case 0:
                return Click(x=x, y=y, button=self._chance.choice(BUTTONS), count=self._chance.choice((1, 2)))
            case 1:
                return Scroll(x=x, y=y, dx=0, dy=self._chance.choice((-WHEEL, WHEEL)))
            case 2:
                return Key(keys=(self._chance.choice(KEYS_PRESSED),), repeat=1)
        length = self._chance.randint(1, LONGEST_TEXT)
        return TypeText(text="".join(self._chance.choices(string.ascii_lowercase + string.digits, k=length)))


def describe(options: AgentOptions) -> AgentCard:
    refuse_variant("random", options)
    refuse_settings("random", options)
    return AgentCard("random")


def create(context: EpisodeContext, options: AgentOptions) -> Agent:  # noqa: ARG001
    return RandomAgent(context.seed, gui=context.gui)


AGENT = AgentSpec(describe=describe, create=create, summary=__doc__, needs_model=False, is_baseline=True)
