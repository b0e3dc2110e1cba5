"""What Claude models take, by name: the computer tool, kinds of thinking, levels of effort, sizes of pictures.

Facts of Anthropic's documentation (https://platform.claude.com/docs/en, as of November 2026) and of the SDK's types:
`build-with-claude/thinking-troubleshooting` (thinking by model), `build-with-claude/effort`,
`build-with-claude/prompt-engineering/prompting-claude-haiku-5-5` and `about-claude/models/whats-new-opus-5` (thinking
off only up to effort high), `models/sonnet-5-5/whats-new-sonnet-5-5` (`between_tools` with low, medium and high).
A name not listed counts as one of the newest, unless it is an older one. `--set computer=…` and `--set thinking=…`
choose otherwise.
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
from controller.models.image_limits import COARSE, SHARP
from controller.models.scaling import ImageLimits
from testbed.errors import UsageError

DEFAULT_MODEL = "claude-sonnet-5-5"
DEFAULT_BUDGET = 4096
"""Tokens of thinking for models that know no adaptive thinking."""

ThinkingKind = Literal["adaptive", "between_tools", "enabled", "disabled"]
"""Values of the API's `thinking.type`; "enabled" is the one with a budget of tokens."""
Effort = Literal["low", "medium", "high", "xhigh", "max"]
UP_TO_HIGH: tuple[Effort, ...] = ("low", "medium", "high")
ALL_EFFORTS: tuple[Effort, ...] = (*UP_TO_HIGH, "xhigh", "max")


@dataclass(frozen=True, slots=True)
class ClaudeModel:
    """What a model takes.

    Attributes:
        computer: Its computer tool.
        thinking: Its kinds of thinking; the first is used unless another is set.
        efforts: The levels of effort it takes, none if it has no effort.
        efforts_off: The levels it takes with thinking off.
        limits: The largest picture it sees.
        bound: Whether its thinking belongs to the conversation exactly as it was, so that it is left out once
            something before it has changed; other models' thinking stays.
    """

    computer: ComputerTool
    thinking: tuple[ThinkingKind, ...]
    efforts: tuple[Effort, ...] = ALL_EFFORTS
    efforts_off: tuple[Effort, ...] = ALL_EFFORTS
    limits: ImageLimits = SHARP
    bound: bool = False


_OLDER = re.compile(
    r"claude-(?:[123](?!\d)|instant)|claude-(?:opus|sonnet|haiku)-[34](?:-[0-4](?!\d)|-20\d{6}|$)"
)
"""Models before Claude 4.5, whose computer tools and thinking testbed does not know."""
_SUFFIX = re.compile(r"(?:[-@]20\d{6})?(?:-v\d)?(?::\w+)?$")
"""A snapshot's date, and what gateways add."""
_NEWEST = ClaudeModel(TOOLSET, ("adaptive", "between_tools"), efforts_off=UP_TO_HIGH, bound=True)
_ALWAYS_THINKING = ClaudeModel(TOOLSET, ("adaptive",), bound=True)
_FIRST_FABLE = ClaudeModel(COMPUTER_20251124, ("adaptive",))
_FIFTH = ClaudeModel(COMPUTER_20251124, ("adaptive", "disabled"))
_SIXTH_OF_FOURTH = ClaudeModel(
    COMPUTER_20251124,
    ("adaptive", "enabled", "disabled"),
    (*UP_TO_HIGH, "max"),
    limits=COARSE,
)
_MODELS = {
    "claude-opus-5-5": _ALWAYS_THINKING,
    "claude-sonnet-5-5": _NEWEST,
    "claude-haiku-5-5": ClaudeModel(TOOLSET, ("adaptive", "disabled"), efforts_off=UP_TO_HIGH, bound=True),
    "claude-fable-5-2": _ALWAYS_THINKING,
    "claude-fable-5-1": _ALWAYS_THINKING,
    "claude-mythos-5-2": _ALWAYS_THINKING,
    "claude-mythos-5-1": _ALWAYS_THINKING,
    "claude-opus-5": ClaudeModel(COMPUTER_20251124, ("adaptive", "disabled"), efforts_off=UP_TO_HIGH),
    "claude-sonnet-5": _FIFTH,
    "claude-fable-5": _FIRST_FABLE,
    "claude-mythos-5": _FIRST_FABLE,
    "claude-opus-4-8": _FIFTH,
    "claude-opus-4-7": _FIFTH,
    "claude-opus-4-6": _SIXTH_OF_FOURTH,
    "claude-sonnet-4-6": _SIXTH_OF_FOURTH,
    "claude-opus-4-5": ClaudeModel(COMPUTER_20251124, ("enabled", "disabled"), UP_TO_HIGH, limits=COARSE),
    "claude-sonnet-4-5": ClaudeModel(COMPUTER_20250124, ("enabled", "disabled"), (), limits=COARSE),
    "claude-haiku-4-5": ClaudeModel(COMPUTER_20250124, ("enabled", "disabled"), (), limits=COARSE),
}
KNOWN = tuple(_MODELS)


def find_model(name: str) -> ClaudeModel:
    """Return what a model takes.

    Dated names (`claude-opus-4-5-20251101`) and gateways' prefixes count as the plain one.

    Raises:
        UsageError: The model is older than all listed ones.
    """
    bare = name[max(0, name.find("claude")) :].replace(".", "-")
    known = _SUFFIX.sub("", bare)
    if known in _MODELS:
        return _MODELS[known]
    if _OLDER.match(bare):
        raise UsageError(
            f"the anthropic agent does not support {name}, which is older than Claude 4.5",
            hint=f"use a newer model, such as --model {DEFAULT_MODEL}, or the agent paper",
        )
    return _NEWEST


def choose_thinking(name: str, setting: str | int, effort: Effort | None = None) -> dict[str, Any]:
    """Return the request's `thinking`.

    Args:
        name: The model.
        setting: "auto", "adaptive", "off" or a budget of tokens.
        effort: The level of effort, None for the model's own.

    Raises:
        UsageError: The model does not take this thinking, this effort, or the two together.
    """
    model = find_model(name)
    if effort is not None and effort not in model.efforts:
        takes = (
            f"use one of {', '.join(model.efforts)}"
            if model.efforts
            else "leave it out: the model has no effort"
        )
        raise UsageError(f"{name} does not take effort={effort}", hint=takes)
    kind = _kind(model, setting)
    if kind is None:
        raise UsageError(
            f"{name} does not take thinking={setting}", hint=f"{name} takes thinking={_words(model.thinking)}"
        )
    if kind in ("disabled", "between_tools") and effort is not None and effort not in model.efforts_off:
        raise UsageError(
            f"{name} does not take effort={effort} with thinking=off",
            hint=f"with thinking=off it takes effort={', '.join(model.efforts_off)}; or leave thinking on",
        )
    if kind == "enabled":
        return {"type": kind, "budget_tokens": setting if isinstance(setting, int) else DEFAULT_BUDGET}
    return {"type": kind, "display": "summarized"} if kind == "adaptive" else {"type": kind}


def _kind(model: ClaudeModel, setting: str | int) -> ThinkingKind | None:
    if isinstance(setting, int):
        kinds: tuple[ThinkingKind, ...] = ("enabled",)
    else:
        kinds = {
            "auto": model.thinking[:1],
            "adaptive": ("adaptive",),
            "off": ("disabled", "between_tools"),
        }[setting]
    return next((kind for kind in kinds if kind in model.thinking), None)


def _words(allowed: tuple[ThinkingKind, ...]) -> str:
    words = {
        "adaptive": "adaptive",
        "between_tools": "off",
        "disabled": "off",
        "enabled": "NUMBER (tokens)",
    }
    return " or ".join(dict.fromkeys(words[kind] for kind in allowed))
