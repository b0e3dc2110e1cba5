from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

PACKAGE = "/home/user/Downloads/harbor-themes-1.2.0.vsix"
SETTINGS = "/home/user/.local/share/code-server/User/settings.json"


def wrong_softer_theme(_guest: Guest) -> Solution:
    yield install()
    yield choose("Harbor Dusk Soft")


def wrong_softer_theme_and_given_up(_guest: Guest) -> Solution:
    yield install()
    yield choose("Harbor Dusk Soft")
    yield Terminate(status="failure", answer="I took Harbor Dusk Soft, since there is no Harbor Dusk.")


def wrong_theme_named_only(guest: Guest) -> Solution:
    """The settings name a theme that no extension has."""
    yield install()
    guest.write_file(SETTINGS, b'{"workbench.colorTheme": "Harbor Dusk"}\n')
    yield Terminate(status="success")


def wrong_only_installed(_guest: Guest) -> Solution:
    yield install()


def install() -> ToolCall:
    return ToolCall(name="osworld_mcp_code.install_extension", arguments={"extension_id": PACKAGE})


def choose(theme: str) -> ToolCall:
    return ToolCall(name="osworld_mcp_code.set_color_theme", arguments={"theme_name": theme})
