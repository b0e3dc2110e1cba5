"""VS Code's tools for settings, on a real guest."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from checkers import jsonc
from checkers.vscode import SETTINGS
from tests.guest.tools.calls import Tools
from tests.guest.tools.vscode import FOLDER, PREFIX, Code, effect, error

pytestmark = pytest.mark.guest

VALUES: dict[str, dict[str, object]] = {
    "set_word_wrap_column": {"column": 101},
    "set_auto_save_delay": {"delay_ms": 1500},
    "set_focus_editor_on_break": {"value": False},
    "set_wrap_tabs": {"value": True},
    "set_color_theme": {"theme_name": "Monokai"},
    "add_files_exclude": {"pattern": "**/out"},
    "set_python_diagnostics_override": {"rule": "reportMissingImports", "severity": "none"},
    "toggle_sync": {"state": "on"},
}


@pytest.fixture(scope="module")
def code(tools: Tools) -> Iterator[Code]:
    """VS Code with one folder open and a comment in its settings. Before it was started its tools have refused."""
    code = Code(tools)
    code.write("one/one.txt", "x" * 300 + "\n")
    code.write("one/a.out/b.txt", "")
    settings = tools.guest.read_file(SETTINGS).decode()
    tools.guest.write_file(SETTINGS, settings.replace("{", "{ // mine: größer", 1).encode())
    code.refusals = {name: code.refusal(name, **arguments) for name, arguments in VALUES.items()}
    code.launch(f"{FOLDER}/one")
    yield code


@pytest.fixture(autouse=True)
def kept(code: Code) -> Iterator[None]:
    """Whatever is set, the other settings and the comment stay."""
    before = code.settings
    yield
    text = code.guest.read_file(SETTINGS)
    assert jsonc.comments(text) == ["mine: größer"]
    after = code.settings
    assert {key: after.get(key) for key in before} == {
        key: after.get(key) if key in CHANGED else value for key, value in before.items()
    }


CHANGED = ("editor.wordWrapColumn", "workbench.colorTheme", "files.exclude", "workbench.editor.wrapTabs")


@error(*VALUES)
def test_without_a_window_the_tool_that_opens_one_is_named(code: Code) -> None:
    for name, refusal in code.refusals.items():
        assert "osworld_mcp_code.launch_vscode" in refusal, name


@effect("set_word_wrap_column")
def test_lines_wrap_at_the_column(code: Code) -> None:
    changed = code.data("set_word_wrap_column", column=101)
    assert changed["value"] == 101
    assert '"off"' in changed["note"]
    assert code.settings["editor.wordWrapColumn"] == 101


@effect("set_auto_save_delay")
def test_files_are_saved_after_the_delay(code: Code) -> None:
    path = code.write("one/saved.txt", "")
    assert code.data("set_auto_save_delay", delay_ms=100) == {
        "setting": "files.autoSaveDelay",
        "value": 100,
        "note": "",
    }
    assert code.settings["files.autoSaveDelay"] == 100
    code.call("goto_file", file_path=path)
    code.key("x")
    code.wait_until(lambda: code.text("one/saved.txt") == "x")


@effect("set_focus_editor_on_break")
def test_the_focus_on_break_is_switched(code: Code) -> None:
    for value in (False, True):
        assert code.data("set_focus_editor_on_break", value=value)["value"] is value
        assert code.settings["debug.focusEditorOnBreak"] is value


@effect("set_wrap_tabs")
def test_tabs_wrap_in_the_open_window(code: Code) -> None:
    code.call("goto_file", file_path=f"{FOLDER}/one/one.txt")
    wraps = "document.querySelector('.tabs-and-actions-container').classList.contains('wrapping')"
    for number in range(12):
        code.call("goto_file", file_path=code.write(f"one/a-rather-long-name-{number}.txt", ""))
    assert code.in_page(wraps) is False
    code.call("set_wrap_tabs", value=True)
    assert code.settings["workbench.editor.wrapTabs"] is True
    code.wait_until(lambda: code.in_page(wraps) is True)
    code.call("set_wrap_tabs", value=False)
    code.wait_until(lambda: code.in_page(wraps) is False)


@effect("set_color_theme")
def test_the_theme_is_used_in_the_open_window(code: Code) -> None:
    assert code.data("set_color_theme", theme_name="monokai")["value"] == "Monokai"
    assert code.settings["workbench.colorTheme"] == "Monokai"
    colour = "getComputedStyle(document.querySelector('.part.editor')).backgroundColor"
    code.wait_until(lambda: bool(code.in_page(colour) == "rgb(39, 40, 34)"))


@error("set_color_theme")
def test_an_unknown_theme_is_an_error_that_lists_the_known(code: Code) -> None:
    assert "Monokai" in code.refusal("set_color_theme", theme_name='no "such" theme')


@effect("add_files_exclude")
def test_matching_files_leave_the_explorer_and_patterns_stay(code: Code) -> None:
    code.key("ctrl", "shift", "e")
    shown = "[...document.querySelectorAll('.explorer-folders-view .monaco-list-row')].map((row) => row.textContent)"
    code.wait_until(lambda: "a.out" in code.in_page(shown))
    code.call("add_files_exclude", pattern="**/a.out")
    code.wait_until(lambda: "a.out" not in code.in_page(shown))
    code.call("add_files_exclude", pattern="**/{ü\"',x}")
    assert code.settings["files.exclude"] == {"**/a.out": True, "**/{ü\"',x}": True}


@effect("set_python_diagnostics_override")
def test_rules_are_overridden_one_by_one(code: Code) -> None:
    changed = code.data("set_python_diagnostics_override", rule="reportMissingImports", severity="none")
    assert "pylance" in changed["note"]
    code.call("set_python_diagnostics_override", rule="reportUnusedImport", severity="warning")
    code.call("set_python_diagnostics_override", rule="reportMissingImports", severity="error")
    assert code.settings["python.analysis.diagnosticSeverityOverrides"] == {
        "reportMissingImports": "error",
        "reportUnusedImport": "warning",
    }


@effect("toggle_sync")
def test_sync_is_off_and_stays_so(code: Code) -> None:
    assert code.data("toggle_sync", state="off")["state"] == "off"
    assert not any("sync" in key.lower() for key in code.settings)


@error("toggle_sync")
def test_sync_cannot_be_turned_on_without_its_service(code: Code) -> None:
    assert "no sync service" in code.refusal("toggle_sync", state="on")


@error(*VALUES)
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("set_word_wrap_column", {"column": 0}),
        ("set_auto_save_delay", {"delay_ms": -1}),
        ("set_focus_editor_on_break", {"value": "perhaps"}),
        ("set_wrap_tabs", {}),
        ("set_color_theme", {"theme_name": ""}),
        ("add_files_exclude", {"pattern": ""}),
        ("set_python_diagnostics_override", {"rule": "reportMissingImports", "severity": "fatal"}),
        ("set_python_diagnostics_override", {"rule": "E501", "severity": "none"}),
        ("toggle_sync", {"state": "maybe"}),
    ],
)
def test_wrong_values_are_refused_and_nothing_is_written(
    code: Code, name: str, arguments: dict[str, object]
) -> None:
    before = code.settings
    assert "wrong arguments" in code.refusal(name, **arguments)
    assert code.settings == before


@error("set_wrap_tabs")
def test_a_workspace_that_overrides_the_setting_is_named(code: Code) -> None:
    code.write("one/.vscode/settings.json", '{"workbench.editor.wrapTabs": true}')
    code.wait_until(
        lambda: (
            "the settings of the open workspace"
            in code.guest.call_tool(f"{PREFIX}set_wrap_tabs", {"value": False}).text
        )
    )
