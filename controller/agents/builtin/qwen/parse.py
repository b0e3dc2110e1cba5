"""Lenient parser of responses in Qwen's protocol; every deviation from the protocol has a code.

    Action: Click the Save button.
    <tool_call>
    {"name": "computer_use", "arguments": {"action": "left_click", "coordinate": [3, 4]}}
    </tool_call>

Codes of this module: `inline_thinking`, `no_action_line`, `several_calls` (all are executed, in order), `tag_form`,
`unclosed_tag`, `no_tool_call_tag` (a bare or fenced JSON object instead), `stray_text` (behind the call), `call_form`
(tags instead of JSON, or JSON instead of tags), `invented_response` (a result that the model wrote itself behind a
call: it and all behind it are left out), and those of the paper's protocol for a call's parts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from controller.agents.builtin.qwen.families import CallForm
from controller.agents.lenient_json import LenientJsonError, read_lenient_json
from controller.agents.model_protocols import xml_calls
from controller.agents.model_protocols.agent import split_thinking
from controller.agents.paper_protocol.parse import ProtocolError, read_tagged_call

MAX_CALLS = 10
"""Maximum number of calls in a response; one with more is refused."""
MAX_PLACES = 20
"""Maximum number of opening braces that are tried for a call without a tag."""
_OPEN = re.compile(r"<\s*tool[ _-]?call\s*>", re.IGNORECASE)
_CLOSE = re.compile(r"<\s*/\s*tool[ _-]?call\s*>", re.IGNORECASE)
_INVENTED = re.compile(r"(?P<call></\s*tool[ _-]?call\s*>)\s*<\s*tool[ _-]?response\s*>", re.IGNORECASE)
"""A result that the model wrote itself behind its call."""
_FUNCTION = re.compile(r"<function\b")
_ACTION = re.compile(r"^[ \t*#]*action[ \t*]*:[ \t*]*(?P<summary>\S.*)$", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class QwenCall:
    """One call. The values of a call in tags are still texts (`is_text`)."""

    name: str
    arguments: dict[str, Any]
    is_text: bool = False


@dataclass(frozen=True, slots=True)
class QwenResponse:
    """A parsed response: reasoning, its line on the action, the calls, and the text that later requests repeat."""

    thought: str
    summary: str
    calls: list[QwenCall]
    memory: str
    leniencies: list[str]


def parse(text: str, form: CallForm) -> QwenResponse:
    """Parse a response.

    Raises:
        ProtocolError: The text has no readable call. No text raises another error.
    """
    codes: list[str] = []
    thought, rest = split_thinking(text, codes)
    if invented := _INVENTED.search(rest):
        codes.append("invented_response")
        rest = rest[: invented.end("call")]
    begin = _OPEN.search(rest) or _FUNCTION.search(rest)
    before = rest[: begin.start()] if begin else rest
    if _FUNCTION.search(rest) and not _json_comes_first(rest):
        written: CallForm = "tags"
        calls = [
            QwenCall(name, dict(arguments), is_text=True)
            for name, arguments in xml_calls.read_calls(rest, codes)
        ]
    else:
        written = "json"
        calls = _parse_tags(rest, codes) if begin else _bare(rest, codes)
    if not calls:
        raise ProtocolError("it has no <tool_call>")
    if len(calls) > MAX_CALLS:
        raise ProtocolError(f"it has {len(calls)} calls; give one")
    if written != form:
        codes.append("call_form")
    if len(calls) > 1:
        codes.append("several_calls")
    line = _ACTION.search(before)
    if line is None:
        codes.append("no_action_line")
    lead = before.strip()
    summary = line["summary"].strip() if line else ""
    return QwenResponse(thought or ("" if line else lead), summary, calls, rest.strip(), codes)


def _json_comes_first(text: str) -> bool:
    """Whether the first call tag holds JSON: its values may contain tags."""
    begin = _OPEN.search(text)
    return begin is not None and text[begin.end() :].lstrip().startswith(("{", "[", "```"))


def _parse_tags(text: str, codes: list[str]) -> list[QwenCall]:
    """The calls in `<tool_call>` tags. Each value is read before its closing tag is searched: it may contain tags."""
    calls: list[QwenCall] = []
    at = 0
    while len(calls) <= MAX_CALLS and (begin := _OPEN.search(text, at)):
        if begin[0] != "<tool_call>":
            codes.append("tag_form")
        start = next((place for place in range(begin.end(), len(text)) if text[place] in "{["), len(text))
        close = _CLOSE.search(text, begin.end())
        if start == len(text) or (close is not None and close.start() < start):
            raise ProtocolError("there is no JSON object in its <tool_call>")
        value, at, leniencies = _json(text, start)
        codes.extend(leniencies)
        calls.append(QwenCall(*read_tagged_call(value, codes)))
        close, following = _CLOSE.search(text, at), _OPEN.search(text, at)
        if close is None or (following is not None and following.start() < close.start()):
            codes.append("unclosed_tag")
        else:
            at = close.end()
    if _CLOSE.sub("", text[at:]).strip(" \n\t`"):
        codes.append("stray_text")
    return calls


def _json(text: str, at: int) -> tuple[Any, int, list[str]]:
    try:
        return read_lenient_json(text, at)
    except LenientJsonError as error:
        raise ProtocolError(f"the JSON in its <tool_call> cannot be read: {error}") from error


def _bare(text: str, codes: list[str]) -> list[QwenCall]:
    """A call without a tag: the first JSON object that looks like one."""
    at = -1
    for _ in range(MAX_PLACES):
        at = text.find("{", at + 1)
        if at < 0:
            break
        try:
            value, _, leniencies = read_lenient_json(text, at)
        except LenientJsonError:
            continue
        if isinstance(value, dict) and {*value} & {"name", "arguments", "action"}:
            codes.extend(["no_tool_call_tag", *leniencies])
            return [QwenCall(*read_tagged_call(value, codes))]
    return []
