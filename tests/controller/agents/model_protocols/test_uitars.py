"""The agent `uitars`: responses parsed, requests written, steps through it."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from controller.agents.builtin.uitars import strings
from controller.agents.builtin.uitars.agent import UitarsProtocol
from controller.agents.builtin.uitars.families import FAMILIES, UitarsFamilyName
from controller.agents.builtin.uitars.prompt import SUFFIX, with_box_tokens
from controller.agents.paper_protocol.parse import ProtocolError
from controller.core.actions import (
    Action,
    Click,
    Drag,
    Key,
    MouseMove,
    Point,
    Scroll,
    Terminate,
    ToolCall,
    TypeText,
    Wait,
)
from controller.core.guest import ToolResult
from tests.controller.agents.model_protocols.runs import SORT, begin, request_for, shape
from tests.controller.agents.model_protocols.words import seed_call
from tests.controller.agents.paper_talk import make_observation

OK = ToolResult("done")
WAIT = "Thought: Hm.\nAction: wait()"


def protocol(family: UitarsFamilyName = "1.5", images: int = 5) -> UitarsProtocol:
    return UitarsProtocol(FAMILIES[family], images)


def act(action: str) -> str:
    return f"Thought: Hm.\nAction: {action}"


@pytest.mark.parametrize(
    ("text", "actions", "codes"),
    [
        (act("click(start_box='(644,364)')"), [Click(x=640, y=360)], []),
        (act("click(start_box='<|box_start|>(644,364)<|box_end|>')"), [Click(x=640, y=360)], []),
        (act("click(point='<point>644 364</point>')"), [Click(x=640, y=360)], []),
        (act("left_double(start_box='(644, 364)')"), [Click(x=640, y=360, count=2)], []),
        (act("right_single(start_box='(644,364)')"), [Click(x=640, y=360, button="right")], []),
        (act("left_single(start_box='(644,364)')"), [Click(x=640, y=360)], ["action_form"]),
        (act("click(start_box='[640, 360, 648, 368]')"), [Click(x=640, y=360)], ["coordinate_box"]),
        (act("click(start_box=(644,364))"), [Click(x=640, y=360)], ["bare_value"]),
        (act("hover(start_box='(644,364)')"), [MouseMove(x=640, y=360)], ["action_form"]),
        (act("drag(start_box='(0,0)', end_box='(644,364)')"), [Drag(path=(Point(x=0, y=0), Point(x=640, y=360)))], []),
        (act("hotkey(key='ctrl c')"), [Key(keys=("ctrl", "c"), repeat=1)], []),
        (act("hotkey(key='ctrl+c')"), [Key(keys=("ctrl", "c"), repeat=1)], ["keys_form"]),
        (act("hotkey(key='+')"), [Key(keys=("+",), repeat=1)], []),
        (act(r"type(content='it\'s \"x\"\n')"), [TypeText(text="it's \"x\"\n")], []),
        (act("type(content='it's (x), y')"), [TypeText(text="it's (x), y")], ["unescaped_quote"]),
        (act("type(content='print('a')')"), [TypeText(text="print('a')")], ["unescaped_quote"]),
        (act("type(content='two\nlines')"), [TypeText(text="two\nlines")], []),
        (act("scroll(start_box='(644,364)', direction='down')"), [Scroll(x=640, y=360, dx=0, dy=5)], []),
        (act("scroll(direction='left')"), [Scroll(x=640, y=360, dx=-5, dy=0)], []),
        (act("wait()"), [Wait(seconds=5)], []),
        (act("finished()"), [Terminate(status="success")], []),
        (act("finished(content='42 km')"), [Terminate(status="success", answer="42 km")], []),
        (act("call_user()"), [Terminate(status="failure")], []),
        (act("wait() # for the dialog"), [Wait(seconds=5)], []),
        (act("wait()\n\nhotkey(key='a')"), [Wait(seconds=5), Key(keys=("a",), repeat=1)], ["several_actions"]),
        (act("finished()\n\nwait()"), [Terminate(status="success")], ["several_actions"]),
        (act("wait() and so on"), [Wait(seconds=5)], ["stray_text"]),
        (act("type(content='a"), [TypeText(text="a")], ["unclosed_call"]),
        ("Action: wait()", [Wait(seconds=5)], ["no_thought"]),
        ("Thought: Hm.\nwait()", [Wait(seconds=5)], ["no_action_label"]),
        ("<think>Long.</think>\n" + WAIT, [Wait(seconds=5)], ["inline_thinking"]),
        ("```\nThought: Hm.\nAction: wait()\n```", [Wait(seconds=5)], []),
        ("**Thought:** Hm.\n**Action:** wait()", [Wait(seconds=5)], []),
    ],
)  # fmt: skip
def test_action_strings_are_read_as_meant(text: str, actions: list[Action], codes: list[str]) -> None:
    own = protocol()
    answer = own.read(text, request_for(own, SORT))
    assert list(answer.actions) == actions
    assert answer.leniencies == codes


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("I would click.", "it has no action"),
        ("Thought: Hm.\nAction: ", "it has no action"),
        (act("click"), "it has no action"),
        (act("fly()"), "there is no function 'fly'"),
        (act("calc.sort(column='B')"), "there is no function 'calc.sort'"),
        (act("click()"), "needs `start_box`"),
        (act("click(start_box='(1)')"), "one point"),
        (act("click(start_box='(5000,1)')"), "outside the screenshot"),
        (act("drag(start_box='(1,1)')"), "needs `end_box`"),
        (act("hotkey(key='')"), "needs `key`"),
        (act("type(content='')"), "not empty"),
        (act("scroll(direction='sideways')"), "up, down, left or right"),
        (act("wait(time='soon')"), "a number"),
        (act("\n\n".join(["wait()"] * 11)), "11 actions"),
    ],
)
def test_what_cannot_be_executed_is_refused(text: str, problem: str) -> None:
    own = protocol()
    with pytest.raises(ProtocolError) as caught:
        own.read(text, request_for(own, SORT))
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    ("text", "actions", "codes"),
    [
        (seed_call("click", point="<point>500 500</point>"), [Click(x=640, y=360)], []),
        (seed_call("wait"), [Wait(seconds=5)], []),
        (seed_call("wait", time="2"), [Wait(seconds=2)], []),
        (seed_call("infeasible", content="No."), [Terminate(status="failure")], []),
        (seed_call("calc.sort", column="7"), [ToolCall(name="calc.sort", arguments={"column": "7"})], []),
        (seed_call("calc__sort", column="B"), [ToolCall(name="calc.sort", arguments={"column": "B"})], ["name_form"]),
        (f"<think{SUFFIX}>Hm.</think{SUFFIX}>" + seed_call("wait"), [Wait(seconds=5)], ["inline_thinking"]),
        ("<seed:tool_call><function=wait></function></seed:tool_call>", [Wait(seconds=5)], []),
        ('<seed:tool_call><function name="wait"><parameter name="time" string="true">2</parameter></function>',
         [Wait(seconds=2)], ["tag_form", "tag_form"]),
        ("<function=wait></function>", [Wait(seconds=5)], ["no_tool_call_tag"]),
        (seed_call("wait") * 2, [Wait(seconds=5), Wait(seconds=5)], ["several_actions"]),
        ("The total is 42.", [Terminate(status="success", answer="The total is 42.")], ["no_call"]),
    ],
)  # fmt: skip
def test_function_calls_are_read_as_meant(text: str, actions: list[Action], codes: list[str]) -> None:
    own = protocol("2")
    answer = own.read(text, request_for(own, SORT))
    assert list(answer.actions) == actions
    assert answer.leniencies == codes


def test_without_the_gui_only_tools_and_the_end_are_left() -> None:
    own = protocol("2")
    request = request_for(own, SORT, gui=False)
    with pytest.raises(ProtocolError, match="no mouse and no keyboard"):
        own.read(seed_call("wait"), request)
    system = str(own.messages(request)[0].parts[0])
    assert '"name": "finished"' in system and '"name": "calc.sort"' in system
    assert '"name": "click"' not in system


PIECES = [
    "Thought: ", "Action: ", "\nAction: ", "click(", "start_box='", "(1,2)", "')", "type(content='", "\\", "'", '"',
    ")", "(", ",", "\n\n", "wait()", "finished(content=", "<point>1 2</point>", "<|box_start|>", "#", "```",
    f"<seed:tool_call{SUFFIX}>", "<function=click>", "<parameter=point>", "</parameter>", "</function>", "</think>",
    "9" * 400, "\x00", "ä",
]  # fmt: skip


@example("Action: click(start_box='({0},{0})')".format("9" * 400), "1.5")
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join), st.sampled_from(["1.5", "2"]))
def test_any_answer_is_read_or_refused(text: str, family: UitarsFamilyName) -> None:
    own = protocol(family)
    try:
        answer = own.read(text, request_for(own, SORT))
    except ProtocolError:
        return
    assert answer.actions


@given(st.text("ab'\"\\(),\n=\tä", min_size=1, max_size=20))
def test_texts_come_back(text: str) -> None:
    codes: list[str] = []
    [call] = strings.read_calls(strings.write("type", content=text), codes)
    assert call.arguments == {"content": text}
    assert codes == []


def test_requests_have_the_task_then_screens_and_answers() -> None:
    own = protocol()
    agent, model = begin(own, *[act("click(start_box='(3,4)')")] * 7)
    for number in range(7):
        agent.act(make_observation(*[OK] * min(1, number), shade=number), [SORT])
    first, last = list(model.requests[0]), list(model.requests[-1])
    assert shape(first) == ["system 0", "user 0", "user 1"]
    assert str(first[1].parts[0]).endswith("## User Instruction\nSort the sheet.\n")
    assert "calc.sort" not in str(first)
    assert shape(last) == [
        "system 0", "user 0", "assistant 0", "assistant 0", *["user 1", "assistant 0"] * 4, "user 1"
    ]  # fmt: skip
    assert last[2].parts == (act("click(start_box='<|box_start|>(3,4)<|box_end|>')"),)


def test_results_of_tools_are_told_behind_the_answer() -> None:
    own = protocol("2")
    call = seed_call("calc.sort", column="B")
    agent, model = begin(own, call, call, seed_call("finished"))
    agent.act(make_observation(), [SORT])
    agent.act(make_observation(ToolResult("3 rows")), [SORT])
    agent.act(make_observation(ToolResult("no such column", is_error=True)), [SORT])
    request = model.requests[-1]
    assert request[4].parts[0] == "Result of the last step: 3 rows"
    assert request[-1].parts[0] == "Result of the last step: It failed: no such column"


def test_box_tokens_are_added_once() -> None:
    once = with_box_tokens("drag(start_box='(1,2)', end_box='(3, 4)')")
    assert once == (
        "drag(start_box='<|box_start|>(1,2)<|box_end|>', end_box='<|box_start|>(3, 4)<|box_end|>')"
    )
    assert with_box_tokens(once) == once
