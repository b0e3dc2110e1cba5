"""Text protocols that agents use over any vendor's API: answers with actions are converted to their texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from controller.adapters.mock_model.agent_s_dialect import AgentSDialect
from controller.adapters.mock_model.opencua_dialect import OpenCuaDialect
from controller.adapters.mock_model.paper_dialect import PaperDialect
from controller.adapters.mock_model.prompt_calls_dialect import PromptCallsDialect
from controller.adapters.mock_model.pyautogui_dialect import PyautoguiDialect
from controller.adapters.mock_model.qwen_dialect import QwenDialect
from controller.adapters.mock_model.text_loop_dialects import ReactDialect, RoundsDialect
from controller.adapters.mock_model.turns import Body, MockAnswer, MockTurn
from controller.adapters.mock_model.uitars_dialect import UitarsDialect
from controller.judges.contract import OPENING


class Dialect(Protocol):
    """One text protocol."""

    def speaks(self, system: str) -> bool:
        """Whether a request with this system prompt uses the protocol."""
        ...

    def turn(self, system: str, turn: MockTurn) -> MockTurn:
        """Convert the API's turn to one with what the prompt says in the protocol."""
        ...

    def worded(self, system: str, turn: MockTurn, answer: MockAnswer) -> MockAnswer:
        """Convert an answer with actions to text. Raises ApiError when the protocol cannot express it."""
        ...


DIALECTS: tuple[Dialect, ...] = (
    PromptCallsDialect(),
    OpenCuaDialect(),
    UitarsDialect(),
    QwenDialect(),  # before the paper's, which also has <tools>
    PaperDialect(),
    PyautoguiDialect(),
    AgentSDialect(),
    ReactDialect(),
    RoundsDialect(),
)


def turn_in_dialect(body: Body, turn: MockTurn) -> MockTurn:
    """Convert the turn by the request's protocol; unchanged when it uses none."""
    system = system_text(body)
    dialect = _dialect(system)
    return dialect.turn(system, turn) if dialect else turn


def to_dialect(body: Body, turn: Callable[[], MockTurn], answer: MockAnswer) -> MockAnswer:
    """Convert the answer to the request's protocol; unchanged when it uses none. Raises ApiError."""
    system = system_text(body)
    dialect = _dialect(system)
    return dialect.worded(system, turn(), answer) if dialect else answer


def _dialect(system: str) -> Dialect | None:
    return next((dialect for dialect in DIALECTS if dialect.speaks(system)), None)


def is_judge_request(body: Body) -> bool:
    """Whether a request is one of a judge (`controller/judges`)."""
    return system_text(body).startswith(OPENING)


def system_text(body: Body) -> str:
    """A request's system prompt, from the field of any API."""
    messages = body.get("messages") or []
    content = (
        body.get("system") or body.get("instructions") or (body.get("systemInstruction") or {}).get("parts")
    )
    if not content and messages and messages[0].get("role") in ("system", "developer"):
        content = messages[0].get("content")
    if isinstance(content, list):
        return "\n".join(part.get("text", "") for part in content)
    return content or ""
