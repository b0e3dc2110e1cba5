"""What events tell of an episode: against a recount by other means, and worked out by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.metrics.aggregate_stats import aggregate_stats
from controller.metrics.episode_stats import EpisodeStats, episode_stats
from controller.metrics.tool_catalogue import Catalogue
from controller.records.event_lines import Damage, read_events

NUMBER = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
ANYTHING = {"type": "object", "properties": {}, "additionalProperties": True}
TOOLS = [{"name": "a.count", "input_schema": NUMBER}, {"name": "b.any", "input_schema": ANYTHING}]
CATALOGUE = Catalogue(TOOLS)

action = st.one_of(
    st.just({"type": "click", "x": 1, "y": 1}),
    st.just({"type": "terminate", "status": "success", "answer": ""}),
    st.builds(
        lambda name, arguments: {"type": "tool_call", "name": name, "arguments": arguments},
        st.sampled_from(["a.count", "b.any", "c.gone"]),
        st.sampled_from([{}, {"n": 1}, {"n": "one"}, {"n": 1, "m": 2}]),
    ),
)
seconds = st.floats(0, 100)
step = st.builds(
    lambda action, refused, is_error, seconds: {
        "event": "step",
        "action": action,
        "refused": refused and action["type"] != "terminate",
        "result": None if action["type"] == "terminate" else {"text": "", "is_error": is_error or refused},
        "seconds": seconds,
    },
    action,
    st.booleans(),
    st.booleans(),
    seconds,
)
decision = st.builds(
    lambda seconds, mistakes, unknown: {
        "event": "decision",
        "seconds": seconds,
        "details": {"mistakes": mistakes, "unknown_tools": unknown},
    },
    seconds,
    st.lists(st.just("no action"), max_size=2),
    st.lists(st.sampled_from(["a.count", "c.gone"]), max_size=2),
)
other = st.sampled_from(
    [{"event": "mistake", "step": 1}, {"event": "start"}, {"event": "observation", "seconds": 0.5}]
)
events = st.lists(st.one_of(step, decision, other), max_size=30)


def recount(events: list[dict[str, Any]]) -> dict[str, Any]:
    """The same numbers, each by a pass of its own over all events, schemas spelled out."""
    steps = [event for event in events if event["event"] in ("step", "mistake")]
    calls = [event for event in steps if event.get("action", {}).get("type") == "tool_call"]
    refused = [call["action"]["name"] for call in calls if call["refused"]]
    answered = [
        name for event in events if event["event"] == "decision" for name in event["details"]["unknown_tools"]
    ]
    executed = [call for call in calls if not call["refused"]]
    gui = [event for event in steps if event.get("action", {}).get("type") == "click"]

    def wrong(call: dict[str, Any]) -> bool:
        arguments = call["action"]["arguments"]
        return call["action"]["name"] == "a.count" and arguments != {"n": 1}

    firsts = [steps.index(call) + 1 for call in executed]
    return {
        "gui_steps": len(gui),
        "tool_steps": len(calls),
        "terminate_steps": len(steps) - len(gui) - len(calls) - sum(e["event"] == "mistake" for e in steps),
        "mistake_steps": sum(event["event"] == "mistake" for event in steps),
        "refused_gui_steps": sum(event["refused"] for event in gui),
        "failed_gui_steps": sum(event["result"]["is_error"] and not event["refused"] for event in gui),
        "unknown": [*refused, *answered].count("c.gone"),
        "not_offered": len([name for name in [*refused, *answered] if name != "c.gone"]),
        "stepless_calls": len(answered),
        "invalid": sum(map(wrong, executed)),
        "failed": sum(call["result"]["is_error"] for call in executed),
        "unusable": sum(
            len(event["details"]["mistakes"]) for event in events if event["event"] == "decision"
        ),
        "first_tool_step": min(firsts, default=None),
        "tools": {
            name: number
            for name in ("a.count", "b.any", "c.gone")
            if (number := [call["action"]["name"] for call in executed].count(name))
        },
    }


@settings(deadline=None)
@given(events)
def test_behavior_equals_a_recount(events: list[dict[str, Any]]) -> None:
    numbered = [
        {**event, "place": place} for place, event in enumerate(events)
    ]  # so that index() finds itself
    found = episode_stats(numbered, CATALOGUE)
    expected = recount(numbered)
    assert {name: getattr(found, name) for name in expected} == expected
    spent = sum(event["seconds"] for event in events if event["event"] in ("step", "observation"))
    assert found.environment_seconds == pytest.approx(spent)
    thought = sum(event["seconds"] for event in events if event["event"] == "decision")
    assert found.model_seconds == pytest.approx(thought)


def test_an_episode_worked_out_by_hand() -> None:
    def call(name: str, arguments: dict[str, Any], **more: Any) -> dict[str, Any]:
        asked = {"type": "tool_call", "name": name, "arguments": arguments}
        return {"event": "step", "action": asked, "refused": False, "seconds": 2.0, **more}

    ok, bad = {"text": "", "is_error": False}, {"text": "no", "is_error": True}
    episode = [
        {"event": "tools", "names": ["a.count", "b.any"]},
        {"event": "observation", "seconds": 0.5},
        {
            "event": "decision",
            "seconds": 3.0,
            "details": {
                "mistakes": ["empty"],
                "unknown_tools": ["x.y"],
                "searches": [{"query": "count", "found": ["a.count"]}, {"query": "(", "error": "bad"}],
            },
        },
        {"event": "step", "action": {"type": "click"}, "refused": False, "result": ok, "seconds": 1.0},
        call("ask_user", {"question": "Which one?"}, result=ok),
        call("c.gone", {}, refused=True, result=bad),
        call("a.count", {"n": "one"}, result=bad),
        call("a.count", {"n": 1}, result=ok),
        {"event": "step", "action": {"type": "terminate"}, "refused": False, "result": None, "seconds": 0.0},
    ]
    found = episode_stats(episode, CATALOGUE)
    assert found == EpisodeStats(
        gui_steps=1,
        tool_steps=3,
        question_steps=1,
        terminate_steps=1,
        unknown=2,
        invalid=1,
        failed=1,
        stepless_calls=1,
        unusable=1,
        searches=2,
        decisions=1,
        first_tool_step=4,
        offered=2,
        model_seconds=3.0,
        environment_seconds=9.5,
        messages=10,  # system prompt, instruction, two answers, the call without a step, five results
        names={"count"},
        tools=found.tools,
        shown={"a.count", "b.any"},
        latest_failed={"a.count": False},
    )
    assert dict(found.tools) == {"a.count": 2}
    rates = aggregate_stats([found, EpisodeStats()])
    assert (rates.calls, rates.unknown_rate, rates.invalid_rate, rates.failed_rate) == (4, 0.5, 0.25, 0.25)
    assert rates.searches == 2
    assert (rates.episodes, rates.with_calls, rates.first_tool_step, rates.model_seconds) == (2, 1, 4.0, 1.5)


def test_without_the_list_of_tools_nobody_can_tell_names_and_arguments() -> None:
    gone = {"type": "tool_call", "name": "c.gone", "arguments": {}}
    found = episode_stats([{"event": "step", "action": gone, "refused": True}], None)
    assert (found.unknown, found.not_offered, found.invalid, found.tool_steps) == (None, None, None, 1)


def test_damaged_lines_are_named_and_the_rest_is_read(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    whole = json.dumps({"event": "mistake"})
    surrogate = r'{"event": "mistake", "answer": "\udc80"}'
    lines = [whole, '{"event": ', whole, '"text"', "", surrogate, '{"no": 1}', '{"event": "step", "act']
    path.write_text("\n".join(lines))
    damage: list[Damage] = []
    assert episode_stats(read_events(path, damage), None).mistake_steps == 3
    assert [item.line for item in damage] == [2, 4, 5, 7, 8]
    assert str(damage[-1]) == f"{path}:8: cut short"
    assert "no JSON" in damage[0].problem and "no field `event`" in damage[3].problem


@pytest.mark.parametrize("value", [None, "x", [], {"action": 3}, {"action": {"type": "tool_call"}}])
def test_events_out_of_form_are_no_crash(value: object) -> None:
    odd = {"seconds": "long", "details": value, "names": value, "result": value, "refused": value}
    odd |= value if isinstance(value, dict) else {"action": value}
    for kind in ("step", "decision", "tools", "observation", "nonsense"):
        episode_stats([{"event": kind, **odd}], CATALOGUE)


def test_a_missing_file_is_damage(tmp_path: Path) -> None:
    damage: list[Damage] = []
    assert list(read_events(tmp_path / "events.jsonl", damage)) == []
    assert [(item.line, item.problem) for item in damage] == [(0, "No such file or directory")]
