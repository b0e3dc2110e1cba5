from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.tasks.selection import Selection, load_tasks, select_tasks
from testbed.errors import TaskError, UsageError


def ids(selection: Selection, root: Path) -> list[str]:
    return [task.id for task in select_tasks(selection, root)]


def test_everything_is_selected_by_default_in_order(tasks_root: Path) -> None:
    assert ids(Selection(), tasks_root) == [
        "os/add_total",
        "os/append_line",
        "os/print_note",
        "os/write_note",
    ]


def test_suite_glob_domain_and_limit_narrow(tasks_root: Path) -> None:
    assert ids(Selection(suite="demo"), tasks_root) == ["os/append_line", "os/write_note"]
    assert ids(Selection(globs=("*note",)), tasks_root) == ["os/print_note", "os/write_note"]
    assert ids(Selection(domains=("os",), limit=1), tasks_root) == ["os/add_total"]


@pytest.mark.parametrize(
    ("selection", "message", "hint"),
    [
        (Selection(suite="dmo"), "no suite 'dmo'", "did you mean demo"),
        (Selection(globs=("os/write_not",)), "no task 'os/write_not'", "os/write_note"),
        (Selection(domains=("chrom",)), "no domain 'chrom'", "did you mean chrome"),
        (Selection(domains=("vlc",)), "no task is selected", "loosen"),
    ],
)
def test_unknown_names_suggest_close_ones(
    selection: Selection, message: str, hint: str, tasks_root: Path
) -> None:
    with pytest.raises(UsageError) as caught:
        select_tasks(selection, tasks_root)
    assert message in caught.value.message
    assert hint in caught.value.hint


def test_any_folder_of_tasks_is_a_domain(task_folder: Callable[..., Path], tmp_path: Path) -> None:
    task_folder("finance/note")
    task_folder("vlc/note")
    assert ids(Selection(domains=("finance",)), tmp_path / "tasks") == ["finance/note"]
    with pytest.raises(UsageError, match="no domain 'finanse'") as caught:
        select_tasks(Selection(domains=("finanse",)), tmp_path / "tasks")
    assert "did you mean finance" in caught.value.hint


def test_a_twin_must_exist(task_folder: Callable[..., Path], tmp_path: Path) -> None:
    task_folder(toml='instruction = "x"\napplications = ["os"]\nfeasible = false\ntwin = "os/nothing"\n')
    with pytest.raises(UsageError, match=r"task\.toml: twin: there is no task 'os/nothing'"):
        select_tasks(Selection(), tmp_path / "tasks")


def test_a_malformed_task_not_looked_at_does_no_harm(
    task_folder: Callable[..., Path], tmp_path: Path
) -> None:
    task_folder("os/good")
    task_folder("os/bad", toml="nonsense")
    assert ids(Selection(globs=("os/good",)), tmp_path / "tasks") == ["os/good"]
    with pytest.raises(TaskError):
        select_tasks(Selection(), tmp_path / "tasks")


def test_an_unknown_id_and_a_missing_root_are_refused(tasks_root: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no task 'os/x'"):
        load_tasks(["os/x"], tasks_root)
    with pytest.raises(UsageError, match="no folder of tasks"):
        select_tasks(Selection(), tmp_path / "nowhere")


def test_an_empty_folder_of_tasks_is_named(tmp_path: Path) -> None:
    (tmp_path / "os").mkdir()
    with pytest.raises(UsageError, match=f"the folder of tasks {tmp_path} has no task") as caught:
        select_tasks(Selection(suite="demo"), tmp_path)
    assert "TESTBED_TASKS" in caught.value.hint and "--suite" not in caught.value.hint


def test_an_unreadable_folder_of_tasks_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(folder: Path) -> None:
        raise PermissionError(13, "Permission denied", str(folder))

    monkeypatch.setattr(Path, "iterdir", refused)
    with pytest.raises(UsageError, match=f"cannot read the folder of tasks {tmp_path}: Permission denied"):
        select_tasks(Selection(), tmp_path)


def test_a_run_plays_suites_on_servers_only_if_they_are_named(
    task_folder: Callable[..., Path], tmp_path: Path
) -> None:
    root = tmp_path / "tasks"
    head = 'instruction = "x"\napplications = ["os"]\n'
    task_folder("os/desktop", toml=head + 'suites = ["core"]\n')
    task_folder("os/loose")
    on_server = 'servers = ["calculator"]\n'
    task_folder("os/own", toml=head + on_server)
    task_folder("shopping/basket", toml=head + on_server + 'suites = ["mcp-everyday"]\n')
    task_folder("shopping/both", toml=head + 'suites = ["core", "mcp-levels"]\n')
    every = ["os/desktop", "os/loose", "os/own", "shopping/basket", "shopping/both"]
    assert ids(Selection(), root) == every
    played = ["os/desktop", "os/loose", "os/own", "shopping/both"]
    assert ids(Selection(to_run=True), root) == played
    assert ids(Selection(limit=3, to_run=True), root) == played[:3]
    assert ids(Selection(suite="mcp-everyday", to_run=True), root) == ["shopping/basket"]
    assert ids(Selection(domains=("shopping",), to_run=True), root) == ["shopping/basket", "shopping/both"]
    assert ids(Selection(globs=("*",), to_run=True), root) == every
    (tmp_path / "list").write_text("shopping/basket\n")
    assert ids(Selection(list_file=tmp_path / "list", to_run=True), root) == ["shopping/basket"]


def test_a_run_of_nothing_but_suites_on_servers_must_name_one(
    task_folder: Callable[..., Path], tmp_path: Path
) -> None:
    head = 'instruction = "x"\napplications = ["os"]\n'
    toml = head + 'servers = ["calculator"]\nsuites = ["mcp-everyday", "mcp-short"]\n'
    task_folder("shopping/basket", toml=toml)
    with pytest.raises(UsageError, match="which a run plays only when they are named") as caught:
        select_tasks(Selection(to_run=True), tmp_path / "tasks")
    assert caught.value.hint == "name one: --suite mcp-everyday or mcp-short"


def test_all_malformed_tasks_are_named_at_once(task_folder: Callable[..., Path], tmp_path: Path) -> None:
    task_folder("os/sound")
    for name in ("os/first", "os/second"):
        (task_folder(name) / "task.toml").write_text('instruction = "x"\nsolved = 1\n')
    for load in (
        lambda: select_tasks(Selection(), tmp_path / "tasks"),
        lambda: load_tasks(["os/sound", "os/first", "os/second"], tmp_path / "tasks"),
    ):
        with pytest.raises(TaskError, match="2 tasks are malformed") as caught:
            load()
        for name in ("first", "second"):
            assert f"{name}/task.toml" in caught.value.message
