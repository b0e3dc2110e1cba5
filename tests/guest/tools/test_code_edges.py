"""VS Code's tools on settings and files that are difficult: the promised change and no other, or an error and none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from checkers.vscode import SETTINGS
from tests.guest.tools.calls import Tools
from tests.guest.tools.vscode import FOLDER, Code, effect, error, package

pytestmark = pytest.mark.guest

OFF = '"files.autoSave": "off", "extensions.autoUpdate": "off"'
LATIN = b"needle \xe9\n"


@pytest.fixture(scope="module")
def code(tools: Tools) -> Iterator[Code]:
    """VS Code with one folder open, whose files are not saved by themselves."""
    code = Code(tools)
    tools.guest.write_file(SETTINGS, f"{{{OFF}}}".encode())
    code.write("one/one.txt", "first\nsecond\n")
    code.write("two/two.txt", "first\n")
    code.write("both.code-workspace", '{"folders": [{"path": "one"}, {"path": "two"}]}')
    code.launch(f"{FOLDER}/one")
    yield code


@pytest.fixture(autouse=True)
def settings(code: Code) -> Iterator[None]:
    """Settings that a test writes do not reach the next one."""
    yield
    code.guest.run(["chmod", "644", SETTINGS])
    code.guest.write_file(SETTINGS, f"{{{OFF}}}".encode())


@effect("set_word_wrap_column")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            '{"editor.wordWrapColumn": 5, // a\n "editor.wordWrapColumn": 6}',
            '5, // a\n "editor.wordWrapColumn": 77}',
        ),
        (f"{{\r\n\t// c\r\n\t{OFF},\r\n}}\r\n", ',\r\n\t"editor.wordWrapColumn": 77\r\n}\r\n'),
        ("// only a comment\n", '// only a comment\n{\n    "editor.wordWrapColumn": 77\n}\n'),
        ("", '{\n    "editor.wordWrapColumn": 77\n}\n'),
        (f"\ufeff{{{OFF}}}", ', "editor.wordWrapColumn": 77}'),
    ],
    ids=["key twice", "crlf and trailing comma", "comment", "empty", "byte order mark"],
)
def test_only_the_setting_changes_in_the_text(code: Code, before: str, after: str) -> None:
    code.guest.write_file(SETTINGS, before.encode())
    assert code.data("set_word_wrap_column", column=77)["value"] == 77
    text = code.guest.read_file(SETTINGS).decode()
    assert text.endswith(after)
    assert text.startswith(before.rstrip("}\r\n").rpartition(" ")[0][:30])


@effect("add_files_exclude")
def test_entries_written_outside_the_window_and_their_comments_stay(code: Code) -> None:
    text = (
        '{ // mine\n  "files.exclude": { // why\n    "**/a": true, /* keep */\n    "**/b": false\n  },\n  '
        f"{OFF}\n}}\n"
    )
    code.guest.write_file(SETTINGS, text.encode())
    code.call("add_files_exclude", pattern="**/c")
    changed = text.replace('"**/b": false\n', '"**/b": false,\n    "**/c": true\n')
    assert code.guest.read_file(SETTINGS).decode() == changed
    code.call("add_files_exclude", pattern="**/b")
    assert code.guest.read_file(SETTINGS).decode() == changed.replace("false", "true")


@error("set_wrap_tabs", "add_files_exclude")
@pytest.mark.parametrize(
    ("text", "mode", "cause"),
    [
        (b'{"a": 1 "b": 2}', 0o644, "line 1, column 9"),
        (b"[1]", 0o644, "does not hold an object"),
        (b'{"a": "\xe9"}', 0o644, "not UTF-8"),
        (b"{}", 0o444, "read-only"),
    ],
)
def test_settings_that_cannot_be_written_stay(code: Code, text: bytes, mode: int, cause: str) -> None:
    code.guest.write_file(SETTINGS, text, mode=mode)
    assert cause in code.refusal("set_wrap_tabs", value=True)
    assert cause in code.refusal("add_files_exclude", pattern="**/x")
    assert code.guest.read_file(SETTINGS) == text


@error("set_word_wrap_column", "add_files_exclude")
def test_a_workspace_that_overrides_is_an_error_and_nothing_is_written(code: Code) -> None:
    before = code.guest.read_file(SETTINGS)
    code.write("one/.vscode/settings.json", '{"editor.wordWrapColumn": 9, "files.exclude": {"**/q": false}}')
    code.wait_until(
        lambda: "'9'" in code.guest.call_tool(f"{code.prefix}set_word_wrap_column", {"column": 8}).text
    )
    assert "'**/q'" in code.refusal("add_files_exclude", pattern="**/q")
    assert b"**/q" not in code.guest.read_file(SETTINGS)
    code.guest.run(["rm", "-r", f"{FOLDER}/one/.vscode"])
    assert before.startswith(b"{")


@error("add_files_exclude")
@pytest.mark.parametrize(
    "pattern", ["a[b", "[b-a]", "{a", "a}", "{a,{b}}", "!a", " a", "a\\", "x" * 1_000_000]
)
def test_a_pattern_that_search_cannot_use_is_refused(code: Code, pattern: str) -> None:
    refusal = code.refusal("add_files_exclude", pattern=pattern)
    assert "pattern" in refusal
    assert len(refusal) < 300
    assert code.settings == {"files.autoSave": "off", "extensions.autoUpdate": "off"}


@effect("replace_text")
def test_a_replacement_in_the_editor_is_one_step_of_undo(code: Code) -> None:
    code.call("set_wrap_tabs", value=False)  # the window reads settings.json
    path = code.write("one/undo.txt", "$1 a.b\nA.B axb\n")
    code.call("goto_file", file_path=path, line=2, character=5)
    done = code.data("replace_text", search_text="a.b", replace_text="$1 \\1 & \\n")
    assert done["replacements"] == 2
    lines = "[...document.querySelectorAll('.active .view-line')].map((line) => line.textContent)"
    code.wait_until(lambda: "$1\u00a0$1\u00a0\\1\u00a0&\u00a0\\n" in code.in_page(lines))
    code.key("ctrl", "1")
    code.key("ctrl", "z")
    code.wait_until(lambda: "$1\u00a0a.b" in code.in_page(lines))
    code.wait_until(lambda: not [tab for group in code.window.groups for tab in group.tabs if tab.dirty])
    assert code.text("one/undo.txt") == "$1 a.b\nA.B axb\n"


@effect("replace_text", "search_text")
def test_an_open_file_outside_the_workspace_stays(code: Code) -> None:
    outside = code.write("out.txt", "haystack\n")
    inside = code.write("one/in.txt", "Haystack\r\n")
    code.call("launch_vscode", path=outside)
    assert code.data("search_text", text="haystack", all_files=True)["matches"] == 1
    done = code.data("replace_text", search_text="haystack", replace_text="$&", all_files=True)
    assert done["files"] == [inside]
    assert (code.text("out.txt"), code.text("one/in.txt")) == ("haystack\n", "$&\r\n")


@error("replace_text")
@pytest.mark.parametrize("content", [LATIN, b"needle\r\nneedle\n"], ids=["latin-1", "line ends of two kinds"])
def test_a_file_that_saving_would_change_otherwise_is_refused(code: Code, content: bytes) -> None:
    code.write("one/plain.txt", "needle\n")
    path = code.write("one/odd.txt", content)
    refusal = code.refusal("replace_text", search_text="needle", replace_text="x", all_files=True)
    assert f"{path} contains the text" in refusal
    assert code.guest.read_file(path) == content
    assert code.text("one/plain.txt") == "needle\n"
    code.guest.run(["rm", path])


@error("goto_file")
def test_a_place_that_is_not_there_leaves_editor_and_cursor(code: Code) -> None:
    code.call("goto_file", file_path=f"{FOLDER}/one/one.txt", line=2, character=3)
    before = code.window
    assert "only 2 lines" in code.refusal("goto_file", file_path=f"{FOLDER}/two/two.txt", line=9)
    assert "only 5 characters" in code.refusal("goto_file", file_path=f"{FOLDER}/two/two.txt", character=9)
    assert code.window == before


@error("install_extension")
def test_the_extension_of_these_tools_is_not_replaced(code: Code) -> None:
    own = code.write("own.vsix", package("testbed", "testbed-companion", "9.0.0"))
    assert "these tools" in code.refusal("install_extension", extension_id=own)
    assert "leave it out" in code.refusal("install_extension", extension_id=own, pre_release=True)


@effect("launch_vscode")
@error("add_folder")
def test_a_workspace_file_opens_and_one_that_is_read_only_stays(code: Code) -> None:
    path = f"{FOLDER}/both.code-workspace"
    assert code.data("launch_vscode", path=path)["folders"] == [f"{FOLDER}/one", f"{FOLDER}/two"]
    before = code.text("both.code-workspace")
    code.guest.run(["chmod", "444", path])
    assert "read-only" in code.refusal("add_folder", folder=FOLDER)
    assert code.text("both.code-workspace") == before
