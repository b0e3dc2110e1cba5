"""`testbed tools`: listing, showing, searching and calling the tools of a guest."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from controller.cli.main import call

Printed = pytest.CaptureFixture[str]
FAKE = ["--provider", "fake"]


@pytest.fixture(autouse=True)
def _surroundings(tasks_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESTBED_TASKS", str(tasks_root))
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.chdir(tmp_path)


def test_listed_by_application(capsys: Printed) -> None:
    assert call(["tools", "list", *FAKE, "--app", "text_editor"]) == 0
    printed = capsys.readouterr().out
    assert "fake_text_editor.save" in printed and "fake_arithmetic" not in printed
    assert call(["tools", "list", *FAKE, "--app", "solitaire"]) == 2
    assert "applications: os, text_editor" in capsys.readouterr().err


def test_listed_as_json_with_schemas(capsys: Printed) -> None:
    assert call(["tools", "list", *FAKE, "--json"]) == 0
    tools = {tool["name"]: tool for tool in json.loads(capsys.readouterr().out)}
    assert set(tools["fake_arithmetic.add"]["input_schema"]["properties"]) == {"a", "b"}
    assert not any(name.startswith("computer.") for name in tools)


def test_shown_with_parameters(capsys: Printed) -> None:
    assert call(["tools", "show", "fake_arithmetic.add", *FAKE]) == 0
    printed = capsys.readouterr().out
    assert "Add two integers." in printed and '"a"' in printed


def test_an_unknown_tool_is_answered_with_the_nearest(capsys: Printed) -> None:
    assert call(["tools", "show", "fake_arithmetic.addition", *FAKE]) == 2
    assert "fake_arithmetic.add" in capsys.readouterr().err


def test_searched_best_first(capsys: Printed) -> None:
    assert call(["tools", "search", "save the file I edit", *FAKE]) == 0
    printed = capsys.readouterr().out
    assert printed.index("fake_text_editor.save") < printed.index("fake_text_editor.open_file")
    assert call(["tools", "search", "xyzzy", *FAKE]) == 2
    assert "no tool matches 'xyzzy'" in capsys.readouterr().err


def test_called_with_json_arguments(capsys: Printed) -> None:
    assert call(["tools", "call", "fake_arithmetic.add", '{"a": 2, "b": 3}', *FAKE]) == 0
    assert "5" in capsys.readouterr().out


def test_a_call_that_errs_exits_with_1_and_says_why(capsys: Printed) -> None:
    assert call(["tools", "call", "fake_arithmetic.add", '{"a": "two"}', *FAKE]) == 1
    assert capsys.readouterr().out.strip()


def test_images_of_a_result_are_written(tmp_path: Path, capsys: Printed) -> None:
    assert call(["tools", "call", "computer.screenshot", *FAKE]) == 0
    assert (tmp_path / "computer.screenshot-1.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(("text", "message"), [("{a: 1}", "not valid JSON"), ("[1]", "not a JSON object")])
def test_wrong_arguments_are_explained(text: str, message: str, capsys: Printed) -> None:
    assert call(["tools", "call", "fake_arithmetic.add", text, *FAKE]) == 2
    assert message in capsys.readouterr().err
