from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.core.project_files import project_file
from controller.tasks.selection import Selection, select_tasks
from plugins.osworld.tasks.source import OSWorldSource
from testbed.errors import UsageError
from tests.controller.junk import leave_junk
from tests.plugins.osworld.tasks.conftest import INFEASIBLE, MakeOSWorldTask, step

WriteTask = Callable[..., Path]


def test_tasks_of_a_checkout_are_selected_like_any(
    checkout: Path, write_task: WriteTask, tmp_path: Path
) -> None:
    write_task("os/t1")
    write_task("chrome/t2", related_apps=["Chrome", "libreoffice calc"], evaluator=INFEASIBLE)
    suite = f"osworld:{checkout / 'evaluation_examples'}"
    tasks = select_tasks(Selection(suite=suite), tmp_path / "no folder")
    assert [(task.id, task.info.feasible) for task in tasks] == [("chrome/t2", False), ("os/t1", True)]
    assert tasks[0].info.applications == ("google_chrome", "libreoffice_calc")
    assert tasks[0].source.name == suite
    (one,) = select_tasks(Selection(suite=suite, domains=("os",)), tmp_path)
    assert one.instruction == "Write a note." and not one.info.tool_beneficial


def test_junk_among_the_tasks_is_passed_over(checkout: Path, write_task: WriteTask, tmp_path: Path) -> None:
    path = write_task("os/t1")
    leave_junk(path.parent)
    leave_junk(path.parents[1])
    tasks = select_tasks(Selection(suite=f"osworld:{checkout}"), tmp_path)
    assert [task.id for task in tasks] == ["os/t1"]


def test_a_link_to_a_checkout_is_followed(checkout: Path, write_task: WriteTask, tmp_path: Path) -> None:
    write_task("os/t1")
    for name, target in (("link", checkout), ("examples", checkout / "evaluation_examples")):
        (tmp_path / name).symlink_to(target)
        source = OSWorldSource.open(str(tmp_path / name), {})
        assert source.checkout == checkout.resolve()
        (task,) = select_tasks(Selection(suite=f"osworld:{tmp_path / name}"), tmp_path)
        assert task.source.name == f"osworld:{checkout / 'evaluation_examples'}"


@pytest.mark.parametrize("text", ['{"chrome": ["t2"]}', "# ours\nchrome/t2\n"])
def test_a_list_file_selects(checkout: Path, write_task: WriteTask, tmp_path: Path, text: str) -> None:
    write_task("os/t1")
    write_task("chrome/t2")
    path = tmp_path / "list"
    path.write_text(text)
    selection = Selection(suite=f"osworld:{checkout}", list_file=path)
    assert [task.id for task in select_tasks(selection, tmp_path)] == ["chrome/t2"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"os": ["t3"]}', "there is no task 'os/t3'"),
        ('{"os": "t1"}', "'os' has no list of names"),
        ('{"os": [}', ":1: not JSON"),
        ("", "names no task"),
    ],
)
def test_a_wrong_list_is_named(
    checkout: Path, write_task: WriteTask, tmp_path: Path, text: str, message: str
) -> None:
    write_task("os/t1")
    path = tmp_path / "list"
    path.write_text(text)
    with pytest.raises(UsageError) as caught:
        select_tasks(Selection(suite=f"osworld:{checkout}", list_file=path), tmp_path)
    assert caught.value.message.startswith(f"--list {path}") and message in caught.value.message


@pytest.mark.parametrize(
    ("suite", "options", "message"),
    [
        ("osworld:", (), "the place is missing"),
        ("osword:x", (), "no task source 'osword'"),
        ("osworld:/nowhere", (), "no folder examples"),
        ("folder:/tmp", (("cache", "x"),), "folder takes no --cache"),
        ("demo", (("cache", "x"),), "--cache needs a task source"),
    ],
)
def test_a_wrong_source_is_named(
    suite: str, options: tuple[tuple[str, str], ...], message: str, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match=message):
        select_tasks(Selection(suite=suite, options=options), tmp_path)


@pytest.mark.parametrize("network", ["open", "allow:a.example"])
def test_a_task_of_the_web_runs_where_guests_have_a_network(
    checkout: Path, write_task: WriteTask, network: str
) -> None:
    tabs = step("chrome_open_tabs", urls_to_open=["https://a.example"])
    write_task("chrome/t1", config=[tabs], evaluator=INFEASIBLE)
    write_task("chrome/t2", config=[step("googledrive", operation=["delete"], args=[{}])])
    suite = f"osworld:{checkout}"
    closed = select_tasks(Selection(suite=suite), checkout)
    assert [task.skip_reason.partition(":")[0] for task in closed] == [
        "needs live web",
        "needs a Google account",
    ]
    opened = select_tasks(Selection(suite=suite, network=network), checkout)
    assert [task.skip_reason.partition(":")[0] for task in opened] == ["", "needs a Google account"]
    assert dict(opened[0].source.options)["network"] == network


def test_a_source_without_network_ignores_it() -> None:
    (task,) = select_tasks(Selection(globs=("os/restore_notes",), network="open"), project_file("tasks"))
    assert task.source.options == ()


def test_wrong_options_of_the_source_are_named(checkout: Path) -> None:
    with pytest.raises(UsageError, match="--cache /nowhere: there is no such folder"):
        OSWorldSource.open(str(checkout), {"cache": "/nowhere"})
    with pytest.raises(UsageError, match=r"--osworld-sleeps: 'long' \(use short or exact\)"):
        OSWorldSource.open(str(checkout), {"osworld-sleeps": "long"})


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"config": [step("download")]}, ["config[0]: download: files: field required"]),
        ({"config": [step("fly", to="x")]}, ["config[0]: unknown step 'fly'", "chrome_open_tabs"]),
        ({"config": [step("sleep", seconds="soon")]}, ["config[0]: sleep: seconds:", "'soon'"]),
        ({"config": [step("launch", command=[])]}, ["config[0]: launch: command"]),
        ({"config": [step("open", path="a", wait=1)]}, ["config[0]: open: wait", "it takes path"]),
        ({"evaluator": {"func": "guess"}}, ["unknown function 'guess'", "desktop_env/evaluators/metrics"]),
        (
            {"evaluator": {"func": "exact_match", "result": {"type": "moon"}}},
            ["unknown getter 'moon'", "desktop_env/evaluators/getters"],
        ),
        (
            {"evaluator": {"func": ["exact_match", "exact_match"], "result": {"type": "rule"}}},
            ["evaluator.result: does not match the 2 function(s)"],
        ),
        (
            {"evaluator": {"func": "infeasible", "postconfig": [step("jump")]}},
            ["evaluator.postconfig[0]: unknown step 'jump'"],
        ),
    ],
)
def test_what_a_task_names_must_be_known(
    osworld_task: MakeOSWorldTask, fields: dict[str, object], words: list[str]
) -> None:
    task = osworld_task(**fields)
    assert task.skip_reason.startswith("cannot run: ") and "\n" not in task.skip_reason
    for word in words:
        assert word in task.skip_reason


def test_a_file_that_is_no_task_is_named(checkout: Path, write_task: WriteTask) -> None:
    path = write_task("os/t1")
    source = OSWorldSource.open(str(checkout), {})
    wrong = {
        "{": "t1.json:1: not JSON",
        json.dumps({"id": "t1", "evaluator": INFEASIBLE}): "t1.json:1: instruction: field required",
        '{"id": "t1",\n"instruction": 7,\n"evaluator": {"func": "infeasible"}}': "t1.json:2: instruction: input",
        "[]": "t1.json:1: the whole: input should be",
    }
    for text, problem in wrong.items():
        path.write_text(text)
        task = source.load("os/t1")
        assert task.info.malformed
        assert task.skip_reason.startswith("is malformed: ") and problem in task.skip_reason


def test_the_hash_follows_the_task_its_files_and_the_evaluators(
    checkout: Path, osworld_task: MakeOSWorldTask, tmp_path: Path
) -> None:
    (tmp_path / "cache" / "t1").mkdir(parents=True)
    options = {"cache": str(tmp_path / "cache")}
    expected = {"type": "cloud_file", "path": "https://example.org/gold", "dest": "gold"}
    evaluator = {"func": "exact_match", "result": {"type": "rule"}, "expected": expected}
    first = osworld_task(options=options, evaluator=evaluator)
    assert osworld_task(options=options, evaluator=evaluator).hash == first.hash
    assert (
        osworld_task(options=options, evaluator=evaluator, instruction="x").initial_state_hash
        != first.initial_state_hash
    )
    (tmp_path / "cache" / "t1" / "gold").write_text("gold")
    with_file = osworld_task(options=options, evaluator=evaluator)
    assert with_file.hash != first.hash and with_file.initial_state_hash == first.initial_state_hash
    (checkout / "desktop_env" / "evaluators" / "metrics" / "general.py").write_text("")
    assert osworld_task(options=options, evaluator=evaluator).hash != with_file.hash


def test_a_list_tells_the_tool_beneficial_tasks_infeasible_ones_too(
    checkout: Path, write_task: WriteTask, tmp_path: Path
) -> None:
    write_task("os/t1")
    write_task("os/t2", evaluator=INFEASIBLE)
    write_task("os/t3")
    path = tmp_path / "helped.json"
    path.write_text('{"os": ["t1", "t2"], "vlc": []}')
    source = OSWorldSource.open(str(checkout), {"tool-beneficial": str(path)})
    tasks = [source.load(task_id) for task_id in source.ids()]
    assert [task.info.tool_beneficial for task in tasks] == [True, True, False]
    assert not tasks[1].info.feasible
    assert dict(tasks[0].source.options)["tool-beneficial"] == str(path)
    without = OSWorldSource.open(str(checkout), {})
    assert not any(without.load(task_id).info.tool_beneficial for task_id in without.ids())
    assert without.load("os/t1").hash == tasks[0].hash
    (checkout / "evaluation_examples" / "has_tool.json").write_text('{"os": ["t3"]}')
    default = OSWorldSource.open(str(checkout), {})
    assert [default.load(task_id).info.tool_beneficial for task_id in default.ids()] == [False, False, True]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "cannot be read"),
        ('{"os": ["t9"]}', "there is no task 'os/t9'"),
        ("{", ":1: not JSON"),
    ],
)
def test_a_wrong_list_of_tool_beneficial_tasks_is_named(
    checkout: Path, write_task: WriteTask, tmp_path: Path, text: str | None, message: str
) -> None:
    write_task("os/t1")
    path = tmp_path / "helped.json"
    if text is not None:
        path.write_text(text)
    selection = Selection(suite=f"osworld:{checkout}", options=(("tool-beneficial", str(path)),))
    with pytest.raises(UsageError) as caught:
        select_tasks(selection, tmp_path)
    assert caught.value.message.startswith(f"--tool-beneficial {path}") and message in caught.value.message
