"""Results of calls as LiveMCPBench records them: `str()` of MCP's `CallToolResult`, cut at 10,000 characters.

What a server returned is a second result in it, as JSON.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

_RESULT = re.compile(
    r"meta=\S+ content=\[(?P<content>.*)\](?: structuredContent=.*)? isError=(?P<error>True|False)", re.DOTALL
)
_CUT = re.compile(
    r"meta=\S+ content=\[TextContent\(type='text', text=(?P<quote>['\"])(?P<text>.*)", re.DOTALL
)
_TEXT = re.compile(
    r"TextContent\(type='text', text=(?:'(?P<single>(?:[^'\\]|\\.)*)'|\"(?P<double>(?:[^\"\\]|\\.)*)\")",
    re.DOTALL,
)
_ESCAPE = re.compile(
    r"\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U(000[0-9a-f]{5}|0010[0-9a-f]{4})|(?:[xuU][0-9a-f]*)?\Z|(.))",
    re.DOTALL,
)
_CHARACTERS = {"n": "\n", "r": "\r", "t": "\t"}
_FAILURES = ("Tool call timed out.", "Error: ")
"""What the runner records instead of a result."""


@dataclass(frozen=True, slots=True)
class CallResult:
    """The result of a call: its texts, and whether it is an error."""

    text: str
    is_error: bool = False


def read_call_result(text: str) -> CallResult:
    """Read a result; one in another form is returned as it stands."""
    whole = _RESULT.fullmatch(text)
    if whole is None:
        cut = _CUT.fullmatch(text)
        return CallResult(_unescape(cut["text"])) if cut else CallResult(text, text.startswith(_FAILURES))
    texts = [
        _unescape(match["single"] or match["double"] or "") for match in _TEXT.finditer(whole["content"])
    ]
    if not texts:
        return CallResult(text, whole["error"] == "True")
    inner = _inner("\n".join(texts))
    return CallResult(inner.text, inner.is_error or whole["error"] == "True")


def _unescape(text: str) -> str:
    """Undo the escapes of Python's `repr`; one that is cut off at the end is dropped."""
    return _ESCAPE.sub(_character, text)


def _character(match: re.Match[str]) -> str:
    digits = match[1] or match[2] or match[3]
    if digits:
        return chr(int(digits, 16))
    return _CHARACTERS.get(match[4], match[4]) if match[4] else ""


def _inner(text: str) -> CallResult:
    """Return the result of the server that a text has as JSON; the text itself if it has none."""
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError):
        return CallResult(text)
    items = data.get("content") if isinstance(data, dict) else None
    if not isinstance(items, list) or not isinstance(data.get("isError"), bool):
        return CallResult(text)
    texts = [item.get("text") for item in items if isinstance(item, dict)]
    if not texts or not all(isinstance(item, str) for item in texts):
        return CallResult(text, data["isError"])
    return CallResult("\n".join(map(str, texts)), data["isError"])
