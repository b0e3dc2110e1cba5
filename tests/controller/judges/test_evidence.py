"""What judges are shown of an episode."""

from __future__ import annotations

import json
from typing import Any

import pytest

from controller.core.texts import CLIPPED, clip
from controller.judges.evidence import STEPS_CHARACTERS, make_case
from controller.records.trajectory import Result, Step, Trajectory, Turn
from controller.tasks.task_judging import JudgeNotes


def step(number: int, action: dict[str, Any], result: Result | None = None, **how: bool) -> Step:
    flags = {"refused": False, "performed": False, "mistake": False} | how
    return Step(number=number, time=0.0, action=action, result=result, seconds=0.0, **flags)


def result(text: str, structured: Any = None, *, is_error: bool = False) -> Result:
    return Result(text, structured, (), is_error)


def call(number: int, text: str, *, is_error: bool = False, **arguments: Any) -> Step:
    action = {"type": "tool_call", "name": "shop_search", "arguments": arguments}
    return step(number, action, result(text, is_error=is_error))


def trajectory(*steps: Step) -> Trajectory:
    return Trajectory(turns=(Turn(None, None, None, steps, None),))


def test_calls_have_their_arguments_and_results_and_other_actions_their_fields() -> None:
    steps = trajectory(
        call(1, "3 shops", query="tea"),
        call(2, "no such shop", is_error=True, shop=9),
        step(3, {"type": "click", "x": 4, "y": 5}),
        step(4, {}, result("no tool of that name", is_error=True), mistake=True),
        step(5, {"type": "tool_call", "name": "t", "arguments": {}}, result("", {"sum": 3})),
        step(6, {"type": "terminate", "status": "success", "answer": "Tea at A."}),
    )
    tools = {"shop_search": "Find shops.", "other": "Never called."}
    case = make_case("Find tea.", JudgeNotes(), steps, termination="success", answer="Tea at A.", tools=tools)
    shown = case.document()
    assert shown["steps"] == [
        {"step": 1, "round": 1, "tool": "shop_search", "arguments": '{"query": "tea"}', "result": "3 shops"},
        {"step": 2, "round": 1, "tool": "shop_search", "arguments": '{"shop": 9}', "error": "no such shop"},
        {"step": 3, "round": 1, "action": '{"type": "click", "x": 4, "y": 5}'},
        {"step": 4, "round": 1, "action": "an invalid action", "error": "no tool of that name"},
        {"step": 5, "round": 1, "tool": "t", "arguments": "{}", "result": '{"sum": 3}'},
    ]
    assert shown["tools"] == {"shop_search": "Find shops."}
    assert (shown["answer"], shown["ending"]) == ("Tea at A.", "The agent reported that the task is done.")


def test_the_tools_that_were_offered_and_the_rounds_are_told() -> None:
    turns = (
        Turn(None, ("shop_search", "other"), None, (call(1, "a"), call(2, "b")), None),
        Turn(None, ("shop_search", "unknown"), None, (call(3, "c"),), None),
        Turn(None, None, None, (step(4, {"type": "terminate", "status": "success"}),), None),
    )
    tools = {"shop_search": "Find shops. Slowly.", "other": "Never called.", "hidden": "Not offered."}
    case = make_case("x", JudgeNotes(), Trajectory(turns=turns), tools=tools)
    assert case.offered == {"shop_search": "Find shops.", "other": "Never called.", "unknown": ""}
    assert (case.rounds, [item["round"] for item in case.steps]) == (2, [1, 1, 2])


@pytest.mark.parametrize(("termination", "words"), [("failure", "cannot be done"), ("", "ran out of steps")])
def test_how_the_episode_ended_is_told(termination: str, words: str) -> None:
    assert words in make_case("x", JudgeNotes(), trajectory(), termination=termination).ending


def test_a_long_text_loses_its_middle() -> None:
    text = "a" * 3 * CLIPPED + "end"
    clipped = clip(text)
    assert clipped.startswith("aaa") and clipped.endswith("end")
    assert f"[… {len(text) - CLIPPED} characters left out …]" in clipped
    case = make_case("x", JudgeNotes(), trajectory(call(1, text)), answer=text)
    assert case.steps[0]["result"] == clipped == case.answer


def test_a_long_trajectory_loses_steps_of_its_middle() -> None:
    steps = [call(number, "x" * CLIPPED) for number in range(1, 101)]
    case = make_case("x", JudgeNotes(), trajectory(*steps))
    numbers = [item.get("step") for item in case.steps]
    assert (numbers[0], numbers[-1], numbers.count(None)) == (1, 100, 1)
    left_out = case.steps[numbers.index(None)]["left_out"]
    assert left_out == f"{100 - (len(numbers) - 1)} steps for their length"
    assert len(json.dumps(case.steps)) < STEPS_CHARACTERS * 1.1


def test_steps_that_are_each_within_bounds_are_all_shown() -> None:
    case = make_case("x", JudgeNotes(), trajectory(*(call(number, "x") for number in range(300))))
    assert len(case.steps) == 300


def test_names_of_models_are_not_shown() -> None:
    case = make_case(
        "x",
        JudgeNotes(),
        trajectory(call(1, "I am qwen3-32b", by="Claude-Sonnet-5-5")),
        answer="As claude-sonnet-5-5-20260801 and claude-sonnet-5-5 I say so.",
        models=("claude-sonnet-5-5-20260801", "vendor/qwen3-32b", "", "o3"),
    )
    text = json.dumps(case.document()).lower()
    assert "claude" not in text and "qwen" not in text and text.count("[model]") == 4


def test_what_a_guest_says_can_be_sent_whatever_it_is() -> None:
    case = make_case("x", JudgeNotes(), trajectory(call(1, "\ud800\x00")), answer="\udfff")
    json.dumps(case.document(), ensure_ascii=False).encode()
