"""Help, the version, completion, and usage errors in one line."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from typer.core import TyperGroup

from controller.cli.main import app, call
from controller.cli.vendored_click import Command

Printed = pytest.CaptureFixture[str]


def paths(command: Command, *path: str) -> Iterator[tuple[str, ...]]:
    """Every command and group, by the words that call it."""
    yield path
    if isinstance(command, TyperGroup):
        for name, below in command.commands.items():
            yield from paths(below, *path, name)


EVERY = sorted(paths(typer.main.get_command(app)))


@pytest.mark.parametrize("path", EVERY, ids=" ".join)
def test_every_command_has_help_without_types(path: tuple[str, ...], capsys: Printed) -> None:
    assert call([*path, "-h"]) == 0
    short = capsys.readouterr().out
    assert call([*path, "--help"]) == 0
    assert capsys.readouterr().out == short
    assert f"Usage: {' '.join(('testbed', *path))}" in short
    assert not re.search(r"<(bool|str|int|float|path|list\b.*|file|directory)>|x>=|x<=", short), short


def test_run_has_its_options_in_groups_and_three_examples(
    monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    assert call(["run", "--help"]) == 0
    text = capsys.readouterr().out
    groups = re.findall(r"^╭─ (.+?) ─", text, re.MULTILINE)
    assert groups[1:] == [
        "Task selection",
        "Agent and model",
        "What the agent is shown and may do",
        "Judges played by a model",
        "Guests",
        "Limits",
        "Records and display",
    ]
    assert len(re.findall(r"^ +testbed run ", text.partition("Examples:")[2], re.MULTILINE)) == 3


def test_the_version(capsys: Printed) -> None:
    assert call(["--version"]) == 0
    assert re.fullmatch(r"testbed \d+\.\d+\.\d+\n", capsys.readouterr().out)


def test_bash_completes_commands(tmp_path: Path) -> None:
    call_bash = {"_TESTBED_COMPLETE": "complete_bash", "COMP_WORDS": "testbed re", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "testbed"],
        env={"PATH": str(tmp_path), **call_bash},
        capture_output=True,
        text=True,
        check=False,
    )
    assert {"resume", "report"} <= set(done.stdout.split())


@pytest.mark.parametrize(
    ("arguments", "error", "hint"),
    [
        ("run --steps x", "invalid value for --steps: 'x' (use a whole number)", "see `testbed run -h`"),
        ("run --steps 0", "invalid value for --steps: '0' (use 1 or more)", "see `testbed run -h`"),
        ("run --max-cost a", "invalid value for --max-cost: 'a' (use a number)", "see `testbed run -h`"),
        ("view --port 70000", "invalid value for --port: '70000' (use 65535 or less)", "`testbed view -h`"),
        ("run --stepz 3", "there is no option --stepz", "did you mean --steps"),
        ("rum", "there is no command 'rum'", "did you mean run or resume? see `testbed -h`"),
        ("tasks lst", "there is no command 'lst'", "did you mean list? see `testbed tasks -h`"),
        ("score", "missing argument RUN", "testbed score [OPTIONS] {RUN}; see `testbed score -h`"),
        ("export runs/x", "missing option --format", "see `testbed export -h`"),
        ("compare a", "missing argument B", "`testbed compare a B`"),
    ],
)
def test_a_usage_error_is_one_line_with_the_bad_value(
    arguments: str, error: str, hint: str, capsys: Printed
) -> None:
    assert call(arguments.split()) == 2
    out, err = capsys.readouterr()
    lines = err.splitlines()
    assert not out and lines[0] == f"error: {error}" and hint in lines[1] and len(lines) == 2, err


def test_a_program_copied_with_its_environment_is_refused(tmp_path: Path) -> None:
    programs = tmp_path / "clone" / ".venv" / "bin"
    programs.mkdir(parents=True)
    (programs.parent / "pyvenv.cfg").touch()
    (programs / "testbed").write_text(f"#!{sys.executable}\nfrom controller.cli.main import main\nmain()\n")
    (programs / "testbed").chmod(0o755)
    command = [str(programs / "testbed"), "--version"]
    root = str(Path(__file__).parents[3])
    environment = {"PYTHONPATH": root, "PATH": str(Path(shutil.which("env") or "").parent)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "was copied from another place" in done.stderr
    assert f"hint: call {tmp_path}/clone/scripts/testbed" in done.stderr
