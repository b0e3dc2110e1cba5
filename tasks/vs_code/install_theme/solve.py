from controller.actions import Key, ToolCall, TypeText
from controller.agents.oracle import Solution
from controller.guest import Guest

PACKAGE = "/home/user/Downloads/harbor-themes-1.2.0.vsix"
SETTINGS = "/home/user/.local/share/code-server/User/settings.json"


def mcp() -> Solution:
    yield install()
    yield ToolCall(name="osworld_mcp_code.set_color_theme", arguments={"theme_name": "Harbor Dusk"})


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
    yield Key(keys=("F1",))
    yield TypeText(text="Preferences: Color Theme\n")
    yield TypeText(text="Harbor Dusk")
    yield Key(keys=("Escape",))


def install() -> ToolCall:
    return ToolCall(name="osworld_mcp_code.install_extension", arguments={"extension_id": PACKAGE})
