from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.tasks.domains import domain_of
from controller.tasks.selection import load_tasks
from controller.tasks.sources.folder.load_task import load_task
from controller.tasks.sources.folder.task import FolderTask
from controller.tasks.sources.folder.task_file import Copy, Open, Run
from controller.tasks.task import Task
from controller.tasks.toml_lines import line_of
from testbed.errors import TaskError

HEAD = 'instruction = "Do it."\napplications = ["os"]\n'
MakeTask = Callable[..., Task]


def test_a_task_has_what_its_file_says(tasks_root: Path) -> None:
    task = load_tasks(["os/append_line"], tasks_root)[0]
    assert domain_of(task.id) == "os"
    assert task.info.feasible and not task.info.tool_beneficial
    assert isinstance(task, FolderTask)
    copy, opened = task.file.setup
    assert isinstance(copy, Copy) and (task.folder / copy.copy_).read_text() == "milk\nbread\n"
    assert isinstance(opened, Open) and opened.window == r"^shopping\.txt"


def test_a_command_runs_as_the_user_unless_root_is_named(make_task: MakeTask) -> None:
    task = make_task(toml=HEAD + '[[setup]]\nrun = ["true"]\n[[setup]]\nrun = ["true"]\nas = "root"\n')
    assert isinstance(task, FolderTask)
    assert [step.as_ for step in task.file.setup if isinstance(step, Run)] == ["user", "root"]


@pytest.mark.parametrize(
    ("toml", "line", "words"),
    [
        ('applications = ["os"]\n', 1, ["instruction", "is missing"]),
        (HEAD + 'suits = ["core"]\n', 3, ["suits", "is no field of a task", "suites"]),
        (HEAD + "[wether]\nwind = 3\n", 3, ["wether", "is no field of a task", "or install the package"]),
        (HEAD + "feasible = 7\n", 3, ["feasible"]),
        (
            'instruction = "Do it."\napplications = ["winamp"]\n',
            2,
            ["applications[0]", "'winamp' is not allowed", "'vlc'"],
        ),
        ('instruction = ""\napplications = ["os"]\n', 1, ["instruction", "is empty"]),
        (HEAD + 'tools = "one"\n', 3, ["tools", "must be a list"]),
        (
            HEAD + '[[setup]]\nrun = ["true"]\n\n[[setup]]\nrum = ["true"]\n',
            6,
            ["setup[1]", "exactly one of"],
        ),
        (HEAD + '[[setup]]\nrun = ["true"]\nuser = "root"\n', 5, ["setup[0]", "user", "is no field"]),
        (HEAD + '[[setup]]\nopen = "os"\n', 4, ["open", "'os' is not allowed", "'gimp'"]),
        (HEAD + '[[setup]]\nopen = "vlc"\nwindow = "("\n', 5, ["window", "no regular expression"]),
        (HEAD + '[[setup]]\ncopy = "a"\nto = "b"\n', 5, ["to", "'b' is not absolute"]),
        (HEAD + '[[setup]]\ncopy = "a"\nto = "/b"\n', 4, ["setup[0].copy", "there is no 'a'"]),
        (HEAD + '[[setup]]\ncopy = "../a"\nto = "/b"\n', 4, ["outside the task's folder"]),
        (HEAD + '[[setup]]\ncopy = "a"\nto = "/b/../c"\n', 5, ["without '..'"]),
        (
            HEAD + '[[event]]\nrun = ["true"]\n',
            3,
            ["event[0]", "exactly one of after_steps, after_seconds, when"],
        ),
        (HEAD + '[[event]]\nafter_steps = 1\nwhen = ["true"]\nrun = ["true"]\n', 3, ["exactly one of"]),
        (HEAD + "[[event]]\nafter_steps = 1\n", 3, ["event[0]", "exactly one of copy, run, open"]),
        (HEAD + '[[event]]\nafter_steps = 0\nrun = ["true"]\n', 4, ["event[0].after_steps", "greater than"]),
        (HEAD + '[[event]]\nafter = 1\nrun = ["true"]\n', 4, ["after", "is no field", "after_seconds"]),
        (
            HEAD + '[[event]]\nafter_steps = 1\ncopy = "a"\nto = "/b"\n',
            5,
            ["event[0].copy", "there is no 'a'"],
        ),
        (HEAD + "feasible = false\n", 3, ["needs a feasible twin"]),
        (HEAD + 'twin = "os/other"\n', 3, ["a feasible task has no twin"]),
        ("instruction = Do it\n", 1, ["not valid TOML"]),
    ],
)
def test_a_malformed_file_is_named_with_line_and_field(
    toml: str, line: int, words: list[str], make_task: MakeTask
) -> None:
    with pytest.raises(TaskError) as caught:
        make_task(toml=toml)
    assert f"task.toml:{line}:" in caught.value.message
    text = str(caught.value)
    assert all(word in text for word in words), text
    assert caught.value.hint


def test_a_task_needs_a_checker(task_folder: Callable[..., Path], tmp_path: Path) -> None:
    folder = task_folder(check="")
    with pytest.raises(TaskError, match=r"no check\.py"):
        load_task(folder, tmp_path / "tasks")


def test_a_checker_needs_its_function(make_task: MakeTask) -> None:
    with pytest.raises(TaskError, match="has no function check"):
        make_task(check="def chek(guest): ...").judging.checker()


def test_a_script_that_fails_on_import_is_named_with_its_line(make_task: MakeTask) -> None:
    with pytest.raises(TaskError, match=r"check\.py:2: ModuleNotFoundError"):
        make_task(check="x = 1\nimport no_such_module\n").judging.checker()


def test_any_folder_is_a_domain(make_task: MakeTask) -> None:
    assert domain_of(make_task("finance/note").id) == "finance"


def test_the_hash_is_of_the_content(task_folder: Callable[..., Path], tmp_path: Path) -> None:
    folder = task_folder()
    first = load_task(folder, tmp_path / "tasks").hash
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "check.pyc").write_bytes(b"x")
    assert load_task(folder, tmp_path / "tasks").hash == first
    (folder / "more.txt").write_text("x")
    assert load_task(folder, tmp_path / "tasks").hash != first


def test_the_hash_does_not_depend_on_suites(task_folder: Callable[..., Path], tmp_path: Path) -> None:
    folder = task_folder(toml=HEAD)
    without = load_task(folder, tmp_path / "tasks").hash
    for suites in ('suites = ["core"]\n', 'suites = [\n    "core",\n    "small",\n]\n'):
        (folder / "task.toml").write_text(suites + HEAD)
        task = load_task(folder, tmp_path / "tasks")
        assert task.hash == without and "core" in task.info.suites


def test_loading_a_script_writes_nothing_beside_it(make_task: MakeTask) -> None:
    task = make_task()
    task.judging.checker()
    assert sorted(path.name for path in task.folder.iterdir()) == ["check.py", "task.toml"]


def test_line_of_falls_back_to_the_enclosing_table() -> None:
    text = 'a = 1\n[[setup]]\nrun = ["x"]\n[[setup]]\nopen = "vlc"\n'
    assert line_of(text, ("setup", 1, "missing")) == 4
    assert line_of(text, ("setup", 1, "open")) == 5
    assert line_of(text, ("nothing",)) == 1
