from __future__ import annotations

from pathlib import Path

import pytest

from controller.tasks.selection import Selection, select_tasks, tasks_root
from controller.tool_filter.base import FilterRequest
from controller.tool_filter.cases import FilterCase, file_cases, task_cases
from controller.tool_filter.catalogue import load_catalogue
from testbed.errors import UsageError

CATALOGUE = load_catalogue()
PLAY, PAUSE = "osworld_mcp_vlc.play", "osworld_mcp_vlc.pause"
GOOD = f'{{"instruction": "Go on", "application": "vlc", "tools": ["{PLAY}"]}}\n'


def test_a_line_is_a_request_and_its_needs(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(
        GOOD
        + f'\n{{"instruction": "x", "open": ["vlc", "files"], "tools": ["{PLAY}", ["{PLAY}", "{PAUSE}"]]}}'
    )
    assert file_cases(path, CATALOGUE) == [
        FilterCase(
            FilterRequest("Go on", "vlc", frozenset({"vlc"}), annotated=(PLAY,)), (frozenset({PLAY}),)
        ),
        FilterCase(
            FilterRequest("x", "", frozenset({"vlc", "files"}), annotated=(PAUSE, PLAY)),
            (frozenset({PLAY}), frozenset({PLAY, PAUSE})),
        ),
    ]


def test_a_toml_file_says_the_same(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(GOOD * 2)
    table = f'[[request]]\ninstruction = "Go on"\napplication = "vlc"\ntools = ["{PLAY}"]\n'
    (tmp_path / "a.toml").write_text(table * 2)
    assert file_cases(tmp_path / "a.toml", CATALOGUE) == file_cases(tmp_path / "a.jsonl", CATALOGUE)


@pytest.mark.parametrize(
    ("name", "text", "said", "hint"),
    [
        ("a.jsonl", GOOD + "{", ":2: no JSON", ""),
        ("a.jsonl", GOOD + "[]", ":2: ", "a request has"),
        (
            "a.jsonl",
            GOOD + "\n" + GOOD.replace("play", "paly"),
            ":3: there is no tool",
            "did you mean 'osworld",
        ),
        (
            "a.jsonl",
            GOOD.replace('"vlc"', '"vcl"'),
            ":1: there is no application 'vcl'",
            "did you mean 'vlc'",
        ),
        ("a.jsonl", GOOD.replace("Go on", " "), ":1: instruction: ", "a request has"),
        ("a.jsonl", GOOD.replace(f'"{PLAY}"', ""), ":1: tools: ", "a request has"),
        ("a.jsonl", GOOD.replace("application", "app"), ":1: app: ", "a request has"),
        ("a.jsonl", "\n", "there is no request in", "a line is"),
        ("a.toml", "", "there is no request in", "a line is"),
        ("a.toml", "[[request]]\nx = ", "no TOML", ""),
        ("a.toml", '\nrequests = "x"\n', ":2: unknown key 'requests'", "use [[request]]"),
        ("a.toml", '[request]\ninstruction = "x"\n', ":1: request is one table", "use [[request]]"),
        (
            "a.toml",
            f'[[request]]\ninstruction="x"\ntools=["{PLAY}"]\n[[request]]\ntools=["{PLAY}"]',
            ":4: instr",
            "",
        ),
        ("a.jsonl", "\x80", "is no UTF-8 text", ""),
    ],
)
def test_a_mistake_is_named_with_its_line(tmp_path: Path, name: str, text: str, said: str, hint: str) -> None:
    path = tmp_path / name
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(UsageError) as caught:
        file_cases(path, CATALOGUE)
    assert str(path) in caught.value.message and said in caught.value.message
    assert hint in caught.value.hint


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.jsonl cannot be read: No such file"):
        file_cases(tmp_path / "none.jsonl", CATALOGUE)


def test_a_tasks_screen_is_the_one_its_set_up_leaves() -> None:
    found = {case.request.instruction: case for case in task_cases(select_tasks(Selection(), tasks_root()))}
    letter = next(case for text, case in found.items() if "Ms Lindqvist" in text)
    assert letter.request.active_app == "libreoffice_writer"
    assert letter.request.open_apps == {"libreoffice_calc", "libreoffice_writer"}
    assert ("libreoffice_calc", "orders-q1.xlsx") in letter.request.titles
    assert all(case.needs for case in found.values())
