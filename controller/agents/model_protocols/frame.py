"""Pictures and coordinates of models whose servers resize pictures with `smart_resize`.

The server rounds both sides to multiples of a factor and keeps the number of pixels within limits. A picture that has
such a size already stays as it is, so coordinates refer to the picture that is sent.

Source: `smart_resize` of QwenLM/Qwen2.5-VL, qwen-vl-utils/src/qwen_vl_utils/vision_process.py; the same function is in
bytedance/UI-TARS, codes/ui_tars/action_parser.py, and xlang-ai/OSWorld, mm_agents/opencua/utils.py.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from controller.agents.coordinates import CoordinateFrame
from controller.models.scaling import ScaledView

MIN_PIXELS = 4 * 28 * 28
MAX_PIXELS = 16384 * 28 * 28


@dataclass(frozen=True, slots=True)
class ResizedFrame(CoordinateFrame):
    """Coordinates in a picture of which `patch` divides both sides; see `CoordinateFrame`."""

    patch: int = 28
    min_pixels: int = MIN_PIXELS
    max_pixels: int = MAX_PIXELS

    def view(self, width: int, height: int) -> ScaledView:
        """The picture that stands for a screen; it may be a few pixels larger than the screen."""
        sides = [max(self.patch, round(side / self.patch) * self.patch) for side in (width, height)]
        pixels = sides[0] * sides[1]
        if pixels > self.max_pixels:
            factor = math.sqrt(width * height / self.max_pixels)
            sides = [max(1, math.floor(side / factor / self.patch)) * self.patch for side in (width, height)]
        elif pixels < self.min_pixels:
            factor = math.sqrt(self.min_pixels / (width * height))
            sides = [math.ceil(side * factor / self.patch) * self.patch for side in (width, height)]
        return ScaledView(width, height, *sides)
