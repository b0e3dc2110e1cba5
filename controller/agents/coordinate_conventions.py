"""In which numbers models give places on a picture, by their names, and where that is published.

A model answers in the numbers that it was trained to give, whatever the prompt asks for. A name that no row matches is
not guessed at: `CoordinateConvention` says so, and the run warns. `testbed agents check` tries a model.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, get_args

from controller.models.openai_models import is_openai_name

Convention = Literal["absolute", "0-1000", "0-1"]
"""In which numbers a model gives places: pixels of the picture, thousandths of its sides, or fractions of them."""
CONVENTIONS: tuple[Convention, ...] = get_args(Convention)
"""All conventions of coordinates."""


@dataclass(frozen=True, slots=True)
class CoordinateConvention:
    """The numbers that a family of models gives.

    Attributes:
        models: A regular expression for the names of its models, in lower case.
        convention: Pixels of the picture, thousandths of its sides, or fractions of them.
        patch: Patch in pixels that the model's server rounds pictures to; 1 where the size does not matter.
        source: Where that is published.
    """

    models: str
    convention: Convention
    patch: int
    source: str


TABLE: tuple[CoordinateConvention, ...] = (
    CoordinateConvention(
        r"claude", "absolute", 1, "Anthropic's guide to the computer use tool (platform.claude.com)"
    ),
    CoordinateConvention(
        r"gemini", "0-1000", 1, "Google's guides to image understanding and computer use (ai.google.dev)"
    ),
    CoordinateConvention(
        r"ui-?tars-?1\.5", "absolute", 28, "bytedance/UI-TARS, README_coordinates.md and action_parser.py"
    ),
    CoordinateConvention(
        r"ui-?tars-(\d+b|2)", "0-1000", 1, "xlang-ai/OSWorld, mm_agents/uitars15_v1.py; arXiv 2509.02544"
    ),
    CoordinateConvention(
        r"seed-?[12]|doubao", "0-1000", 1, "xlang-ai/OSWorld, mm_agents/seed_agent.py: factor 1000"
    ),
    CoordinateConvention(
        r"evocua", "0-1000", 1, "meituan/EvoCUA, mm_agents/evocua/evocua_agent.py: a grid from 0 to 999"
    ),
    CoordinateConvention(
        r"mai-?ui", "0-1000", 1, "Tongyi-MAI/MAI-UI, src/mai_grounding_agent.py: SCALE_FACTOR 999"
    ),
    CoordinateConvention(
        r"holo-?1", "absolute", 28, "hcompai/hai-cookbook, holo1 and holo1_5: pixels after smart_resize"
    ),
    CoordinateConvention(
        r"holo-?[23]", "0-1000", 1, "hcompai/hai-cookbook, holo2; Holo3 continues it, on Qwen3.5"
    ),
    CoordinateConvention(
        r"gui-owl-1\.5", "0-1000", 1, "X-PLUG/OSWorld-MCP, osworld/mm_agents/gui_owl_1_5_agent.py"
    ),
    CoordinateConvention(
        r"gui-owl-(7|32)b", "absolute", 28, "X-PLUG/OSWorld-MCP, osworld/mm_agents/owl_agent.py: Qwen2.5-VL's"
    ),
    CoordinateConvention(
        r"opencua-(a3b|qwen2-7b)", "0-1", 1, "xlang-ai/OpenCUA, README.md: relative coordinates, 0.0 to 1.0"
    ),
    CoordinateConvention(
        r"opencua", "absolute", 28, "xlang-ai/OSWorld, mm_agents/opencua_agent.py: coordinate_type qwen25"
    ),
    CoordinateConvention(
        r"qwen-?2(\.?5)?-?vl", "absolute", 28, "xlang-ai/OSWorld, mm_agents/qwen25vl_agent.py: factor 28"
    ),
    CoordinateConvention(
        r"qwen-?3-?(vl|omni)",
        "0-1000",
        1,
        "xlang-ai/OSWorld, mm_agents/qwen3vl_agent.py: a grid from 0 to 999",
    ),
    CoordinateConvention(
        r"qwen-?3\.?[5-9]",
        "0-1000",
        1,
        "xlang-ai/OSWorld, mm_agents/qwen35vl_agent.py; 3.6 and later continue it",
    ),
    CoordinateConvention(
        r"glm-(4\.[1-9]|[5-9](\.\d)?)v", "0-1000", 1, "zai-org/GLM-skills, glmv-grounding: range 0-1000"
    ),
    CoordinateConvention(r"minimax-m3", "0-1000", 1, "MiniMax's agent for OSWorld, by report alone"),
    CoordinateConvention(
        r"kimi-?k(2\.[5-9]|[3-9])",
        "0-1",
        1,
        "xlang-ai/OSWorld, mm_agents/kimi/kimi_agent.py: coordinate_type relative",
    ),
)
"""The first match counts. OpenAI's models, whose names `openai_models.py` knows, follow the table."""
_OPENAI = CoordinateConvention("", "absolute", 1, "OpenAI's guide to computer use (developers.openai.com)")


def find_convention(model: str) -> CoordinateConvention | None:
    """Return what is published of a model; None when the name is unknown."""
    name = model.lower()
    row = next((row for row in TABLE if re.search(row.models, name)), None)
    return row or (_OPENAI if is_openai_name(name) else None)


def convention_warnings(agent: str, model: str, chosen: Convention | None) -> tuple[str, ...]:
    """Return the warning of a run whose model has no stated coordinate convention; none if it is known.

    Args:
        agent: The agent's name.
        model: The model that gives coordinates.
        chosen: The user's setting.
    """
    if chosen is not None or find_convention(model) is not None:
        return ()
    return (
        f"how {model!r} gives coordinates is not known: pixels of the screenshot are assumed; state it with --set "
        f"coordinates={'|'.join(CONVENTIONS)}, `agents check --agent {agent}` tries it",
    )
