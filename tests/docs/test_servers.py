"""docs/servers.md: its example is run as it stands, and its fields are those of the pool."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from controller.cli.main import call
from controller.records.run_records import RunRecords
from tests.docs.pages import DOCS, table
from vm_images.server_pool import PoolServer, server_pool

PAGE = DOCS / "servers.md"


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)


def test_the_example_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = Path("pool/sums/add")
    folder.mkdir(parents=True)
    [task] = blocks("toml")
    (folder / "task.toml").write_text(task)
    check, solve = blocks("python")
    (folder / "check.py").write_text(check)
    (folder / "solve.py").write_text(solve)
    [commands] = blocks("sh")
    export, command = commands.splitlines()
    monkeypatch.setenv(*shlex.split(export)[1].split("=", 1))
    assert call([*shlex.split(command)[1:], "--display", "none"]) == 0
    assert [result.score for result in RunRecords.open(Path("sums")).results().values()] == [1.0]


def test_the_fields_are_those_of_the_pool() -> None:
    named = {name for row in table(PAGE, "The pool's file") for name in re.findall(r"`?(\w+)`?", row[0])}
    assert named == {field.alias or name for name, field in PoolServer.model_fields.items()}


def test_the_built_in_servers_are_named() -> None:
    built_in = [server.id for server in server_pool().values() if server.built_in]
    assert (
        f"every guest has its tools: {' and '.join(f'`{name}`' for name in built_in)} |" in PAGE.read_text()
    )
