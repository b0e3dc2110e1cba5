"""docs/custom_agents.md: every block of it is executed, from top to bottom.

Blocks that name a file in their first line become that file, Python files beside the package are run and must print
the text block that follows, and shell blocks are run. `pip` is a stand-in that needs no network: it puts the
package's module and its metadata where Python finds them (that pip does the same is shown in agents/test_plugins.py).
The model of the text agent is a mock API that answers from a list.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from plugins.mock_models.anthropic_messages import AnthropicServer
from plugins.mock_models.anthropic_rules import KEY
from plugins.mock_models.turns import MockAnswer

PROJECT = Path(__file__).parents[2]
DOC = PROJECT / "docs" / "custom_agents.md"
PIP = f"""#!{sys.executable}
import shutil, sys, tomllib
from pathlib import Path

assert sys.argv[1] == "install", sys.argv
source, site = Path(sys.argv[2]), Path(__file__).parents[1] / "site"
data = tomllib.loads((source / "pyproject.toml").read_text())
project = data["project"]
assert data["build-system"]["build-backend"] == "setuptools.build_meta"
info = site / f"{{project['name'].replace('-', '_')}}-{{project['version']}}.dist-info"
info.mkdir(parents=True)
head = f"Metadata-Version: 2.1\\nName: {{project['name']}}\\nVersion: {{project['version']}}\\n"
(info / "METADATA").write_text(head)
points = project["entry-points"]["testbed.agents"]
lines = "".join(f"{{name}} = {{value}}\\n" for name, value in points.items())
(info / "entry_points.txt").write_text(f"[testbed.agents]\\n{{lines}}")
for name in data["tool"]["setuptools"]["py-modules"]:
    shutil.copy(source / f"{{name}}.py", site)
"""
NOTE = '{"path": "/home/user/note.txt", "content": "done",}'
ANSWERS = ("I write the note.", f"CALL filesystem_write_file {NOTE}", "DONE It is written.")
"""What the model of the text agent answers: the first cannot be read, the second has a comma too many."""


@dataclass(frozen=True)
class Block:
    language: str
    text: str

    @property
    def path(self) -> str:
        """The file that the first line names."""
        found = re.match(r"# (\S+\.(?:py|toml))\n", self.text)
        return found[1] if found else ""


def blocks() -> list[Block]:
    found = re.findall(r"^```(\w*)\n(.*?)^```$", DOC.read_text(), re.MULTILINE | re.DOTALL)
    return [Block(language, text) for language, text in found]


@pytest.fixture
def model() -> Iterator[AnthropicServer]:
    with AnthropicServer([MockAnswer(text=answer) for answer in ANSWERS]) as server:
        yield server
        assert [error.message for error in server.errors] == []


@pytest.fixture
def environment(tmp_path: Path, model: AnthropicServer) -> dict[str, str]:
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, text in (("pip", PIP), ("testbed", f'#!/bin/sh\nexec {sys.executable} -m testbed "$@"\n')):
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    (tmp_path / "tests").symlink_to(PROJECT / "tests")
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    python_path = f"{tmp_path / 'site'}{os.pathsep}{PROJECT}"
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TESTBED")}
    tasks = str(PROJECT / "tests/controller/data/tasks")
    api = {"ANTHROPIC_BASE_URL": model.url, "ANTHROPIC_API_KEY": KEY}
    return {**kept, **api, "PATH": path, "PYTHONPATH": python_path, "TESTBED_TASKS": tasks, "COLUMNS": "200"}


@pytest.mark.slow
def test_every_block_of_the_page_works(tmp_path: Path, environment: dict[str, str]) -> None:
    printed = ""
    done: dict[str, str] = {}

    def execute(*command: str) -> str:
        finished = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120, check=False
        )
        assert finished.returncode == 0, f"{command}\n{finished.stdout}\n{finished.stderr}"
        return finished.stdout

    for block in blocks():
        if block.path:
            (tmp_path / block.path).parent.mkdir(exist_ok=True)
            (tmp_path / block.path).write_text(block.text)
        match block.language:
            case "sh":
                printed = execute("bash", "-euc", block.text)
                done[block.text.splitlines()[0]] = printed
            case "python" if "/" not in block.path:
                printed = execute(sys.executable, "-W", "error", block.path)
            case "text":
                assert printed == block.text
                printed = ""
            case "python" | "toml":
                assert block.path
            case _:
                pytest.fail(f"nothing executes a block of {block.language!r}")
    listed = done["pip install ./my_agents"]
    assert "note_taker" in listed and "my-agents 0.1" in listed
    assert (tmp_path / "runs/notes/summary.json").is_file()
    text_run = tmp_path / "runs/one_line/episodes/os/write_note/1"
    result = json.loads((text_run / "result.json").read_text())
    assert (result["score"], result["answer"]) == (1.0, "It is written.")
    events = map(json.loads, (text_run / "events.jsonl").read_text().splitlines())
    first = next(event["details"] for event in events if event["event"] == "decision")
    assert first["mistakes"] == ["it must begin with CALL and a tool, or with DONE"]
    assert first["leniencies"] == ["trailing_comma"]


def pages() -> Iterator[str]:
    yield from (page for page in re.findall(r"\]\((\w+\.md)\)", DOC.read_text()))


def test_the_pages_it_refers_to_exist() -> None:
    assert all((DOC.parent / page).is_file() for page in pages())
    for path in re.findall(r"`(controller/[\w/]+\.py)`", DOC.read_text()):
        assert (PROJECT / path).is_file(), path
