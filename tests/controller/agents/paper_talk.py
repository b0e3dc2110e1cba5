"""Agents that talk in the paper's protocol, with a model that answers from a list, for tests."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from controller.agents.paper_protocol.parse import COMPUTER
from controller.core.agent import Usage
from controller.core.guest import ToolResult
from controller.core.observation import Observation
from controller.models.completion import ChatMessage, Completion
from controller.models.context_window import ContextWindow
from tests.controller.agents.pictures import png

USAGE = Usage(input_tokens=100, output_tokens=10, calls=1)


def call_text(arguments: dict[str, Any], name: str = COMPUTER, conclusion: str = "It is done.") -> str:
    call = json.dumps({"name": name, "arguments": arguments})
    return f"<thinking>Hm.</thinking><tool_call>{call}</tool_call><conclusion>{conclusion}</conclusion>"


def completion(text: str, **more: Any) -> Completion:
    return Completion(text, USAGE, "served-1", **more)


@dataclass
class Scripted:
    """A `TextModel` that gives these answers in order and records the requests."""

    answers: Sequence[str | Completion]
    requests: list[Sequence[ChatMessage]] = field(default_factory=list)

    def check_served(self) -> None:
        """Every model is served."""

    def window(self) -> ContextWindow:
        return ContextWindow(None, 0)

    def complete(self, messages: Sequence[ChatMessage]) -> Completion:
        self.requests.append(messages)
        answer = self.answers[len(self.requests) - 1]
        return completion(answer) if isinstance(answer, str) else answer

    @property
    def texts(self) -> list[str]:
        """The texts of the last prompt's user turn."""
        return [part for part in self.requests[-1][-1].parts if isinstance(part, str)]

    @property
    def pictures(self) -> list[bytes]:
        return [part for part in self.requests[-1][-1].parts if isinstance(part, bytes)]


def make_observation(*results: ToolResult, left: int = 10, shade: int = 0) -> Observation:
    return Observation(png(1280, 720, shade), 1280, 720, (), results, left)
