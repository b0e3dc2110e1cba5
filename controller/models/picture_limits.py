"""How many pictures a model takes in a request: read from its API's refusals, kept for the run, and kept to.

When an API refuses a request for its number of pictures, the transport leaves out the oldest ones and sends it again.
This module knows the bodies of all APIs, so agents need not. A screenshot that is a computer call's own output
(Responses) cannot be left out. A limit of 0 is a refusal.
"""

from __future__ import annotations

import copy
import json
import re
import threading
from collections.abc import Iterator
from typing import Any

from controller.models.exchange import HttpResponse
from controller.models.refusals import Refusal, refusal_of
from controller.models.response_faults import stated_error

DROPPED = "[an older picture was here]"
"""What the model reads in place of a picture that is left out, by an agent or here."""
PICTURE_LIMIT = "picture_limit"
"""The kind of fold (`Decision.details["folds"]`) that counts the pictures left out for an API's limit."""
REFUSAL_STATUSES = frozenset({400, 403, 413, 422, 500})
"""Statuses that servers refuse too many pictures with; 500 is what Ollama and new-api send."""
_ROOTS = ("messages", "input", "contents")
_CONTAINERS = ("content", "parts", "output", "functionResponse", "function_response")
_FORMS = {
    "image_url": ("image_url", "text"),
    "input_image": ("image_url", "input_text"),
    "image": ("source", "text"),
}
"""By the type of a part with a picture: the field that holds it, and the type of a part with text."""
_NUMBER = r"(?P<limit>\d+|no|zero|one|single|a single)"
_LIMITS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # vLLM: "At most 1 image(s) may be provided", "image=1 (or defaulted to 1) in `--limit-mm-per-prompt`"
        rf"(?:at most|at maximum|up to|no more than) {_NUMBER}\b",
        r"or defaulted to (?P<limit>\d+)",
        # Anthropic: "too many images and documents: 104 + 1 > 100", "0 document pages + 107 images > 100"
        r"> ?(?P<limit>\d+)",
        # "Max is 10", "(max 20)", "max allowed is 16", "a maximum of 10 images", "exceeds limit 4", "limited to 5"
        rf"(?:max(?:imum)?|limit(?:ed)?)(?: (?:number|count|images?|allowed|is|of|to)\b|[:=(])* ?{_NUMBER}\b",
        rf"(?:only|supports?|accepts?|allows?) {_NUMBER} (?:image|picture)",  # Ollama: "only supports a single image"
        rf"{_NUMBER} (?:image|picture)s? (?:per|in a)\b",
        r"最多\D{0,8}(?P<limit>\d+)|上限\D{0,8}(?P<digits>\d+)",
    )
)
_WORDS = {"no": 0, "zero": 0, "one": 1, "single": 1, "a single": 1}


class PictureLimits:
    """How many pictures each model takes in a request, as far as its API has refused more. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._limits: dict[tuple[str, str], int] = {}

    def excess(self, model: tuple[str, str], count: int) -> int:
        """Return how many of `count` pictures to leave out of a request to a model (endpoint, name)."""
        with self._lock:
            return max(0, count - self._limits.get(model, count))

    def learn(self, model: tuple[str, str], response: HttpResponse, count: int) -> bool:
        """Take in a refusal of a request with `count` pictures.

        Returns:
            Whether the response is such a refusal and fewer pictures can be sent. The limit is then what the API names,
            if that is fewer than were sent, else half of them.
        """
        explanation = picture_refusal(response)
        if not explanation or count <= 1:
            return False
        named = named_limit(explanation)
        if named == 0:
            return False
        limit = count // 2 if named is None or named >= count else named
        with self._lock:
            self._limits[model] = min(limit, self._limits.get(model, limit))
        return True


def picture_refusal(response: HttpResponse) -> str:
    """Return an API's words if it refuses a request for its number of pictures, else ""."""
    if response.status >= 400:
        explanation = _explanation(response.body) if response.status in REFUSAL_STATUSES else ""
    else:
        explanation = " ".join(_texts(stated_error(response)))
    return explanation if refusal_of(explanation) is Refusal.PICTURES else ""


def named_limit(explanation: str) -> int | None:
    """Return the number of pictures that an API says it takes, None when it names none."""
    for pattern in _LIMITS:
        if match := pattern.search(explanation):
            number = next(value for value in match.groups() if value)
            return _WORDS[number.lower()] if number.lower() in _WORDS else int(number)
    return None


def count_pictures(body: Any) -> int:
    """Return how many pictures a request's body has that can be left out."""
    return sum(1 for _ in _pictures(body))


def without_oldest(body: Any, count: int) -> Any:
    """Return a request's body without its oldest `count` pictures; a text stands for each."""
    body = copy.deepcopy(body)
    oldest = list(_pictures(body))[:count]
    for parts, index, result in reversed(
        oldest
    ):  # from the end, so that the places before stay what they are
        if result is None:
            parts[index] = _text_for(parts[index])
            continue
        del parts[index]
        if not parts:
            del result["parts"]
        if isinstance(result.get("response"), dict):
            result["response"]["screenshot"] = DROPPED
    if oldest:
        _drop_bound_thinking(body)
    return body


def _pictures(body: Any) -> Iterator[tuple[list[Any], int, dict[str, Any] | None]]:
    """The place of each picture: its list, its index, and Gemini's function response that the list belongs to."""
    for root in _ROOTS if isinstance(body, dict) else ():
        yield from _pictures_in(body.get(root), None)


def _pictures_in(
    value: Any, result: dict[str, Any] | None
) -> Iterator[tuple[list[Any], int, dict[str, Any] | None]]:
    if isinstance(value, dict):
        for name in _CONTAINERS:
            if name in value:
                inside = name == "parts" and "response" in value
                yield from _pictures_in(value[name], value if inside else None)
    for index, part in enumerate(value) if isinstance(value, list) else ():
        if isinstance(part, dict) and _is_picture(part):
            yield value, index, result
        else:
            yield from _pictures_in(part, None)


def _is_picture(part: dict[str, Any]) -> bool:
    kind = part.get("type")
    if kind in _FORMS:
        return _FORMS[kind][0] in part
    data = part.get("inlineData") or part.get("inline_data")
    return isinstance(data, dict) and str(data.get("mimeType") or data.get("mime_type")).startswith("image/")


def _text_for(part: dict[str, Any]) -> dict[str, Any]:
    if part.get("type") not in _FORMS:
        return {"text": DROPPED}
    marks = {name: part[name] for name in ("cache_control",) if name in part}
    return {"type": _FORMS[part["type"]][1], "text": DROPPED, **marks}


def _drop_bound_thinking(body: dict[str, Any]) -> None:
    """Leave out Claude's adaptive thinking: newer models take it only behind what stood before it."""
    thinking = body.get("thinking")
    if not isinstance(thinking, dict) or thinking.get("type") == "enabled":
        return
    for message in body["messages"]:
        content = message.get("content")
        if message.get("role") == "assistant" and isinstance(content, list):
            others = [
                block for block in content if block.get("type") not in ("thinking", "redacted_thinking")
            ]
            message["content"] = others or content


def _explanation(body: bytes) -> str:
    """The texts of an error's body, without the escapes of JSON."""
    text = body.decode("utf-8", "replace")
    try:
        return " ".join(_texts(json.loads(text)))
    except (ValueError, RecursionError):
        return text


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)
