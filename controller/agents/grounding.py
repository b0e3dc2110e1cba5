"""A grounding model: shown the screen and words for a place on it, it answers with the place's coordinates.

Leniency codes: `grounding_form` (more or other than [x, y]), `grounding_box` (the middle of a box is taken).
"""

from __future__ import annotations

import re

from controller.agents import pointing_check
from controller.agents.coordinates import CoordinateFrame
from controller.agents.paper_protocol.actions import Pixel
from controller.agents.paper_protocol.parse import ProtocolError
from controller.agents.probes import UnexpectedResponse, quote
from controller.core.agent import Usage
from controller.core.observation import Observation
from controller.models.completion import ChatMessage, Completion, TextModel
from controller.models.scaling import OutOfView, ScaledView, resize

QUESTION = """\
Find this on the screen: {element}
Answer with the coordinates of one point of it, as [x, y], and with nothing else. Coordinates are {places}."""
LONGEST_ELEMENT = 2000

_NUMBER = r"-?\d+(?:\.\d+)?"
_EXACT = re.compile(rf"\[\s*({_NUMBER})\s*,\s*({_NUMBER})\s*\]")
_GROUP = re.compile(rf"[\[(>]\s*({_NUMBER}(?:[\s,]+{_NUMBER}){{1,3}})\s*[\])<]")
_ALONE = re.compile(rf"(?<![\w.]){_NUMBER}(?!\w)")
_LONGEST_ANSWER = 20_000


class Grounder:
    """Finds elements on the screen with a grounding model."""

    def __init__(self, model: TextModel, pointing: CoordinateFrame) -> None:
        self._model = model
        self._pointing = pointing
        self._usage = Usage()
        self.served = ""
        """The model as its endpoint named it last."""

    def find(self, element: str, observation: Observation, codes: list[str]) -> Pixel:
        """The native pixel of an element. Raises ProtocolError when the model does not find it."""
        view = self._pointing.view(observation.width, observation.height)
        picture = resize(observation.screenshot, view.width, view.height)
        completion = self._ask(element, picture, view)
        self._usage += completion.usage
        self.served = completion.model
        point = read_answer(completion, codes)
        if point is None:
            raise ProtocolError(
                f"{element[:200]!r} was not found on the screen: the grounding model answered "
                f"{completion.text.strip()[:200]!r}; name what is there, in other words"
            )
        try:
            return self._pointing.pixel(*point, view)
        except OutOfView as error:
            raise ProtocolError(f"{element[:200]!r} was not found on the screen: {error}") from error

    def probe(self) -> str:
        """Find a mark whose place is known (`pointing_check`). Raises UnexpectedResponse."""
        view = pointing_check.probe_view(self._pointing)
        picture = pointing_check.marked_picture(view.width, view.height)
        completion = self._ask(pointing_check.ELEMENT, picture, view)
        point = read_answer(completion, [])
        if point is None:
            raise UnexpectedResponse(f"answered {quote(completion.text)}, which has no place")
        return pointing_check.judge_click(*point, view, self._pointing)

    def _ask(self, element: str, picture: bytes, view: ScaledView) -> Completion:
        places = self._pointing.describe_coordinates(view)
        question = QUESTION.format(element=element[:LONGEST_ELEMENT], places=places)
        return self._model.complete([ChatMessage("user", (picture, question))])

    def take_usage(self) -> Usage:
        usage, self._usage = self._usage, Usage()
        return usage


def read_answer(completion: Completion, codes: list[str]) -> tuple[float, float] | None:
    """The point in a grounding model's answer; of a box the middle. None when it holds none."""
    text = completion.answer[:_LONGEST_ANSWER]
    if exact := _EXACT.fullmatch(text):
        return float(exact[1]), float(exact[2])
    group = _GROUP.search(text)
    numbers = [float(number) for number in (re.findall(_NUMBER, group[1]) if group else _ALONE.findall(text))]
    if len(numbers) == 2:
        codes.append("grounding_form")
        return numbers[0], numbers[1]
    if len(numbers) == 4:
        codes.append("grounding_box")
        return (numbers[0] + numbers[2]) / 2, (numbers[1] + numbers[3]) / 2
    return None
