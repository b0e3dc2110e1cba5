from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.agents import lenient_json
from controller.agents.paper_protocol.parse import (
    COMPUTER,
    MAX_LENGTH,
    ProtocolError,
    ProtocolResponse,
    parse,
    write,
)

CLICK = {"action": "click", "coordinate": [3, 4]}
CALL = json.dumps({"name": COMPUTER, "arguments": CLICK})
GOOD = f"<thinking>The menu.</thinking>\n<tool_call>{CALL}</tool_call>\n<conclusion>Clicked it.</conclusion>"


def test_an_answer_as_asked_for_needs_no_leniency() -> None:
    assert parse(GOOD) == ProtocolResponse("The menu.", COMPUTER, CLICK, "Clicked it.", [])


OTHER = json.dumps({"name": "calc.sort", "arguments": {"column": "B"}})


@pytest.mark.parametrize(
    "text",
    [
        GOOD.replace("</tool_call>", f"</tool_call>\n<tool_call>{OTHER}</tool_call>"),
        GOOD.replace("</tool_call>", f"</tool_call> Then:\n<tool_call>\n{OTHER}\n</tool_call>"),
        GOOD.replace("</tool_call>", f"\n{OTHER}</tool_call>"),
        GOOD.replace("</tool_call>", f",\n{OTHER}\n</tool_call>"),
        GOOD.replace(CALL, f"[{CALL}, {OTHER}]"),
    ],
)
def test_of_several_calls_the_last_counts(text: str) -> None:
    response = parse(text)
    assert (response.name, response.arguments) == ("calc.sort", {"column": "B"})
    assert response.conclusion == "Clicked it."
    assert "several_calls" in response.leniencies


def test_a_last_call_that_cannot_be_read_leaves_the_one_before() -> None:
    response = parse(GOOD.replace("</tool_call>", "</tool_call>\n<tool_call>oops</tool_call>"))
    assert response.arguments == CLICK
    assert "several_calls" in response.leniencies


def test_tags_in_a_calls_text_are_no_calls() -> None:
    arguments = {"action": "type", "text": f"<tool_call>{OTHER}</tool_call>"}
    call = json.dumps({"name": COMPUTER, "arguments": arguments})
    response = parse(GOOD.replace(CALL, call))
    assert (response.arguments, response.leniencies) == (arguments, [])


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (GOOD.replace("thinking>", "think>"), ["other_thinking_tag"]),
        (GOOD.replace("<thinking>", "").replace("</thinking>", ""), ["no_thinking"]),
        (GOOD.replace("<tool_call>", "<Tool_Call>"), ["tag_form"]),
        (GOOD.replace("tool_call>", "toolcall>"), ["tag_form"]),
        (GOOD.replace("conclusion>", "CONCLUSION>"), ["tag_form"]),
        (GOOD.replace("</tool_call>", ""), ["unclosed_tag"]),
        (GOOD.replace("</conclusion>", ""), ["unclosed_tag"]),
        (GOOD.replace("<tool_call>", "").replace("</tool_call>", ""), ["no_tool_call_tag"]),
        (
            GOOD.replace("<tool_call>", "```json\n").replace("</tool_call>", "\n```"),
            ["no_tool_call_tag"],
        ),
        (GOOD.replace("<tool_call>", "<tool_call>\n```json\n").replace("}}<", "}}\n```\n<"), ["code_fence"]),
        (GOOD.replace("</tool_call>", f"</tool_call>\n<tool_call>{CALL}</tool_call>"), ["several_calls"]),
        (GOOD.replace("</tool_call>", f"\n{CALL}</tool_call>"), ["several_calls"]),
        (GOOD.replace(CALL, f"[{CALL}, {CALL}]"), ["several_calls"]),
        (GOOD.replace(CALL, f"[{CALL}]"), ["other_shape"]),
        (GOOD.replace("<tool_call>", "So:\n<tool_call>"), ["stray_text"]),
        (GOOD + "\nLet me know!", ["stray_text"]),
        ("Sure! " + GOOD, ["stray_text"]),
        (GOOD.replace("</tool_call>", " // left button</tool_call>"), ["text_after_json"]),
        (GOOD.replace("]}}", "],}}"), ["trailing_comma"]),
        (GOOD.replace('"', "'"), ["python_literals"]),
        (GOOD.replace('"name"', "name"), ["bare_words"]),
        (GOOD.replace("]}}", "]"), ["unclosed_json"]),
        (GOOD.replace('"arguments"', '"parameters"'), ["other_shape"]),
        (GOOD.replace('"name"', '"function"'), ["other_shape"]),
        (GOOD.replace(CALL, json.dumps({"function": json.loads(CALL)})), ["other_shape"]),
        (GOOD.replace(CALL, json.dumps(CLICK)), ["other_shape"]),
        (GOOD.replace(CALL, json.dumps({"name": COMPUTER} | CLICK)), ["other_shape"]),
        (GOOD.replace(CALL, json.dumps({"action": "click", "arguments": CLICK})), ["other_shape"]),
        (
            GOOD.replace(CALL, json.dumps({"name": COMPUTER, "arguments": json.dumps(CLICK)})),
            ["other_shape"],
        ),
    ],
)
def test_sloppiness_is_understood_and_counted(text: str, codes: list[str]) -> None:
    assert parse(text) == ProtocolResponse("The menu.", COMPUTER, CLICK, "Clicked it.", codes)


def test_a_conclusion_may_come_early_or_not_at_all() -> None:
    call = f"<thinking>T</thinking><tool_call>{CALL}</tool_call>"
    assert parse(call).leniencies == ["no_conclusion"]
    early = parse(call.replace("<tool_call>", "<conclusion>C</conclusion><tool_call>"))
    assert (early.conclusion, early.leniencies) == ("C", ["early_conclusion"])


def test_a_text_may_hold_tags_fences_and_line_breaks() -> None:
    content = "```python\nprint('<tool_call>')\n```</tool_call><conclusion>x</conclusion>"
    answer = ProtocolResponse("T", "write_file", {"content": content}, "C")
    assert parse(write(answer)) == answer
    raw = parse('<thinking>T</thinking><tool_call>{"name": "n", "arguments": {"a": "b\nc"}}</tool_call>')
    assert (raw.arguments, raw.leniencies) == ({"a": "b\nc"}, ["line_breaks", "no_conclusion"])


@pytest.mark.parametrize("arguments", ["", ', "arguments": {}', ', "arguments": null', ', "arguments": ""'])
def test_a_tool_without_parameters(arguments: str) -> None:
    answer = parse(f'<thinking>T</thinking><tool_call>{{"name": "save"{arguments}}}</tool_call>')
    assert (answer.name, answer.arguments) == ("save", {})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no <tool_call>"),
        ("Ich klicke jetzt auf Speichern.", "no <tool_call>"),
        ("{}", "no <tool_call>"),
        ("<tool_call>click</tool_call>", "no JSON object"),
        ("<tool_call></tool_call>" + CALL, "no JSON object"),
        ('<tool_call>{"name": "type", "arguments": {"text": "half', "cannot be read"),
        ('<tool_call>{"name": 3}</tool_call>', "names no function"),
        ('<tool_call>{"name": " "}</tool_call>', "names no function"),
        ("<tool_call>[]</tool_call>", "empty list"),
        ("<tool_call>[3]</tool_call>", "must contain a JSON object"),
        ('<tool_call>{"name": "x", "arguments": [1]}</tool_call>', "must be a JSON object"),
        ('<tool_call>{"name": "x", "arguments": "]"}</tool_call>', "arguments cannot be read"),
        ("<tool_call>" + "[" * 5000, "nests more than"),
        ('<tool_call>{"name": "x", "arguments": {"n": 1e999}}</tool_call>', "too large"),
        ("x" * (MAX_LENGTH + 1), f"{MAX_LENGTH + 1} characters long"),
    ],
)
def test_what_cannot_be_played_is_said(text: str, message: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        parse(text)
    assert message in str(caught.value)


_PIECES = st.sampled_from(
    ["<thinking>", "</thinking>", "<tool_call>", "</tool_call>", "<conclusion>", "</conclusion>", "```json\n", "```",
     CALL, '{"name":', "{'action': 'click'", '"a\\ud800"', "[", "]", "}", ",", ":", "\\", "'", '"', " "]
)  # fmt: skip


@given(st.lists(_PIECES | st.text(max_size=8), max_size=30).map("".join))
def test_no_text_makes_the_parser_raise_anything_else(text: str) -> None:
    try:
        answer = parse(text)
    except ProtocolError:
        return
    json.dumps(answer.arguments, allow_nan=False).encode()
    assert answer.name


_TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
_NUMBERS = st.integers(-(10**9), 10**9) | st.floats(allow_nan=False, allow_infinity=False)
_VALUES = st.recursive(
    st.none() | st.booleans() | _NUMBERS | _TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_TEXTS, inner, max_size=4),
    max_leaves=10,
)  # fmt: skip
_WORDS = st.text("abcdefghij klm.,", min_size=1, max_size=40).map(str.strip).filter(bool)


@given(_WORDS, _WORDS, st.dictionaries(_TEXTS, _VALUES, max_size=4), _WORDS)
def test_what_is_written_is_read_again(
    thought: str, name: str, arguments: dict[str, Any], conclusion: str
) -> None:
    answer = ProtocolResponse(thought, name, arguments, conclusion)
    assert parse(write(answer)) == answer


@given(_VALUES)
def test_python_literals_mean_the_same_as_json(value: Any) -> None:
    loose, end, _ = lenient_json.read_lenient_json(_python(value))
    assert (loose, end) == (value, len(_python(value)))


def _python(value: Any) -> str:
    """The value as a model that thinks in Python writes it."""
    if isinstance(value, str):
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
    if isinstance(value, list):
        return "[" + "".join(f"{_python(item)}, " for item in value) + "]"
    if isinstance(value, dict):
        return "{" + "".join(f"{_python(key)}: {_python(item)}, " for key, item in value.items()) + "}"
    return repr(value)
