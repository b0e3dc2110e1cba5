"""Protocols that agents speak in plain prompts, over any vendor's API: answers in testbed's terms as their texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from controller.adapters.mock_model.paper_dialect import PaperDialect
from controller.adapters.mock_model.pyautogui_dialect import PyautoguiDialect
from controller.adapters.mock_model.turns import Body, MockAnswer, MockTurn


class Dialect(Protocol):
    """One protocol."""

    def speaks(self, system: str) -> bool:
        """Whether a request with this system prompt is in the protocol."""
        ...

    def turn(self, system: str, turn: MockTurn) -> MockTurn:
        """What a request says in the protocol; `turn` is what the API makes of it."""
        ...

    def worded(self, system: str, turn: MockTurn, answer: MockAnswer) -> MockAnswer:
        """An answer with actions as one in text. Raises ApiError when the protocol has no words for it."""
        ...


DIALECTS: tuple[Dialect, ...] = (PaperDialect(), PyautoguiDialect())


def turn_in_dialect(body: Body, turn: MockTurn) -> MockTurn:
    """The turn as the request's protocol means it, unchanged when it speaks none."""
    system = system_text(body)
    dialect = _dialect(system)
    return dialect.turn(system, turn) if dialect else turn


def to_dialect(body: Body, turn: Callable[[], MockTurn], answer: MockAnswer) -> MockAnswer:
    """The answer as the request's protocol wants it, unchanged when it speaks none. Raises ApiError."""
    system = system_text(body)
    dialect = _dialect(system)
    return dialect.worded(system, turn(), answer) if dialect else answer


def _dialect(system: str) -> Dialect | None:
    return next((dialect for dialect in DIALECTS if dialect.speaks(system)), None)


def system_text(body: Body) -> str:
    """A request's system prompt, wherever its API keeps it."""
    messages = body.get("messages") or []
    content = body.get("system") or body.get("instructions")
    if not content and messages and messages[0].get("role") in ("system", "developer"):
        content = messages[0].get("content")
    if isinstance(content, list):
        return "\n".join(part.get("text", "") for part in content)
    return content or ""
