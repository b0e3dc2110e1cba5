"""VS Code's tools for files, folders and text, on a real guest."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.guest.tools.calls import Tools
from tests.guest.tools.vscode import FOLDER, Code, effect, error

pytestmark = pytest.mark.guest

ODD_NAME = 'it\'s "odd", ünï 名前\n2.txt'
NEEDS_WINDOW: dict[str, dict[str, object]] = {
    "goto_file": {"file_path": f"{FOLDER}/one/one.txt"},
    "compare_files": {"file1": f"{FOLDER}/one/one.txt", "file2": f"{FOLDER}/two/two.txt"},
    "add_folder": {"folder": f"{FOLDER}/two"},
    "remove_folder": {"folder": f"{FOLDER}/two"},
    "search_text": {"text": "first"},
    "replace_text": {"search_text": "first", "replace_text": "1st"},
}


@pytest.fixture(scope="module")
def code(tools: Tools) -> Iterator[Code]:
    """VS Code with one folder open. Before it was started its tools have refused."""
    code = Code(tools)
    for name in ("one", "two"):
        code.write(f"{name}/{name}.txt", "first\nsecond\nthird\n")
    code.refusals = {name: code.refusal(name, **arguments) for name, arguments in NEEDS_WINDOW.items()}
    code.launch(f"{FOLDER}/one")
    yield code


@pytest.mark.core
@error(*NEEDS_WINDOW)
def test_without_a_window_the_tool_that_opens_one_is_named(code: Code) -> None:
    for name, refusal in code.refusals.items():
        assert "osworld_mcp_code.launch_vscode" in refusal, name


@pytest.mark.core
@effect("goto_file")
def test_a_file_opens_at_a_line(code: Code) -> None:
    shown = code.data("goto_file", file_path=f"{FOLDER}/one/one.txt", line=2, character=3)
    assert (shown["line"], shown["character"]) == (2, 3)
    editor = code.window.editor
    assert editor is not None
    assert (editor.path, editor.line, editor.character) == (f"{FOLDER}/one/one.txt", 2, 3)


@pytest.mark.core
@error("goto_file")
def test_what_cannot_be_gone_to_is_an_error(code: Code) -> None:
    assert "only 4 lines" in code.refusal("goto_file", file_path=f"{FOLDER}/one/one.txt", line=9)
    assert "does not exist" in code.refusal("goto_file", file_path=f"{FOLDER}/none.txt")
    assert "is not a file" in code.refusal("goto_file", file_path=FOLDER)
    assert "at least 1" in code.refusal("goto_file", file_path=f"{FOLDER}/one/one.txt", line=0)
    code.guest.write_file("/root/secret.txt", b"x", owner="root", mode=0o600)
    assert "cannot be opened" in code.refusal("goto_file", file_path="/root/secret.txt")


@effect("launch_vscode")
def test_a_file_opens_in_the_open_window(code: Code) -> None:
    path = f"{FOLDER}/two/two.txt"
    assert code.data("launch_vscode", path=path)["file"] == path
    assert code.window.folders == [f"{FOLDER}/one"]
    assert code.window.editor is not None
    assert code.window.editor.path == path


@effect("launch_vscode")
def test_a_name_with_quotes_newline_and_other_scripts_opens(code: Code) -> None:
    path = code.write(ODD_NAME, "odd\n")
    assert code.data("launch_vscode", path=path)["file"] == path
    assert code.data("goto_file", file_path=path)["file"] == path
    assert code.window.editor is not None
    assert code.window.editor.path == path


@error("launch_vscode")
def test_what_is_not_there_is_not_launched(code: Code) -> None:
    assert "does not exist" in code.refusal("launch_vscode", path=f"{FOLDER}/none")


@effect("compare_files")
def test_two_files_are_shown_side_by_side(code: Code) -> None:
    one = f"{FOLDER}/one/one.txt"
    other = code.write("other.txt", "first\nzweite\nthird\n")
    assert code.data("compare_files", file1=one, file2=other) == {
        "left": one,
        "right": other,
        "identical": False,
    }
    tabs = [group.active_tab for group in code.window.groups]
    assert [one, other] in [tab.paths for tab in tabs if tab]
    assert code.in_page("document.querySelectorAll('.monaco-diff-editor').length") == 1
    assert code.data("compare_files", file1=one, file2=f"{FOLDER}/two/two.txt")["identical"] is True


@error("compare_files")
def test_what_cannot_be_compared_is_an_error(code: Code) -> None:
    one = f"{FOLDER}/one/one.txt"
    assert "none.txt does not exist" in code.refusal("compare_files", file1=one, file2=f"{FOLDER}/none.txt")
    assert "is not a file" in code.refusal("compare_files", file1=FOLDER, file2=one)


@effect("search_text")
def test_text_is_found_in_the_file_of_the_editor(code: Code) -> None:
    path = code.write("one/find.txt", 'say "a.b" and "A.B"\nnothing, aXb\n"a.b"\n')
    code.call("goto_file", file_path=path)
    found = code.data("search_text", text='"a.b"')
    assert found["files"] == [{"file": path, "matches": 3, "lines": [1, 3]}]
    assert code.in_page("document.querySelector('.find-widget.visible .find-part textarea').value") == '"a.b"'
    assert code.in_page("document.querySelector('.find-widget.visible .matchesCount').textContent").endswith(
        "of 3"
    )
    assert code.data("search_text", text="absent") == {"matches": 0, "files": [], "files_left_out": 0}


@effect("search_text")
def test_text_is_found_in_all_files(code: Code) -> None:
    code.write("one/deep/größe.txt", "needle\n\nNeedle needle\n")
    found = code.data("search_text", text="needle", all_files=True)
    assert found["files"] == [{"file": f"{FOLDER}/one/deep/größe.txt", "matches": 3, "lines": [1, 3]}]
    shown = "document.querySelector('.search-view .messages').textContent"
    assert code.in_page(shown).startswith("3 results in 1 file")
    assert code.in_page("document.querySelector('.search-view textarea').value") == "needle"
    assert code.data("search_text", text="not in any file", all_files=True)["matches"] == 0


@error("search_text")
def test_an_empty_search_is_an_error(code: Code) -> None:
    assert "at least 1" in code.refusal("search_text", text="")


@pytest.mark.core
@effect("replace_text")
def test_text_is_replaced_in_the_editor(code: Code) -> None:
    path = code.write("one/edit.txt", "foo $1 (x)\nbar FOO\nfoo\n")
    code.call("goto_file", file_path=path, line=1, character=5)
    done = code.data("replace_text", search_text="foo", replace_text='"$1\\n"')
    assert (done["replacements"], done["files"], done["unsaved"]) == (3, [path], True)
    code.key("ctrl", "s")
    code.wait_until(lambda: code.text("one/edit.txt") == '"$1\\n" $1 (x)\nbar "$1\\n"\n"$1\\n"\n')


@effect("replace_text")
def test_text_is_replaced_over_several_lines(code: Code) -> None:
    path = code.write("one/lines.txt", "a\nb\nc\na\nb\n")
    code.call("goto_file", file_path=path)
    assert code.data("replace_text", search_text="a\nb\n", replace_text="")["replacements"] == 2
    code.key("ctrl", "s")
    code.wait_until(lambda: code.text("one/lines.txt") == "c\n")


@pytest.mark.core
@effect("replace_text")
def test_text_is_replaced_and_saved_in_all_files(code: Code) -> None:
    code.write("one/l.txt", "colour\n")
    code.write("one/m/n.txt", "Colour colour\ncolor\n")
    done = code.data("replace_text", search_text="colour", replace_text='it\'s "hue"', all_files=True)
    assert (done["replacements"], done["unsaved"]) == (3, False)
    assert sorted(done["files"]) == [f"{FOLDER}/one/l.txt", f"{FOLDER}/one/m/n.txt"]
    assert code.text("one/l.txt") == 'it\'s "hue"\n'
    assert code.text("one/m/n.txt") == 'it\'s "hue" it\'s "hue"\ncolor\n'
    deleted = code.data("replace_text", search_text="it's ", replace_text="", all_files=True)
    assert deleted["replacements"] == 3
    assert code.text("one/l.txt") == '"hue"\n'


@pytest.mark.core
@effect("replace_text", "goto_file", "launch_vscode")
def test_text_is_replaced_in_all_cells_of_a_notebook(code: Code) -> None:
    texts = ("# alpha", "alpha = 1\n", "print(Alpha)")
    path = code.write("one/cells.ipynb", notebook(*texts))
    code.launch(path)
    code.wait_until(lambda: code.in_page("document.querySelectorAll('.notebookOverlay .cell').length") > 0)
    done = code.data("replace_text", search_text="alpha", replace_text="beta")
    assert (done["replacements"], done["files"]) == (3, [path])
    code.key("ctrl", "s")
    code.wait_until(lambda: "alpha" not in code.text("one/cells.ipynb").lower())
    cells = json.loads(code.text("one/cells.ipynb"))["cells"]
    assert ["".join(cell["source"]) for cell in cells] == ["# beta", "beta = 1\n", "print(beta)"]
    done = code.data("replace_text", search_text="beta", replace_text="gamma", all_files=True)
    assert (done["replacements"], done["files"]) == (3, [path])
    assert code.text("one/cells.ipynb").count("gamma") == 3
    assert code.data("goto_file", file_path=path, line=2)["line"] == 2


@error("search_text")
def test_a_notebook_has_no_lines_to_search(code: Code) -> None:
    code.launch(code.write("one/lines.ipynb", notebook("omega", "omega")))
    code.wait_until(lambda: code.in_page("document.querySelectorAll('.notebookOverlay .cell').length") > 0)
    assert "is a notebook" in code.refusal("search_text", text="omega")
    found = code.data("search_text", text="omega", all_files=True)
    assert (found["matches"], len(found["files"])) == (2, 1)


def notebook(*sources: str) -> str:
    cells = [
        {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": [source]}
        for source in sources
    ]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1)


@error("replace_text")
def test_nothing_to_replace_is_an_error(code: Code) -> None:
    code.call("goto_file", file_path=f"{FOLDER}/two/two.txt")
    for everywhere in (False, True):
        refusal = code.refusal("replace_text", search_text="absent", replace_text="x", all_files=everywhere)
        assert "nothing was replaced" in refusal
    assert code.text("two/two.txt") == "first\nsecond\nthird\n"


@error("replace_text", "search_text")
def test_an_open_dialog_is_reported(code: Code) -> None:
    code.call("set_auto_save_delay", delay_ms=2**31 - 1)
    path = code.write("one/unsaved.txt", "dialog\n")
    code.call("goto_file", file_path=path)
    code.call("replace_text", search_text="dialog", replace_text="question")
    code.call("goto_file", file_path=path)
    code.key("ctrl", "k")
    code.key("ctrl", "w")
    code.wait_until(lambda: code.in_page("document.querySelector('.monaco-dialog-box') !== null"))
    for name, arguments in (("search_text", {"text": "x"}), ("replace_text", NEEDS_WINDOW["replace_text"])):
        assert "unsaved.txt" in code.refusal(name, **arguments)
    code.key("Return")
    code.wait_until(lambda: code.text("one/unsaved.txt") == "question\n")
    code.wait_until(lambda: code.window.editor is None)


@error("launch_vscode", "add_folder", "remove_folder")
def test_unsaved_changes_are_not_lost_by_a_reload(code: Code) -> None:
    code.call("launch_vscode", path=f"{FOLDER}/one")
    code.call("set_auto_save_delay", delay_ms=2**31 - 1)
    path = code.write("one/unsaved.txt", "draft\n")
    code.call("goto_file", file_path=path)
    code.call("replace_text", search_text="draft", replace_text="letter")
    for name, arguments in (
        ("launch_vscode", {"path": f"{FOLDER}/two"}),
        ("add_folder", {"folder": f"{FOLDER}/two"}),
        ("remove_folder", {"folder": f"{FOLDER}/one"}),
    ):
        assert "unsaved changes in unsaved.txt" in code.refusal(name, **arguments)
    [unsaved] = [tab for group in code.window.groups for tab in group.tabs if tab.dirty]
    assert unsaved.paths == [path]
    code.call("goto_file", file_path=path)
    code.key("ctrl", "s")
    code.wait_until(lambda: code.text("one/unsaved.txt") == "letter\n")


@error("search_text", "replace_text")
def test_without_an_editor_the_tool_that_opens_one_is_named(code: Code) -> None:
    code.call("goto_file", file_path=f"{FOLDER}/two/two.txt")
    code.key("ctrl", "k")
    code.key("ctrl", "w")
    code.wait_until(lambda: code.window.editor is None)
    assert "osworld_mcp_code.goto_file" in code.refusal("search_text", text="x")
    assert "osworld_mcp_code.goto_file" in code.refusal("replace_text", search_text="x", replace_text="y")


@effect("add_folder")
@effect("remove_folder")
@error("remove_folder")
def test_folders_are_added_and_removed(code: Code) -> None:
    code.call("add_folder", folder=f"{FOLDER}/two/")
    assert code.window.folders == [f"{FOLDER}/one", f"{FOLDER}/two"]
    code.call("remove_folder", folder=f"{FOLDER}/one")
    assert code.window.folders == [f"{FOLDER}/two"]
    refusal = code.refusal("remove_folder", folder=f"{FOLDER}/one")
    assert f"its folders are: {FOLDER}/two" in refusal


@error("add_folder")
def test_what_is_no_folder_is_not_added(code: Code) -> None:
    assert "does not exist" in code.refusal("add_folder", folder=f"{FOLDER}/none")
    assert "is not a folder" in code.refusal("add_folder", folder=f"{FOLDER}/one/one.txt")


def test_the_page_cannot_ask_for_the_computers_fonts(code: Code) -> None:
    """VS Code looks for them once its terminal is used; the browser's question would take the keyboard."""
    query = "navigator.permissions.query({name: 'local-fonts'}).then((found) => found.state)"
    assert code.in_page(query) == "denied"
