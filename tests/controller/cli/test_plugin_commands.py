"""Commands of plugins: beside testbed's own, and below its groups."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.controller.agents.distributions import write_distribution

CODE = """
from testbed.extensions import CommandSpec


def greet(name: str) -> None:
    "Greet somebody."
    print("hello", name)


COMMAND = CommandSpec(greet, panel="", group="{group}")
"""


def run_command(tmp_path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from controller.cli.main import main; main()"
    return subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True)


def test_a_command_becomes_part_of_a_group(tmp_path: Path) -> None:
    write_distribution(
        tmp_path, "tiny_greet", "greet = tiny_greet", CODE.format(group="judge"), group="testbed.commands"
    )
    done = run_command(tmp_path, "judge", "greet", "Ada")
    assert (done.returncode, done.stdout) == (0, "hello Ada\n")
    listed = run_command(tmp_path, "judge", "--help").stdout
    assert "Greet somebody." in listed and "calibrate" in listed
    assert "Greet somebody." not in run_command(tmp_path, "--help").stdout


@pytest.mark.parametrize(
    ("name", "group", "message"),
    [
        ("greet", "jugde", "there is no group 'jugde'"),
        ("episodes", "judge", "the group judge has a command of that name"),
    ],
)
def test_a_command_that_its_group_cannot_have_is_refused(
    name: str, group: str, message: str, tmp_path: Path
) -> None:
    entry = f"{name} = tiny_greet"
    write_distribution(tmp_path, "tiny_greet", entry, CODE.format(group=group), group="testbed.commands")
    done = run_command(tmp_path, name)
    assert done.returncode == 2 and message in done.stderr and "tiny_greet" in done.stderr


def test_a_command_that_cannot_be_imported_says_so_with_arguments_too(tmp_path: Path) -> None:
    write_distribution(
        tmp_path, "tiny_greet", "greet = tiny_greet", "import nowhere_to_be_found", group="testbed.commands"
    )
    done = run_command(tmp_path, "greet", "Ada", "--loud", "-n", "3")
    assert done.returncode == 2
    assert "the command 'greet' of tiny_greet 1.0 cannot be imported" in done.stderr
    assert "nowhere_to_be_found" in done.stderr and "pip uninstall tiny_greet" in done.stderr


GROUP = """
import typer
from testbed.extensions import CommandSpec

app = typer.Typer()


@app.command()
def greet(name: str) -> None:
    if name == "nobody":
        raise typer.Exit(3)
    print(["hello"][len(name)])


@app.command()
def other() -> None:
    pass


COMMAND = CommandSpec({command})
"""


@pytest.mark.parametrize(
    ("command", "arguments"), [("greet", ["lab"]), ("app", ["lab", "greet"])], ids=["function", "group"]
)
def test_a_command_that_fails_names_its_distribution(
    command: str, arguments: list[str], tmp_path: Path
) -> None:
    write_distribution(
        tmp_path,
        "tiny_greet",
        "lab = tiny_greet",
        GROUP.replace("{command}", command),
        group="testbed.commands",
    )
    done = run_command(tmp_path, *arguments, "Ada")
    assert done.returncode == 2 and "the command 'lab' of tiny_greet 1.0: it raised" in done.stderr
    assert "IndexError" in done.stderr and "pip uninstall tiny_greet" in done.stderr
    assert run_command(tmp_path, *arguments, "nobody").returncode == 3
