"""The google agent in conversation with a mock API that checks every request, for tests."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest

from controller.agents.builtin.google.agent import GoogleAgent, create
from controller.agents.contract import AgentOptions
from controller.core.actions import ActionSpace, Calling
from controller.core.agent import Decision, EpisodeContext
from controller.core.guest import Tool, ToolResult
from controller.models.client import ModelClient
from controller.models.google_api import KEY_VARIABLE, URL_VARIABLE
from plugins.mock_models.base import Script
from plugins.mock_models.google_generate import GoogleServer
from plugins.mock_models.google_rules import KEY
from plugins.mock_models.turns import Body
from tests.controller.agents.anthropic.talk import SORT, VOLUME, make_observation


class Talk:
    """An agent and the API it talks to."""

    def __init__(self, server: GoogleServer, agent: GoogleAgent, tools: list[Tool]) -> None:
        self.server = server
        self.agent = agent
        self.tools = tools

    def act(self, *results: ToolResult, **observation: Any) -> Decision:
        return self.agent.act(make_observation(*results, **observation), self.tools)

    @property
    def request(self) -> Body:
        return self.server.requests[-1]

    @property
    def turn(self) -> list[Body]:
        """The parts of the user's last turn."""
        parts: list[Body] = self.request["contents"][-1]["parts"]
        return parts

    @property
    def results(self) -> list[Body]:
        """The results in the user's last turn."""
        return [part["functionResponse"] for part in self.turn if "functionResponse" in part]


Begin = Callable[..., Talk]


def begun(stack: ExitStack, monkeypatch: pytest.MonkeyPatch, script: Script, **more: Any) -> Talk:
    """A conversation with a server; ends with `stack`.

    `more` holds `model`, `actions`, `tools`, `calling` and settings.
    """
    server = stack.enter_context(GoogleServer(script))
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    monkeypatch.setenv(URL_VARIABLE, server.url)
    actions: ActionSpace = more.pop("actions", "gui+mcp")
    model = more.pop("model", "gemini-3.8-flash")
    tools = more.pop("tools", [] if actions == "gui" else [SORT, VOLUME])
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
        calling=calling,
    )
    return Talk(server, create(context, options), tools)
