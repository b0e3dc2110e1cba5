"""The agent `opencua`: responses parsed, code converted, requests written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.agents.builtin.opencua.agent import OpenCuaProtocol
from controller.agents.paper_protocol.parse import ProtocolError
from controller.core.actions import Action, Program, Terminate, ToolCall, Wait
from controller.core.guest import Tool, ToolResult
from tests.controller.agents.model_protocols.runs import SORT, begin, request_for, shape
from tests.controller.agents.model_protocols.words import code_answer
from tests.controller.agents.paper_talk import make_observation

WRITE = Tool(
    "filesystem_write_file",
    "Write.",
    {"type": "object", "properties": {"path": {"type": "string"}, "content": {"type": "string"}}},
    "os",
)
OK = ToolResult("")
DONE = Terminate(status="success")


def program(code: str) -> Program:
    return Program(code=code, seconds=60)


@pytest.mark.parametrize(
    ("code", "actions", "codes"),
    [
        ("pyautogui.click(x=644, y=364)", [program("pyautogui.click(640, 360)")], []),
        ("pyautogui.click(644, 364, button='right')", [program("pyautogui.click(640, 360, button='right')")], []),
        ("pyautogui.click((644, 364))", [program("pyautogui.click(640, 360)")], []),
        ("pyautogui.click(clicks=2, x=644, y=364)", [program("pyautogui.click(640, 360, clicks=2)")], []),
        ("pyautogui.dragTo(644, y=364, duration=1)", [program("pyautogui.dragTo(640, 360, duration=1)")], []),
        ("pyautogui.scroll(-5, x=644, y=364)", [program("pyautogui.scroll(-5, 640, 360)")], []),
        ("pyautogui.scroll(clicks=-5, x=644, y=364)", [program("pyautogui.scroll(-5, 640, 360)")], []),
        ("pyautogui.scroll(-5)", [program("pyautogui.scroll(-5)")], []),
        ("pyautogui.click(x=0.5, y=0.5)", [program("pyautogui.click(640, 360)")], ["fraction_coordinates"]),
        ("x = 3\npyautogui.click(x, x)", [program("x = 3\npyautogui.click(x, x)")], ["computed_coordinates"]),
        ("pyautogui.write('x=1, y=2')", [program("pyautogui.write('x=1, y=2')")], []),
        ("import time\npyautogui.press('a')\ntime.sleep(1)",
         [program("import time\npyautogui.press('a')\ntime.sleep(1)")], []),
        ("for _ in range(3):\n    pyautogui.click(x=644, y=364)",
         [program("for _ in range(3):\n    pyautogui.click(640, 360)")], []),
        ("computer.triple_click(x=644, y=364)", [program("pyautogui.click(640, 360, clicks=3)")], []),
        ("computer.wait()", [Wait(seconds=20)], []),
        ("computer.terminate(status='success')", [DONE], []),
        ("computer.terminate(status='fail')", [Terminate(status="failure")], ["status_word"]),
        ("computer.terminate('success', answer='''42''')", [Terminate(status="success", answer="42")],
         ["positional_arguments"]),
        ("computer.terminate(status='success')\npyautogui.press('a')", [DONE], []),
        ("pyautogui.press('a')\ncomputer.terminate(status='success')", [program("pyautogui.press('a')"), DONE], []),
        ("calc.sort(column='B')", [ToolCall(name="calc.sort", arguments={"column": "B"})], []),
        ("calc.sort('B')", [ToolCall(name="calc.sort", arguments={"column": "B"})], ["positional_arguments"]),
        ("calc.sort(**{'column': 'B'})", [ToolCall(name="calc.sort", arguments={"column": "B"})], []),
        ("calc.sort(column=[true, {'a': null}, (1,)])",
         [ToolCall(name="calc.sort", arguments={"column": [True, {"a": None}, [1]]})], ["json_words"]),
        ("sort(column='B')", [ToolCall(name="calc.sort", arguments={"column": "B"})], ["name_form"]),
        ("pyautogui.press('a')\ncalc.sort(column='B')\npyautogui.press('b')",
         [program("pyautogui.press('a')"), ToolCall(name="calc.sort", arguments={"column": "B"}),
          program("pyautogui.press('b')")], []),
    ],
)  # fmt: skip
def test_code_is_converted_as_meant(code: str, actions: list[Action], codes: list[str]) -> None:
    own = OpenCuaProtocol()
    answer = own.read(code_answer(code), request_for(own, SORT, WRITE))
    assert list(answer.actions) == actions
    assert answer.leniencies == codes


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("I would click.", "it has no code block"),
        ("## Action:\nClick.", "it has no code block"),
        ("```python\n```", "it has no code block"),
        (code_answer("pyautogui.click("), "cannot be read"),
        (code_answer("pass"), "does nothing"),
        (code_answer("import time"), "does nothing"),
        (code_answer("pyautogui.click(x=5000, y=1)"), "outside the screenshot"),
        (code_answer("computer.fly()"), "there is no function 'computer.fly'"),
        (code_answer("open_application('calc')"), "there is no function 'open_application'"),
        (code_answer("x = calc.fly()"), "there is no function 'calc.fly'"),
        (code_answer("computer.terminate(status='perhaps')"), "success or failure"),
        (code_answer("computer.terminate()"), "success or failure"),
        (code_answer("calc.sort(column=size())"), "plain values"),
        (code_answer("calc.sort(column={1, 2})"), "JSON values"),
        (code_answer("calc.sort(1, 2, 3)"), "as keywords"),
        (code_answer("(" * 300 + ")" * 300), "cannot be read"),
        (code_answer("computer.wait()\n" * 11), "11 parts"),
    ],
)
def test_what_cannot_be_executed_is_refused(text: str, problem: str) -> None:
    own = OpenCuaProtocol()
    with pytest.raises(ProtocolError) as caught:
        own.read(text, request_for(own, SORT))
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    ("text", "thought", "summary", "codes"),
    [
        (code_answer("computer.wait()"), "Hm.", "Go on.", []),
        ("# Step 3:\n## Observation:\nA dialog.\n## Thought:\nHm.\n## Action:\nWait.\n## Code:\n```code\n"
         "computer.wait()\n```", "A dialog.\n\nHm.", "Wait.", []),
        ("Thought: Hm.\nAction: Wait.\ncomputer.wait()", "Hm.", "Wait.", ["no_fence", "section_form"]),
        ("```python\ncomputer.wait()\n```", "", "wait seconds=20.0", ["no_action_section"]),
        (code_answer("x = 1") + "\n```code\ncomputer.wait()\n```", "Hm.", "Go on.", ["several_blocks"]),
        ("## Action:\nWait.\n\n## Code:\n```code\ncomputer.wait()", "", "Wait.", ["unclosed_fence"]),
        ("<think>Long.</think>" + code_answer("computer.wait()"), "Long.\n\nHm.", "Go on.", ["inline_thinking"]),
    ],
)  # fmt: skip
def test_sections_are_read(text: str, thought: str, summary: str, codes: list[str]) -> None:
    own = OpenCuaProtocol()
    answer = own.read(text, request_for(own))
    assert answer.actions == (Wait(seconds=20),)
    assert (answer.thought, answer.summary) == (thought, summary)
    assert answer.leniencies == codes


def test_models_that_point_with_fractions() -> None:
    own = OpenCuaProtocol(convention="0-1")
    answer = own.read(code_answer("pyautogui.click(x=0.5, y=0.25)"), request_for(own))
    assert answer.actions == (program("pyautogui.click(640, 180)"),)


def test_without_the_gui_only_tools_and_the_end_are_left() -> None:
    own = OpenCuaProtocol("v2")
    request = request_for(own, SORT, gui=False)
    with pytest.raises(ProtocolError, match="no mouse and no keyboard"):
        own.read(code_answer("pyautogui.press('a')"), request)
    system = str(own.messages(request)[0].parts[0])
    assert '- {"name": "computer.terminate"' in system and '- {"name": "calc.sort"' in system
    assert "computer.wait" not in system


PIECES = [
    "## Thought:\n", "## Action:\n", "Action: ", "## Code:\n", "```python\n", "```", "```code\n", "\n",
    "pyautogui.click(", "x=1", ", y=2", ")", "computer.terminate(", "status='success'", "computer.wait()",
    "calc.sort(", "column=", "**", "'", "[", "x", "=", ":", "    ", "lambda: ", "9" * 5000, "1e999", "\x00", "ä", "\\",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_any_answer_is_read_or_refused(text: str) -> None:
    own = OpenCuaProtocol()
    for answer_text in (text, code_answer(text)):
        try:
            answer = own.read(answer_text, request_for(own, SORT))
        except ProtocolError:
            continue
        assert answer.actions


def test_requests_have_the_last_three_screens_and_the_task_last() -> None:
    own = OpenCuaProtocol()
    answers = [code_answer("computer.wait()", action=f"Wait {number}.") for number in range(5)]
    agent, model = begin(own, *answers)
    for number in range(5):
        agent.act(make_observation(*[OK] * min(1, number), shade=number), [SORT])
    first, last = list(model.requests[0]), list(model.requests[-1])
    assert shape(first) == ["system 0", "user 1"]
    assert '- {"name": "calc.sort", "description": "Sort it."' in str(first[0].parts[0])
    assert str(first[1].parts[1]).startswith(
        "# Task Instruction:\nSort the sheet.\n\nPlease generate the next move"
    )
    assert shape(last) == ["system 0", "assistant 0", *["user 1", "assistant 0"] * 2, "user 1"]
    assert last[1].parts == ("# Step 1:\n## Action:\nWait 0.\n\n# Step 2:\n## Action:\nWait 1.\n",)
    assert last[3].parts == ("# Step 3:\n## Action:\nWait 2.\n",)


def test_thoughts_are_repeated_on_demand_and_results_told() -> None:
    own = OpenCuaProtocol(history="thought")
    answers = [code_answer("calc.sort(column='B')")] * 3
    agent, model = begin(own, *answers)
    agent.act(make_observation(), [SORT])
    agent.act(make_observation(ToolResult("3 rows")), [SORT])
    agent.act(make_observation(ToolResult("no such column", is_error=True)), [SORT])
    request = model.requests[-1]
    assert request[2].parts == ("# Step 1:\n## Thought:\nHm.\n\n## Action:\nGo on.\n",)
    assert request[3].parts[1] == "# Result of the last step:\n3 rows"
    assert request[-1].parts[1] == "# Result of the last step:\nIt failed: no such column"


@pytest.mark.parametrize("version", ["v1", "v2"])
@pytest.mark.parametrize("level", ["l1", "l2", "l3"])
def test_each_level_asks_for_its_parts(version: str, level: str) -> None:
    own = OpenCuaProtocol(version, level)  # type: ignore[arg-type]
    system = str(own.messages(request_for(own))[0].parts[0]).lower()
    mark = "" if version == "v1" else "## "
    assert (f"\n{mark}observation:\n" in system) is (level == "l3")
    assert (f"\n{mark}thought:\n" in system) is (level != "l1")
    assert f"\n{mark}action:\n" in system
