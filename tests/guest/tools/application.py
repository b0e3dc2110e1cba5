"""What the tests' applications have in common: tools called without their prefix, keys, waiting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from controller.core.guest import ToolResult
from tests.guest.tools.calls import Tools
from tests.waiting import eventually


class Application:
    """An application in a guest. Names of tools are given without their `prefix`."""

    prefix: ClassVar[str]

    def __init__(self, tools: Tools) -> None:
        self.tools = tools
        self.guest = tools.guest

    def call(self, name: str, **arguments: object) -> ToolResult:
        return self.tools.call(self.prefix + name, **arguments)

    def data(self, name: str, **arguments: object) -> dict[str, Any]:
        return self.tools.data(self.prefix + name, **arguments)

    def refusal(self, name: str, **arguments: object) -> str:
        return self.tools.refusal(self.prefix + name, **arguments)

    def key(self, *keys: str) -> None:
        self.guest.call_tool("computer.key", {"keys": list(keys)})

    def wait_until(self, condition: Callable[[], bool], seconds: float = 30.0) -> None:
        eventually(condition, what="what the test's line waits for", seconds=seconds, every=0.1)
