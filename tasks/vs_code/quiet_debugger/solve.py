from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import (
    VSCODE_CHOSEN_ROW,
    Guest,
    Observation,
    Solution,
    act_until,
    choose_vscode_command,
    is_blue,
    text_in,
)

SETTINGS = "/home/user/.local/share/code-server/User/settings.json"
OPEN_FILE = (577, 186, 633, 200)
"""Its name above the editor."""
FOUND = (858, 219, 892, 232)
"""What the search says it found, "1 of 1" or "No results"."""
FOUND_NOTHING = (899, 219, 917, 232)
"""The end of "No results"."""
CHANGES = {
    'focusEditorOnBreak": true': 'focusEditorOnBreak": false',
    'reportMissingImports": "error"': 'reportMissingImports": "warning"',
}


def mcp() -> Solution:
    yield focus(value=False)
    yield override("reportMissingImports", "warning")


def gui() -> Solution:
    """In the settings file, find each place, which is there once, and type over it."""
    yield from choose_vscode_command("Preferences: Open User Settings (JSON)", file_is_open)
    for old, new in CHANGES.items():
        yield from act_until(Key(keys=("ctrl", "f")), text_in(*FOUND))
        yield Key(keys=("ctrl", "a"))
        yield from act_until(TypeText(text=old), lambda seen: not text_in(*FOUND_NOTHING)(seen))
        yield from act_until(Key(keys=("Escape",)), lambda seen: not text_in(*FOUND)(seen))
        yield TypeText(text=new)
    yield Key(keys=("ctrl", "s"))


def file_is_open(seen: Observation) -> bool:
    return text_in(*OPEN_FILE)(seen) and not is_blue(*VSCODE_CHOSEN_ROW)(seen)


def wrong_focus_of_the_window(guest: Guest) -> Solution:
    edit(guest, 'focusWindowOnBreak": true', 'focusWindowOnBreak": false')
    yield override("reportMissingImports", "warning")


def wrong_rule_switched_off(_guest: Guest) -> Solution:
    yield focus(value=False)
    yield override("reportMissingImports", "none")


def wrong_other_override_lost(guest: Guest) -> Solution:
    edit(guest, '"error",\n        "reportUnusedVariable": "none"', '"warning"')
    yield focus(value=False)


def wrong_debugger_forgotten(_guest: Guest) -> Solution:
    yield override("reportMissingImports", "warning")


def focus(*, value: bool) -> ToolCall:
    return ToolCall(name="osworld_mcp_code.set_focus_editor_on_break", arguments={"value": value})


def override(rule: str, severity: str) -> ToolCall:
    arguments = {"rule": rule, "severity": severity}
    return ToolCall(name="osworld_mcp_code.set_python_diagnostics_override", arguments=arguments)


def edit(guest: Guest, old: str, new: str) -> None:
    text = guest.read_file(SETTINGS).decode()
    assert old in text, text
    guest.write_file(SETTINGS, text.replace(old, new).encode())
