"""Lenient parser of UI-TARS' action strings; every deviation from the protocol has a code.

    Thought: The dialog is open; I click Save.
    Action: click(start_box='(197,525)')

Leniency codes: `inline_thinking`, `no_thought`, `no_action_label`, `several_actions` (executed in order),
`unescaped_quote`, `unclosed_call`, `bare_value` (a value without quotes), `stray_text` (behind the actions).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from controller.agents.model_protocols.agent import split_thinking
from controller.agents.paper_protocol.parse import ProtocolError

MAX_ACTIONS = 10
"""Maximum number of actions in a response; one with more is refused."""
_ACTION = re.compile(r"^[ \t*#]*action[ \t*]*:[ \t*]*", re.IGNORECASE | re.MULTILINE)
_THOUGHT = re.compile(r"\A\s*[*#]*\s*(?:thought|reflection|action_summary)[ \t*]*:\s*", re.IGNORECASE)
_CALL = re.compile(r"\s*(?:[-*]\s+|\d+\.\s+)?(?P<name>[A-Za-z_][\w.]*)[ \t]*\(")
_KEY = re.compile(r"\s*(?P<key>\w+)\s*=\s*")
_BETWEEN = re.compile(r"[ \t;]*(?:#[^\n]*)?\s*(?:```)?\s*")
_STRICT_END = re.compile(r"\s*[,)]")
_LENIENT_END = re.compile(r"\s*(?:\)[ \t;]*(?:#[^\n]*)?(?:\r?\n|\Z)|,\s*\w+\s*=|\Z)")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "'": "'", '"': '"', "\\": "\\"}
_NO_ACTION = "it has no action; give a line `Action: ` with one"


@dataclass(frozen=True, slots=True)
class ActionCall:
    """A call: a name, and arguments as texts; one without a name is called ""."""

    name: str
    arguments: dict[str, str]


@dataclass(frozen=True, slots=True)
class UitarsResponse:
    """A parsed response: thought, calls, and the text that later requests repeat."""

    thought: str
    calls: list[ActionCall]
    memory: str
    leniencies: list[str]


def parse(text: str) -> UitarsResponse:
    """Parse a response.

    Raises:
        ProtocolError: The text has no readable action. No text raises another error.
    """
    codes: list[str] = []
    reasoning, rest = split_thinking(text, codes)
    label = _ACTION.search(rest)
    if label is None:
        bare = re.search(r"^\s*`*(?=[a-z_]+\()", rest, re.MULTILINE)
        if bare is None:
            raise ProtocolError(_NO_ACTION)
        codes.append("no_action_label")
    begin, end = (label or bare).span()  # type: ignore[union-attr]  # one of them is found
    before = rest[:begin]
    thought = _THOUGHT.sub("", before).strip().strip("`").strip()
    if _THOUGHT.match(before.lstrip("`\n")) is None:
        codes.append("no_thought")
    calls = read_calls(rest[end:], codes)
    if len(calls) > MAX_ACTIONS:
        raise ProtocolError(f"it has {len(calls)} actions; give one")
    if len(calls) > 1:
        codes.append("several_actions")
    return UitarsResponse("\n\n".join(filter(None, (reasoning, thought))), calls, rest.strip(), codes)


def read_calls(text: str, codes: list[str]) -> list[ActionCall]:
    """Read calls one after the other: quotes within values are escaped, or else the call's form delimits them.

    Raises ProtocolError when there is none.
    """
    calls, rest, own = _read_all(text, _STRICT_END)
    if rest:
        other = _read_all(text, _LENIENT_END)
        if other[0] and not other[1]:
            calls, rest, own = other
    if not calls:
        raise ProtocolError(_NO_ACTION)
    codes.extend(dict.fromkeys(own))
    if rest:
        codes.append("stray_text")
    return calls


def write(name: str, **arguments: str) -> str:
    """Write a call: the inverse of `read_calls`."""
    values = (f"{key}='{_escape(value)}'" for key, value in arguments.items())
    return f"{name}({', '.join(values)})"


def _read_all(text: str, end_of_value: re.Pattern[str]) -> tuple[list[ActionCall], str, list[str]]:
    """The calls at the beginning of a text, the text after them, and the codes."""
    calls: list[ActionCall] = []
    codes: list[str] = []
    at = _BETWEEN.match(text).end()  # type: ignore[union-attr]  # it matches the empty text too
    while len(calls) <= MAX_ACTIONS and (begin := _CALL.match(text, at)):
        arguments, at = _arguments(text, begin.end(), end_of_value, codes)
        calls.append(ActionCall(begin["name"], arguments))
        at = _BETWEEN.match(text, at).end()  # type: ignore[union-attr]
    return calls, text[at:].strip(), codes


def _arguments(
    text: str, at: int, end_of_value: re.Pattern[str], codes: list[str]
) -> tuple[dict[str, str], int]:
    """The arguments behind an opening parenthesis, and the position after the closing one."""
    arguments: dict[str, str] = {}
    while True:
        while at < len(text) and text[at] in ", \t\r\n":
            at += 1
        if at >= len(text):
            codes.append("unclosed_call")
            return arguments, at
        if text[at] == ")":
            return arguments, at + 1
        name = ""
        if key := _KEY.match(text, at):
            name, at = key["key"], key.end()
        if text[at : at + 1] in ("'", '"'):
            arguments[name], at = _quote(text, at, end_of_value, codes)
        else:
            arguments[name], at = _bare(text, at, codes)


def _quote(text: str, at: int, end_of_value: re.Pattern[str], codes: list[str]) -> tuple[str, int]:
    quote = text[at]
    parts: list[str] = []
    at += 1
    while at < len(text):
        sign = text[at]
        at += 1
        if sign == "\\" and at < len(text):
            parts.append(_ESCAPES.get(text[at], "\\" + text[at]))
            at += 1
        elif sign == quote and end_of_value.match(text, at):
            return "".join(parts), at
        else:
            if sign == quote:
                codes.append("unescaped_quote")
            parts.append(sign)
    codes.append("unclosed_call")
    return "".join(parts).rstrip().removesuffix(")").removesuffix(quote), at


def _bare(text: str, at: int, codes: list[str]) -> tuple[str, int]:
    """A value without quotes: up to the comma or parenthesis behind it."""
    codes.append("bare_value")
    begin, depth = at, 0
    while at < len(text):
        if text[at] in "([":
            depth += 1
        elif text[at] in ")]":
            if depth:
                depth -= 1
            elif text[at] == ")":
                break
        elif text[at] in ",\n" and depth == 0:
            break
        at += 1
    return text[begin:at].strip(), max(at, begin)


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("\t", "\\t")
