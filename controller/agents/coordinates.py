"""How a model gives coordinates: pixels of the image it was shown, or fractions of it; and images to match.

Leniency codes: `coordinate_form` (x and y in another form than [x, y]), `coordinate_box` (the middle of a box),
`number_as_text`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from controller.agents.coordinate_conventions import Convention, find_convention
from controller.agents.paper_protocol.actions import Pixel, Which, number_of
from controller.agents.paper_protocol.parse import ProtocolError
from controller.core.actions import Action, Click, Drag, MouseMove, Scroll
from controller.models.image_limits import SHARP, image_limits
from controller.models.scaling import ImageLimits, OutOfView, ScaledView, make_view

_FRACTIONS: dict[Convention, float] = {"0-1000": 1000, "0-1": 1}


@dataclass(frozen=True, slots=True)
class CoordinateFrame:
    """How a model points.

    The picture is no larger than the model sees, and its sides are multiples of `patch`, so that its server need not
    scale it.

    Attributes:
        convention: The numbers in which it gives places.
        patch: Patch in pixels that its server rounds pictures to; 1 where the size does not matter.
        limits: The largest picture that it sees in full.
    """

    convention: Convention = "absolute"
    patch: int = 1
    limits: ImageLimits = SHARP

    def view(self, width: int, height: int) -> ScaledView:
        """The picture that stands for a screen of `width` x `height` native pixels."""
        view = make_view(width, height, self.limits)
        if self.patch == 1:
            return view
        wide, high = (max(1, round(side / self.patch)) * self.patch for side in (view.width, view.height))
        return ScaledView(width, height, wide, high)

    def describe_coordinates(self, view: ScaledView) -> str:
        """For the prompt: which numbers mean which place."""
        if self.convention == "absolute":
            return f"pixels of the screenshot, which is {view.width} wide and {view.height} high"
        most = self.convention.removeprefix("0-")
        return f"numbers from 0 to {most}: x from the left edge to the right one, y from the top edge to the bottom one"

    def frame(self, view: ScaledView) -> tuple[int, int]:
        """Width and height of what the numbers count, for texts that show positions too.

        Coordinates in [0, 1] are shown as pixels, because integers cannot express them.
        """
        return (1000, 1000) if self.convention == "0-1000" else (view.width, view.height)

    def pixel(self, x: float, y: float, view: ScaledView) -> Pixel:
        """The native pixel a model means. Raises OutOfView."""
        if self.convention == "absolute":
            return view.to_native(x, y)
        most = _FRACTIONS[self.convention]
        if not (0 <= x <= most and 0 <= y <= most):
            raise OutOfView(
                f"the point ({x:g}, {y:g}) is off the screen: coordinates are {self.describe_coordinates(view)}"
            )
        native = (view.native_width, view.native_height)
        column, row = (
            min(math.floor(value / most * side), side - 1) for value, side in zip((x, y), native, strict=True)
        )
        return column, row

    def numbers(self, x: int, y: int, view: ScaledView) -> tuple[float, float]:
        """The numbers that mean a native pixel: what `pixel` undoes."""
        if self.convention == "absolute":
            return view.to_view(x, y)
        most = _FRACTIONS[self.convention]
        return (x + 0.5) / view.native_width * most, (y + 0.5) / view.native_height * most


def frame_for_model(
    model: str, convention: Convention | None = None, patch: int | None = None
) -> CoordinateFrame:
    """How a model points: as the user sets it, else by the model's name, else in pixels."""
    row = find_convention(model)
    known, rounded = (row.convention, row.patch) if row else ("absolute", 1)
    return CoordinateFrame(
        convention or known,
        patch or (rounded if convention in (None, known) else 1),
        image_limits(model),
    )


class PointReader:
    """Places as `coordinate` and `coordinate2`: what the paper's protocol has."""

    needed: Mapping[Which, str] = {"first": "`coordinate`, [x, y]", "second": "`coordinate2`, [x, y]"}

    def __init__(self, pointing: CoordinateFrame, view: ScaledView) -> None:
        self._pointing = pointing
        self._view = view

    def find(self, arguments: Mapping[str, Any], which: Which, codes: list[str]) -> Pixel | None:
        """The native pixel of a place, None when the call has none. Raises ProtocolError."""
        name, x_name, y_name = ("coordinate", "x", "y") if which == "first" else ("coordinate2", "x2", "y2")
        value = arguments.get(name)
        if value is None and x_name in arguments and y_name in arguments:
            codes.append("coordinate_form")
            value = [arguments[x_name], arguments[y_name]]
        if value is None:
            return None
        point = read_point(value, codes)
        if point is None:
            raise ProtocolError(f"`{name}` must be [x, y], not {value!r:.60}")
        try:
            return self._pointing.pixel(*point, self._view)
        except OutOfView as error:
            raise ProtocolError(str(error)) from error


def read_point(value: object, codes: list[str]) -> tuple[float, float] | None:
    """A point from [x, y], or from what models write instead; of a box the middle. None when it is none."""
    if isinstance(value, str):
        codes.append("coordinate_form")
        value = re.findall(r"-?\d+(?:\.\d+)?", value)
    elif isinstance(value, Mapping) and {"x", "y"} <= {*value}:
        codes.append("coordinate_form")
        value = [value["x"], value["y"]]
    elif isinstance(value, list) and len(value) == 1 and isinstance(value[0], list):
        codes.append("coordinate_form")
        value = value[0]
    if not isinstance(value, Sequence):
        return None
    numbers = [number for item in value if (number := number_of(item)) is not None]
    if len(numbers) != len(value):
        return None
    if any(isinstance(item, str) for item in value) and "coordinate_form" not in codes:
        codes.append("number_as_text")
    if len(numbers) == 4:
        codes.append("coordinate_box")
        return (numbers[0] + numbers[2]) / 2, (numbers[1] + numbers[3]) / 2
    return (numbers[0], numbers[1]) if len(numbers) == 2 else None


Pointer = tuple[int, int] | None
"""The pointer's position in native pixels; None when unknown."""


def pointer_after(action: Action, pointer: Pointer) -> Pointer:
    """Return the pointer's position after an action."""
    match action:
        case Click(x=x, y=y) | MouseMove(x=x, y=y) | Scroll(x=x, y=y):
            return x, y
        case Drag(path=path):
            return path[-1].x, path[-1].y
    return pointer
