"""The Claude models that the mock serves, and what the API refuses for each.

Written from the vendor's pages and independent of the client's own table, so that an error in either is seen. Sources
(https://platform.claude.com/docs/en, read in November 2026):

- names: `about-claude/models/overview`, and the SDK's `types/model_param.py`;
- thinking: the table of supported and rejected configurations in `build-with-claude/thinking-troubleshooting`;
- effort: `build-with-claude/effort`; with thinking off: `about-claude/models/whats-new-opus-5`,
  `models/sonnet-5-5/whats-new-sonnet-5-5`, `prompt-engineering/prompting-claude-haiku-5-5`;
- computer tools: `agents-and-tools/tool-use/computer-use-tool`;
- longest response: each model's overview.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

BETAS: Mapping[str, str] = {
    "computer_toolset_20260801": "",
    "computer_20251124": "computer-use-2025-11-24",
    "computer_20250124": "computer-use-2025-01-24",
}
"""The computer tools, and the beta header that each needs."""
_LONG_THINKING = frozenset({"xhigh", "max"})


@dataclass(frozen=True, slots=True)
class ServedModel:
    """What the API takes for a model, and what it refuses.

    Attributes:
        computer: The only computer tool that it takes.
        refused_thinking: Values of `thinking.type` that end in a 400.
        efforts: The levels of effort, as words.
        refused_efforts_off: Levels that end in a 400 with thinking off.
        max_tokens: The longest response, in tokens.
        preserves_thinking: Whether a thinking block is valid only behind the same conversation.
    """

    computer: str
    refused_thinking: frozenset[str]
    efforts: frozenset[str]
    refused_efforts_off: frozenset[str] = frozenset()
    max_tokens: int = 128_000
    preserves_thinking: bool = False


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_FIVE_LEVELS = _words("low medium high xhigh max")
_ALWAYS_ON = ServedModel(
    "computer_toolset_20260801",
    _words("disabled enabled between_tools"),
    _FIVE_LEVELS,
    preserves_thinking=True,
)
_FABLE_5 = ServedModel("computer_20251124", _words("disabled enabled between_tools"), _FIVE_LEVELS)
_OPTIONAL = ServedModel("computer_20251124", _words("enabled between_tools"), _FIVE_LEVELS)
SERVED: Mapping[str, ServedModel] = {
    "claude-fable-5-2": _ALWAYS_ON,
    "claude-mythos-5-2": _ALWAYS_ON,
    "claude-haiku-5-5": ServedModel(
        "computer_toolset_20260801",
        _words("enabled between_tools"),
        _FIVE_LEVELS,
        _LONG_THINKING,
        preserves_thinking=True,
    ),
    "claude-sonnet-5-5": ServedModel(
        "computer_toolset_20260801",
        _words("enabled disabled"),
        _FIVE_LEVELS,
        _LONG_THINKING,
        preserves_thinking=True,
    ),
    "claude-fable-5-1": _ALWAYS_ON,
    "claude-opus-5-5": _ALWAYS_ON,
    "claude-mythos-5-1": _ALWAYS_ON,
    "claude-sonnet-5": _OPTIONAL,
    "claude-fable-5": _FABLE_5,
    "claude-mythos-5": _FABLE_5,
    "claude-opus-5": ServedModel(
        "computer_20251124", _words("enabled between_tools"), _FIVE_LEVELS, _LONG_THINKING
    ),
    "claude-opus-4-8": _OPTIONAL,
    "claude-opus-4-7": _OPTIONAL,
    "claude-opus-4-6": ServedModel(
        "computer_20251124", _words("between_tools"), _words("low medium high max"), max_tokens=128_000
    ),
    "claude-sonnet-4-6": ServedModel(
        "computer_20251124", _words("between_tools"), _words("low medium high max"), max_tokens=64_000
    ),
    "claude-opus-4-5": ServedModel(
        "computer_20251124",
        _words("adaptive between_tools"),
        _words("low medium high"),
        max_tokens=64_000,
    ),
    "claude-sonnet-4-5": ServedModel(
        "computer_20250124", _words("adaptive between_tools"), frozenset(), max_tokens=64_000
    ),
    "claude-haiku-4-5": ServedModel(
        "computer_20250124", _words("adaptive between_tools"), frozenset(), max_tokens=64_000
    ),
}
"""By name. The API also takes the dated names of the models that have one."""
DATED: Mapping[str, str] = {
    "claude-opus-4-5-20251101": "claude-opus-4-5",
    "claude-sonnet-4-5-20250929": "claude-sonnet-4-5",
    "claude-haiku-4-5-20251001": "claude-haiku-4-5",
}
NAMES = (*SERVED, *DATED)


STAND_IN = "claude-sonnet-5-5"
"""The model whose rules an unknown one has, where one of any name is served."""


def find_model(name: str) -> ServedModel:
    """Return a served model; the stand-in for an unknown one."""
    return SERVED.get(DATED.get(name, name), SERVED[STAND_IN])
