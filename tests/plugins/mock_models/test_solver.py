"""The solver through any API: conversations told apart, answers repeated, what it cannot do said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from controller.agents.text_protocols.spec import ModelTurn
from controller.core.actions import Click, Screenshot, Terminate, ToolCall, TypeText
from controller.core.guest import ToolResult
from controller.core.observation_text import windows_text
from controller.core.windows import Window
from controller.tasks.selection import load_tasks
from plugins.mock_models.solver import Solver
from plugins.mock_models.turns import ApiError, MockAnswer
from tests.controller.agents.pictures import png
from tests.controller.conftest import DATA

ADD = frozenset({"fake_arithmetic.add", "fake_text_editor.set_text", "fake_text_editor.save"})
TASKS = load_tasks(["os/add_total", "os/append_line", "os/print_note", "os/write_note"], DATA)
INSTRUCTIONS = {task.id: task.instruction for task in TASKS}


def opening(task: str, **more: object) -> ModelTurn:
    turn = ModelTurn(f"Task: {INSTRUCTIONS[task]}\n\nSteps left: 15.", pictures=(png(),), tools=ADD)
    return replace(turn, **more)  # type: ignore[arg-type]


def after(turn: ModelTurn, answer: MockAnswer, *results: ToolResult) -> ModelTurn:
    return replace(turn, memory=(*turn.memory, f"id_{answer.mark}0"), results=results)


def test_a_solution_is_played_with_what_the_tools_returned() -> None:
    solver = Solver(TASKS)
    turn = opening("os/add_total")
    answer = solver.answer(turn)
    assert answer.actions == (ToolCall(name="fake_arithmetic.add", arguments={"a": 19, "b": 23}),)
    turn = after(turn, answer, ToolResult('{"result": 42}'))
    answer = solver.answer(turn)
    assert answer.actions == (ToolCall(name="fake_text_editor.set_text", arguments={"text": "42"}),)
    turn = after(turn, answer, ToolResult("replaced"))
    turn = after(turn, solver.answer(turn), ToolResult("saved"))
    assert solver.answer(turn).actions == (Terminate(status="success"),)


def test_conversations_on_the_same_task_do_not_meet() -> None:
    solver = Solver(TASKS)
    one, two = opening("os/add_total"), opening("os/add_total")
    first, other = solver.answer(one), solver.answer(two)
    assert first.mark != other.mark
    assert solver.answer(after(one, first, ToolResult('{"result": 1}'))).actions[0] == ToolCall(
        name="fake_text_editor.set_text", arguments={"text": "1"}
    )
    assert solver.answer(after(two, other, ToolResult('{"result": 2}'))).actions[0] == ToolCall(
        name="fake_text_editor.set_text", arguments={"text": "2"}
    )


def test_a_request_that_comes_twice_gets_the_same_answer() -> None:
    solver = Solver(TASKS)
    turn = opening("os/add_total")
    again = after(turn, solver.answer(turn), ToolResult('{"result": 42}'))
    assert solver.answer(again) == solver.answer(again)


def test_the_variant_is_the_one_there_are_means_for_or_the_one_asked_for() -> None:
    assert isinstance(Solver(TASKS).answer(opening("os/add_total", tools=frozenset())).actions[0], TypeText)
    assert isinstance(Solver(TASKS, "gui").answer(opening("os/add_total")).actions[0], TypeText)
    with pytest.raises(ApiError, match="os/write_note has no gui reference solution"):
        Solver(TASKS, "gui").answer(opening("os/write_note"))
    with pytest.raises(ApiError, match="has no mcp reference"):
        Solver(TASKS).answer(opening("os/append_line", gui=False))


def test_the_impossible_is_said() -> None:
    assert Solver(TASKS).answer(opening("os/print_note")).actions == (Terminate(status="failure"),)


def test_through_the_router_tools_are_executed() -> None:
    turn = opening("os/write_note", tools=frozenset({"route", "execute"}))
    [action] = Solver(TASKS).answer(turn).actions
    assert action == ToolCall(
        name="execute",
        arguments={
            "tool": "filesystem_write_file",
            "arguments": {"path": "/home/user/note.txt", "content": "done\n"},
        },
    )


def test_what_cannot_be_answered_is_refused_with_the_reason() -> None:
    solver = Solver(TASKS)
    with pytest.raises(ApiError, match="has no task's instruction"):
        solver.answer(ModelTurn("Do something nice."))
    with pytest.raises(ApiError, match="started with another mock model"):
        solver.answer(opening("os/add_total", memory=("id_solve-01234567-0-0",)))
    with pytest.raises(ApiError, match="no screenshot"):
        solver.answer(opening("os/add_total", pictures=()))
    with pytest.raises(ApiError, match="cannot be read"):
        solver.answer(opening("os/add_total", pictures=(b"junk",)))


def test_windows_that_are_not_told_are_missed_only_when_looked_at() -> None:
    turn = opening("os/append_line")
    answer = Solver(TASKS).answer(turn)
    assert answer.actions == (Screenshot(),)
    solver = Solver(TASKS)
    with pytest.raises(ApiError, match="--observe"):
        solver.answer(after(turn, solver.answer(turn), ToolResult("")))


def test_a_scaled_screenshot_is_scaled_back(task_folder: object, tmp_path: Path) -> None:
    solve = """
    from controller.core.actions import Click, Screenshot, MouseMove

    def gui():
        seen = yield Screenshot()
        yield MouseMove(x=seen.width - 1, y=seen.height - 1)
    """
    task_folder("os/note", solve=solve)  # type: ignore[operator]
    tasks = load_tasks(["os/note"], tmp_path / "tasks")
    solver = Solver(tasks, screen=(3840, 2160))
    turn = ModelTurn(tasks[0].instruction, pictures=(png(1920, 1080),))
    answer = solver.answer(turn)
    answer = solver.answer(after(turn, answer, ToolResult("")))
    assert answer.actions[0].model_dump() == {"type": "mouse_move", "x": 3839, "y": 2159}
    assert answer.screen == (3840, 2160)


def test_windows_told_in_the_pictures_pixels_are_native_again() -> None:
    solver = Solver(TASKS, screen=(2560, 1440))
    windows = windows_text(
        [Window("shopping.txt - Text Editor", "text_editor", 10, 20, 300, 200, active=True)]
    )
    turn = opening("os/append_line", texts=("Steps left: 3.", windows))
    answer = solver.answer(turn)
    assert solver.answer(after(turn, answer, ToolResult(""))).actions == (Click(x=120, y=240),)
