from __future__ import annotations

import json

import pytest

from controller.agents.builtin.agent_s.agent import AgentS
from controller.agents.builtin.agent_s.manager import Manager
from controller.agents.builtin.agent_s.setup import describe
from controller.agents.builtin.agent_s.worker import Reflection, Worker
from controller.agents.contract import AgentOptions
from controller.agents.coordinates import CoordinateFrame
from controller.agents.grounding import Grounder
from controller.core.actions import Key, Terminate, Wait
from controller.core.agent import EpisodeContext
from controller.core.guest import ToolResult
from testbed.errors import AgentError, UsageError
from tests.controller.agents.agent_s.test_parse import graph
from tests.controller.agents.paper_talk import Scripted, make_observation


def act_text(call: str) -> str:
    return f"(Next Action)\nGo on.\n(Grounded Action)\n```python\nagent.{call}\n```"


SAVE, DONE, FAIL = act_text('hotkey(["ctrl", "s"])'), act_text("done()"), act_text("fail()")


def begin(answers: list[str], *, manager: bool = True, reflection: bool = True) -> tuple[AgentS, Scripted]:
    model = Scripted(answers)
    context = EpisodeContext("os/x", "Save both files.", 15, gui=True, seed=0)
    grounder = Grounder(Scripted([]), CoordinateFrame())

    def new_worker() -> Worker:
        return Worker(
            model, context, grounder, Reflection(model, "Save both files.", 8) if reflection else None, 8
        )

    planner = Manager(model, "Save both files.", 8) if manager else None
    return AgentS(AgentOptions(), planner, new_worker), model


def systems(model: Scripted) -> list[str]:
    return [str(request[0].parts[0]).split("\n")[0][:40] for request in model.requests]


def test_a_task_is_planned_and_carried_out_subtask_by_subtask() -> None:
    two, one = graph(["first", "second"], [("first", "second")]), graph(["second"], [])
    agent, model = begin(["1. first 2. second", two, SAVE, "Case 2.", DONE, "1. second", one, DONE])
    first = agent.act(make_observation(), [])
    assert first.actions == (Key(keys=("ctrl", "s")),)
    assert first.details["plans"] == ["1. first 2. second"]
    assert first.details["subtask"] == "first"
    assert first.usage.calls == 3
    last = agent.act(make_observation(ToolResult("pressed")), [])
    assert last.actions == (Terminate(status="success"),)
    assert last.details["subtask"] == "second"
    assert last.details["plans"] == ["1. second"]
    revised = model.requests[5][-1].parts[0]
    assert "1. first: about first" in str(revised)
    worker = str(model.requests[7][0].parts[0])
    assert "You carry out only this subtask of it: second" in worker
    assert "Done before: first" in worker


def test_a_failed_subtask_leads_to_another_plan_and_the_last_one_to_failure() -> None:
    two = graph(["first", "second"], [("first", "second")])
    agent, model = begin(["a plan", two, FAIL, "another", graph(["other way"], []), FAIL])
    decision = agent.act(make_observation(), [])
    assert decision.actions == (Terminate(status="failure"),)
    assert "The subtask 'first' could not be carried out" in str(model.requests[3][-1].parts[0])
    assert decision.details["subtask"] == "other way"


def test_subtasks_that_never_act_end_the_episode() -> None:
    two = graph(["first", "second"], [("first", "second")])
    agent, _ = begin(["a plan", two, FAIL] * 5)
    with pytest.raises(AgentError, match="5 subtasks in a row ended without an action"):
        agent.act(make_observation(), [])


def test_the_worker_gets_the_result_the_reflection_and_its_notes() -> None:
    note = act_text('save_to_knowledge(["the code is 17"])')
    agent, model = begin([note, "Case 1. Nothing changed.", DONE], manager=False)
    assert agent.act(make_observation(), []).actions == (Wait(seconds=1),)
    agent.act(make_observation(ToolResult("no such key", is_error=True)), [])
    turn = str(model.requests[2][-1].parts[0])
    assert "It failed: no such key" in turn
    assert "Case 1. Nothing changed." in turn
    assert "Your notes: the code is 17" in turn
    reflection = model.requests[1]
    assert [message.role for message in reflection] == ["system", "user", "user"]
    assert reflection[-1].parts[0] == note


def test_roles_can_be_left_out() -> None:
    agent, model = begin([SAVE, DONE], manager=False, reflection=False)
    agent.act(make_observation(), [])
    agent.act(make_observation(ToolResult("")), [])
    assert len(model.requests) == 2
    assert "You carry out only" not in str(model.requests[0][0].parts[0])


def test_only_the_latest_images_are_sent() -> None:
    agent, model = begin([SAVE] * 12, manager=False, reflection=False)
    for _ in range(12):
        agent.act(make_observation(ToolResult("")), [])
    images = [
        [isinstance(part, bytes) for part in message.parts].count(True) for message in model.requests[-1]
    ]
    assert sum(images) == 8
    assert images[-1] == 1
    assert len(model.requests[-1]) == 1 + 12 + 11


def test_an_unusable_response_is_corrected_in_the_conversation_and_forgotten() -> None:
    agent, model = begin(["I save.", SAVE, DONE], manager=False, reflection=False)
    decision = agent.act(make_observation(), [])
    assert decision.details["mistakes"] == ["it has no fenced block with a call such as agent.done()"]
    correction = model.requests[1]
    assert [message.role for message in correction] == ["system", "user", "assistant", "user"]
    assert "could not be used: it has no fenced block" in str(correction[-1].parts[0])
    agent.act(make_observation(ToolResult("")), [])
    assert "I save." not in json.dumps([str(message.parts) for message in model.requests[2]])


@pytest.mark.usefixtures("endpoint_without_list")
def test_a_grounding_model_is_required_with_mouse_and_keyboard_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    with pytest.raises(UsageError, match="the agent agent_s requires a grounding model"):
        describe(AgentOptions(model="gpt-4.1"))
    assert describe(AgentOptions(model="gpt-4.1", actions="mcp")).models == ()
