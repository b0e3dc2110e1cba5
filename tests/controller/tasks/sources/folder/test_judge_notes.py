"""The fields of `task.toml` that are for judges: `level`, `key_points`, `reference`, `fuzzy`, `dependencies`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.cli.display import Silence
from controller.cli.main import call
from controller.guests.fake.guest import FakeGuest
from controller.guests.fake.provider import FakeProvider
from controller.proofs.validation import prove
from controller.proofs.verdicts import not_proven
from controller.tasks.judged_guest import JudgedGuest
from controller.tasks.selection import load_tasks
from controller.tasks.task import Task, facts_of, with_judge, with_variant
from controller.tasks.task_judging import JudgeNotes
from testbed.errors import TaskError

MakeTask = Callable[..., Task]
HEAD = 'instruction = "Do it."\napplications = ["os"]\n'
WORDS = """
level = "L2"
key_points = ["It names the cheapest flight.", "It gives the price in euros."]
reference = "LH 123 for 99 euros"
fuzzy = "I need to get there, cheap."
dependencies = "The price needs the flight."
"""


def test_a_task_has_what_its_author_wrote_for_judges(make_task: MakeTask) -> None:
    task = make_task(toml=HEAD + WORDS)
    assert task.info.level == "L2"
    assert task.judging.notes == JudgeNotes(
        ("It names the cheapest flight.", "It gives the price in euros."),
        "LH 123 for 99 euros",
        "I need to get there, cheap.",
        "The price needs the flight.",
    )
    assert task.judging.notes.decide


def test_a_task_without_these_fields_is_as_before(tasks: list[Task]) -> None:
    assert {task.info.level for task in tasks} == {None}
    assert {task.judging.notes for task in tasks} == {JudgeNotes()}
    assert all(task.judging.has_checker and not task.judging.notes.decide for task in tasks)


def test_a_fuzzy_instruction_alone_decides_nothing(make_task: MakeTask) -> None:
    assert not make_task(toml=HEAD + 'fuzzy = "Please."\ndependencies = "none"\n').judging.notes.decide


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('level = "L4"', ["level", "'L4' is not allowed", "'L1', 'L2' or 'L3'"]),
        ("level = 2", ["level", "2 is not allowed"]),
        ('key_points = "one"', ["key_points", "must be a list", "write [ ... ]"]),
        ("key_points = []", ["key_points", "is empty", "give it a value"]),
        ('key_points = [" "]', ["key_points[0]", "is empty"]),
        ("key_points = [1]", ["key_points[0]", "valid string", "docs/tasks.md"]),
        ('key_points = ["a", "a"]', ["key_points", "has 'a' twice"]),
        (f"key_points = {[str(number) for number in range(51)]}", ["key_points", "at most 50"]),
        ('reference = ""', ["reference", "is empty"]),
        ("reference = 42", ["reference", "valid string"]),
        (f'reference = "{"x" * 20_001}"', ["reference", "at most 20000"]),
        ("fuzzy = false", ["fuzzy", "valid string"]),
        ('fuzzy = "  "', ["fuzzy", "is empty"]),
        ('dependencies = ["a"]', ["dependencies", "valid string"]),
        ('key_point = ["a"]', ["key_point", "is no field of a task", "key_points"]),
    ],
)
def test_a_malformed_field_is_named_with_line_and_remedy(
    line: str, words: list[str], make_task: MakeTask
) -> None:
    with pytest.raises(TaskError) as caught:
        make_task(toml=HEAD + line + "\n")
    assert "task.toml:3: " in caught.value.message and "\n" not in caught.value.message
    assert all(word in str(caught.value) for word in words), str(caught.value)
    assert caught.value.hint


@pytest.mark.parametrize("field", ['key_points = ["a"]', 'reference = "a"'])
def test_an_infeasible_task_has_no_words_to_judge(field: str, make_task: MakeTask) -> None:
    with pytest.raises(TaskError, match=r"task.toml:5: .*an infeasible task has no words to judge") as caught:
        make_task(toml=HEAD + f'feasible = false\ntwin = "os/other"\n{field}\n')
    assert caught.value.hint == f"remove {field.partition(' ')[0]}"


@pytest.mark.parametrize("field", ['key_points = ["a"]', 'reference = "a"'])
def test_a_task_that_only_a_judge_scores_needs_no_checker(
    field: str, make_task: MakeTask, fake_guest: FakeGuest
) -> None:
    task = make_task(toml=HEAD + field + "\n", check="")
    assert not task.judging.has_checker
    with pytest.raises(TaskError, match="only a judge can score this task") as caught:
        task.judging.checker()
    assert "--judge MODEL" in caught.value.hint
    judged = with_judge(task)
    assert judged.judging.checker()(JudgedGuest(fake_guest, None)).claims == ()
    assert judged.judging.safety_checker() is None and judged.hash == task.hash


def test_words_that_no_judge_decides_on_are_no_replacement_for_a_checker(make_task: MakeTask) -> None:
    with pytest.raises(TaskError, match=r"no check\.py") as caught:
        make_task(toml=HEAD + 'fuzzy = "Please."\n', check="")
    assert "key_points or a reference" in caught.value.hint


def test_weights_need_a_checker(make_task: MakeTask) -> None:
    weights = '[[claim]]\ntext = "a"\nweight = 2\n'
    with pytest.raises(TaskError, match=r"no check\.py whose claims"):
        make_task(toml=HEAD + 'reference = "a"\n' + weights, check="")


def test_a_proof_of_a_task_without_a_checker_says_so_before_a_guest_starts(
    make_task: MakeTask, tmp_path: Path
) -> None:
    task = make_task(toml=HEAD + 'reference = "a"\n', check="")
    provider = FakeProvider()
    [verdict] = not_proven(prove([task], provider, 1, tmp_path / "proof", Silence()))[task.id]
    assert verdict.name == "has a checker" and "only a judge scores it" in verdict.reason
    assert not list((tmp_path / "proof").rglob("*"))


def test_the_fields_take_the_facts_of_a_variant(
    variant_task: dict[str, str], task_folder: Callable[..., Path], tmp_path: Path
) -> None:
    words = 'key_points = ["It names {word}."]\nreference = "{word}"\nfuzzy = "{word}?"\n'
    head, separator, rest = variant_task["toml"].partition("[[")
    parts = {**variant_task, "toml": head + words + separator + rest}
    task_folder("os/varied", **parts)
    [task] = load_tasks(["os/varied"], tmp_path / "tasks")
    for number in (0, 1):
        varied = with_variant(task, number)
        word = getattr(facts_of(varied), "word")  # noqa: B009  # the facts are a class of the task's own
        assert varied.judging.notes == JudgeNotes((f"It names {word}.",), word, f"{word}?")


def test_the_commands_that_show_tasks_have_these_fields(
    task_folder: Callable[..., Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    task_folder("os/words", toml=HEAD + WORDS, check="", solve="")
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))
    assert call(["tasks", "show", "os/words"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for line in (
        "level: L2",
        "key point: It names the cheapest flight.",
        "reference: LH 123 for 99 euros",
        "fuzzy: I need to get there, cheap.",
        "dependencies: The price needs the flight.",
        "scored by judges alone: there is no check.py",
    ):
        assert line in lines
    assert call(["tasks", "list", "--json"]) == 0
    [listed] = json.loads(capsys.readouterr().out)
    assert (listed["level"], listed["reference"]) == ("L2", "LH 123 for 99 euros")
    assert call(["tasks", "audit"]) == 0
