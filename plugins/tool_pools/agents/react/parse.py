"""Lenient parser of the agent `react`'s answers.

    Thought: the sheet must be sorted first
    Action: execute
    Input: {"tool": "osworld_mcp_libreoffice_calc.sort_column", "arguments": {"column": "B"}}

Codes of this module: `no_thought`, `label_form` (another form of a label), `several_actions` (the first is used),
`answer_with_action` (an answer after the action, which is left out), `invented_observation` (a result that the model
wrote itself, left out with all after it), `no_input`, `bare_input` (text instead of JSON, for a tool with one
parameter), `call_form` (`name(…)`), `code_fence`, `text_after_input`, `name_form`, `execute_left_out` (a tool of the
pool called directly), `answer_as_action` (`Action: finish`), and those of `read_lenient_json`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from plugins.tool_pools.agents.router_tools import EXECUTE, is_execute
from testbed.actions import Action, Terminate, ToolCall
from testbed.agents import ProtocolError, UnknownFunction, read_lenient_json
from testbed.guests import Tool

LONGEST_NAME = 200

_LABEL = re.compile(
    r"^[ \t>*_#-]*(?P<label>thought|action[ _]input|action|tool|input|arguments|parameters|observation|final[ _]answer"
    r"|answer|impossible)[ \t]*\d*[ \t]*[*_]*[ \t]*[:：][*_]*[ \t]*",
    re.IGNORECASE | re.MULTILINE,
)
_PLAIN = {
    "action input": "input",
    "arguments": "input",
    "parameters": "input",
    "tool": "action",
    "final answer": "answer",
}
_FENCE = re.compile(r"```[ \t]*\w*[ \t]*\r?\n?")
_CALL = re.compile(r"([\w./:-]+)[ \t]*\(", re.DOTALL)
_TOOL_NAME = re.compile(r"[\w./:-]+")
_NOTHING = ("none", "no action", "n/a", "nothing", "-")
_ENDS = ("finish", "final_answer", "answer", "respond", "response", "terminate", "submit")
_DECORATION = " \t\r\n`'\"*[]<>"


@dataclass(frozen=True, slots=True)
class ReactAnswer:
    """A parsed answer; `text` is what of it counts, without a result that the model wrote itself."""

    thought: str
    action: Action
    text: str
    leniencies: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Section:
    """A label and the text up to the next; `form` is the label as written, `rest` all text behind it."""

    label: str
    text: str
    form: str
    rest: str


def parse(text: str, tools: Sequence[Tool]) -> ReactAnswer:
    """Parse an answer.

    Args:
        text: The answer.
        tools: The offered tools.

    Raises:
        ProtocolError: The text has neither a readable action nor an answer. No text raises another error.
    """
    codes: list[str] = []
    lead, sections, counted = _split(text, codes)
    thoughts = [lead, *(section.text for section in sections if section.label == "thought")]
    if not any(section.label == "thought" for section in sections):
        codes.append("no_thought")
    action = _action(sections, tools, codes)
    thought = "\n\n".join(filter(None, (part.strip() for part in thoughts)))
    return ReactAnswer(thought, action, counted.strip(), list(dict.fromkeys(codes)))


def _split(text: str, codes: list[str]) -> tuple[str, list[_Section], str]:
    """The text before the first label, the sections up to an observation that the model wrote itself, and the text up
    to there."""
    counted = text
    marks = list(_LABEL.finditer(text))
    sections: list[_Section] = []
    for place, mark in enumerate(marks):
        label = mark["label"].lower().replace("_", " ")
        if label == "observation":
            codes.append("invented_observation")
            counted = text[: mark.start()]
            break
        end = marks[place + 1].start() if place + 1 < len(marks) else len(text)
        section = text[mark.end() : end]
        sections.append(_Section(_PLAIN.get(label, label), section, mark[0], text[mark.end() :]))
    if any(section.form.strip() != f"{section.label.capitalize()}:" for section in sections):
        codes.append("label_form")
    return text[: marks[0].start()] if marks else text, sections, counted


def _action(sections: Sequence[_Section], tools: Sequence[Tool], codes: list[str]) -> Action:
    actions = [place for place, section in enumerate(sections) if section.label == "action"]
    ends = [place for place, section in enumerate(sections) if section.label in ("answer", "impossible")]
    if actions and (not ends or actions[0] < ends[0]):
        if len(actions) > 1:
            codes.append("several_actions")
        if ends:
            codes.append("answer_with_action")
        return _call(sections, actions[0], tools, codes)
    if not ends:
        if any(section.label == "input" for section in sections):
            raise ProtocolError("it has an Input but no Action before it")
        raise ProtocolError("it has neither an Action nor an Answer")
    end = sections[ends[0]]
    # Labels inside of a long answer are part of it.
    text = end.text + "".join(section.form + section.text for section in sections[ends[0] + 1 :])
    if not text.strip():
        raise ProtocolError(f"its {end.label.capitalize()} is empty")
    status: Any = "success" if end.label == "answer" else "failure"
    return Terminate(status=status, answer=text.strip())


def _call(sections: Sequence[_Section], place: int, tools: Sequence[Tool], codes: list[str]) -> Action:
    named = sections[place].text
    following = sections[place + 1] if place + 1 < len(sections) else None
    given, rest = ("", "")
    if following is not None and following.label == "input":
        given, rest = following.text, following.rest
    elif call := _CALL.match(named.strip()):
        codes.append("call_form")
        inside = named.strip()[call.end() :].strip()
        named, given = call[1], inside[:-1] if inside.endswith(")") else inside
    elif "{" in named:
        codes.append("label_form")
        named, brace, behind = named.partition("{")
        given = brace + behind
    name = named.strip(_DECORATION)
    if not name or name.lower() in _NOTHING:
        raise ProtocolError("its Action names no tool")
    if len(name) > LONGEST_NAME or "\n" in name:
        raise ProtocolError("its Action must be the name of one tool and nothing else")
    tool = _find(name, tools, codes)
    if tool is not None:
        return ToolCall(name=tool.name, arguments=_arguments(given, rest, tool, codes))
    if _plain(name) in _ENDS:
        codes.append("answer_as_action")
        return Terminate(status="success", answer=_answer_in(given))
    if not any(map(is_execute, tools)) or not _TOOL_NAME.fullmatch(name):
        raise UnknownFunction(name, ", ".join(one.name for one in tools) or "none")
    codes.append("execute_left_out")
    return ToolCall(name=EXECUTE, arguments={"tool": name, "arguments": _object(given, rest, codes)})


def _answer_in(given: str) -> str:
    """The answer in the input of an action that ends the task."""
    text = _FENCE.sub("", given).strip()
    try:
        value, _, _ = read_lenient_json(text)
    except ValueError:
        value = text
    if isinstance(value, dict) and len(value) == 1:
        [value] = value.values()
    answer = value if isinstance(value, str) else text
    if not answer.strip():
        raise ProtocolError("its Answer is empty")
    return answer.strip()


def _find(name: str, tools: Sequence[Tool], codes: list[str]) -> Tool | None:
    exact = next((tool for tool in tools if tool.name == name), None)
    if exact is not None:
        return exact
    matches = [tool for tool in tools if _plain(tool.name) == _plain(name)]
    if len(matches) != 1:
        return None
    codes.append("name_form")
    return matches[0]


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower())


def _arguments(given: str, rest: str, tool: Tool, codes: list[str]) -> dict[str, Any]:
    text = _FENCE.sub("", given).strip()
    parameters = tool.input_schema.get("properties")
    parameters = parameters if isinstance(parameters, Mapping) else {}
    if text and "{" not in text and len(parameters) == 1:
        [(name, schema)] = parameters.items()
        if isinstance(schema, Mapping) and schema.get("type") == "string":
            codes.append("bare_input")
            return {name: text.strip("\"'")}
    arguments = _object(given, rest, codes)
    inner = arguments.get("arguments")
    if is_execute(tool) and isinstance(inner, str) and inner.strip():
        return {**arguments, "arguments": _object(inner, "", codes)}
    return arguments


def _object(given: str, rest: str, codes: list[str]) -> dict[str, Any]:
    """The JSON object in a text; {} for none at all.

    A label may stand at the beginning of a line in one of its texts: then `rest`, all text behind the label, has it.
    """
    if not _FENCE.sub("", given).strip():
        codes.append("no_input")
        return {}
    try:
        value, behind = _read_json(given, codes)
    except ValueError as error:
        try:
            value, behind = _read_json(rest, codes) if rest else _refuse(error)
        except ValueError:
            raise ProtocolError(f"the JSON of its Input cannot be read: {error}") from error
        behind = ""
    if not isinstance(value, dict):
        raise ProtocolError("its Input must be a JSON object with the tool's arguments")
    if behind:
        codes.append("text_after_input")
    return value


def _read_json(text: str, codes: list[str]) -> tuple[Any, str]:
    """The value that a text begins with, and what follows. Raises LenientJsonError."""
    opening = _FENCE.match(text.strip())
    start = opening.end() if opening else 0
    value, end, leniencies = read_lenient_json(text.strip(), start)
    codes += ["code_fence"] if opening else []
    codes += leniencies
    return value, _FENCE.sub("", text.strip()[end:]).strip()


def _refuse(error: ValueError) -> NoReturn:
    raise error
