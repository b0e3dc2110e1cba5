"""The openai agent in conversation with a mock API that checks every request, for tests."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from PIL import Image

from controller.agents.builtin.openai.agent import OpenAIAgent, create
from controller.agents.contract import AgentOptions
from controller.core.actions import ActionSpace, Calling
from controller.core.agent import Decision, EpisodeContext
from controller.core.guest import Tool, ToolResult
from controller.models.client import ModelClient
from controller.models.openai_api import KEY_VARIABLE, URL_VARIABLE
from plugins.mock_models.base import ModelServer, Script
from plugins.mock_models.openai_chat import OpenAIChat
from plugins.mock_models.openai_compaction import OpenAICompaction
from plugins.mock_models.openai_responses import OpenAIResponses
from plugins.mock_models.openai_rules import KEY
from plugins.mock_models.turns import Body
from tests.controller.agents.anthropic.talk import SORT, VOLUME, make_observation


class Talk:
    """An agent and the API it talks to."""

    def __init__(self, server: ModelServer, agent: OpenAIAgent, tools: list[Tool]) -> None:
        self.server = server
        self.agent = agent
        self.tools = tools

    def act(self, *results: ToolResult, **observation: Any) -> Decision:
        return self.agent.act(make_observation(*results, **observation), self.tools)

    @property
    def request(self) -> Body:
        return self.server.requests[-1]

    @property
    def latest(self) -> list[Body]:
        """What came after the model's last answer: items or messages."""
        messages = self.request.get("input") or self.request["messages"]
        marks = [
            index
            for index, one in enumerate(messages)
            if one.get("role") == "assistant"
            or one.get("type") in ("function_call", "computer_call", "reasoning")
        ]
        return messages[marks[-1] + 1 :] if marks else list(messages)

    @property
    def texts(self) -> list[str]:
        """The words of the user's latest message."""
        content = self.latest[-1]["content"]
        return [part["text"] for part in content if "text" in part]


Begin = Callable[..., Talk]


def size(url: str) -> tuple[int, int]:
    """The size of a picture in a data URL."""
    with Image.open(io.BytesIO(base64.b64decode(url.partition(",")[2]))) as image:
        return image.size


def begun(stack: ExitStack, monkeypatch: pytest.MonkeyPatch, script: Script, **more: Any) -> Talk:
    """A conversation with a server of both APIs; ends with `stack`.

    `more` holds `model`, `actions`, `tools`, `defer_tools`, `calling` and settings.
    """
    server = stack.enter_context(
        ModelServer([OpenAIResponses(KEY), OpenAIChat(KEY), OpenAICompaction(KEY)], script)
    )
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    monkeypatch.setenv(URL_VARIABLE, f"{server.url}/v1")
    actions: ActionSpace = more.pop("actions", "gui+mcp")
    model = more.pop("model", "gpt-5.4")
    tools = more.pop("tools", [] if actions == "gui" else [SORT, VOLUME])
    defer_tools = more.pop("defer_tools", False)
    calling: Calling = more.pop("calling", "native")
    model_client = ModelClient()
    stack.callback(model_client.close)
    context = EpisodeContext("os/x", "Sort the sheet.", 15, gui=actions != "mcp", seed=0)
    options = AgentOptions(
        actions=actions,
        model=model,
        settings=more,
        model_client=model_client,
        call_seconds=20,
        defer_tools=defer_tools,
        calling=calling,
    )
    return Talk(server, create(context, options), tools)
