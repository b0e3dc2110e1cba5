"""What VS Code's tools for settings promise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tests.guest.fuzz.code_model import (
    LONG,
    are_settings_writable,
    drawn,
    folder_settings,
    is_open,
    overrides,
    tool,
)
from tests.guest.fuzz.promises import REFUSED, Arguments, Expected, Promise, State

UNWRITABLE: Final = (
    "No open window; settings.json with an error, unsaved changes or no right to write; a workspace that overrides "
    "the setting."
)
THEMES: Final = {
    "Monokai": "Monokai",
    "monokai": "Monokai",
    "Abyss": "Abyss",
    "no such": None,
    "": None,
    LONG: None,
}
PATTERNS: Final = ("**/zz-1", "zz-{a,b}", "zz-[!a]", "zz ü '1'\"", "zz/**")
WRONG_PATTERNS: Final = ("", "zz-[b-a]", "zz-{a", "zz}", "zz[", " zz", "!zz", "zz\\", "zz\n", LONG)
RULES: Final = ("reportMissingImports", "reportUnusedImport")
OVERRIDES_KEY: Final = "python.analysis.diagnosticSeverityOverrides"


def _written(state: State, key: str, value: object, entry: str | None = None) -> Expected:
    """The setting has the value; whether the file is new is left open."""
    if not is_open(state) or not are_settings_writable(state):
        return REFUSED
    override = overrides(state).get(key)
    if override is not None and override != value and entry is None:
        return REFUSED
    if entry is not None and state.get(f"settings/{key}", {}) != {}:
        return REFUSED
    path = f"settings/{key}" if entry is None else f"settings/{key}/{entry}"
    new = ("settings-file/mode", "settings-file/c*", "settings-file/bom")
    free = new if state["settings-file/mode"] is None else ()
    if entry is not None:
        free = (*free, f"settings/{key}")
    copied = override is None and folder_settings(state).get(key, value) != value
    return Expected(error=None if copied else False, changes={path: value}, free=free, undoable=False)


def _setting(
    name: str, key: str, argument: str, effect: str, values: tuple[object, ...], right: Callable[[Any], bool]
) -> Promise:
    def expected(state: State, arguments: Arguments) -> Expected:
        value = arguments[argument]
        return _written(state, key, value) if right(value) else REFUSED

    return Promise(tool(name), effect, UNWRITABLE, lambda _: drawn(**{argument: values}), expected)


def _integer(lowest: int, highest: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and lowest <= value <= highest


def _theme(state: State, arguments: Arguments) -> Expected:
    theme = THEMES[arguments["theme_name"]]
    return REFUSED if theme is None else _written(state, "workbench.colorTheme", theme)


def _exclude(state: State, arguments: Arguments) -> Expected:
    pattern = arguments["pattern"]
    return REFUSED if pattern in WRONG_PATTERNS else _written(state, "files.exclude", True, pattern)


def _override(state: State, arguments: Arguments) -> Expected:
    if arguments["rule"] not in RULES or arguments["severity"] not in ("error", "none"):
        return REFUSED
    return _written(state, OVERRIDES_KEY, arguments["severity"], arguments["rule"])


def _sync(state: State, arguments: Arguments) -> Expected:
    return Expected(undoable=False) if is_open(state) and arguments["state"] == "off" else REFUSED


SETTING_PROMISES: Final = [
    _setting(
        "set_word_wrap_column",
        "editor.wordWrapColumn",
        "column",
        "editor.wordWrapColumn has the value in settings.json and in force; every other character of the file stays.",
        (5, 80, 10_000, 0, 10_001, -1, True, "80", 1.5),
        _integer(1, 10_000),
    ),
    _setting(
        "set_auto_save_delay",
        "files.autoSaveDelay",
        "delay_ms",
        "files.autoSaveDelay has the value in settings.json and in force.",
        (0, 1_000, 2**31 - 1, 2**31, -1, True, "1"),
        _integer(0, 2**31 - 1),
    ),
    _setting(
        "set_focus_editor_on_break",
        "debug.focusEditorOnBreak",
        "value",
        "debug.focusEditorOnBreak has the value in settings.json and in force.",
        (True, False, "yes", 1),
        lambda value: isinstance(value, bool),
    ),
    _setting(
        "set_wrap_tabs",
        "workbench.editor.wrapTabs",
        "value",
        "workbench.editor.wrapTabs has the value in settings.json and in force.",
        (True, False, "no", 0),
        lambda value: isinstance(value, bool),
    ),
    Promise(
        tool("set_color_theme"),
        "workbench.colorTheme is the theme, in settings.json and in force.",
        f"A theme that is not installed. {UNWRITABLE}",
        lambda _: drawn(theme_name=tuple(THEMES)),
        _theme,
    ),
    Promise(
        tool("add_files_exclude"),
        "files.exclude hides the pattern, in settings.json and in force; its other entries and comments stay.",
        f"A pattern that is no glob or longer than 1,000 characters. {UNWRITABLE}",
        lambda _: drawn(pattern=(*PATTERNS, *WRONG_PATTERNS)),
        _exclude,
    ),
    Promise(
        tool("set_python_diagnostics_override"),
        "The rule has the severity in settings.json and in force; the other rules stay.",
        f"What is no name of a rule. {UNWRITABLE}",
        lambda _: drawn(
            rule=(*RULES, "E501", f"report{'A' * 1_000_000}"), severity=("error", "none", "fatal")
        ),
        _override,
    ),
    Promise(
        tool("toggle_sync"),
        "Settings Sync is off, as it is without a sync service.",
        '"on", since there is no sync service; no open window.',
        lambda _: drawn(state=("on", "off", "maybe")),
        _sync,
    ),
]
