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

from .variant import Facts

NEWSLETTER = "/home/user/Documents/newsletter"
SETTINGS = "/home/user/.local/share/code-server/User/settings.json"
OPEN_FILE = (577, 186, 633, 200)
"""Its name above the editor."""
FOUND = (858, 219, 892, 232)
"""What the search says it found, "1 of 1" or "No results"."""
FOUND_NOTHING = (899, 219, 917, 232)
"""The end of "No results"."""


def mcp(facts: Facts) -> Solution:
    yield ToolCall(name="filesystem_read_text_file", arguments={"path": f"{NEWSLETTER}/RULES.md"})
    yield from follow(facts.delay, facts.end)


def gui(facts: Facts) -> Solution:
    """In the settings file, find each place, which is there once, and type over it."""
    hidden = f'{facts.hidden}": true'
    yield from choose_vscode_command("Preferences: Open User Settings (JSON)", file_is_open)
    yield from type_over("60000", str(facts.delay))
    yield from type_over(hidden, f'{hidden}, "**/*.{facts.end}": true')
    yield from type_over('wrapTabs": false', 'wrapTabs": true')
    yield Key(keys=("ctrl", "s"))


def file_is_open(seen: Observation) -> bool:
    return text_in(*OPEN_FILE)(seen) and not is_blue(*VSCODE_CHOSEN_ROW)(seen)


def also_in_another_order(guest: Guest, facts: Facts) -> Solution:
    hidden, last = f'"**/*.{facts.hidden}": true', '"workbench.startupEditor": "none"'
    edit(guest, "60000", str(facts.delay))
    edit(guest, hidden, f'"**/*.{facts.end}": true, {hidden}')
    edit(guest, '"workbench.editor.wrapTabs": false,\n', "")
    edit(guest, last, f'{last}, "workbench.editor.wrapTabs": true')
    yield from ()


def wrong_rules_for_photographers(_guest: Guest, facts: Facts) -> Solution:
    yield from follow(facts.other_delay, facts.other_end)


def wrong_pattern_replaced(guest: Guest, facts: Facts) -> Solution:
    yield from follow(facts.delay, facts.end)
    edit(guest, f'"**/*.{facts.hidden}": true,', "")


def wrong_only_in_one_folder(_guest: Guest, facts: Facts) -> Solution:
    yield from follow(facts.delay, facts.end, folders="")


def wrong_tabs_in_one_row(_guest: Guest, facts: Facts) -> Solution:
    yield from follow(facts.delay, facts.end, wrap=False)


def wrong_size_of_type(guest: Guest, facts: Facts) -> Solution:
    yield from follow(facts.delay, facts.end)
    edit(guest, '"editor.fontSize": 16', '"editor.fontSize": 14')


def follow(delay: int, end: str, *, folders: str = "**/", wrap: bool = True) -> Solution:
    yield ToolCall(name="osworld_mcp_code.set_auto_save_delay", arguments={"delay_ms": delay})
    yield ToolCall(name="osworld_mcp_code.add_files_exclude", arguments={"pattern": f"{folders}*.{end}"})
    yield ToolCall(name="osworld_mcp_code.set_wrap_tabs", arguments={"value": wrap})


def type_over(old: str, new: str) -> Solution:
    """Find a text, which selects it, and type the new one."""
    yield from act_until(Key(keys=("ctrl", "f")), text_in(*FOUND))
    yield Key(keys=("ctrl", "a"))
    yield from act_until(TypeText(text=old), lambda seen: not text_in(*FOUND_NOTHING)(seen))
    yield from act_until(Key(keys=("Escape",)), lambda seen: not text_in(*FOUND)(seen))
    yield TypeText(text=new)


def edit(guest: Guest, old: str, new: str) -> None:
    text = guest.read_file(SETTINGS).decode()
    assert old in text, text
    guest.write_file(SETTINGS, text.replace(old, new).encode())
