"""What Gemini models take, by name: the computer-use tool, thinking, images in results.

Sources, as of November 2026:
- computer use: https://ai.google.dev/gemini-api/docs/generate-content/computer-use (models and their environments), and
  https://github.com/google-gemini/computer-use-preview (which models know only the older functions)
- thinking: https://ai.google.dev/gemini-api/docs/thinking, …/generate-content/latest-model (Gemini 4),
  …/whats-new-gemini-3.5
- images in results: https://ai.google.dev/gemini-api/docs/function-calling (multimodal function responses, Gemini 3)

The guide to computer use does not list Gemini 4, so these models get the computer as functions. A name that is not
listed counts as one of them. `--set computer=…` and `--set thinking=…` choose otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from controller.models.scaling import ImageLimits
from testbed.errors import UsageError

DEFAULT_MODEL = "gemini-3.8-flash"
"""The model that the guide recommends for computer use."""
ComputerKind = Literal["desktop", "browser", "functions"]
"""The computer-use tool's environment, or functions of testbed's own."""
ThinkingLevel = Literal["minimal", "low", "medium", "high", "xhigh"]
IMAGE_LIMITS = ImageLimits(long_edge=3072, patch=3072, patches=1)
"""Larger images are scaled down by the API to 3072 pixels (guide to image understanding)."""


@dataclass(frozen=True, slots=True)
class GeminiModel:
    """What a model takes.

    Attributes:
        computer: The computer it was trained with.
        levels: Its thinking levels; none for models with a budget of tokens.
        budgets: Whether thinking is set as a budget of tokens.
        images_in_results: Whether results of all functions may contain images. Without it, only those of the
            computer-use tool may.
    """

    computer: ComputerKind = "functions"
    levels: tuple[ThinkingLevel, ...] = ("low", "medium", "high")
    budgets: bool = False
    images_in_results: bool = True


_ALL: tuple[ThinkingLevel, ...] = ("minimal", "low", "medium", "high")
_NEWEST = GeminiModel()
_BUDGET = GeminiModel(levels=(), budgets=True, images_in_results=False)
_MODELS = {
    "gemini-4-argon": _NEWEST,
    "gemini-4-carbon": _NEWEST,
    "gemini-4-hydrogen": _NEWEST,
    "gemini-3.8-flash": GeminiModel("desktop"),
    "gemini-3.7-flash": GeminiModel("desktop"),
    "gemini-3.6-flash": GeminiModel("desktop", _ALL),
    "gemini-3.5-flash": GeminiModel("desktop", _ALL),
    "gemini-3.5-flash-lite": GeminiModel("desktop", _ALL),
    "gemini-3.1-flash-lite": GeminiModel(levels=_ALL),
    "gemini-3.1-pro-preview": GeminiModel("browser"),
    "gemini-3-flash-preview": GeminiModel("browser", _ALL),
    "gemini-2.5-computer-use-preview-10-2025": GeminiModel("browser", (), True, False),
    "gemini-2.5-pro": _BUDGET,
    "gemini-2.5-flash": _BUDGET,
    "gemini-2.5-flash-lite": _BUDGET,
}
KNOWN = tuple(_MODELS)


def find_model(name: str) -> GeminiModel:
    """Return what a model takes. Prefixes (`models/`, `google/`) and numbered versions (`-001`) do not count."""
    bare = name.rpartition("/")[2]
    fitting = [known for known in _MODELS if bare == known or bare.startswith(f"{known}-0")]
    return _MODELS[max(fitting, key=len)] if fitting else _NEWEST


def thinking_of(name: str, setting: ThinkingLevel | int | None) -> dict[str, Any]:
    """Return the request's `thinkingConfig`; None leaves the amount to the model. Raises UsageError."""
    model = find_model(name)
    config: dict[str, Any] = {"includeThoughts": True}
    if setting is None:
        return config
    if isinstance(setting, int):
        if not model.budgets and name in _MODELS:
            raise UsageError(
                f"{name} has no budget of thinking tokens",
                hint=f"use --set thinking={' or '.join(model.levels)}",
            )
        return config | {"thinkingBudget": setting}
    if setting not in model.levels and name in _MODELS:
        takes = "NUMBER (tokens)" if model.budgets else " or ".join(model.levels)
        raise UsageError(
            f"{name} cannot be run with thinking={setting}", hint=f"{name} takes thinking={takes}"
        )
    return config | {"thinkingLevel": setting.upper()}
