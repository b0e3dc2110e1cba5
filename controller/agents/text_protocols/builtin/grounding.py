"""The questions to a grounding model (`controller/agents/grounding.py`), on the model's side."""

from __future__ import annotations

import json
import re

from controller.agents.coordinate_conventions import Convention
from controller.agents.coordinates import CoordinateFrame
from controller.agents.grounding import QUESTION
from controller.agents.paper_protocol.actions import Pixel
from controller.agents.text_protocols.spec import ModelAnswer, ModelTurn, TextProtocolSpec
from controller.agents.text_protocols.writing import screen_view
from controller.models.scaling import ScaledView

_FRACTION = re.compile(r"numbers from 0 to (1000|1):")
_CONVENTIONS: dict[str, Convention] = {"1000": "0-1000", "1": "0-1"}
_ELEMENT = re.compile(r"the place at pixel \((\d+), (\d+)\)")


def element_at(x: int, y: int) -> str:
    """Return the words for a native pixel that a mock planner gives to a mock grounding model."""
    return f"the place at pixel ({x}, {y})"


def is_grounding_question(opening: str) -> bool:
    """Whether a request asks a grounding model for a place."""
    return opening.startswith(QUESTION.split("{", 1)[0])


def reply(turn: ModelTurn) -> ModelAnswer | None:
    match = _ELEMENT.search(turn.opening)
    if match is None or not is_grounding_question(turn.opening):
        return None
    return point_answer(turn, (int(match[1]), int(match[2])), turn.screen)


def point_answer(turn: ModelTurn, pixel: Pixel, screen: tuple[int, int] | None = None) -> ModelAnswer:
    """Answer a question to a grounding model with a pixel of the screen, by default of the picture."""
    view = screen_view(turn.pictures, screen)
    return ModelAnswer(text=json.dumps(numbers_of(pixel, view, convention_in(turn.opening))))


def numbers_of(pixel: Pixel, view: ScaledView, convention: Convention) -> list[float]:
    """A pixel as a model of that convention gives it."""
    return [round(number, 4) for number in CoordinateFrame(convention).numbers(*pixel, view)]


def convention_in(question: str) -> Convention:
    """The convention that a prompt defines."""
    fraction = _FRACTION.search(question)
    return _CONVENTIONS[fraction[1]] if fraction else "absolute"


TEXT_PROTOCOL = TextProtocolSpec(reply=reply)
