"""Lenient parser of responses in the paper's protocol; every deviation from the protocol has a code.

    <thinking>why</thinking>
    <tool_call>{"name": "computer_use", "arguments": {"action": "click", "coordinate": [3, 4]}}</tool_call>
    <conclusion>what was done</conclusion>

Codes of this module: `other_thinking_tag`, `no_thinking`, `tag_form` (case or spelling of a tag), `unclosed_tag`,
`no_tool_call_tag` (a bare or fenced JSON object instead), `several_calls` (the last is used, as by OSWorld-MCP's
agent), `stray_text` (text outside the tags), `code_fence`, `text_after_json`, `other_shape` (other names or nesting of
the call's parts), `no_arguments`, `early_conclusion` (before the call), `no_conclusion`, and those of `lenient_json`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.agents.lenient_json import LenientJsonError, read_lenient_json
from controller.models.thinking import split_thinking

COMPUTER = "computer_use"
"""The function for mouse, keyboard, waiting and the end of the task."""
MAX_LENGTH = 200_000
"""Maximum length of a response in characters; a longer one is refused."""
MAX_PLACES = 20
"""Maximum number of thoughts that are read, and of opening braces that are tried for a call without a tag."""

_OPEN_THINKING = re.compile(r"<\s*(thinking|think|thought)\s*>", re.IGNORECASE)
_CLOSE_THINKING = re.compile(r"<\s*/\s*(thinking|think|thought)\s*>", re.IGNORECASE)
_OPEN_CALL = re.compile(r"<\s*tool[ _-]?call\s*>", re.IGNORECASE)
_CLOSE_CALL = re.compile(r"<\s*/\s*tool[ _-]?call\s*>", re.IGNORECASE)
_OPEN_CONCLUSION = re.compile(r"<\s*conclusion\s*>", re.IGNORECASE)
_CLOSE_CONCLUSION = re.compile(r"<\s*/\s*conclusion\s*>", re.IGNORECASE)
_TAG = re.compile(r"<\s*/?\s*(?:thinking|think|thought|tool[ _-]?call|conclusion)\s*>", re.IGNORECASE)
_FENCE = re.compile(r"```[ \t]*\w*[ \t]*\r?\n?")
_NAME_KEYS = ("name", "function", "function_name", "tool", "tool_name")
_ARGUMENT_KEYS = ("arguments", "parameters", "args", "params", "input")


class ProtocolError(ValueError):
    """A response that cannot be executed; the message says to the model what is wrong with it."""


class UnknownFunction(ProtocolError):
    """A call of a function that is not offered."""

    def __init__(self, name: str, offered: str) -> None:
        super().__init__(f"there is no function {name!r:.80} now; there are {offered}")
        self.name = name


@dataclass(frozen=True, slots=True)
class ProtocolResponse:
    """A parsed response: thought, call, and the conclusion for the next prompts."""

    thought: str
    name: str
    arguments: dict[str, Any]
    conclusion: str
    leniencies: list[str] = field(default_factory=list)


def parse(text: str) -> ProtocolResponse:
    """Parse a response.

    Raises:
        ProtocolError: The text has no readable call. No text raises another error.
    """
    if len(text) > MAX_LENGTH:
        raise ProtocolError(f"it is {len(text)} characters long; stay below {MAX_LENGTH}")
    codes: list[str] = []
    thought, rest = _take_thinking(text, codes)
    before, value, after = _take_last_call(rest, codes)
    name, arguments = read_tagged_call(value, codes)
    conclusion, after = _take_conclusion(after, codes)
    if not conclusion:
        conclusion, before = _take_conclusion(before, codes)
        codes.append("early_conclusion" if conclusion else "no_conclusion")
    if _OPEN_CALL.search(after):
        codes.append("several_calls")
    elif after.strip():
        codes.append("stray_text")
    before = _TAG.sub("", before).strip()
    if not thought:
        codes.append("no_thinking")
    elif before:
        codes.append("stray_text")
    return ProtocolResponse(thought or before, name, arguments, conclusion, list(dict.fromkeys(codes)))


def write(answer: ProtocolResponse) -> str:
    """Write a response in the protocol's own form: the inverse of `parse`."""
    call = json.dumps({"name": answer.name, "arguments": answer.arguments}, ensure_ascii=False)
    return (
        f"<thinking>{answer.thought}</thinking>\n<tool_call>\n{call}\n</tool_call>\n"
        f"<conclusion>{answer.conclusion}</conclusion>"
    )


def _take_thinking(text: str, codes: list[str]) -> tuple[str, str]:
    """The thoughts before the call, and the text after them."""
    thoughts: list[str] = []
    for _ in range(MAX_PLACES):
        begin = _OPEN_THINKING.search(text)
        call = _OPEN_CALL.search(text)
        end = _CLOSE_THINKING.search(text, begin.end()) if begin else None
        if begin is None or end is None or (call is not None and call.start() < begin.start()):
            break
        if begin[1] != "thinking" or end[1] != "thinking":
            codes.append("other_thinking_tag")
        if text[: begin.start()].strip():
            codes.append("stray_text")
        thoughts.append(text[begin.end() : end.start()].strip())
        text = text[end.end() :]
    inline, text = split_thinking(text)  # what servers leave of tags and channels
    return "\n\n".join(filter(None, (*thoughts, inline))), text


def _take_last_call(text: str, codes: list[str]) -> tuple[str, Any, str]:
    """Like `_take_call`, for the last readable call; all other text before it counts as before the call."""
    before, value, after = _take_call(text, codes)
    for _ in range(MAX_PLACES):
        if not _OPEN_CALL.search(after):
            break
        later: list[str] = []
        try:
            between, value, after = _take_call(after, later)
        except ProtocolError:  # `parse` counts it
            break
        codes += ["several_calls", *later]
        before += between
    return before, value, after


def _take_call(text: str, codes: list[str]) -> tuple[str, Any, str]:
    """The text before the call, the call's JSON value, and the text after it.

    The value is read before its closing tag is searched, because its strings may contain tags and fences.
    """
    begin = _OPEN_CALL.search(text)
    if begin is None:
        return _take_bare_call(text, codes)
    close = _CLOSE_CALL.search(text, begin.end())
    at = next((at for at in range(begin.end(), len(text)) if text[at] in "{["), len(text))
    if at == len(text) or (close is not None and close.start() < at):
        raise ProtocolError("there is no JSON object in its <tool_call>")
    _note_lead(text[begin.end() : at], codes)
    try:
        value, end, leniencies = read_lenient_json(text, at)
    except LenientJsonError as error:
        raise ProtocolError(f"the JSON in its <tool_call> cannot be read: {error}") from error
    codes.extend(leniencies)
    if begin[0] != "<tool_call>":
        codes.append("tag_form")
    value, end = _take_last_object(text, value, end, codes)
    return text[: begin.start()], value, _after_call(text[end:], codes)


def _take_last_object(text: str, value: Any, end: int, codes: list[str]) -> tuple[Any, int]:
    """The last readable of several JSON objects between the same tags, and its end."""
    for _ in range(MAX_PLACES):
        at = end + len(text[end:]) - len(text[end:].lstrip(", \t\r\n"))
        if text[at : at + 1] != "{":
            break
        try:
            value, end, leniencies = read_lenient_json(text, at)
        except LenientJsonError:  # `_after_call` counts it
            break
        codes += ["several_calls", *leniencies]
    return value, end


def _note_lead(lead: str, codes: list[str]) -> None:
    """Append the codes for text between the opening tag and the JSON."""
    unfenced = _FENCE.sub("", lead)
    if unfenced != lead:
        codes.append("code_fence")
    if unfenced.strip():
        codes.append("stray_text")


def _after_call(text: str, codes: list[str]) -> str:
    """The text after the call, without the closing tag."""
    if fence := _FENCE.match(text.lstrip()):
        codes.append("code_fence")
        text = text.lstrip()[fence.end() :]
    close = _CLOSE_CALL.search(text)
    next_tag = _TAG.search(text)
    if close is None or (next_tag is not None and next_tag.start() < close.start()):
        codes.append("unclosed_tag")
        return text
    if close[0] != "</tool_call>":
        codes.append("tag_form")
    between = text[: close.start()].strip()
    if between:
        codes.append("several_calls" if between[0] in "{[," else "text_after_json")
    return text[close.end() :]


def _take_bare_call(text: str, codes: list[str]) -> tuple[str, Any, str]:
    """Like `_take_call`, for a call without a tag: the first JSON object, fenced or not, that looks like one."""
    at = -1
    for _ in range(MAX_PLACES):
        at = text.find("{", at + 1)
        if at < 0:
            break
        try:
            value, end, leniencies = read_lenient_json(text, at)
        except LenientJsonError:
            continue
        if isinstance(value, dict) and {*value} & {*_NAME_KEYS, "action"}:
            codes.extend(["no_tool_call_tag", *leniencies])
            return _FENCE.sub("", text[:at]), value, _FENCE.sub("", _CLOSE_CALL.sub("", text[end:]))
    raise ProtocolError("it has no <tool_call>")


def _take_conclusion(text: str, codes: list[str]) -> tuple[str, str]:
    """The first conclusion, and the text without it."""
    begin = _OPEN_CONCLUSION.search(text)
    if begin is None:
        return "", text
    end = _CLOSE_CONCLUSION.search(text, begin.end())
    stop, resume = (len(text), len(text)) if end is None else end.span()
    if end is None:
        codes.append("unclosed_tag")
        if call := _OPEN_CALL.search(text, begin.end()):
            stop = resume = call.start()
    if begin[0] != "<conclusion>":
        codes.append("tag_form")
    return text[begin.end() : stop].strip(), text[: begin.start()] + text[resume:]


def read_tagged_call(value: Any, codes: list[str]) -> tuple[str, dict[str, Any]]:
    """Return name and arguments of a call in `<tool_call>`; one without a name is the computer's. See `read_call`."""
    return read_call(value, codes, "its <tool_call>", nameless=COMPUTER)


def read_call(
    value: Any, codes: list[str], subject: str = "it", nameless: str = ""
) -> tuple[str, dict[str, Any]]:
    """Return name and arguments of a call, from JSON in any of the shapes that models write.

    Read are other keys than `name` and `arguments`, arguments next to the name or as text, a call inside of `function`,
    and of a list the last call.

    Args:
        value: The JSON value.
        codes: Gets a code for each deviation from `{"name": ..., "arguments": {...}}`: `other_shape`, `no_arguments`,
            `several_calls`, and those of `read_lenient_json`.
        subject: What the messages of errors call the value.
        nameless: The function that a call with an `action` and without a name is of; "" refuses it.

    Raises:
        ProtocolError: It is no call.
    """
    if isinstance(value, list):
        if not value:
            raise ProtocolError(f"{subject} is an empty list")
        codes.append("several_calls" if len(value) > 1 else "other_shape")
        value = value[-1]
    if not isinstance(value, dict):
        raise ProtocolError(f"{subject} must contain a JSON object with name and arguments")
    nested = value.get("function")
    if isinstance(nested, Mapping):
        codes.append("other_shape")
        value = dict(nested)
    name_key = next((key for key in _NAME_KEYS if isinstance(value.get(key), str)), None)
    argument_key = next((key for key in _ARGUMENT_KEYS if key in value), None)
    if name_key is None:
        if not nameless or not isinstance(value.get("action"), str):
            raise ProtocolError(f"{subject} names no function")
        codes.append("other_shape")
        flat = {key: item for key, item in value.items() if key != argument_key}
        return nameless, flat | (_arguments(value, argument_key, codes) if argument_key else {})
    name = value[name_key].strip()
    if not name:
        raise ProtocolError(f"{subject} names no function")
    if name_key != "name" or (argument_key not in (None, "arguments")):
        codes.append("other_shape")
    if argument_key is not None:
        return name, _arguments(value, argument_key, codes)
    flat = {key: item for key, item in value.items() if key != name_key}
    codes.append("other_shape" if flat else "no_arguments")
    return name, flat


def _arguments(value: Mapping[str, Any], key: str, codes: list[str]) -> dict[str, Any]:
    arguments = value[key]
    if isinstance(arguments, str) and arguments.strip():
        codes.append("other_shape")
        try:
            arguments, _, leniencies = read_lenient_json(arguments)
        except LenientJsonError as error:
            raise ProtocolError(f"the arguments cannot be read: {error}") from error
        codes.extend(leniencies)
    if not arguments and arguments != {}:
        codes.append("no_arguments")
        return {}
    if not isinstance(arguments, dict):
        raise ProtocolError("the arguments must be a JSON object")
    return arguments
