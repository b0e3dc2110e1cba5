"""`testbed personas synthesize|accept`: tasks are made, none twice, and reviews are on record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from plugins.persona.command import app
from plugins.persona.generation import synthesis
from plugins.persona.making import reviewed_hash
from testbed.errors import UsageError
from tests.plugins.persona.test_command import run


@pytest.fixture
def tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "tasks"
    folder.mkdir()
    monkeypatch.setenv("TESTBED_TASKS", str(folder))
    return folder


def drafts(folder: Path) -> dict[str, str]:
    """The drafts in a folder: their definitions by name."""
    return {file.parent.name: file.read_text() for file in folder.glob("drafts/personal/*/task.toml")}


def test_tasks_are_made_again_the_same_none_twice_and_alike_in_another_life(
    tasks: Path, tmp_path: Path
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    told = run("synthesize", "4", "--count", "1", "--out", str(one))
    run("synthesize", "4", "--count", "1", "--out", str(two))
    ((name, text),) = drafts(one).items()
    assert drafts(two) == {name: text}
    assert "1 of 1 tasks made" in told
    assert f"TESTBED_TASKS={one / 'drafts'}" in "".join(told.split())  # lines are wrapped
    (one / "drafts/personal").rename(tasks / "personal")
    run("synthesize", "4", "--count", "1", "--out", str(one))
    assert chain_of(*drafts(one).values()) != chain_of(text)
    run("synthesize", "6", "--count", "1", "--like", f"personal/{name}", "--out", str(tmp_path / "three"))
    ((_, other),) = drafts(tmp_path / "three").items()
    assert "life = 6" in other and chain_of(other) == chain_of(text)


def chain_of(text: str) -> str:
    return text.partition("chain = [")[2].partition("]")[0]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("synthesize", "0", "--category", "sports"), "there is no category 'sports'"),
        (("synthesize", "0", "--like", "personal/nothing"), "there is no such task"),
        (("accept", "nowhere", "--by", "me"), "nowhere is no drafted task"),
    ],
)
def test_what_is_not_there_is_named(
    tasks: Path, tmp_path: Path, words: tuple[str, ...], problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=problem) as raised:
        run(*words)
    assert raised.value.hint


def test_a_draft_is_accepted_once_it_is_proven_and_rejected_at_any_time(tasks: Path, tmp_path: Path) -> None:
    draft, record = tmp_path / "kettle", tmp_path / "reviews.jsonl"
    draft.mkdir()
    for name in ("task.toml", "check.py", "solve.py"):
        (draft / name).write_text(f"# {name}\n")
    given = (str(draft), "--by", "Ada", "--record", str(record))
    with pytest.raises(UsageError, match="is not proven"):
        run("accept", *given)
    run("accept", *given, "--reject", "two readings")
    hashed = reviewed_hash(draft)
    (draft / "proof.json").write_text("{}")
    run("accept", *given)
    assert not draft.exists() and (tasks / "personal/kettle/proof.json").is_file()
    lines = [json.loads(line) for line in record.read_text().splitlines()]
    assert [(line["accepted"], line["reason"], line["by"]) for line in lines] == [
        (False, "two readings", "Ada"),
        (True, "", "Ada"),
    ]
    assert {line["hash"] for line in lines} == {hashed} == {reviewed_hash(tasks / "personal/kettle")}


def test_fewer_tasks_than_asked_for_are_an_error(
    tasks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(synthesis, "TRIES", 0)
    result = CliRunner().invoke(app, ["synthesize", "4", "--count", "2", "--out", str(tmp_path)])
    assert result.exit_code == 1 and "0 of 2 tasks made" in result.output
