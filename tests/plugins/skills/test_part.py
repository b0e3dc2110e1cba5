"""Documents that agents are given: in the prompt, or by a tool."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from controller.cli.main import call
from controller.records.run_records import RunRecords
from controller.tasks.task import Task, prompt_of
from plugins.skills.documents import MOST_BYTES, read_documents
from plugins.skills.part import PART, TOOL, Reading, SkillOptions, parse_skills, reading_tool
from testbed.errors import UsageError
from testbed.guests import Tool

MakeTask = Callable[..., Task]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "public"
    folder.mkdir()
    (folder / "mail.md").write_text("# How mail is used\n\nA reply keeps the thread.\n")
    (folder / "calendar.md").write_text("# Calendars\n\nUpdate, do not make anew.\n")
    (folder / "notes.txt").write_text("no document")
    return folder


def test_the_prompt_has_all_documents_and_the_run_records_them(folder: Path, make_task: MakeTask) -> None:
    given = SkillOptions(skills=str(folder))
    prompt = prompt_of(PART.prepare(make_task(), given))
    assert "Document calendar:\n\n# Calendars" in prompt and prompt.index("calendar") < prompt.index("mail:")
    assert PART.prompts(given, ()) == {
        f"skill {name}": text for name, text in read_documents(str(folder)).items()
    }
    assert list(PART.marks(given, ())) == ["skills: public"]
    assert PART.prepare(make_task("os/b"), SkillOptions()).play.context == ()


def test_the_tool_reads_a_document_and_counts(folder: Path, make_task: MakeTask) -> None:
    given = SkillOptions(skills=str(folder), skills_by="tool")
    assert PART.prepare(make_task(), given).play.context == ()
    offered: list[tuple[Tool, Any]] = []
    part = PART.open(SimpleNamespace(given=given))(SimpleNamespace())  # type: ignore[arg-type]
    assert isinstance(part, Reading)
    part.begin(SimpleNamespace(desktop=SimpleNamespace(offer=lambda *pair: offered.append(pair))))  # type: ignore[arg-type]
    [(tool, answer)] = offered
    assert tool == reading_tool(read_documents(str(folder))) and tool.name == TOOL
    assert "mail: How mail is used" in tool.description
    assert answer({"name": "mail"}).text.startswith("# How mail is used")
    wrong = answer({"name": "chess"})
    assert wrong.is_error and "there are: calendar, mail" in wrong.text
    assert answer({}).is_error
    assert part.record == {"mail": 1} and PART.explain(part.record) == "1 skills read"


def test_a_run_offers_them(
    folder: Path, tmp_path: Path, make_task: MakeTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_task()
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))
    words = ["run", "--provider", "fake", "--agent", "noop", "--display", "none", "--skills", str(folder)]
    assert call([*words, "--skills-by", "tool", "--out", str(tmp_path / "run")]) == 0
    [result] = RunRecords.open(tmp_path / "run").results().values()
    assert result.parts["skills"] == {}
    info = json.loads((tmp_path / "run/run.json").read_text())
    assert info["options"]["parts"]["skills"]["skills_by"] == "tool"
    assert "A reply keeps the thread." in json.dumps(info)


def _empty(folder: Path) -> None:
    for file in folder.glob("*.md"):
        file.unlink()


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (_empty, "there is no document in it"),
        (lambda folder: (folder / "a.md").write_text(" \n"), "a.md is empty"),
        (lambda folder: (folder / "a.md").write_bytes(b"\xff"), "no UTF-8 text"),
        (lambda folder: (folder / "a.md").write_text("x" * (MOST_BYTES + 1)), "more than 64 KiB"),
    ],
)
def test_what_is_no_document_is_refused(spoil: Callable[[Path], object], problem: str, folder: Path) -> None:
    spoil(folder)
    with pytest.raises(UsageError, match=problem):
        read_documents(str(folder))


def test_a_folder_that_is_not_there_and_a_way_without_a_folder_are_refused(tmp_path: Path) -> None:
    assert parse_skills("none") == parse_skills("") == ""
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        parse_skills(str(tmp_path / "x"))
    check: Any = SimpleNamespace(given=SkillOptions(skills_by="tool"), tasks=())
    with pytest.raises(UsageError, match="without --skills"):
        PART.check(check)
