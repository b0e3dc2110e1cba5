from controller.core.actions import Key, ToolCall, TypeText
from controller.core.guest import Guest
from controller.tasks.gui_steps import (
    CHOSEN_IN_CODE,
    act_until,
    choose_command,
    few_rows,
    is_blue,
    part,
    shows,
)
from controller.tasks.solutions import Solution

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
    seen = yield from choose_command("Extensions: Install from VSIX", is_blue(*INSTALL))
    bell = part(seen, *BELL).tobytes()
    yield Key(keys=("ctrl", "a"))
    yield from act_until(TypeText(text=PACKAGE), few_rows)
    yield from act_until(Key(keys=("Return",)), lambda now: part(now, *BELL).tobytes() != bell)
    yield Key(keys=("ctrl", "k"))
    yield from act_until(Key(keys=("ctrl", "t")), is_blue(*CHOSEN_IN_CODE))
    yield from act_until(TypeText(text="Harbor Dusk"), shows(*EDITOR, DUSK))
    yield from act_until(Key(keys=("Return",)), shows(*CHOSEN_IN_CODE, DUSK))


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
    yield from act_until(Key(keys=("ctrl", "t")), is_blue(*CHOSEN_IN_CODE))
    yield from act_until(TypeText(text="Harbor Dusk"), shows(*EDITOR, DUSK))
    yield from act_until(Key(keys=("Escape",)), shows(*EDITOR, WHITE))


def install() -> ToolCall:
    return ToolCall(name="osworld_mcp_code.install_extension", arguments={"extension_id": PACKAGE})
