"""VS Code's tools with several windows: the one in front is meant, and the others stay as they are."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.guest.tools.calls import Tools
from tests.guest.tools.vscode import FOLDER, Code

pytestmark = pytest.mark.guest

ONE, TWO, MORE = f"{FOLDER}/one", f"{FOLDER}/two", f"{FOLDER}/more"


class Windows(Code):
    """VS Code with a window for each of two folders."""

    def open_another(self, folder: str) -> None:
        self.guest.run(["code", "--new-window", folder], as_user=True, timeout=60)
        self.wait_until(lambda: self.in_front() == [folder], 60)

    def in_front(self) -> list[str]:
        """The folders of the window that has the keyboard, by its title."""
        listed = self.guest.call_tool("computer.windows").structured
        assert listed is not None
        titles = [window["title"] for window in listed["windows"] if window["active"]]
        return [folder for folder in (ONE, TWO) if f"{folder.rsplit('/')[-1]} - Visual Studio" in titles[0]]

    def pages(self) -> dict[str, str]:
        """The windows' titles by what their addresses name."""
        listing = self.guest.run(["curl", "-sS", "http://127.0.0.1:9223/json/list"]).text
        return {page["url"].rpartition("=")[2]: page["title"] for page in json.loads(listing)}


@pytest.fixture(scope="module")
def code(tools: Tools) -> Iterator[Windows]:
    code = Windows(tools)
    for name in ("one", "two", "more"):
        code.write(f"{name}/{name}.txt", f"first of {name}\nsecond\n")
    code.launch(ONE)
    code.open_another(TWO)
    yield code


def test_files_open_in_the_window_in_front(code: Windows) -> None:
    shown = code.data("goto_file", file_path=f"{TWO}/two.txt", line=2)
    assert (shown["folders"], shown["file"], shown["line"]) == ([TWO], f"{TWO}/two.txt", 2)
    shown = code.data("launch_vscode", path=ONE)
    assert shown["folders"] == [ONE]
    assert code.in_front() == [ONE]
    for tool, argument in (("launch_vscode", "path"), ("goto_file", "file_path")):
        shown = code.data(tool, **{argument: f"{MORE}/more.txt"})
        assert (shown["folders"], shown["file"]) == ([ONE], f"{MORE}/more.txt")
    compared = code.data("compare_files", file1=f"{ONE}/one.txt", file2=f"{TWO}/two.txt")
    assert not compared["identical"]
    titles = code.pages()
    assert titles[ONE].startswith("one.txt ↔ two.txt") and titles[TWO].startswith("two.txt - two")


def test_text_is_found_in_the_window_in_front(code: Windows) -> None:
    for folder, name in ((TWO, "two"), (ONE, "one")):
        assert code.data("launch_vscode", path=folder)["folders"] == [folder]
        found = code.data("search_text", text=f"first of {name}", all_files=True)
        assert [entry["file"] for entry in found["files"]] == [f"{folder}/{name}.txt"]
    code.call("launch_vscode", path=TWO)
    done = code.data("replace_text", search_text="second", replace_text="zweite", all_files=True)
    assert done["files"] == [f"{TWO}/two.txt"]
    assert code.text("one/one.txt") == "first of one\nsecond\n"


def test_settings_hold_in_every_window(code: Windows) -> None:
    code.call("set_word_wrap_column", column=97)
    assert code.settings["editor.wordWrapColumn"] == 97
    code.call("launch_vscode", path=ONE)
    assert code.data("set_word_wrap_column", column=97)["value"] == 97


def test_folders_change_in_the_window_in_front(code: Windows) -> None:
    code.call("launch_vscode", path=TWO)
    assert code.data("add_folder", folder=MORE)["folders"] == [TWO, MORE]
    assert code.data("remove_folder", folder=TWO)["folders"] == [MORE]
    assert code.data("launch_vscode", path=ONE)["folders"] == [ONE]
    assert code.data("add_folder", folder=TWO)["folders"] == [ONE, TWO]
    assert code.data("remove_folder", folder=ONE)["folders"] == [TWO]
    assert code.data("add_folder", folder=ONE)["folders"] == [TWO, ONE]
    assert code.data("remove_folder", folder=ONE)["folders"] == [TWO]
