"""How a function becomes a tool: decorate it with `@tool`, name its module in `mcp_tools/server.py`.

The function's signature is the tool's input schema (annotate parameters with `Annotated[T, Field(...)]`),
its docstring the description the model reads, its return type the output schema. It runs in a thread of its
own and raises `ToolError` with cause and remedy; silence is never success.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from mcp_tools.timeouts import scale_timeout

Function = TypeVar("Function", bound=Callable[..., Any])


class ToolError(Exception):
    """A tool's own failure. Its text is the result of the call: cause and remedy."""


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """One tool: canonical name, the application it drives, MCP annotations, time limit in seconds.

    `data`: a text that it returns is data that was asked for, and not limited as messages are.
    """

    name: str
    app: str
    function: Callable[..., Any]
    read_only: bool
    destructive: bool
    idempotent: bool
    seconds: float
    data: bool = False

    @property
    def description(self) -> str:
        """The function's docstring, without its indentation."""
        return inspect.getdoc(self.function) or ""


_tools: dict[str, ToolSpec] = {}


def tool(
    name: str,
    *,
    app: str,
    read_only: bool = False,
    destructive: bool = False,
    idempotent: bool = False,
    seconds: float = 30.0,
    data: bool = False,
) -> Callable[[Function], Function]:
    """Register the decorated function as the tool `name`, which drives the application `app`.

    `read_only`: it changes nothing; `destructive`: it can remove or overwrite what the user has;
    `idempotent`: doing it twice is as doing it once. A call that takes longer than `seconds`, on an
    emulated machine more, is answered with an error. `data`: the text it returns or fails with is data, which
    the tool itself limits; other texts are cut at 2,000 characters. Raises ValueError for a name that is taken,
    a missing docstring, contradictory hints.
    """

    def register(function: Function) -> Function:
        spec = ToolSpec(
            name,
            app,
            function,
            read_only,
            destructive,
            idempotent or read_only,
            scale_timeout(seconds),
            data,
        )
        if name in _tools:
            raise ValueError(f"two tools are called {name}")
        if not spec.description:
            raise ValueError(f"the tool {name} has no docstring: it is the description the model reads")
        if read_only and destructive:
            raise ValueError(f"the tool {name} cannot be both read-only and destructive")
        if seconds <= 0:
            raise ValueError(f"the tool {name} needs a time limit above 0 seconds, not {seconds:g}")
        _tools[name] = spec
        return function

    return register


_processes: dict[str, str] = {}


def one_process(*apps: str) -> None:
    """Declare that these applications are one process: calls of their tools take turns together."""
    _processes.update(dict.fromkeys(apps, apps[0]))


def queue_of(app: str) -> str:
    """Name the queue in which calls of an application's tools take turns."""
    return _processes.get(app, app)


_blockers: dict[str, Callable[[], str | None]] = {}


def blocker_check(*apps: str) -> Callable[[Function], Function]:
    """Register the decorated function to detect what blocks calls of these applications' tools.

    It is asked while a call takes long and returns what to tell the agent, such as the name of a dialog, or
    None.
    """

    def register(function: Function) -> Function:
        _blockers.update(dict.fromkeys(apps, function))
        return function

    return register


def find_blocker_check(app: str) -> Callable[[], str | None] | None:
    """Find the function that detects what blocks calls of an application's tools, if there is one."""
    return _blockers.get(app)


def all_tools() -> list[ToolSpec]:
    """Every registered tool, sorted by name."""
    return sorted(_tools.values(), key=lambda spec: spec.name)
