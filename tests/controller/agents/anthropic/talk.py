"""An agent in conversation with a Messages API that checks every request, for tests."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from typing import Any

from PIL import Image

from controller.agents.builtin.anthropic.agent import AnthropicAgent
from controller.core.agent import Decision
from controller.core.guest import Tool, ToolResult
from controller.core.observation import Observation
from plugins.mock_models.anthropic_messages import AnthropicServer, use
from plugins.mock_models.turns import Body as Block
from tests.controller.agents.pictures import png

OK = ToolResult("")
SORT = Tool(
    "osworld_mcp_libreoffice_calc.sort_column",
    "Sort a column.",
    {"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"column": {"type": "string"}}},
    "libreoffice_calc",
)
SORT_WIRE = "osworld_mcp_libreoffice_calc__sort_column"
VOLUME = Tool("osworld_mcp_os.set_volume", "Set the volume.", {"type": "object", "properties": {}}, "os")


def make_observation(
    *results: ToolResult, left: int = 10, size: tuple[int, int] = (1280, 720), shade: int = 0
) -> Observation:
    return Observation(png(*size, shade), *size, (), results, left)


def computer(member: str, **arguments: Any) -> Block:
    return use(member, arguments, "computer")


class Talk:
    """An agent and the API it talks to."""

    def __init__(self, server: AnthropicServer, agent: AnthropicAgent, tools: list[Tool]) -> None:
        self.server = server
        self.agent = agent
        self.tools = tools

    def act(self, *results: ToolResult, **observation: Any) -> Decision:
        return self.agent.act(make_observation(*results, **observation), self.tools)

    @property
    def turn(self) -> list[Block]:
        """The user's last turn, cache marks left out."""
        content = self.server.requests[-1]["messages"][-1]["content"]
        return [{key: value for key, value in block.items() if key != "cache_control"} for block in content]


Begin = Callable[..., Talk]


def words(block: Block) -> list[str]:
    return [inner["text"] for inner in block["content"] if inner["type"] == "text"]


def pictures(block: Block) -> list[tuple[int, int]]:
    sizes = []
    for inner in block["content"]:
        if inner["type"] == "image":
            with Image.open(io.BytesIO(base64.b64decode(inner["source"]["data"]))) as image:
                sizes.append(image.size)
    return sizes
