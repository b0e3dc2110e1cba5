from testbed.actions import Key, Screenshot, ToolCall, TypeText
from testbed.tasks import (
    VSCODE_CHOSEN_ROW,
    Guest,
    Solution,
    act_until,
    choose_vscode_command,
    is_blue,
    repeat_until,
    screen_part,
    shows,
    vscode_list_is_short,
)

PACKAGE = "/home/user/Downloads/harbor-themes-1.2.0.vsix"
SETTINGS = "/home/user/.local/share/code-server/User/settings.json"
INSTALL = (832, 121)
"""A pixel of the button in the dialog that asks for a package."""
BELL = (1246, 692, 1272, 716)
"""It gets a dot when there is news."""
EDITOR = (1100, 600)
DUSK = 0x1B2A3A
"""The editor's background in Harbor Dusk; in Harbor Dusk Soft it is lighter."""
WHITE = 0xFFFFFF


def mcp() -> Solution:
    yield install()
    yield ToolCall(name="osworld_mcp_code.set_color_theme", arguments={"theme_name": "Harbor Dusk"})


def gui() -> Solution:
    """The themes are previewed while they are chosen: the right one is seen before it is taken."""
    seen = yield from choose_vscode_command("Extensions: Install from VSIX", is_blue(*INSTALL))
    bell = screen_part(seen, *BELL).tobytes()
    yield Key(keys=("ctrl", "a"))
    yield from act_until(TypeText(text=PACKAGE), vscode_list_is_short)
    dialog = is_blue(*INSTALL)
    yield from repeat_until(Key(keys=("Return",)), lambda now: not dialog(now))
    yield from act_until(Screenshot(), lambda now: screen_part(now, *BELL).tobytes() != bell)
    yield Key(keys=("ctrl", "k"))
    yield from act_until(Key(keys=("ctrl", "t")), is_blue(*VSCODE_CHOSEN_ROW))
    yield from act_until(TypeText(text="Harbor Dusk"), shows(*EDITOR, DUSK))
    yield from act_until(Key(keys=("Return",)), shows(*VSCODE_CHOSEN_ROW, DUSK))


def wrong_only_installed(guest: Guest) -> Solution:
    yield install()


def wrong_other_theme_of_the_package(guest: Guest) -> Solution:
    yield install()
    yield ToolCall(name="osworld_mcp_code.set_color_theme", arguments={"theme_name": "Harbor Dusk Soft"})


def wrong_theme_named_but_not_installed(guest: Guest) -> Solution:
    guest.write_file(SETTINGS, b'{"workbench.colorTheme": "Harbor Dusk"}\n')
    yield from ()


def wrong_theme_only_previewed(guest: Guest) -> Solution:
    """The list of themes shows the one under the cursor; leaving the list takes the change back."""
    yield install()
    yield Key(keys=("ctrl", "k"))
    yield from act_until(Key(keys=("ctrl", "t")), is_blue(*VSCODE_CHOSEN_ROW))
    yield from act_until(TypeText(text="Harbor Dusk"), shows(*EDITOR, DUSK))
    yield from act_until(Key(keys=("Escape",)), shows(*EDITOR, WHITE))


def install() -> ToolCall:
    return ToolCall(name="osworld_mcp_code.install_extension", arguments={"extension_id": PACKAGE})
