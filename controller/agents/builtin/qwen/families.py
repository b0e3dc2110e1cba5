"""What the Qwen models with a `computer_use` function differ in.

Sources:
    Qwen2.5-VL: xlang-ai/OSWorld, mm_agents/qwen25vl_agent.py: pixels of the resized picture, factor 28, four earlier
        turns, temperature 0.5, top_p 0.9, 1500 tokens.
    Qwen3-VL: X-PLUG/OSWorld-MCP, osworld/mm_agents/qwen3vl_agent.py (since e4bae13 gui_owl_1_5_agent.py), and
        xlang-ai/OSWorld, mm_agents/qwen3vl_agent.py: 0 to 1000, factor 32, at most 16*16*4*12800 pixels, four earlier
        turns, temperature 0, top_p 0.9, 32768 tokens.
    Qwen3.5: xlang-ai/OSWorld, mm_agents/qwen35vl_agent.py: as Qwen3-VL, but calls are tags, with 100 earlier turns and
        20 pictures. Qwen3.6 and 3.7 are assumed to be called the same way: no agent for them is published.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from controller.agents.model_protocols.frame import MAX_PIXELS, MIN_PIXELS, ResizedFrame
from controller.agents.model_protocols.settings import Sampling
from testbed.errors import UsageError

CallForm = Literal["json", "tags"]
QwenFamilyName = Literal["2.5-vl", "3-vl", "3.5"]
_MAX_PIXELS_3 = 16 * 16 * 4 * 12800


@dataclass(frozen=True, slots=True)
class QwenFamily:
    """A generation of models.

    Attributes:
        models: A regular expression for the names of its models.
        form: How calls are written.
        frame: Size of pictures and scale of coordinates.
        turns: Maximum number of earlier turns in a request; steps before them are one line each.
        images: Maximum number of screenshots in a request.
        sampling: The published agent's sampling.
    """

    models: str
    form: CallForm
    frame: ResizedFrame
    turns: int
    images: int
    sampling: Sampling


FAMILIES: dict[QwenFamilyName, QwenFamily] = {
    "2.5-vl": QwenFamily(
        r"qwen-?2(\.?5)?-?vl",
        "json",
        ResizedFrame("absolute", 28, min_pixels=MIN_PIXELS, max_pixels=MAX_PIXELS),
        turns=4,
        images=5,
        sampling=Sampling(0.5, 0.9, 1500),
    ),
    "3-vl": QwenFamily(
        r"qwen-?3-?(vl|omni)|gui-owl-1\.5",
        "json",
        ResizedFrame("0-1000", 32, min_pixels=MIN_PIXELS, max_pixels=_MAX_PIXELS_3),
        turns=4,
        images=5,
        sampling=Sampling(0.0, 0.9, 32768),
    ),
    "3.5": QwenFamily(
        r"qwen-?3\.?[5-9]",
        "tags",
        ResizedFrame("0-1000", 32, min_pixels=MIN_PIXELS, max_pixels=_MAX_PIXELS_3),
        turns=100,
        images=20,
        sampling=Sampling(0.0, 0.9, 32768),
    ),
}


def family_of(model: str, chosen: QwenFamilyName | None) -> tuple[QwenFamilyName, QwenFamily]:
    """Return the family of a model by its name, or the chosen one. Raises UsageError when the name has none."""
    for name, family in FAMILIES.items():
        if name == chosen or (chosen is None and re.search(family.models, model.lower())):
            return name, family
    raise UsageError(
        f"the agent qwen cannot determine the model family of {model!r}",
        hint=f"use --set family=NAME with one of {', '.join(FAMILIES)}",
    )
