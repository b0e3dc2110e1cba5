"""Conversations with scripted APIs."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from controller.agents.builtin.anthropic.agent import create
from controller.agents.contract import AgentOptions
from controller.core.actions import ActionSpace, Calling
from controller.core.agent import EpisodeContext
from controller.models.anthropic_api import KEY_VARIABLE
from controller.models.client import ModelClient
from plugins.mock_models import anthropic_rules, openai_rules
from plugins.mock_models.anthropic_messages import AnthropicServer
from plugins.mock_models.anthropic_rules import KEY
from plugins.mock_models.base import Script
from plugins.mock_models.turns import ScriptItem
from tests.controller.agents import paper_runs
from tests.controller.agents.anthropic.talk import SORT, VOLUME, Begin, Talk
from tests.controller.agents.openai import talk as openai_talk


class _NoList(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_error(404)

    def log_message(self, *_arguments: object) -> None:
        """Requests are not news."""


@pytest.fixture
def endpoint_without_list(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a server that lists no models, so that any model passes; the environment has it too."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _NoList)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/v1"
    monkeypatch.setenv("OPENAI_BASE_URL", url)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", url.removesuffix("/v1"))
    yield url
    server.shutdown()
    server.server_close()


@pytest.fixture
def begin(monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    with ExitStack() as stack:
        servers: list[AnthropicServer] = []

        def start(
            *items: ScriptItem,
            script: Script | None = None,
            actions: ActionSpace = "gui+mcp",
            model: str = "",
            defer_tools: bool = False,
            calling: Calling = "native",
            **settings: Any,
        ) -> Talk:
            server = stack.enter_context(AnthropicServer(items if script is None else script))
            servers.append(server)
            monkeypatch.setenv(KEY_VARIABLE, KEY)
            monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
            context = EpisodeContext("os/x", "Sort the sheet.", 15, gui=actions != "mcp", seed=0)
            model_client = ModelClient()
            stack.callback(model_client.close)
            options = AgentOptions(
                actions=actions,
                model=model,
                settings=settings,
                model_client=model_client,
                call_seconds=20,
                defer_tools=defer_tools,
                calling=calling,
            )
            agent = create(context, options)
            return Talk(server, agent, [] if actions == "gui" else [SORT, VOLUME])

        yield start
        for server in servers:
            assert [error.message for error in server.errors] == []


@pytest.fixture
def converse(monkeypatch: pytest.MonkeyPatch) -> Iterator[openai_talk.Begin]:
    """The openai agent; the API is the Responses API unless a setting says otherwise."""
    with ExitStack() as stack:
        talks: list[openai_talk.Talk] = []

        def start(*items: ScriptItem, **more: Any) -> openai_talk.Talk:
            more.setdefault("api", "responses")
            talks.append(openai_talk.begun(stack, monkeypatch, items, **more))
            return talks[-1]

        yield start
        for talk in talks:
            assert [error.message for error in talk.server.errors] == []


@pytest.fixture
def paper_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks and keys for runs against the mocks."""
    monkeypatch.setenv("TESTBED_TASKS", str(paper_runs.TASKS))
    monkeypatch.setenv("ANTHROPIC_API_KEY", anthropic_rules.KEY)
    monkeypatch.setenv("OPENAI_API_KEY", openai_rules.KEY)
