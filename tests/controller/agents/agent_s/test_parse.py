from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.agents.builtin.agent_s.parse import Subtask, parse_call, parse_subtasks
from controller.agents.paper_protocol.parse import ProtocolError


def test_a_call_is_read_from_the_block_of_the_grounded_action() -> None:
    call = parse_call(
        '(Next Action)\nSave.\n(Grounded Action)\n```python\nagent.click("Save", 2, button_type="right")\n```'
    )
    assert (call.name, call.args, call.kwargs) == ("click", ("Save", 2), {"button_type": "right"})
    assert call.leniencies == ()


@pytest.mark.parametrize(
    ("text", "name", "leniencies"),
    [
        ("agent.done()", "done", ("no_fence",)),
        ("I am done.\nagent.done()\n", "done", ("no_fence",)),
        ("```\nagent.fail()\n```", "fail", ()),
        ("```python\nagent.wait(1)\n```\nor\n```python\nagent.done()\n```", "done", ("several_blocks",)),
        ("```python\nagent.done()", "done", ()),
    ],
)
def test_other_forms_are_read_leniently(text: str, name: str, leniencies: tuple[str, ...]) -> None:
    call = parse_call(text)
    assert (call.name, call.leniencies) == (name, leniencies)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I click on Save.",
        "```python\nclick('x')\n```",
        "```python\nagent.click('a')\nagent.click('b')\n```",
        "```python\nagent.click(element)\n```",
        "```python\nagent.click(**{'a': 1})\n```",
        "```python\nagent.hotkey([open('/etc/passwd')])\n```",
        "```python\nx = agent.done()\n```",
        "```python\nagent.done(\n```",
        "```python\nother.done()\n```",
        "x" * 300_000,
    ],
)
def test_what_is_no_single_call_is_refused(text: str) -> None:
    with pytest.raises(ProtocolError):
        parse_call(text)


@given(st.text() | st.text().map("```python\nagent.{}\n```".format) | st.text().map("agent.click({})".format))
def test_no_text_raises_another_error(text: str) -> None:
    try:
        parse_call(text)
    except ProtocolError:
        return


def graph(names: list[str], edges: list[tuple[str, str]]) -> str:
    nodes = [{"name": name, "info": f"about {name}"} for name in names]
    pairs = [[{"name": start, "info": ""}, {"name": end, "info": ""}] for start, end in edges]
    return f"Here it is.\n<json>{json.dumps({'dag': {'nodes': nodes, 'edges': pairs}})}</json>"


def test_subtasks_come_in_the_order_of_the_edges() -> None:
    text = graph(["send", "write", "open"], [("open", "write"), ("write", "send")])
    assert parse_subtasks(text) == [Subtask(name, f"about {name}") for name in ("open", "write", "send")]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("no json", "no JSON object"),
        ("<json>{</json>", "not a graph"),
        ("<json>[]</json>", "not a graph"),
        ('<json>{"dag": {"nodes": [{"info": "x"}]}}</json>', "not a graph"),
        ('<json>{"dag": {"nodes": [{"name": 3}]}}</json>', "not a text"),
        (graph([], []), "1 to 30 nodes"),
        (graph(["a", "a"], []), "different names"),
        (graph([str(number) for number in range(31)], []), "1 to 30 nodes"),
        (graph(["a"], [("a", "b")]), "not in the graph"),
        (graph(["a", "b"], [("a", "b"), ("b", "a")]), "cycle"),
    ],
)
def test_what_is_no_graph_of_subtasks_is_refused(text: str, problem: str) -> None:
    with pytest.raises(ProtocolError, match=problem):
        parse_subtasks(text)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.sampled_from(["dag", "nodes", "edges", "name", "info"]), inner)
    ),
)


@given(json_values)
def test_no_json_raises_another_error(value: object) -> None:
    try:
        parse_subtasks(f"<json>{json.dumps(value)}</json>")
    except ProtocolError:
        return
