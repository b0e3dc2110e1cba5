"""Lenient parser of answers in the function form of UI-TARS 2 and Seed; every deviation has a code.

    <seed:tool_call><function=click><parameter=point><point>197 525</point></parameter></function></seed:tool_call>

Leniency codes: `inline_thinking`, `no_tool_call_tag`, `several_actions` (executed in order), `no_call` (a text without
a call ends the task, as in the published agent), and those of `xml_calls`.
"""

from __future__ import annotations

from controller.agents.builtin.uitars.strings import MAX_ACTIONS, ActionCall, UitarsResponse
from controller.agents.model_protocols import xml_calls
from controller.agents.model_protocols.agent import split_thinking
from controller.agents.paper_protocol.parse import ProtocolError

_TAG = "<seed:tool_call"


def parse(text: str) -> UitarsResponse:
    """Parse a response.

    Raises:
        ProtocolError: The text has a call that cannot be read, or nothing at all. No text raises another error.
    """
    codes: list[str] = []
    thought, rest = split_thinking(text, codes)
    calls = [
        ActionCall(name, arguments)
        for name, arguments in xml_calls.read_calls(rest, codes)
        if name != "example_function_name"
    ]
    lead = rest[: min((at for at in (rest.find(_TAG), rest.find("<function")) if at >= 0), default=len(rest))]
    if not calls and (_TAG in rest or "<function" in rest):
        raise ProtocolError("its <seed:tool_call> has no <function=…> that can be read")
    if not calls:
        if not rest.strip():
            raise ProtocolError("it has no call")
        codes.append("no_call")
        calls = [ActionCall("finished", {"content": rest.strip()})]
    elif _TAG not in rest:
        codes.append("no_tool_call_tag")
    if len(calls) > MAX_ACTIONS:
        raise ProtocolError(f"it has {len(calls)} calls; give one")
    if len(calls) > 1:
        codes.append("several_actions")
    return UitarsResponse("\n\n".join(filter(None, (thought, lead.strip()))), calls, rest.strip(), codes)
