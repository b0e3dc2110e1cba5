from __future__ import annotations

from collections.abc import Callable

from controller.tasks.play_options import PlayOptions
from controller.tasks.task import Task, has_fuzzy_form
from controller.tasks.task_info import TaskInfo

MakeTask = Callable[..., Task]


def test_a_task_ignores_what_it_has_no_choice_in(make_task: MakeTask) -> None:
    task = make_task()
    played = task.with_play(PlayOptions(variant=3, form="fuzzy", with_pool=True, judged=True))
    assert played.play == PlayOptions(with_pool=True, judged=True)
    assert not has_fuzzy_form(task) and task.variants is None


def test_a_task_as_it_is_played_already_is_the_task_itself(make_task: MakeTask) -> None:
    task = make_task()
    assert task.with_play(task.play) is task


def test_a_task_with_annotated_tools_is_tool_beneficial() -> None:
    assert TaskInfo(("os",), tools=("list_files",)).tool_beneficial
    assert not TaskInfo(("os",)).tool_beneficial
