"""VS Code's tools on a real guest."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from checkers.base import Termination
from checkers.vscode import SETTINGS, Window, window
from controller.guest import Guest

FOLDER = "/home/user/code-tests"
PREFIX = "osworld_mcp_code."
THEME = Path(__file__).parents[2] / "tasks/vs_code/install_theme/files/harbor-themes-1.2.0.vsix"


class View:
    """The guest as a checker sees it."""

    termination: Termination | None = None

    def __init__(self, guest: Guest) -> None:
        self.run = guest.run
        self.read_file = guest.read_file


class Code:
    def __init__(self, guest: Guest) -> None:
        self.guest = guest

    def call(self, tool: str, **arguments: object) -> dict[str, Any]:
        result = self.guest.call_tool(PREFIX + tool, arguments, timeout=120)
        assert not result.is_error, result.text
        assert result.structured is not None
        return dict(result.structured)

    def refusal(self, tool: str, **arguments: object) -> str:
        result = self.guest.call_tool(PREFIX + tool, arguments, timeout=120)
        assert result.is_error, result.text
        return result.text

    @property
    def window(self) -> Window:
        return window(View(self.guest))

    @property
    def settings(self) -> str:
        return self.guest.read_file(SETTINGS).decode()


@pytest.fixture(scope="module")
def code(guest: Guest) -> Iterator[Code]:
    """VS Code with one folder open; closed afterwards, its settings as before."""
    code = Code(guest)
    assert "launch_vscode" in code.refusal("set_word_wrap_column", column=100)
    before = guest.read_file(SETTINGS)
    for name in ("one", "two"):
        guest.write_file(f"{FOLDER}/{name}/{name}.txt", b"first\nsecond\nthird\n")
    guest.write_file(f"{FOLDER}/theme.vsix", THEME.read_bytes())
    code.call("launch_vscode", path=f"{FOLDER}/one")
    yield code
    guest.run(["pkill", "-TERM", "-f", "user-data-dir=/home/user/.config/chromium-code"], as_user=True)
    guest.run(["systemctl", "--user", "stop", "code-server"], as_user=True)
    guest.write_file(SETTINGS, before)
    guest.run(["rm", "-rf", FOLDER])


def test_a_file_opens_at_a_line(code: Code) -> None:
    shown = code.call("goto_file", file_path=f"{FOLDER}/one/one.txt", line=2, character=3)
    assert (shown["line"], shown["character"]) == (2, 3)
    assert code.window.editor is not None
    assert (code.window.editor.path, code.window.editor.line) == (f"{FOLDER}/one/one.txt", 2)
    assert "only 4 lines" in code.refusal("goto_file", file_path=f"{FOLDER}/one/one.txt", line=9)


def test_a_file_opens_in_the_open_window(code: Code) -> None:
    assert code.call("launch_vscode", path=f"{FOLDER}/two/two.txt")["file"] == f"{FOLDER}/two/two.txt"
    assert code.window.folders == [f"{FOLDER}/one"]


def test_settings_take_effect_and_the_rest_of_the_file_stays(code: Code) -> None:
    code.guest.write_file(SETTINGS, code.settings.replace("{", "{ // mine", 1).encode())
    code.call("set_word_wrap_column", column=101)
    code.call("add_files_exclude", pattern="**/out")
    code.call("add_files_exclude", pattern="**/tmp")
    assert '"editor.wordWrapColumn": 101' in code.settings
    assert '"**/out": true' in code.settings
    assert '"**/tmp": true' in code.settings
    assert "// mine" in code.settings
    assert '"security.workspace.trust.enabled": false' in code.settings


def test_an_extension_is_installed_and_its_theme_used(code: Code) -> None:
    assert "installed:" in code.refusal("set_color_theme", theme_name="Harbor Dusk")
    installed = code.call("install_extension", extension_id=f"{FOLDER}/theme.vsix")
    assert installed == {"id": "lantern.harbor-themes", "version": "1.2.0"}
    assert code.call("set_color_theme", theme_name="harbor dusk")["value"] == "Harbor Dusk"
    assert '"workbench.colorTheme": "Harbor Dusk"' in code.settings
    listed = code.call("list_extensions", show_versions=True)["extensions"]
    assert listed == ["lantern.harbor-themes@1.2.0"]
    code.guest.run(["code", "--uninstall-extension", "lantern.harbor-themes"], as_user=True, timeout=60)


def test_the_marketplace_is_out_of_reach(code: Code) -> None:
    assert ".vsix" in code.refusal("install_extension", extension_id="someone.something")


def test_folders_are_added_and_removed(code: Code) -> None:
    code.call("add_folder", folder=f"{FOLDER}/two/")
    assert code.window.folders == [f"{FOLDER}/one", f"{FOLDER}/two"]
    code.call("remove_folder", folder=f"{FOLDER}/one")
    assert code.window.folders == [f"{FOLDER}/two"]
    assert "is not in the workspace" in code.refusal("remove_folder", folder=f"{FOLDER}/one")
