"""VS Code's tools for extensions, on a real guest: first without a marketplace, then with one of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.guest.tools.calls import Tools
from tests.guest.tools.vscode import FOLDER, Code, effect, error, package

pytestmark = pytest.mark.guest

HARBOR = Path(__file__).parents[3] / "tasks/vs_code/install_theme/files/harbor-themes-1.2.0.vsix"
THEMES = "lantern.harbor-themes"
TOOL = "lantern.lamp"


@pytest.fixture(scope="module")
def code(tools: Tools) -> Iterator[Code]:
    """VS Code with one folder open. Before it was started, an extension was installed and some tools refused."""
    code = Code(tools)
    code.write("one/one.txt", "")
    code.write("theme.vsix", HARBOR.read_bytes())
    code.write("lamp ü '1'.vsix", package("lantern", "lamp", "1.0.0", categories=["Other"]))
    code.write("broken.vsix", b"PK")
    code.refusals = {
        "disable_extension": code.refusal("disable_extension", extension_id=THEMES),
        "update_extensions": code.refusal("update_extensions"),
    }
    code.call("install_extension", extension_id=f"{FOLDER}/lamp ü '1'.vsix")
    code.launch(f"{FOLDER}/one")
    yield code


@error("disable_extension", "update_extensions")
def test_without_a_window_the_tool_that_opens_one_is_named(code: Code) -> None:
    for refusal in code.refusals.values():
        assert "osworld_mcp_code.launch_vscode" in refusal


@effect("install_extension")
def test_an_extension_is_installed_before_and_after_the_start(code: Code) -> None:
    installed = code.data("install_extension", extension_id=f"{FOLDER}/theme.vsix")
    assert installed == {"id": THEMES, "version": "1.2.0"}
    assert code.installed == {TOOL: "1.0.0", THEMES: "1.2.0"}
    assert code.data("set_color_theme", theme_name="harbor dusk")["value"] == "Harbor Dusk"


@effect("install_extension")
def test_a_newer_package_updates_an_extension(code: Code) -> None:
    newer = code.write("lamp.vsix", package("lantern", "lamp", "1.1.0", categories=["Other"]))
    assert code.data("install_extension", extension_id=newer)["version"] == "1.1.0"
    assert code.installed[TOOL] == "1.1.0"


@error("install_extension")
def test_what_cannot_be_installed_is_an_error(code: Code) -> None:
    assert "does not exist" in code.refusal("install_extension", extension_id=f"{FOLDER}/none.vsix")
    assert "no VS Code extension package" in code.refusal(
        "install_extension", extension_id=f"{FOLDER}/broken.vsix"
    )
    assert "no extension identifier" in code.refusal("install_extension", extension_id="theme")


@error("install_extension", "update_extensions")
def test_without_a_marketplace_its_absence_is_the_cause(code: Code) -> None:
    for refusal in (
        code.refusal("install_extension", extension_id="someone.something"),
        code.refusal("update_extensions"),
    ):
        assert "No extension gallery service configured" in refusal
        assert ".vsix" in refusal


@effect("list_extensions")
def test_the_list_is_what_the_command_line_says(code: Code) -> None:
    printed = code.guest.run(["code", "--list-extensions", "--show-versions"], as_user=True, timeout=60).text
    listed = code.data("list_extensions", show_versions=True)["extensions"]
    assert sorted(listed) == sorted(line for line in printed.splitlines() if "@" in line)
    assert code.data("list_extensions", category="themes")["extensions"] == [THEMES]
    assert code.data("list_extensions", category="No such")["extensions"] == []


@error("list_extensions")
def test_an_unknown_argument_of_the_list_is_an_error(code: Code) -> None:
    assert "did you mean 'show_versions'" in code.refusal("list_extensions", show_version=True)


@error("uninstall_extension", "disable_extension")
def test_what_is_not_installed_is_an_error_that_lists_what_is(code: Code) -> None:
    for name in ("uninstall_extension", "disable_extension"):
        assert THEMES in code.refusal(name, extension_id="someone.something")
        assert "wrong arguments" in code.refusal(name, extension_id="themes")
    assert "these tools" in code.refusal("disable_extension", extension_id="testbed.testbed-companion")


@effect("disable_extension")
def test_a_disabled_extension_stays_so_after_a_new_start(code: Code) -> None:
    assert THEMES in code.data("disable_extension", extension_id=THEMES.title())["disabled"]
    assert "Harbor" not in code.refusal("set_color_theme", theme_name="none")
    code.quit()
    code.launch(f"{FOLDER}/one")
    assert "Harbor" not in code.refusal("set_color_theme", theme_name="none")
    assert code.installed[THEMES] == "1.2.0"


@effect("uninstall_extension")
def test_an_extension_is_uninstalled(code: Code) -> None:
    assert code.data("uninstall_extension", extension_id=TOOL) == {"id": TOOL, "version": "1.1.0"}
    assert code.installed == {THEMES: "1.2.0"}


@effect("uninstall_extension")
def test_an_extension_is_uninstalled_without_a_window(code: Code) -> None:
    code.quit()
    code.call("uninstall_extension", extension_id=THEMES)
    assert code.installed == {}
    assert code.data("list_extensions")["extensions"] == []
