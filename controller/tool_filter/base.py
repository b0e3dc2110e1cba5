"""What a tool filter is given and returns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from controller.core.guest import Tool
from controller.core.windows import Window


@dataclass(frozen=True, slots=True)
class Request:
    """What is known when tools are chosen.

    `active_app` is the application whose window has the keyboard ("" for none), `open_apps` those with a
    window, `titles` (application, title) of those windows, `used` the tools called so far, `annotated` the
    task's own annotation (for `oracle` alone).
    """

    instruction: str
    active_app: str = ""
    open_apps: frozenset[str] = frozenset()
    titles: tuple[tuple[str, str], ...] = ()
    used: tuple[str, ...] = ()
    annotated: tuple[str, ...] = ()


def request_of(
    instruction: str, windows: Sequence[Window], used: Sequence[str], annotated: Sequence[str] = ()
) -> Request:
    """The request of someone who sees these windows."""
    return Request(
        instruction=instruction,
        active_app=next((window.app for window in windows if window.active), ""),
        open_apps=frozenset(window.app for window in windows),
        titles=tuple((window.app, window.title) for window in windows),
        used=tuple(used),
        annotated=tuple(annotated),
    )


class ToolFilter(Protocol):
    """Chooses which tools the agent is shown."""

    def choose(self, catalogue: Sequence[Tool], request: Request) -> list[Tool]:
        """Tools out of the catalogue, which has no `computer.*`; the same request gives the same answer."""
        ...


@runtime_checkable
class Ranking(Protocol):
    """A filter that knows which tools are the nearest."""

    def rank(self, catalogue: Sequence[Tool], request: Request) -> list[Tool]:
        """The whole catalogue, the likeliest tool first."""
        ...
