"""What Claude models take, by name: the computer tool, kinds of thinking, sizes of pictures.

Facts of Anthropic's documentation and of the SDK's types as of November 2026; a name not listed counts as
one of the newest. `--set computer=…` and `--set thinking=…` choose otherwise.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

from controller.agents.builtin.anthropic.computer import (
    COMPUTER_20250124,
    COMPUTER_20251124,
    TOOLSET,
    ComputerTool,
)
from controller.models.scaling import ImageLimits
from testbed.errors import UsageError

DEFAULT_MODEL = "claude-sonnet-5-5"
DEFAULT_BUDGET = 4096
"""Tokens of thinking for models that know no adaptive thinking."""

ThinkingKind = Literal["adaptive", "between_tools", "enabled", "disabled"]
"""Values of the API's `thinking.type`; "enabled" is the one with a budget of tokens."""

SHARP = ImageLimits(long_edge=1920, patch=28, patches=4784)
"""The API takes 2576 pixels and 4784 patches, 2000 pixels with many pictures; its guide advises 1920."""
COARSE = ImageLimits(long_edge=1568, patch=28, patches=1467)
"""Models before Opus 4.7: 1568 pixels, about 1.15 megapixels."""


@dataclass(frozen=True, slots=True)
class ClaudeModel:
    """What a model takes. The first of `thinking` is used unless another is asked for.

    `bound`: its thinking belongs to the conversation exactly as it was, so it is left out once something
    before it has changed; other models' thinking stays.
    """

    computer: ComputerTool
    thinking: tuple[ThinkingKind, ...]
    limits: ImageLimits = SHARP
    bound: bool = False


_UNSEARCHING = re.compile(r"claude-(?:[123]|instant)|claude-(?:opus|sonnet)-4(?:-[01](?!\d)|-20\d{6}|$)")
"""Models before Claude 4.5, which have no tool search; all later ones do."""
_NEWEST = ClaudeModel(TOOLSET, ("adaptive", "between_tools"), bound=True)
_ALWAYS_THINKING = ClaudeModel(TOOLSET, ("adaptive",), bound=True)
_FIFTH = ClaudeModel(COMPUTER_20251124, ("adaptive", "disabled"))
_MODELS = {
    "claude-opus-5-5": _ALWAYS_THINKING,
    "claude-sonnet-5-5": _NEWEST,
    "claude-haiku-5-5": ClaudeModel(TOOLSET, ("adaptive", "disabled"), bound=True),
    "claude-fable-5-2": _ALWAYS_THINKING,
    "claude-fable-5-1": _ALWAYS_THINKING,
    "claude-mythos-5-2": _ALWAYS_THINKING,
    "claude-mythos-5-1": _ALWAYS_THINKING,
    "claude-opus-5": _FIFTH,
    "claude-sonnet-5": _FIFTH,
    "claude-fable-5": _FIFTH,
    "claude-mythos-5": _FIFTH,
    "claude-opus-4-8": _FIFTH,
    "claude-opus-4-7": _FIFTH,
    "claude-opus-4-6": ClaudeModel(COMPUTER_20251124, ("adaptive", "enabled", "disabled"), COARSE),
    "claude-sonnet-4-6": ClaudeModel(COMPUTER_20251124, ("adaptive", "enabled", "disabled"), COARSE),
    "claude-opus-4-5": ClaudeModel(COMPUTER_20251124, ("enabled", "disabled"), COARSE),
    "claude-sonnet-4-5": ClaudeModel(COMPUTER_20250124, ("enabled", "disabled"), COARSE),
    "claude-haiku-4-5": ClaudeModel(COMPUTER_20250124, ("enabled", "disabled"), COARSE),
}
KNOWN = tuple(_MODELS)


def searches_tools(name: str) -> bool:
    """Whether the API has its tool search for a model."""
    return not _UNSEARCHING.match(_bare(name))


def model_named(name: str) -> ClaudeModel:
    """What a model takes; dated names (`claude-opus-4-5-20251101`) and gateways' prefixes count as the plain one."""
    bare = _bare(name)
    fitting = [known for known in _MODELS if bare == known or bare.startswith(f"{known}-2")]
    return _MODELS[max(fitting, key=len)] if fitting else _NEWEST


def thinking_of(name: str, setting: str | int) -> dict[str, Any]:
    """The request's `thinking`. `setting`: "auto", "adaptive", "off" or a budget of tokens. Raises UsageError."""
    allowed = model_named(name).thinking
    if isinstance(setting, int):
        kinds: tuple[ThinkingKind, ...] = ("enabled",)
    else:
        kinds = {"auto": allowed[:1], "adaptive": ("adaptive",), "off": ("disabled", "between_tools")}[
            setting
        ]
    kind = next((kind for kind in kinds if kind in allowed), None)
    if kind is None:
        raise UsageError(
            f"{name} cannot be run with thinking={setting}", hint=f"{name} takes thinking={_words(allowed)}"
        )
    if kind == "enabled":
        return {"type": kind, "budget_tokens": setting if isinstance(setting, int) else DEFAULT_BUDGET}
    return {"type": kind, "display": "summarized"} if kind == "adaptive" else {"type": kind}


def _bare(name: str) -> str:
    return name.rpartition("/")[2].replace(".", "-")


def _words(allowed: tuple[ThinkingKind, ...]) -> str:
    words = {
        "adaptive": "adaptive",
        "between_tools": "off",
        "disabled": "off",
        "enabled": "NUMBER (tokens)",
    }
    return " or ".join(dict.fromkeys(words[kind] for kind in allowed))
