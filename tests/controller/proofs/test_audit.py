"""`controller/proofs/audit.py`: each kind of defect is found in a task that has it, and none in one that is right."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from controller.cli.tasks_audit import tools_offered
from controller.proofs.audit import KINDS, audit
from controller.tasks.script_source import called_tools
from controller.tasks.selection import Selection, select_tasks, tasks_root
from controller.tasks.skeleton import make_task
from tests.commit import commit

SAMPLE = 20
"""Tasks of the suite that are audited for each commit."""
INSTRUCTION = "Rename the folder that I keep the receipts of the spring term in, please."


def findings_in(root: Path) -> list[tuple[str, str]]:
    return [(finding.kind, finding.text) for finding in audit(select_tasks(Selection(), root))]


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


@pytest.mark.long
def test_the_tasks_of_the_suite_have_no_defect() -> None:
    assert audit(select_tasks(Selection(), tasks_root()), tools_offered) == []


def test_a_sample_of_the_tasks_has_no_defect() -> None:
    tasks = select_tasks(Selection(), tasks_root())
    assert audit(random.Random(commit(Path(__file__).parent)).sample(tasks, SAMPLE), tools_offered) == []


def test_a_new_task_has_no_defect(tmp_path: Path) -> None:
    make_task("os/one", tmp_path)
    assert findings_in(tmp_path) == []


def with_instruction(folder: Path, instruction: str) -> None:
    lines = (folder / "task.toml").read_text().split("\nsuites", 1)
    (folder / "task.toml").write_text(f'instruction = "{instruction}"\nsuites{lines[1]}')


@pytest.mark.parametrize("left", ["{amount}", "<name>", "TODO", "Lorem ipsum"])
def test_text_left_to_fill_in(tmp_path: Path, left: str) -> None:
    folder = make_task("os/one", tmp_path)
    with_instruction(folder, f"Rename the file todo.txt to {left} tasks.txt done.txt notes.txt, then stop.")
    assert ("placeholder", f"the instruction has {left!r}") in findings_in(tmp_path)


def test_instructions_much_alike_are_told_once(tmp_path: Path) -> None:
    for name, instruction in (
        ("one", INSTRUCTION),
        ("two", INSTRUCTION.replace("spring", "autumn")),
        ("three", "Mute it."),
    ):
        with_instruction(make_task(f"os/{name}", tmp_path), instruction)
    alike = [
        finding for finding in audit(select_tasks(Selection(), tmp_path)) if finding.kind == "near-duplicate"
    ]
    assert [(finding.task, finding.text.rpartition(" ")[2]) for finding in alike] in (
        [("os/two", "os/one")],
        [("os/one", "os/two")],
    )


def test_a_judged_file_that_the_agent_cannot_know(tmp_path: Path) -> None:
    folder = make_task("os/one", tmp_path)
    with (folder / "check.py").open("a") as file:
        file.write('DOCUMENTS = "/home/user/Documents"\nHIDDEN = f"{DOCUMENTS}/report-final.pdf"\n')
    text = "check.py reads /home/user/Documents/report-final.pdf, and the instruction does not name it"
    assert ("unnamed file", text) in findings_in(tmp_path)


def test_an_unused_file(tmp_path: Path) -> None:
    folder = make_task("os/one", tmp_path)
    (folder / "files" / "left_over.ods").write_bytes(b"x")
    assert findings_in(tmp_path) == [("unused file", "files/left_over.ods")]


def test_a_checker_that_sees_only_what_it_looks_at(tmp_path: Path) -> None:
    folder = make_task("os/one", tmp_path)
    change(folder / "check.py", 'nothing_else(guest, may_change("Documents/note.txt")),', "")
    assert [kind for kind, _ in findings_in(tmp_path)] == ["changes not judged"]


def test_texts_that_only_one_form_of_the_instruction_quotes(tmp_path: Path) -> None:
    folder = make_task("os/one", tmp_path)
    text = (folder / "task.toml").read_text()
    (folder / "task.toml").write_text(f"fuzzy = 'We are out of it, see my list and \"tea\".'\n{text}")
    change(folder / "task.toml", "Write coffee", 'Write "coffee", before "bread", after "tea",')
    assert findings_in(tmp_path) == []
    change(folder / "check.py", "def check", "WORDS = ['ground coffee', 'bread', 'tea']\n\n\ndef check")
    expected = "check.py expects 'coffee', which the fuzzy form of the instruction does not quote"
    assert ("told once", expected) in findings_in(tmp_path)
    assert len(findings_in(tmp_path)) == 1


def test_tools_that_are_called_and_not_annotated_or_the_other_way(tmp_path: Path) -> None:
    folder = make_task("os/one", tmp_path)
    (task,) = select_tasks(Selection(), tmp_path)
    tool = task.info.tools[0]
    change(folder / "task.toml", f'"{tool}"', '"filesystem_edit_file"')
    assert sorted(findings_in(tmp_path)) == [
        ("tool not annotated", f"mcp() calls {tool}"),
        ("tool not called", "task.toml annotates filesystem_edit_file, which mcp() does not call"),
    ]


def test_a_tool_that_the_guest_does_not_offer(tmp_path: Path) -> None:
    make_task("os/one", tmp_path)
    (task,) = select_tasks(Selection(), tmp_path)
    assert audit([task], lambda _task: set(task.info.tools)) == []
    assert [(finding.kind, finding.text) for finding in audit([task], lambda _task: {"other"})] == [
        ("unknown tool", f"task.toml annotates {tool}, which its guest does not offer")
        for tool in task.info.tools
    ]


def test_called_tools_are_those_of_the_function_and_what_it_uses(tmp_path: Path) -> None:
    script = tmp_path / "solve.py"
    script.write_text(
        """
from testbed.actions import ToolCall
from testbed.tasks import Solution

APP = "vlc"
PAUSE = ToolCall(name=f"{APP}.pause")


def mcp() -> Solution:
    yield PAUSE
    yield from _more("x")


def _more(name: str) -> Solution:
    yield ToolCall(name="os.mute")
    yield ToolCall(name=f"{APP}.{name}")
    yield from _more(name)


def wrong_other() -> Solution:
    yield ToolCall(name="os.other")
"""
    )
    names, unknown = called_tools(script, "mcp")
    assert names == {"vlc.pause", "os.mute"}
    assert unknown == ("f'{APP}.{name}'",)


def test_every_kind_is_described() -> None:
    described = (Path(__file__).parents[3] / "docs" / "tasks.md").read_text()
    assert [kind for kind in KINDS if f"\n| {kind} |" not in described] == []
