"""What the mock's Gemini models take, from Google's pages and not from the client.

Sources, as of November 2026: the guides to computer use (models, environments, functions and their arguments),
thinking (levels by model), function calling and thought signatures at https://ai.google.dev/gemini-api/docs, and the
list of models in the reference implementation (github.com/google-gemini/computer-use-preview).
"""

from __future__ import annotations

from dataclasses import dataclass

BROWSER, MOBILE, DESKTOP = "ENVIRONMENT_BROWSER", "ENVIRONMENT_MOBILE", "ENVIRONMENT_DESKTOP"
POLICIES = frozenset(
    {
        *("FINANCIAL_TRANSACTIONS", "SENSITIVE_DATA_MODIFICATION", "COMMUNICATION_TOOL", "ACCOUNT_CREATION"),
        *("DATA_MODIFICATION", "USER_CONSENT_MANAGEMENT", "LEGAL_TERMS_AND_AGREEMENTS"),
    }
)


@dataclass(frozen=True, slots=True)
class ServedModel:
    """A model that the mock serves.

    Attributes:
        generation: 2, 3 or 4. From 3 on, calls have ids and signatures, and results may contain images.
        environments: Those of the computer-use tool; none for models without it.
        levels: The thinking levels; none for models with budgets.
        older: Whether it calls the older functions of a browser.
    """

    generation: int
    environments: frozenset[str] = frozenset()
    levels: frozenset[str] = frozenset({"LOW", "MEDIUM", "HIGH"})
    older: bool = False


_ALL = frozenset({BROWSER, MOBILE, DESKTOP})
_FOUR_LEVELS = frozenset({"MINIMAL", "LOW", "MEDIUM", "HIGH"})
_NONE: frozenset[str] = frozenset()
SERVED = {
    "gemini-4-argon": ServedModel(4),
    "gemini-4-carbon": ServedModel(4),
    "gemini-3.8-flash": ServedModel(3, _ALL),
    "gemini-3.7-flash": ServedModel(3, _ALL),
    "gemini-3.5-flash": ServedModel(3, _ALL, _FOUR_LEVELS),
    "gemini-3.5-flash-lite": ServedModel(3, _ALL, _FOUR_LEVELS),
    "gemini-3.1-pro-preview": ServedModel(3, frozenset({BROWSER}), older=True),
    "gemini-3-flash-preview": ServedModel(3, frozenset({BROWSER}), _FOUR_LEVELS, older=True),
    "gemini-2.5-computer-use-preview-10-2025": ServedModel(2, frozenset({BROWSER}), _NONE, older=True),
    "gemini-2.5-pro": ServedModel(2, levels=_NONE),
    "gemini-2.5-flash": ServedModel(2, levels=_NONE),
}
STAND_IN = "gemini-3.8-flash"
"""The model whose rules an unknown one has, where one of any name is served."""


def find_model(name: str) -> ServedModel:
    """Return a served model; the stand-in for an unknown one."""
    return SERVED.get(name, SERVED[STAND_IN])


_POINTED = (
    "click",
    "double_click",
    "triple_click",
    "middle_click",
    "right_click",
    "mouse_down",
    "mouse_up",
    "move",
)
DESKTOP_FUNCTIONS = frozenset(
    {
        *(*_POINTED, "type", "drag_and_drop", "wait", "press_key", "key_down", "key_up", "hotkey"),
        *("take_screenshot", "scroll"),
    }
)
BROWSER_FUNCTIONS = DESKTOP_FUNCTIONS | {"go_back", "navigate", "go_forward"}
MOBILE_FUNCTIONS = frozenset(
    {
        *("open_app", "click", "list_apps", "wait", "go_back", "type", "drag_and_drop", "long_press"),
        *("press_key", "take_screenshot"),
    }
)
OLDER_FUNCTIONS = frozenset(
    {
        *("open_web_browser", "wait_5_seconds", "go_back", "go_forward", "search", "navigate", "click_at"),
        *("hover_at", "type_text_at", "key_combination", "scroll_document", "scroll_at", "drag_and_drop"),
    }
)


def predefined_functions(model: str, environment: str) -> frozenset[str]:
    """Return the names of the predefined functions of a model's computer-use tool."""
    if find_model(model).older:
        return OLDER_FUNCTIONS
    return {DESKTOP: DESKTOP_FUNCTIONS, MOBILE: MOBILE_FUNCTIONS}.get(environment, BROWSER_FUNCTIONS)
