"""What the UI-TARS models differ in.

Sources:
    1 (UI-TARS-7B/72B, -SFT and -DPO, based on Qwen2-VL) and 1.5: xlang-ai/OSWorld, mm_agents/uitars15_v1.py and
        run_multienv_uitars15_v1.py: `qwen2vl_user` (0 to 1000, at most 2116800 pixels) and `qwen25vl_normal` (pixels of
        the resized picture, factor 28, 100*28*28 to 16384*28*28 pixels); five screenshots, temperature 0, top_p 0.9,
        1000 tokens. Also bytedance/UI-TARS, codes/ui_tars/action_parser.py and README_coordinates.md.
    2: UI-TARS-2 technical report (arXiv 2509.02544); its wire form is that of Seed, in xlang-ai/OSWorld,
        mm_agents/seed_agent.py: 0 to 1000, five screenshots; sampling of run_multienv_uitars15_v2.py: temperature 0,
        3000 tokens.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from controller.agents.model_protocols.frame import MAX_PIXELS, MIN_PIXELS, ResizedFrame
from controller.agents.model_protocols.settings import Sampling
from testbed.errors import UsageError

UitarsFamilyName = Literal["1", "1.5", "2"]
AnswerForm = Literal["strings", "functions"]


@dataclass(frozen=True, slots=True)
class UitarsFamily:
    """A generation of models.

    Attributes:
        models: A regular expression for the names of its models.
        form: Whether answers are action strings or function calls; only function calls can call MCP tools.
        frame: Size of pictures and scale of coordinates.
        sampling: The published agent's sampling.
    """

    models: str
    form: AnswerForm
    frame: ResizedFrame
    sampling: Sampling


IMAGES = 5
"""Screenshots in a request."""
FAMILIES: dict[UitarsFamilyName, UitarsFamily] = {
    "1.5": UitarsFamily(
        r"ui-?tars-?1\.?5",
        "strings",
        ResizedFrame("absolute", 28, min_pixels=100 * 28 * 28, max_pixels=MAX_PIXELS),
        Sampling(0.0, 0.9, 1000),
    ),
    "1": UitarsFamily(
        r"ui-?tars-\d+b",
        "strings",
        ResizedFrame("0-1000", 28, min_pixels=MIN_PIXELS, max_pixels=2_116_800),
        Sampling(0.0, 0.9, 1000),
    ),
    "2": UitarsFamily(
        r"ui-?tars-?2|seed",
        "functions",
        ResizedFrame("0-1000", 28, min_pixels=MIN_PIXELS, max_pixels=MAX_PIXELS),
        Sampling(0.0, None, 3000),
    ),
}


def family_of(model: str, chosen: UitarsFamilyName | None) -> tuple[UitarsFamilyName, UitarsFamily]:
    """Return the family of a model by its name, or the chosen one. Raises UsageError when the name has none."""
    for name, family in FAMILIES.items():
        if name == chosen or (chosen is None and re.search(family.models, model.lower())):
            return name, family
    raise UsageError(
        f"the agent uitars cannot determine the model family of {model!r}",
        hint=f"use --set family=NAME with one of {', '.join(FAMILIES)}",
    )
