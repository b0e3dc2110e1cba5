"""`user.toml`: read, filled with the facts of a variant, and what is malformed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.tasks.selection import load_tasks
from controller.tasks.task import Task, with_variant
from controller.tasks.user import UNKNOWN, Knowledge, TaskUser
from testbed.errors import TaskError

MakeTask = Callable[..., Task]
FACT = '[[fact]]\nkeywords = ["day", "date"]\nanswer = "On 14 March."\n'


@pytest.fixture
def load(make_task: MakeTask, tmp_path: Path) -> Callable[..., Task]:
    """Load a task with this `user.toml`."""

    def loaded(text: str | bytes, **parts: str) -> Task:
        folder = make_task(**parts).folder
        assert folder is not None
        (folder / "user.toml").write_bytes(text.encode() if isinstance(text, str) else text)
        return load_tasks(["os/note"], tmp_path / "tasks")[0]

    return loaded


def test_the_user_knows_what_the_file_has(load: Callable[..., Task]) -> None:
    task = load(FACT)
    assert task.sections["user"] == TaskUser((Knowledge(("day", "date"), "On 14 March."),), UNKNOWN)
    other = load('unknown = "No idea."\n' + FACT)
    assert other.sections["user"].unknown == "No idea."
    assert len({task.initial_state_hash, other.initial_state_hash}) == 2


def test_a_task_without_the_file_has_no_user(make_task: MakeTask) -> None:
    task = make_task()
    assert "user" not in task.sections


def test_the_user_of_a_variant_knows_its_facts(
    load: Callable[..., Task], variant_task: dict[str, str]
) -> None:
    task = load(FACT.replace("On 14 March.", "It is {word}."), **variant_task)
    assert task.sections["user"].knowledge[0].answer == "It is apple."
    assert with_variant(task, 3).sections["user"] != task.sections["user"]
    assert task.skip_reason == ""


def test_a_placeholder_without_a_fact_is_named_with_file_and_line(
    load: Callable[..., Task], variant_task: dict[str, str]
) -> None:
    task = load(FACT.replace("14 March", "{day}"), **variant_task)
    assert "user.toml:3: fact[0].answer: there is no fact 'day'" in task.skip_reason


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, ["fact", "is missing"]),
        ('[[fact]]\nkeywords = ["day"]\n', 1, ["fact[0].answer", "is missing"]),
        (FACT + 'secret = "x"\n', 4, ["secret", "is no field of a user", "keywords, answer"]),
        ('name = "Ann"\n' + FACT, 1, ["name", "is no field of a user", "unknown, fact"]),
        ('[[fact]]\nkeywords = []\nanswer = "x"\n', 2, ["fact[0].keywords", "is empty"]),
        ('[[fact]]\nkeywords = ["?!"]\nanswer = "x"\n', 2, ["has no letter and no digit"]),
        ('[[fact]]\nkeywords = "day"\nanswer = "x"\n', 2, ["must be a list"]),
        ('[[fact]]\nkeywords = ["day"]\nanswer = " "\n', 3, ["answer", "is empty"]),
        ('unknown = ""\n' + FACT, 1, ["unknown", "is empty"]),
        (FACT + "answer\n", 4, ["not valid TOML"]),
    ],
)
def test_a_malformed_file_is_named_with_line_and_field(
    load: Callable[..., Task], text: str, line: int, words: list[str]
) -> None:
    with pytest.raises(TaskError) as caught:
        load(text)
    assert f"user.toml:{line}:" in caught.value.message
    for word in words:
        assert word in f"{caught.value.message} {caught.value.hint}"


def test_a_file_that_is_not_utf_8(load: Callable[..., Task]) -> None:
    with pytest.raises(TaskError, match=r"user\.toml: is not UTF-8"):
        load(b"\xff")
