"""VS Code's tools against windows that answer as the companion extension does."""

from __future__ import annotations

import json
import socket
import threading
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mcp_tools import (
    applications,
    code,
    code_extensions,
    code_registry,
    code_settings,
    code_settings_file,
    code_window,
)
from mcp_tools.code_page import _page_of
from mcp_tools.code_window import WindowState
from mcp_tools.devtools import Target
from mcp_tools.registry import ToolError
from mcp_tools.windows import WindowInfo


class Companion:
    """One window: answers requests on a socket of the runtime folder."""

    def __init__(self, folder: Path, name: str, **state: Any) -> None:
        self.state: dict[str, Any] = {"focused": False, "focused_at": 0, "folders": [], "groups": [], **state}
        self.file = folder.parent / code_settings_file.SETTINGS
        self.writes = 0
        self.overridden: dict[str, Any] = {}
        self.silent = self.broken = False
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / f"{name}.sock"))
        self._listener.listen()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    @property
    def settings(self) -> dict[str, Any]:
        return json.loads(self.file.read_text()) if self.file.exists() else {}

    def configure(self, key: str, value: Any) -> None:
        """Write a setting outside the window."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(json.dumps({**self.settings, key: value}))

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._listener.close()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with connection, connection.makefile("rwb") as stream:
                request = json.loads(stream.readline())
                if self.silent:
                    continue
                response = getattr(self, f"on_{request['method']}")(**request["params"])
                stream.write(json.dumps({"id": 1, **response}).encode() + b"\n")

    def on_state(self) -> dict[str, Any]:
        return {"result": self.state}

    def on_get_setting(self, key: str) -> dict[str, Any]:
        value = self.settings.get(key)
        return {"result": {"user": value, "effective": self.overridden.get(key, value)}}

    def on_write_settings(self, path: str, text: str) -> dict[str, Any]:
        self.writes += 1
        if self.broken:
            return {"error": "EACCES: permission denied"}
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(text)
        return {"result": None}

    def on_show(self, path: str, line: int, character: int) -> dict[str, Any]:
        lines = len(Path(path).read_text().splitlines())
        if line > lines:
            return {"error": f"{path} has only {lines} lines"}
        self.state["editor"] = {"path": path, "line": line, "character": character, "dirty": False}
        tab = {"label": Path(path).name, "paths": [path], "active": True, "dirty": False}
        self.state["groups"] = [{"column": 1, "active": True, "tabs": [tab]}]
        return {"result": None}

    def on_extension(self, id: str) -> dict[str, Any]:
        return {"result": None}

    def on_sync_service(self) -> dict[str, Any]:
        return {"result": False}

    def on_compare(self, left: str, right: str) -> dict[str, Any]:
        tab = {"label": "l ↔ r", "paths": [left, right], "active": True, "dirty": False}
        self.state["groups"] = [{"column": 1, "active": True, "tabs": [tab]}]
        return {"result": None}

    def on_themes(self) -> dict[str, Any]:
        return {"result": [{"id": "Dusk Id", "label": "Dusk", "extension": "a.b"}]}


Open = Callable[..., Companion]


@pytest.fixture
def open_window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Opens windows of a runtime folder of their own."""
    folder = tmp_path / "testbed-code"
    folder.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(applications, "windows", list)
    monkeypatch.setattr(code_window, "STATE_SECONDS", 0.3)
    monkeypatch.setattr(code_settings_file, "STATE_SECONDS", 0.3)
    opened: list[Companion] = []

    def open_one(**state: Any) -> Companion:
        opened.append(Companion(folder, str(len(opened)), **state))
        return opened[-1]

    yield open_one
    for companion in opened:
        companion.close()


def test_without_a_window_the_tool_that_opens_one_is_named(open_window: Open) -> None:
    with pytest.raises(ToolError, match="launch_vscode"):
        code_settings.set_word_wrap_column(100)


def test_the_window_with_the_focus_is_the_one(open_window: Open) -> None:
    first = open_window(focused_at=1)
    second = open_window(focused_at=5)
    code_settings.set_word_wrap_column(100)
    assert (first.writes, second.writes) == (0, 1)
    first.state["focused"] = True
    code_settings.set_word_wrap_column(72)
    assert (first.writes, second.writes) == (1, 1)
    assert first.settings == {"editor.wordWrapColumn": 72}


def test_a_window_that_is_gone_is_passed_over(open_window: Open) -> None:
    open_window(focused=True).silent = True
    alive = open_window()
    code_settings.set_word_wrap_column(100)
    assert alive.settings == {"editor.wordWrapColumn": 100}


def test_a_window_on_the_screen_that_still_starts_is_waited_for(
    open_window: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    titles = ("one - Visual Studio Code", "127.0.0.1:8443/?folder=/two", "Save As")
    windows = [WindowInfo(1, title, "code", 0, 0, 9, 9, active=False, minimized=False) for title in titles]
    monkeypatch.setattr(applications, "windows", lambda: windows)
    monkeypatch.setattr(code_window, "STARTING_SECONDS", 0.2)
    open_window(focused_at=1)
    with pytest.raises(ToolError, match="still starting"):
        code_settings.set_word_wrap_column(100)
    second = open_window(focused_at=2)
    code_settings.set_word_wrap_column(100)
    assert second.settings == {"editor.wordWrapColumn": 100}


def test_pages_are_told_by_their_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(applications, "windows", list)
    pages = [
        Target(folder, "page", f"http://127.0.0.1:8443/?{query}", "same - Visual Studio Code", "")
        for folder, query in (
            ("a", "folder=/h%C3%B6me/a"),
            ("w", "workspace=/x.code-workspace"),
            ("n", "ew=true"),
        )
    ]

    def found(folders: tuple[str, ...], workspace: str | None = None) -> str:
        return _page_of(
            WindowState(focused=True, focused_at=1, folders=folders, workspace_file=workspace), pages
        ).id

    assert found(("/höme/a",)) == "a"
    assert found(("/höme/a", "/b"), "/x.code-workspace") == "w"
    assert found(()) == "n"


def test_a_socket_nobody_listens_on_is_passed_over(open_window: Open, tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(tmp_path / "testbed-code" / "left.sock"))
    assert code_window.open_windows() == []


def test_a_setting_that_another_overrides_is_an_error(open_window: Open) -> None:
    window = open_window()
    window.overridden["editor.wordWrapColumn"] = 60
    with pytest.raises(ToolError, match="keeps '60'"):
        code_settings.set_word_wrap_column(100)
    assert window.settings == {}


def test_wrapping_that_is_off_is_said(open_window: Open) -> None:
    window = open_window()
    window.configure("editor.wordWrap", "off")
    assert '"off"' in code_settings.set_word_wrap_column(100).note
    window.configure("editor.wordWrap", "bounded")
    assert code_settings.set_word_wrap_column(100).note == ""


def test_what_vscode_refuses_is_the_error(open_window: Open) -> None:
    open_window().broken = True
    with pytest.raises(ToolError, match="cannot write"):
        code_settings.set_wrap_tabs(True)


def test_unsaved_changes_of_the_settings_are_kept(open_window: Open) -> None:
    window = open_window()
    tab = {"label": "settings.json", "paths": [str(window.file)], "active": True, "dirty": True}
    window.state["groups"] = [{"column": 1, "active": True, "tabs": [tab]}]
    with pytest.raises(ToolError, match="unsaved changes"):
        code_settings.set_wrap_tabs(True)
    assert window.writes == 0


def test_a_theme_is_found_by_label_in_any_case_and_stored_by_id(open_window: Open) -> None:
    window = open_window()
    code_settings.set_color_theme("dusk")
    assert window.settings["workbench.colorTheme"] == "Dusk Id"
    with pytest.raises(ToolError, match="installed: Dusk"):
        code_settings.set_color_theme("Dawn")


def test_a_theme_that_would_not_be_used_is_an_error(open_window: Open) -> None:
    open_window().configure("window.autoDetectColorScheme", True)
    with pytest.raises(ToolError, match="autoDetectColorScheme"):
        code_settings.set_color_theme("Dusk")


def test_excluded_patterns_are_added_to_those_there_are(open_window: Open) -> None:
    window = open_window()
    window.configure("files.exclude", {"**/.git": True, "**/x": False})
    code_settings.add_files_exclude("**/out")
    assert window.settings["files.exclude"] == {"**/.git": True, "**/x": False, "**/out": True}


def test_a_delay_that_is_not_used_is_said(open_window: Open) -> None:
    window = open_window()
    window.configure("files.autoSave", "onFocusChange")
    assert '"onFocusChange"' in code_settings.set_auto_save_delay(700).note
    window.configure("files.autoSave", "afterDelay")
    assert code_settings.set_auto_save_delay(700).note == ""
    assert window.settings["files.autoSaveDelay"] == 700


def test_overrides_of_rules_are_added_to_those_there_are(open_window: Open) -> None:
    window = open_window()
    window.configure(code_settings.PYTHON_OVERRIDES, {"reportUnusedImport": "error"})
    changed = code_settings.set_python_diagnostics_override("reportMissingImports", "none")
    assert changed.value == {"reportUnusedImport": "error", "reportMissingImports": "none"}
    window.overridden[code_settings.PYTHON_OVERRIDES] = {"reportMissingImports": "error"}
    with pytest.raises(ToolError, match="keeps 'error'"):
        code_settings.set_python_diagnostics_override("reportMissingImports", "none")


def test_sync_without_a_service_is_off(open_window: Open) -> None:
    open_window()
    assert code_settings.toggle_sync("off").state == "off"
    with pytest.raises(ToolError, match="no sync service"):
        code_settings.toggle_sync("on")


def test_two_files_are_compared(open_window: Open, tmp_path: Path) -> None:
    open_window()
    for name, text in (("a", "1"), ("b", "1"), ("c", "2")):
        (tmp_path / name).write_text(text)
    assert code.compare_files(str(tmp_path / "a"), str(tmp_path / "b")).identical
    assert not code.compare_files(str(tmp_path / "a"), str(tmp_path / "c")).identical
    with pytest.raises(ToolError, match="does not exist"):
        code.compare_files(str(tmp_path / "a"), str(tmp_path / "none"))


def test_the_cursor_goes_to_a_line_of_a_file(open_window: Open, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("one\ntwo\n")
    open_window()
    result = code.goto_file(str(file), 2, 3)
    assert (result.file, result.line, result.character) == (str(file), 2, 3)
    with pytest.raises(ToolError, match="only 2 lines"):
        code.goto_file(str(file), 9)


def test_missing_files_and_folders_are_errors(open_window: Open, tmp_path: Path) -> None:
    open_window()
    with pytest.raises(ToolError, match="does not exist"):
        code.goto_file(str(tmp_path / "none"))
    with pytest.raises(ToolError, match="is not a file"):
        code.goto_file(str(tmp_path))
    with pytest.raises(ToolError, match="is not in the workspace"):
        code.remove_folder(str(tmp_path))


def test_a_folder_that_is_open_already_is_left(open_window: Open, tmp_path: Path) -> None:
    open_window(folders=[str(tmp_path)])
    assert code.add_folder(f"{tmp_path}/testbed-code/../").folders == [str(tmp_path)]


def test_a_package_says_what_it_contains(tmp_path: Path) -> None:
    package = tmp_path / "a.vsix"
    with zipfile.ZipFile(package, "w") as archive:
        archive.writestr("extension/package.json", '{"publisher": "p", "name": "n", "version": "1.2.0"}')
    assert code_registry.read_package(package) == code_window.Extension(id="p.n", version="1.2.0")


@pytest.mark.parametrize("text", [b"", b"PK", b"text"])
def test_what_is_no_package_is_an_error(open_window: Open, tmp_path: Path, text: bytes) -> None:
    package = tmp_path / "a.vsix"
    package.write_bytes(text)
    with pytest.raises(ToolError, match="no VS Code extension package"):
        code_extensions.install_extension(str(package))


def test_what_is_no_identifier_is_an_error(open_window: Open) -> None:
    open_window()
    with pytest.raises(ToolError, match="no extension identifier"):
        code_extensions.install_extension("theme")


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The registry of installed extensions of a home folder of its own: a theme and one without a manifest."""
    monkeypatch.setenv("HOME", str(tmp_path))
    path = tmp_path / code_registry.REGISTRY
    (path.parent / "a.theme-1.0.0").mkdir(parents=True)
    (path.parent / "a.theme-1.0.0/package.json").write_text('{"categories": ["Themes"]}')
    entries = [
        {"identifier": {"id": f"a.{name}"}, "version": "1.0.0", "relativeLocation": f"a.{name}-1.0.0"}
        for name in ("theme", "damaged")
    ]
    path.write_text(json.dumps(entries))
    return path


def test_installed_extensions_are_listed_from_the_registry(registry: Path) -> None:
    assert code_extensions.list_extensions().extensions == ["a.theme", "a.damaged"]
    assert code_extensions.list_extensions(show_versions=True).extensions[0] == "a.theme@1.0.0"
    with pytest.raises(ToolError, match=r"a\.damaged is damaged"):
        code_extensions.list_extensions(category="themes")


def test_without_a_registry_no_extension_is_installed(registry: Path) -> None:
    registry.unlink()
    assert code_extensions.list_extensions().extensions == []


@pytest.mark.parametrize("text", ["{", "{}x", '[{"version": "1"}]', "[1]", "1"])
def test_a_damaged_registry_is_an_error(registry: Path, text: str) -> None:
    registry.write_text(text)
    with pytest.raises(ToolError, match="is damaged"):
        code_extensions.list_extensions()


def test_what_is_not_installed_is_an_error_that_lists_what_is(registry: Path) -> None:
    with pytest.raises(ToolError, match=r"installed extensions: a\.theme, a\.damaged"):
        code_extensions.uninstall_extension("a.other")
