"""A run recorded by an earlier version, in which fields had other names, is exported and resumed like any other."""

from __future__ import annotations

import gzip
import json
import shutil
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from controller.metrics.run_loader import load_records
from controller.models.openai_api import KEY_VARIABLE, URL_VARIABLE
from controller.records.run_records import RunRecords
from controller.tasks.selection import load_tasks
from plugins.mock_models.base import ModelServer
from plugins.mock_models.openai_chat import OpenAIChat
from plugins.mock_models.openai_rules import KEY
from plugins.mock_models.solver import Solver
from testbed.extension_points import EXPORT_FORMATS

TOML = """
instruction = "Write {word} into note.txt."
applications = ["os"]
tools = ["filesystem_write_file"]

[[event]]
after_steps = 1
copy = "mail.txt"
to = "/home/user/mail.txt"
"""
SOLVE = """
from controller.core.actions import ToolCall

def mcp():
    yield ToolCall(name="filesystem_write_file", arguments={"path": "/home/user/note.txt", "content": "done"})
"""
TASKS = ("os/whole", "os/killed")
OLD_NAMES: Mapping[str, Mapping[str, str]] = {
    "summary.json": {"behavior": "conduct"},
    "state.json": {"initial_state_hash": "premise", "query": "question", "reason": "why"},
    "exchanges.jsonl.gz": {
        "requested_model": "asked",
        "attempts": "tries",
        "response": "answer",
        "served_model": "served",
    },
}
"""The names that earlier versions gave fields, by the file they are in."""
WITH_IDS = ("mlflow", "wandb")
"""Formats with random names and times of their own, of which the numbers are compared."""
NOT_RECORDED = ("is_baseline", "knows_solution", "gui_only")
"""What earlier versions did not record of an agent."""
Printed = pytest.CaptureFixture[str]


@pytest.fixture
def new(
    tmp_path: Path, task_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, model: ModelServer
) -> Path:
    """The folder of a run by a model, killed before the result of its second episode was written."""
    out = tmp_path / "new" / "run"
    command = ["run", "--agent", "openai", "--model", "gpt-5.4", "--set", "api=chat", "--provider", "fake"]
    command += ["--tool-filter", "all", "--max-tokens", "10000000", "--display", "none", "--out", str(out)]
    assert call([*command, *(part for task in TASKS for part in ("--task", task))]) == 0
    RunRecords.open(out).episode("os/killed", 1).result_file.unlink()
    return out


@pytest.fixture
def model(tmp_path: Path, task_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> Any:
    """The tasks, and a model that solves them."""
    for task in TASKS:
        folder = task_folder(task, toml=TOML.replace("{word}", f"done for {task}"), solve=SOLVE)
        (folder / "mail.txt").write_text("new mail")
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    with ModelServer([OpenAIChat(KEY)], Solver(load_tasks(TASKS, tmp_path / "tasks"))) as server:
        monkeypatch.setenv(URL_VARIABLE, f"{server.url}/v1")
        yield server


@pytest.fixture
def old(new: Path, tmp_path: Path) -> Path:
    """The folder of the same run, recorded by an earlier version."""
    folder = tmp_path / "old" / "run"
    shutil.copytree(new, folder)
    renamed: set[str] = set()
    for path in folder.rglob("*"):
        if path.is_file() and path.name in OLD_NAMES:
            names = OLD_NAMES[path.name]
            text = (
                gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
            ).decode()
            lines = text.splitlines() if path.suffix == ".gz" else [text]
            aged = "".join(f"{json.dumps(rename(json.loads(line), names, renamed))}\n" for line in lines)
            path.write_bytes(gzip.compress(aged.encode()) if path.suffix == ".gz" else aged.encode())
        elif path.name == "result.json":
            result = json.loads(path.read_text())
            path.write_text(json.dumps(result | {"triggered_events": result.pop("parts")["events"]}))
    assert renamed == {name for names in OLD_NAMES.values() for name in names}, "the run has all of them"
    info = json.loads((folder / "run.json").read_text())
    for name in NOT_RECORDED:
        del info["agent"][name]
    for given in info["options"].pop("parts").values():
        info["options"] |= given
    (folder / "run.json").write_text(json.dumps(info))
    return folder


def rename(value: Any, names: Mapping[str, str], renamed: set[str]) -> Any:
    if isinstance(value, list):
        return [rename(item, names, renamed) for item in value]
    if not isinstance(value, dict):
        return value
    renamed |= names.keys() & value.keys()
    return {names.get(key, key): rename(item, names, renamed) for key, item in value.items()}


def exported(run: Path, out: Path, form: str, *more: str) -> dict[str, bytes]:
    """The files of an export of a run."""
    assert call(["export", str(run), "--format", form, "--out", str(out), *more]) == 0
    files = [path for path in out.rglob("*") if path.is_file()]
    if form in WITH_IDS:
        return {f"{path.parent.name}/{path.name}": path.read_bytes() for path in files if _is_number(path)}
    return {name: data for path in files for name, data in _contents(path, str(path.relative_to(out)))}


def is_same(name: str, data: bytes, other: bytes) -> bool:
    """Whether two files are the same; the order of a result's fields does not count."""
    return data == other or (name.endswith("result.json") and json.loads(data) == json.loads(other))


def _contents(path: Path, name: str) -> Iterator[tuple[str, bytes]]:
    """A file, or the members of an archive, whose times do not count."""
    if path.suffix != ".eval":
        yield name, path.read_bytes()
        return
    with zipfile.ZipFile(path) as archive:
        yield from ((f"{name}/{member}", archive.read(member)) for member in archive.namelist())


def _is_number(path: Path) -> bool:
    return path.parent.name in ("metrics", "params") or path.name.endswith((".csv", ".table.json"))


@pytest.mark.slow
def test_an_old_run_is_exported_as_a_new_one(new: Path, old: Path, tmp_path: Path) -> None:
    forms = [[form] for form in EXPORT_FORMATS.names()] + [["csv", "--redact"], ["run", "--redact"]]
    expected = [exported(new, tmp_path / f"new-{number}", *form) for number, form in enumerate(forms)]
    shutil.rmtree(new)
    old.rename(new)  # some formats have identifiers made of the folder's path
    differing: dict[str, list[str]] = {}
    for number, form in enumerate(forms):
        files = exported(new, tmp_path / f"old-{number}", *form)
        assert files and files.keys() == expected[number].keys(), form
        names = [name for name, data in files.items() if not is_same(name, data, expected[number][name])]
        differing |= {form[0]: names} if names else {}
    assert differing == {"run": ["summary.json"]}, "the copy has it as it is"


@pytest.mark.slow
def test_an_old_run_is_resumed_and_exported(old: Path, capsys: Printed, model: ModelServer) -> None:
    whole = RunRecords.open(old).episode("os/whole", 1).result_file
    before = whole.read_text()
    assert call(["resume", str(old), "--display", "none"]) == 0
    assert model.errors == []
    assert whole.read_text() == before, "an episode with a result does not run again"
    loaded = load_records(RunRecords.open(old))
    assert loaded.damage == ()
    for task in TASKS:
        result = loaded.results[task, 1]
        assert (result.status, result.score, len(result.parts["events"])) == ("completed", 1.0, 1)
    capsys.readouterr()
    for form in EXPORT_FORMATS.names():
        assert exported(old, old.parent / form, form)
    assert "warning" not in capsys.readouterr().err
