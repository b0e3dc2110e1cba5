"""The agent `qwen`: responses parsed, requests written, steps through it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.agents.builtin.qwen.agent import QwenProtocol
from controller.agents.builtin.qwen.families import FAMILIES, QwenFamilyName
from controller.agents.builtin.qwen.prompt import COLLAPSED, NOTHING, RESPONSE
from controller.agents.model_protocols.xml_calls import convert_arguments, read_calls, write_call
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
from tests.controller.agents.model_protocols.words import qwen_call
from tests.controller.agents.paper_talk import make_observation

OK = ToolResult("native pixels are nobody's business")


def protocol(family: QwenFamilyName = "3-vl", images: int | None = None) -> QwenProtocol:
    return QwenProtocol(FAMILIES[family], images or FAMILIES[family].images)


def use(**arguments: object) -> str:
    return qwen_call(**arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "actions", "codes"),
    [
        (use(action="left_click", coordinate=[500, 500]), [Click(x=640, y=360)], []),
        (use(action="double_click", coordinate=[500, 500]), [Click(x=640, y=360, count=2)], []),
        (use(action="triple_click", coordinate=[500, 500]), [Click(x=640, y=360, count=3)], []),
        (use(action="right_click", coordinate=[0, 0]), [Click(x=0, y=0, button="right")], []),
        (use(action="left_click", coordinate=[500, 500], text="ctrl"),
         [Click(x=640, y=360, modifiers=("ctrl",))], []),
        (use(action="left_click", coordinate=[500, 500], text="Save"), [Click(x=640, y=360)], ["ignored_text"]),
        (use(action="mouse_move", coordinate=[1000, 1000]), [MouseMove(x=1279, y=719)], []),
        (use(action="left_click_drag", coordinate=[0, 0], coordinate2=[500, 500]),
         [Drag(path=(Point(x=0, y=0), Point(x=640, y=360)))], []),
        (use(action="key", keys=["ctrl", "s"]), [Key(keys=("ctrl", "s"), repeat=1)], []),
        (use(action="type", text="ä\n"), [TypeText(text="ä\n")], []),
        (use(action="scroll", pixels=-3), [Scroll(x=640, y=360, dx=0, dy=3)], []),
        (use(action="scroll", pixels=-500), [Scroll(x=640, y=360, dx=0, dy=100)], ["scroll_range"]),
        (use(action="hscroll", pixels=2), [Scroll(x=640, y=360, dx=2, dy=0)], []),
        (use(action="wait", time=2), [Wait(seconds=2)], []),
        (use(action="answer", text="42"), [Terminate(status="success", answer="42")], []),
        (use(action="terminate", status="failure"), [Terminate(status="failure")], []),
        (use(action="click", coordinate=[500, 500]), [Click(x=640, y=360)], ["action_form"]),
        (qwen_call("calc.sort", column="B"), [ToolCall(name="calc.sort", arguments={"column": "B"})], []),
        (qwen_call("sort", column="B"), [ToolCall(name="calc.sort", arguments={"column": "B"})], ["name_form"]),
        ('<tool_call>{"name": "computer_use", "arguments": {"action": "wait", "time": 1}}</tool_call>',
         [Wait(seconds=1)], ["no_action_line"]),
        ("<think>Hm.</think>\n" + use(action="wait", time=1), [Wait(seconds=1)], ["inline_thinking"]),
        ("Hm.\n</think>\n" + use(action="wait", time=1), [Wait(seconds=1)], ["inline_thinking"]),
        (use(action="wait", time=1) + use(action="wait", time=2), [Wait(seconds=1), Wait(seconds=2)],
         ["several_calls"]),
        (use(action="terminate", status="success") + use(action="wait", time=2), [Terminate(status="success")],
         ["several_calls"]),
        (use(action="wait", time=1) + "\n<tool_response>\nDone.\n</tool_response>\n" + use(action="wait", time=2),
         [Wait(seconds=1)], ["invented_response"]),
        ("Action: x\n<tool_call>\n<function=computer_use>\n<parameter=action>\nwait\n</parameter>\n"
         "<parameter=time>\n1\n</parameter>\n</function>\n</tool_call>", [Wait(seconds=1)], ["call_form"]),
        (qwen_call("calc.sort", column="<tool_call> </think> <function=x>"),
         [ToolCall(name="calc.sort", arguments={"column": "<tool_call> </think> <function=x>"})], []),
    ],
)  # fmt: skip
def test_answers_are_read_as_meant(text: str, actions: list[Action], codes: list[str]) -> None:
    own = protocol()
    answer = own.read(text, request_for(own, SORT))
    assert list(answer.actions) == actions
    assert answer.leniencies == codes
    assert "<tool_response>" not in answer.memory


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("I would click.", "it has no <tool_call>"),
        ("<tool_call></tool_call>", "no JSON object"),
        ("<tool_call>{'name': </tool_call>", "cannot be read"),
        (use(action="fly"), "has no action 'fly'; it has key, type"),
        (use(action=["wait"]), "has no action"),
        (use(action="left_click", coordinate=[1001, 0]), "off the screen"),
        (use(action="left_click", coordinate=["a", 0]), "must be [x, y]"),
        (use(action="left_click_drag", coordinate=[1, 1]), "begins at the pointer"),
        (use(action="scroll", pixels=0), "not 0"),
        (use(action="scroll"), "a number"),
        (use(action="key", keys=[]), "needs `keys`"),
        (use(action="answer"), "needs `text`"),
        (use(action="wait", time=-1), "wait"),
        (qwen_call("calc.fly"), "there is no function 'calc.fly'"),
    ],
)
def test_what_cannot_be_executed_is_refused(text: str, problem: str) -> None:
    own = protocol()
    with pytest.raises(ProtocolError) as caught:
        own.read(text, request_for(own, SORT))
    assert problem in str(caught.value)


def test_without_the_gui_only_tools_and_the_end_are_left() -> None:
    own = protocol()
    request = request_for(own, SORT, gui=False)
    with pytest.raises(ProtocolError, match="no mouse and no keyboard"):
        own.read(use(action="wait", time=1), request)
    assert own.read(use(action="answer", text="7"), request).actions[0] == Terminate(
        status="success", answer="7"
    )
    system = str(own.messages(request)[0].parts[0])
    assert '"enum": ["terminate", "answer"]' in system
    assert "left_click" not in system


PIECES = [
    "<tool_call>", "</tool_call>", "<function=computer_use>", "<parameter=action>", "</parameter>", "</function>",
    '{"name": "computer_use", "arguments": {"action": "', "left_click", '", "coordinate": [1, 2', "]}}", "wait",
    "<think>", "</think>", "Action: x\n", "```json\n", '"', "{", "}", "[", "calc.sort", "-1e999", "\x00", "ä",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join), st.sampled_from(["3-vl", "3.5"]))
def test_any_answer_is_read_or_refused(text: str, family: QwenFamilyName) -> None:
    own = protocol(family)
    try:
        answer = own.read(text, request_for(own, SORT))
    except ProtocolError:
        return
    assert answer.actions


@given(st.dictionaries(st.sampled_from(["action", "text", "keys"]), st.text("ab<>/=\n{[", max_size=8)))
def test_calls_in_tags_come_back(arguments: dict[str, str]) -> None:
    if any("</" in value or "<" in value for value in arguments.values()):
        return
    codes: list[str] = []
    assert read_calls(write_call("computer_use", arguments), codes) == [("computer_use", arguments)]
    assert codes == []


def test_arguments_in_tags_get_the_types_of_the_schema() -> None:
    schema = {"properties": {"n": {"type": "integer"}, "s": {"type": "string"}, "l": {"type": "array"}}}
    codes: list[str] = []
    values = {"n": "7", "s": "7", "l": "['a',]", "other": "x"}
    assert convert_arguments(values, schema, codes) == {"n": 7, "s": "7", "l": ["a"], "other": "x"}
    assert codes == ["python_literals", "trailing_comma"]


def test_the_first_request_has_functions_task_and_screen() -> None:
    own = protocol("2.5-vl")
    agent, model = begin(own, use(action="left_click", coordinate=[644, 364]))
    decision = agent.act(make_observation(), [SORT])
    assert decision.actions == (Click(x=640, y=360),)
    system, user = model.requests[0]
    text = str(system.parts[0])
    assert "The screen's resolution is 1288x728." in text
    assert '{"type": "function", "function": {"name": "calc.sort"' in text
    assert user.parts[0] == (
        "Please generate the next move according to the UI screenshot, instruction and previous actions.\n\n"
        "Instruction: Sort the sheet.\n\nPrevious actions:\nNone"
    )
    assert shape(list(model.requests[0])) == ["system 0", "user 1"]


def test_the_last_five_screens_and_answers_are_shown_and_earlier_steps_told() -> None:
    own = protocol()
    answers = [use(action="wait", time=1).replace("Go on.", f"Wait {n}.") for n in range(8)]
    agent, model = begin(own, *answers)
    for number in range(7):
        agent.act(make_observation(*[OK] * min(1, number), shade=number), [SORT])
    agent.act(make_observation(ToolResult("boom", is_error=True), shade=7), [SORT])
    request = list(model.requests[-1])
    assert shape(request) == ["system 0", *["user 1", "assistant 0"] * 4, "user 1"]
    told = str(request[1].parts[0])
    assert told.endswith("Previous actions:\nStep 1: Wait 0.\nStep 2: Wait 1.\nStep 3: Wait 2.")
    assert request[2].parts == (answers[3],)
    assert [part for part in request[-1].parts if isinstance(part, str)] == [
        RESPONSE, "It failed: boom", "\n</tool_response>"
    ]  # fmt: skip
    before = [part for part in model.requests[-2][-1].parts if isinstance(part, str)]
    assert before[1] == NOTHING


def test_qwen_3_5_collapses_earlier_screens() -> None:
    own = protocol("3.5", images=2)
    tags = "Action: Wait.\n<tool_call>\n" + write_call("computer_use", {"action": "wait", "time": "1"})
    agent, model = begin(own, *[f"{tags}\n</tool_call>"] * 4)
    for number in range(4):
        agent.act(make_observation(*[OK] * min(1, number), shade=number), [])
    request = list(model.requests[-1])
    assert [turn for turn in shape(request) if turn.startswith("user")] == [
        "user 0",
        "user 0",
        "user 1",
        "user 1",
    ]
    assert COLLAPSED in request[3].parts


def test_the_thought_is_recorded_and_not_sent_again() -> None:
    own = protocol()
    agent, model = begin(own, "<think>Hm.</think>" + use(action="wait", time=1), use(action="wait", time=1))
    assert agent.act(make_observation(), []).thought == "Hm."
    agent.act(make_observation(OK), [])
    assert model.requests[-1][2].parts == (use(action="wait", time=1),)


def test_the_pointer_is_followed_within_an_answer() -> None:
    own = protocol()
    text = use(action="mouse_move", coordinate=[0, 0]) + use(action="left_click_drag", coordinate=[500, 500])
    assert own.read(text, request_for(own)).actions[1] == Drag(path=(Point(x=0, y=0), Point(x=640, y=360)))
