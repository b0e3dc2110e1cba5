"""`testbed tools generate` on fake guests whose Python is played by the test: stages, faults, what is left."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from controller.core.guest import CommandResult
from controller.guests.fake.guest import FakeGuest
from controller.synthesis.asking import FaultError
from controller.synthesis.python_source import imported_modules, parse, tool_in
from plugins.mock_models.openai_rules import KEY
from tests.controller.synthesis.scripted import server

NOTE = "/home/user/note.txt"
TOML = (
    'instruction = "Write {word} into note.txt."\napplications = ["os"]\ntools = ["filesystem_write_file"]\n'
)
CHECK = """
from checkers import GuestView, Score, claim

def check(guest: GuestView) -> Score:
    try:
        text = guest.read_file("/home/user/note.txt").decode()
    except FileNotFoundError:
        text = ""
    return Score.all_of(claim("the note says {word}", text == "{word}", text))
"""
MODULE = '''
from mcp_tools.registry import tool


@tool("drafts_os.write_note", app="os")
def write_note(text: str) -> str:
    """Write the note."""
    return "written"
'''
GOOD_CODE = json.dumps({"reasoning": "", "code": "import os\nwrite = 'done'"})


def tool(module: str = MODULE, **arguments: str) -> str:
    return json.dumps({"module": module, "arguments": arguments})


def arguments(text: str) -> str:
    return json.dumps({"arguments": {"text": text}})


@pytest.fixture(autouse=True)
def _guests(tmp_path: Path, task_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tasks; the guests' Python knows `write = '…'`, the module `os` and the tool `write_note`."""
    for name, word in (("note", "done"), ("other", "hello")):
        task_folder(f"os/{name}", toml=TOML.format(word=word), check=CHECK.format(word=word))
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.chdir(tmp_path)
    run = FakeGuest.run

    def python(guest: FakeGuest, argv: Sequence[str], **given: Any) -> CommandResult:
        if "-P" not in argv:
            return run(guest, argv, **given)
        after = list(argv[list(argv).index("-P") + 1 :])
        code, output, errors = 0, b"", b""
        stdin = given["stdin"].decode()
        if "imports" in after:
            output = json.dumps(
                [name for name in after[3:] if name not in ("os", "mcp_tools.registry")]
            ).encode()
        elif "call" in after:
            module = guest.read_file(after[-1]).decode()
            failed = "raise" in module
            if not failed:
                guest.write_file(NOTE, json.loads(stdin)["text"].encode())
            result = {"content": [{"type": "text", "text": "no" if failed else "written"}], "isError": failed}
            output = json.dumps({"tool": {"name": "drafts_os.write_note"}, "result": result}).encode()
        elif "raise" in stdin:
            code, errors = 1, b"ValueError: no"
        else:
            guest.write_file(NOTE, stdin.rpartition("write = ")[2].strip("'").encode())
        return CommandResult(tuple(argv), code, output, errors)

    monkeypatch.setattr(FakeGuest, "run", python)


def generate(answers: Sequence[str], *more: str) -> tuple[int, list[str]]:
    with server(answers) as model:
        command = ["tools", "generate", "--task", "os/note", "--model", "gpt-4.1", "--provider", "fake"]
        ended = call([*command, "--base-url", f"{model.url}/v1", "--out", "made", *more])
        return ended, [str(request["messages"][-1]["content"]) for request in model.requests]


def proof() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(Path("made/os/note/draft/proof.json").read_text())
    return read


@pytest.mark.slow
def test_a_tool_is_left_with_its_proof() -> None:
    answers = [GOOD_CODE, tool(text="done"), arguments("done"), arguments("hello")]
    ended, told = generate(answers)
    assert ended == 0
    assert Path("made/os/note/draft/drafts_os_write_note.py").read_text().strip() == MODULE.strip()
    made = proof()
    assert (made["task"], made["second"]) == ("os/note", "os/other")
    assert (made["arguments"], made["second_arguments"]) == ({"text": "done"}, {"text": "hello"})
    assert made["mock"] and made["provider"] == "fake"
    assert "the note says hello (found: " in told[3]


@pytest.mark.slow
def test_code_that_is_of_no_use_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    bad = ["import os, numpy_of_mine\n", "raise ValueError\n", "write = 'nothing'", "def f(:\n"]
    answers = ["prose", *(json.dumps({"reasoning": "", "code": code}) for code in bad)]
    ended, told = generate(answers, "--answers", "5")
    assert ended == 1
    faults = json.loads(Path("made/os/note/code.json").read_text())["faults"]
    parts = (
        "not a JSON object",
        "numpy_of_mine, which the guest",
        "ValueError: no",
        "scores 0",
        "not valid Python",
    )
    assert len(faults) == len(parts)
    for fault, part in zip(faults, parts, strict=True):
        assert part in fault
    assert all(fault in message for fault, message in zip(faults, told[1:], strict=False))
    assert "no program solves it, after 5 bad answers" in capsys.readouterr().err
    assert not Path("made/os/note/draft").exists()


@pytest.mark.slow
def test_a_tool_that_does_one_task_alone_is_left_and_called_so(capsys: pytest.CaptureFixture[str]) -> None:
    raising = MODULE.replace('return "written"', "raise ValueError")
    answers = [
        GOOD_CODE,
        tool(raising, text="done"),
        tool(text="no"),
        tool(text="done"),
        *[arguments("x")] * 3,
    ]
    assert generate(answers)[0] == 1
    assert proof()["second_arguments"] is None
    assert len(proof()["faults"]) == 5
    assert "not general: it does not do os/other" in capsys.readouterr().err


@pytest.mark.slow
def test_stages_that_are_there_are_not_repeated() -> None:
    assert generate([GOOD_CODE])[0] not in (0, 1)  # the script is at its end
    ended, told = generate([tool(text="done"), arguments("hello")])
    assert ended == 0 and len(told) == 2
    assert generate(["nothing is asked"]) == (0, [])


@pytest.mark.slow
def test_a_generation_is_replayed_without_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = ["prose", GOOD_CODE, tool(text="done"), arguments("done"), arguments("hello")]
    assert generate(answers)[0] == 0
    monkeypatch.delenv("OPENAI_API_KEY")
    command = ["tools", "generate", "--task", "os/note", "--model", "gpt-4.1", "--provider", "fake"]
    assert call([*command, "--out", "again", "--replay", "made"]) == 0
    for name in ("code", "tool", "second"):
        assert (
            Path("again/os/note", f"{name}.json").read_text()
            == Path("made/os/note", f"{name}.json").read_text()
        )
    assert json.loads(Path("again/os/note/draft/proof.json").read_text())["replayed"]


@pytest.mark.parametrize(
    ("module", "fault"),
    [
        ("x = 1\n", "0 functions decorated"),
        (MODULE + MODULE, "2 functions decorated"),
        (MODULE.replace("text: str", ""), "no parameters"),
        (MODULE.replace("text: str", "text"), "has no type"),
        (MODULE.replace('    """Write the note."""\n', ""), "no docstring"),
        (MODULE.replace("drafts_os.write_note", "Write Note"), "must be a text such as"),
        (MODULE.replace("drafts_os.write_note", "taken.name"), "there is a tool taken.name already"),
        (MODULE.replace('app="os"', 'app="excel"'), "app must be one of os"),
        (MODULE.replace('"drafts_os.write_note"', "NAME"), "must be a text such as"),
        ("from . import secrets\n" + MODULE, "relative import"),
        ("def f(:\n", "not valid Python"),
        ("(" * 500 + "\n", "not valid Python"),
        ("x = '\0'\n", "not valid Python"),
    ],
)
def test_modules_that_are_no_tool_are_refused(module: str, fault: str) -> None:
    with pytest.raises(FaultError, match=fault):
        tree = parse(module)
        imported_modules(tree)
        tool_in(tree, {"taken.name"}, ["os"])
