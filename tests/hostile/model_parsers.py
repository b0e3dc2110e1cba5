"""The parsers of what model APIs answer, and of the texts that models write."""

from __future__ import annotations

import json
from collections.abc import Callable

from controller.agents import lenient_json, pyautogui_parser
from controller.agents.builtin.agent_s import parse as agent_s
from controller.agents.builtin.opencua import parse as opencua
from controller.agents.builtin.qwen import parse as qwen
from controller.agents.builtin.qwen.families import CallForm
from controller.agents.builtin.uitars import functions as uitars_functions
from controller.agents.builtin.uitars import strings as uitars_strings
from controller.agents.paper_protocol import parse as paper
from controller.agents.prompt_calls import read_stray_calls
from controller.models.anthropic_shapes import message_in, repair_message
from controller.models.exchange import HttpResponse
from controller.models.openai_shapes import repair_completion, repair_response
from controller.models.openai_stream import completion_in, response_in
from controller.models.packing import Packer, Unpacker, load_body
from controller.models.response_faults import response_fault
from controller.models.usage_parser import parse_usage
from testbed.errors import ModelApiError, RecordsError
from tests.hostile import seeds
from tests.hostile.host_parser import HostParser, text_of

BAD_TEXT = (paper.ProtocolError,)
UNREADABLE = (ModelApiError, ValueError, RecursionError)


def _response(data: bytes, kind: str = "text/event-stream") -> HttpResponse:
    return HttpResponse(200, {"content-type": kind}, data)


def _usage(data: bytes) -> None:
    for kind in ("text/event-stream", "application/json"):
        parse_usage(_response(data, kind))
        response_fault(_response(data, kind))


def _completion(data: bytes) -> None:
    codes: list[str] = []
    repair_completion(completion_in(data, codes), 1, codes)


def _whole_completion(data: bytes) -> None:
    repair_completion(json.loads(data), 1, [])


def _output(data: bytes) -> None:
    repair_response(response_in(data), 1, [])


def _whole_output(data: bytes) -> None:
    repair_response(json.loads(data), 1, [])


def _message(data: bytes) -> None:
    repair_message(message_in(data), 1, [])


def _whole_message(data: bytes) -> None:
    repair_message(json.loads(data), 1, [])


def _pack(data: bytes) -> None:
    packer, unpacker = Packer(lambda image: str(len(image))), Unpacker()
    body = load_body(data)
    packed, _ = packer.pack(body)
    unpacker.unpack(json.loads(json.dumps(packed)))


def _texts(*texts: str) -> Callable[[], list[bytes]]:
    return lambda: [text.encode() for text in texts]


_COMPLETION = (
    'data: {"id":"1","model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"a",'
    '"tool_calls":[{"index":0,"id":"c","function":{"name":"f","arguments":"{\\"a\\""}}]}}]}\n\n'
    'data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":":1}"}}]},'
    '"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":3,"completion_tokens":4}}\n\ndata: [DONE]\n\n'
)
_RESPONSE = (
    'event: x\ndata: {"type":"response.output_item.done","item":{"type":"message","content":[]}}\n\n'
    'data: {"type":"response.completed","response":{"model":"m","usage":{"input_tokens":3,'
    '"input_tokens_details":{"cached_tokens":1},"output_tokens":4},"output":[]}}\n\n'
)
_MESSAGE = (
    'data: {"type":"message_start","message":{"content":[],"usage":{"input_tokens":3,"output_tokens":1}}}\n\n'
    'data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"f"}}\n\n'
    'data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"a\\""}}\n\n'
    'data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":":1}"}}\n\n'
    'data: {"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":4}}\n\n'
    'data: {"type":"message_stop"}\n\n'
)
_QWEN_FORMS: tuple[CallForm, ...] = ("json", "xml")
_BODY = (
    b'{"model":"m","messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":'
    b'"data:image/png;base64,iVBORw0KGgo'
    + b"A" * 100
    + b'"}}]},{"role":"user","content":"'
    + b"x" * 90
    + b'"}]}'
)

PARSERS_OF_MODELS = [
    HostParser("completion stream", _completion, _texts(_COMPLETION), UNREADABLE),
    HostParser("response stream", _output, _texts(_RESPONSE), UNREADABLE),
    HostParser("message stream", _message, _texts(_MESSAGE), UNREADABLE),
    HostParser("completion", _whole_completion, _texts(
        '{"choices":[{"message":{"content":[{"type":"text","text":"a"}],"tool_calls":[{"id":"c","function":'
        '{"name":"f","arguments":{"a":1}}},{"id":null,"name":"g","arguments":null}]},"finish_reason":null}]}'
    ), UNREADABLE, "json"),
    HostParser("response", _whole_output, _texts(
        '{"output":[{"type":"reasoning","summary":[]},{"type":"message","content":"a"},{"type":"function_call",'
        '"call_id":"","name":"f","arguments":{"a":1}},{"type":"tool_search_output","tools":[{"type":"namespace"}]}]}'
    ), UNREADABLE, "json"),
    HostParser("message", _whole_message, _texts(
        '{"content":[{"type":"thinking","thinking":"a"},{"type":"text","text":"b"},{"type":"tool_use","id":"",'
        '"name":"f","input":"{}"}],"stop_reason":null,"usage":{"input_tokens":1}}'
    ), UNREADABLE, "json"),
    HostParser("calls in text", lambda data: read_stray_calls(text_of(data), ("f",)), _texts(
        'I go.\n<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>',
        '[TOOL_CALLS]f[ARGS]{"a": 1}[TOOL_CALLS][{"name": "f", "arguments": {}}]',
        '```json\n{"name": "f", "arguments": {"a": 1}}\n```',
    ), ()),
    HostParser("usage", _usage, lambda: [_COMPLETION.encode(), _RESPONSE.encode(), _BODY], ()),
    HostParser("usage value", _usage, lambda: [seeds.dumped(
        {"model": "m", "usage": {"input_tokens": 3, "input_tokens_details": {"cached_tokens": 1}, "output_tokens": 4}}
    ), seeds.dumped({"modelVersion": "g", "usageMetadata": {"promptTokenCount": 3, "candidatesTokenCount": 4}})],
        (), "json"),
    HostParser("packed request", _pack, lambda: [_BODY], (RecordsError,), "json"),
    HostParser("lenient json", lambda data: lenient_json.read_lenient_json(text_of(data)), _texts(
        "{'a': True, b: [1, 2,], \"c\": \"d\ne\\q\", \"f\": {\"g\": -1.5e3}", '{"a": [1, {"b": null}]}'
    ), (lenient_json.LenientJsonError,)),
    HostParser("paper answer", lambda data: paper.parse(text_of(data)), _texts(
        '<think>why</think> <tool_call>{"name": "click", "arguments": {"x": 1}}</tool_call> rest',
        '```json\n{"name": "a", "args": {}}\n```\nConclusion: done',
    ), BAD_TEXT),
    HostParser("pyautogui answer", lambda data: pyautogui_parser.parse(text_of(data)), _texts(
        "why\n```python\nimport pyautogui\npyautogui.click(1, 2)\n```", "```WAIT```", "DONE",
        "```python\nfor x in range(3):\n    pyautogui.press('a')\n```",
    ), BAD_TEXT),
    HostParser("agent_s call", lambda data: agent_s.parse_call(text_of(data)), _texts(
        "(Grounded Action)\n```python\nagent.click(\"the button\", 1, 'left')\n```"
    ), BAD_TEXT),
    HostParser("agent_s plan", lambda data: agent_s.parse_subtasks(text_of(data)), _texts(
        '<json>{"dag": {"nodes": [{"name": "a", "info": "b"}], "edges": [[{"name": "a"}, {"name": "a"}]]}}</json>'
    ), BAD_TEXT),
    HostParser("opencua answer", lambda data: opencua.parse(text_of(data)), _texts(
        "## Thought:\nt\n## Action:\na\n## Code:\n```python\npyautogui.click(x=0.5, y=0.5)\n```"
    ), BAD_TEXT),
    HostParser("qwen answer", lambda data: [qwen.parse(text_of(data), form) for form in _QWEN_FORMS], _texts(
        'Action: a\n<tool_call>\n{"name": "computer_use", "arguments": {"action": "key", "keys": ["a"]}}\n</tool_call>',
        "<tool_call>\n<function=computer_use>\n<parameter=action>\nclick\n</parameter>\n</function>\n</tool_call>",
    ), BAD_TEXT),
    HostParser("uitars answer", lambda data: uitars_strings.parse(text_of(data)), _texts(
        "Thought: t\nAction: click(start_box='<|box_start|>(1,2)<|box_end|>')\n\ntype(content='a\\n\\'b')"
    ), BAD_TEXT),
    HostParser("uitars functions", lambda data: uitars_functions.parse(text_of(data)), _texts(
        "<think>t</think><seed:tool_call><function name=\"click\"><parameter name=\"point\">"
        "<point>1 2</point></parameter></function></seed:tool_call>"
    ), BAD_TEXT),
]  # fmt: skip
