"""VS Code's tools for settings: each writes one of the user's settings, the rest of settings.json kept."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from mcp_tools.code_glob import check_glob
from mcp_tools.code_settings_file import write_setting
from mcp_tools.code_window import APP, CodeWindow, Theme, active_window
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError, tool

PYTHON_OVERRIDES = "python.analysis.diagnosticSeverityOverrides"
PYTHON_ANALYSIS = "ms-python.vscode-pylance"
UNUSED_RULES = f"the extension that uses it, {PYTHON_ANALYSIS}, is not installed or not enabled"
LONGEST_DELAY_MS = 2**31 - 1
THEMES_LISTED = 40
RULE_LIMIT = 100
SHOWN_CHARACTERS = 1_500


class Changed(BaseModel):
    """A setting of the user's settings.json, as in force now."""

    setting: str
    value: Any
    note: str = ""


class Sync(BaseModel):
    """Whether settings are synchronized."""

    state: Literal["on", "off"]
    note: str


@tool("osworld_mcp_code.set_word_wrap_column", app=APP, idempotent=True)
def set_word_wrap_column(
    column: Annotated[int, Field(description="Number of columns.", ge=1, le=10_000)],
) -> Changed:
    """Set the number of columns at which the editor wraps long lines (Editor: Word Wrap Column)."""
    window = active_window()
    _, setting = write_setting(window, ["editor.wordWrapColumn"], column)
    mode = window.setting("editor.wordWrap").effective
    notes = []
    if mode not in ("wordWrapColumn", "bounded"):
        notes.append(
            f'editor.wordWrap is "{mode}": lines wrap at the column only with "wordWrapColumn" or "bounded"'
        )
    if setting.languages:
        notes.append(f"settings of their own are in force for: {', '.join(setting.languages[:20])}")
    return Changed(setting="editor.wordWrapColumn", value=column, note="; ".join(notes))


@tool("osworld_mcp_code.set_auto_save_delay", app=APP, idempotent=True)
def set_auto_save_delay(
    delay_ms: Annotated[int, Field(description="Milliseconds.", ge=0, le=LONGEST_DELAY_MS)],
) -> Changed:
    """Set the delay of auto save (Files: Auto Save Delay); the note says when auto save does not use it."""
    window = active_window()
    write_setting(window, ["files.autoSaveDelay"], delay_ms)
    mode = window.setting("files.autoSave").effective
    note = f'files.autoSave is "{mode}": files are saved after the delay only with "afterDelay"'
    return Changed(setting="files.autoSaveDelay", value=delay_ms, note="" if mode == "afterDelay" else note)


@tool("osworld_mcp_code.set_focus_editor_on_break", app=APP, idempotent=True)
def set_focus_editor_on_break(value: bool) -> Changed:
    """Set whether the editor gets the focus when the debugger breaks (Debug: Focus Editor On Break)."""
    return _switch("debug.focusEditorOnBreak", value)


@tool("osworld_mcp_code.set_wrap_tabs", app=APP, idempotent=True)
def set_wrap_tabs(value: bool) -> Changed:
    """Set whether editor tabs wrap over several lines (Workbench › Editor: Wrap Tabs)."""
    return _switch("workbench.editor.wrapTabs", value)


@tool("osworld_mcp_code.set_color_theme", app=APP, idempotent=True)
def set_color_theme(
    theme_name: Annotated[str, Field(description='Name of an installed theme, as "Monokai".', min_length=1)],
) -> Changed:
    """Change the color theme of VS Code."""
    window = active_window()
    theme = _theme(window, theme_name)
    if window.setting("window.autoDetectColorScheme").effective:
        raise ToolError(
            "VS Code follows the desktop's light or dark style, so its theme is not used: "
            "turn the setting window.autoDetectColorScheme off first"
        )
    write_setting(window, ["workbench.colorTheme"], theme.id)
    return Changed(setting="workbench.colorTheme", value=theme.id)


@tool("osworld_mcp_code.add_files_exclude", app=APP, idempotent=True)
def add_files_exclude(
    pattern: Annotated[str, Field(description='Glob pattern, as "**/__pycache__".', min_length=1)],
) -> Changed:
    """Hide files that match a pattern from the Explorer: add it to Files: Exclude, the others kept."""
    check_glob(pattern)
    return _add_entry(active_window(), "files.exclude", pattern, True)


@tool("osworld_mcp_code.set_python_diagnostics_override", app=APP, idempotent=True)
def set_python_diagnostics_override(
    rule: Annotated[
        str,
        Field(description='Rule of Pylance, as "reportMissingImports".', pattern="^report[A-Z][A-Za-z]+$"),
    ],
    severity: Literal["error", "warning", "information", "none"],
) -> Changed:
    """Override one rule's severity in Python › Analysis: Diagnostic Severity Overrides, the others kept."""
    if len(rule) > RULE_LIMIT:
        raise ToolError(f"no rule of Pylance is as long as {shorten(rule)}; give one of its documentation")
    window = active_window()
    changed = _add_entry(window, PYTHON_OVERRIDES, rule, severity)
    if not window.call("extension", id=PYTHON_ANALYSIS):
        changed.note = "; ".join(filter(None, [changed.note, UNUSED_RULES]))
    return changed


@tool("osworld_mcp_code.toggle_sync", app=APP, idempotent=True)
def toggle_sync(state: Literal["on", "off"]) -> Sync:
    """Turn Settings Sync on or off. Without a sync service in this VS Code it is off, and "on" an error."""
    if active_window().call("sync_service"):
        raise ToolError(
            "Settings Sync asks for an account to sign in with; use the gear menu of the VS Code window, "
            "Backup and Sync Settings"
        )
    if state == "on":
        raise ToolError(
            "Settings Sync cannot be turned on: this VS Code (code-server) has no sync service. "
            "Its settings are in ~/.local/share/code-server/User/settings.json, to be copied by hand"
        )
    return Sync(state="off", note="it was off: this VS Code (code-server) has no sync service")


def _theme(window: CodeWindow, name: str) -> Theme:
    """The installed theme of this name: exactly, else in any case. Raises ToolError."""
    themes = [Theme.model_validate(item) for item in window.call("themes")]
    for same in (str, str.casefold):
        for theme in themes:
            if same(name) in (same(theme.label), same(theme.id)):
                return theme
    labels = sorted({theme.label for theme in themes})
    more = f" and {len(labels) - THEMES_LISTED} more" if len(labels) > THEMES_LISTED else ""
    raise ToolError(
        f"no theme is called {shorten(name)}; installed: {', '.join(labels[:THEMES_LISTED])}{more}. "
        "Install more with osworld_mcp_code.install_extension"
    )


def _switch(key: str, value: bool) -> Changed:
    write_setting(active_window(), [key], value)
    return Changed(setting=key, value=value)


def _add_entry(window: CodeWindow, key: str, name: str, value: Any) -> Changed:
    entries, _ = write_setting(window, [key, name], value)
    if len(json.dumps(entries)) <= SHOWN_CHARACTERS:
        return Changed(setting=key, value=entries)
    return Changed(setting=key, value={name: value}, note=f"and {len(entries) - 1} other entries, as before")
