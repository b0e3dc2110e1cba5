"""What a text protocol declares, and a request and an answer independent of a vendor's format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.agents.coordinate_conventions import Convention
from controller.core.actions import Action
from controller.core.guest import ToolResult


@dataclass(frozen=True, slots=True)
class ModelTurn:
    """A request to a model, independent of the vendor's format.

    Attributes:
        opening: Text of the first user turn, which has the task.
        texts: Texts of the latest user turn.
        pictures: Images of the latest user turn, as PNG or JPEG, those of results included.
        results: Results of the latest user turn, in the order of the model's calls.
        memory: What the request has of the model's own earlier answers, oldest first: ids of calls, or texts. It has
            the marks (see `ModelAnswer.mark`).
        gui: Whether mouse and keyboard are offered.
        tools: The other offered tools, by canonical name if that is known.
        frame: Width and height of the frame that coordinates in `texts` refer to; None for that of the image.
        repeats: Whether one action can press a key several times.
        programs: Whether actions are programs instead of calls.
        schemas: The known schemas of `tools`.
        pauses: Whether an answer can be a comment that does not end the model's turn.
        system: The system prompt.
        screen: Width and height of the guest's screen; None for the size of the image.
    """

    opening: str
    texts: tuple[str, ...] = ()
    pictures: tuple[bytes, ...] = field(default=(), repr=False)
    results: tuple[ToolResult, ...] = ()
    memory: tuple[str, ...] = ()
    gui: bool = True
    tools: frozenset[str] = frozenset()
    frame: tuple[int, int] | None = None
    repeats: bool = True
    programs: bool = False
    schemas: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    pauses: bool = False
    system: str = ""
    screen: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """A model's answer as testbed's actions, independent of the vendor's format.

    Attributes:
        actions: The actions; points are native pixels of the screen.
        text: The answer's text.
        thought: The model's reasoning.
        mark: An identifier that the next request of the conversation repeats, in the ids of calls or in the text:
            "solve-", eight hexadecimal digits, "-", a number, "-".
        screen: Width and height of the screen; None for the size of the image in the request.
        unoffered: Whether tools that the request does not offer may be called.
        coordinates: The numbers that places are given in, whatever the request asks for; None for what it asks for.
    """

    actions: tuple[Action, ...] = ()
    text: str = ""
    thought: str = ""
    mark: str = ""
    screen: tuple[int, int] | None = None
    unoffered: bool = False
    coordinates: Convention | None = None


def _matches_none(_turn: ModelTurn) -> bool:
    return False


def _same_turn(turn: ModelTurn) -> ModelTurn:
    return turn


def _same_answer(_turn: ModelTurn, answer: ModelAnswer) -> ModelAnswer:
    return answer


def _no_check(_body: Mapping[str, Any]) -> None:
    pass


def _no_reply(_turn: ModelTurn) -> None:
    return None


@dataclass(frozen=True, slots=True)
class TextProtocolSpec:
    """The declaration of a text protocol: the model's side of an agent whose actions stand in the text of answers.

    With it a mock model plays tasks through the agent. A UsageError of a function is answered as an error of the API.

    Attributes:
        matches: Whether a request is in the protocol, by its prompts. A request that no protocol matches is answered
            with the API's own calls.
        read_request: Returns a request in the protocol with what its prompts say: the offered tools with their schemas,
            the results of the last step, and the model's own earlier answers, which have the marks.
        write_answer: Converts an answer with actions to one with text, which has the answer's mark in brackets. Raises
            UsageError when the protocol cannot express an action, or the request does not offer it (unless
            `unoffered`).
        check_request: Checks the body of a request of the Chat Completions API in the protocol, as a server of models
            that were trained on it would.
        reply: Answers a request of the agent that does not act on the task, such as one for a plan, a summary or a
            place on the screen; None for any other request. It is called for all requests.
    """

    matches: Callable[[ModelTurn], bool] = _matches_none
    read_request: Callable[[ModelTurn], ModelTurn] = _same_turn
    write_answer: Callable[[ModelTurn, ModelAnswer], ModelAnswer] = _same_answer
    check_request: Callable[[Mapping[str, Any]], None] = _no_check
    reply: Callable[[ModelTurn], ModelAnswer | None] = _no_reply
