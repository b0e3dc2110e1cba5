"""Mock of Google's generateContent and streamGenerateContent.

with GoogleServer([reply(words("I click."), call("click", {"x": 300, "y": 400}))]) as server:
    client = genai.Client(api_key=KEY, http_options={"base_url": server.url})

The API names the model in the URL, so each model and method has a path of its own. A streamed request's body gets
`"stream": true`, which it does not have on the wire.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from plugins.mock_models.api import MockApi
from plugins.mock_models.base import ModelServer, Script, sse
from plugins.mock_models.google_content_rules import sign
from plugins.mock_models.google_models import SERVED, find_model
from plugins.mock_models.google_rules import (
    KEY,
    KEY_HEADER,
    check_key,
    check_request,
    error_of,
    no_model,
)
from plugins.mock_models.google_turns import parts_of, turn_of
from plugins.mock_models.odd_forms import GEMINI
from plugins.mock_models.turns import (
    ApiError,
    Body,
    CutKind,
    ErrorAnswer,
    MockAnswer,
    RawAnswer,
)
from testbed.models import ModelTurn

RATE_LIMITED = ErrorAnswer(429, "RESOURCE_EXHAUSTED", headers={"retry-after": "0.01"})
OVERLOADED = ErrorAnswer(503, "UNAVAILABLE", headers={"retry-after": "0.01"})
INTERNAL = ErrorAnswer(500, "INTERNAL", headers={"retry-after": "0.01"})
MODELS = tuple(SERVED)
PATH = "/v1beta/models"
CHUNK = 40
"""Characters of a text in a chunk of a stream."""
USAGE: Body = {
    "promptTokenCount": 135,
    "cachedContentTokenCount": 100,
    "candidatesTokenCount": 8,
    "thoughtsTokenCount": 12,
    "totalTokenCount": 155,
}


def reply(
    *parts: Body, stop: str = "", details: Body | None = None, cut: CutKind = "", model: str = ""
) -> RawAnswer:
    """An answer with these parts.

    Args:
        *parts: The parts.
        stop: The finish reason, by default "STOP"; "BLOCKED" for a blocked prompt, with `promptFeedback` in `details`.
        details: `promptFeedback`, or the candidate's further fields.
        cut: What happens half-way.
        model: The model named in the response; by default the requested one.
    """
    return RawAnswer(parts, stop, details, cut=cut, model=model)


def words(text: str) -> Body:
    return {"text": text}


def think(text: str) -> Body:
    return {"text": text, "thought": True}


def call(name: str, arguments: Any = None, *, signed: bool = True) -> Body:
    """A function call; the first of an answer gets a signature unless it is not to be `signed`."""
    part: Body = {"functionCall": {"name": name, "args": {} if arguments is None else arguments}}
    return part if signed else {**part, "unsigned": True}


class _Google:
    """What the mock's endpoints share, with any key if `key` is empty."""

    name = "google"
    odd_form = GEMINI

    def __init__(self, key: str = "") -> None:
        self._key = key

    def owns(self, headers: Mapping[str, str]) -> bool:
        return KEY_HEADER in headers

    def check_key(self, headers: Mapping[str, str]) -> None:
        check_key(headers, self._key)

    def window_error(self, tokens: int, window: int) -> ApiError:
        message = f"The input token count ({tokens}) exceeds the maximum number of tokens allowed ({window})."
        return ApiError(400, "INVALID_ARGUMENT", message)

    def models(self) -> Sequence[str]:
        return MODELS

    def models_body(self, models: Sequence[str]) -> Body:
        return {"models": [self.model_body(model) for model in models]}

    def model_body(self, model: str) -> Body:
        return {
            "name": f"models/{model}",
            "version": "001",
            "displayName": model,
            "inputTokenLimit": 1_048_576,
            "outputTokenLimit": 65_536,
            "supportedGenerationMethods": ["generateContent", "countTokens"],
        }

    def error_body(self, error: ApiError, request_id: str) -> Body:  # noqa: ARG002
        return error_of(error)

    def error_event(self, error: ApiError) -> bytes:
        return sse(error_of(error))


class GoogleGenerate(_Google):
    """Mock of generateContent, or of streamGenerateContent, for one model. Implements `MockApi`."""

    def __init__(self, model: str, key: str = "", *, stream: bool = False) -> None:
        super().__init__(key)
        self._model = model
        self._stream = stream
        self.path = f"{PATH}/{model}:{'streamGenerateContent' if stream else 'generateContent'}"

    def check(self, raw: bytes, headers: Mapping[str, str]) -> Body:
        self.check_key(headers)
        body = check_request(raw, self._model)
        return {**body, "model": self._model} | ({"stream": True} if self._stream else {})

    def turn(self, body: Body) -> ModelTurn:
        return turn_of(self._model, body)

    def message(self, body: Body, answer: MockAnswer | RawAnswer, number: int) -> Body:
        written = parts_of(self._model, body, answer) if isinstance(answer, MockAnswer) else answer.content
        stop, details = (answer.stop, answer.details) if isinstance(answer, RawAnswer) else ("", None)
        common: Body = {
            "usageMetadata": USAGE,
            "modelVersion": answer.model or self._model,
            "responseId": f"response-{number:04}",
        }
        if stop == "BLOCKED":
            return {"promptFeedback": details or {"blockReason": "PROHIBITED_CONTENT"}, **common}
        parts = [*self._add_ids(written, number)]
        content = {"content": {"role": "model", "parts": parts}} if parts else {}
        candidate = {**content, "finishReason": stop or "STOP", "index": 0, **(details or {})}
        return {"candidates": [candidate], **common}

    def events(self, message: Body) -> list[bytes]:
        return [sse(chunk) for chunk in _chunks(message)]

    def _add_ids(self, parts: Sequence[Body], number: int) -> Iterator[Body]:
        """Add the ids and signatures that the API adds."""
        newer = find_model(self._model).generation > 2
        first = True
        for place, part in enumerate(parts):
            if "functionCall" not in part:
                yield part
                continue
            made = dict(part["functionCall"])
            if newer:
                made = {"id": f"call-{number:04}-{place}", **made}
            signed = newer and first and not part.get("unsigned")
            yield {"functionCall": made, **({"thoughtSignature": sign(made)} if signed else {})}
            first = False


class GoogleUnknown(GoogleGenerate):
    """Refuses requests for models that the mock does not serve. Implements `MockApi`."""

    def __init__(self, key: str = "") -> None:
        super().__init__("{model}", key)
        self.path = f"{PATH}/{{model}}"

    def check(self, raw: bytes, headers: Mapping[str, str]) -> Body:  # noqa: ARG002
        self.check_key(headers)
        raise no_model()


class GoogleAny(GoogleUnknown):
    """Serves models of any name, with the rules of a stand-in. Implements `ModelInPath`."""

    def for_model(self, named: str) -> GoogleGenerate:
        model, _, method = named.rpartition(":")
        if not model or method not in ("generateContent", "streamGenerateContent"):
            return self
        return GoogleGenerate(model, self._key, stream=method == "streamGenerateContent")


def google_apis(key: str = "", *, any_model: bool = False) -> list[MockApi]:
    """Return the endpoints of all models; with `any_model` those of a model of any name, too."""
    served = [GoogleGenerate(model, key, stream=stream) for model in MODELS for stream in (False, True)]
    return [*served, GoogleAny(key) if any_model else GoogleUnknown(key)]


class GoogleServer(ModelServer):
    """Server of the Gemini API with a script, for tests."""

    def __init__(self, script: Script) -> None:
        super().__init__(google_apis(KEY), script)


def _chunks(message: Body) -> Iterator[Body]:
    common = {name: message[name] for name in ("modelVersion", "responseId", "usageMetadata")}
    if "promptFeedback" in message:
        yield message
        return
    candidate = message["candidates"][0]
    parts = (candidate.get("content") or {"parts": []})["parts"]
    pieces = [piece for part in parts for piece in _pieces(part)]
    for piece in pieces:
        yield {"candidates": [{"content": {"role": "model", "parts": [piece]}, "index": 0}], **common}
    last = {name: value for name, value in candidate.items() if name != "content"}
    yield {"candidates": [last], **common}


def _pieces(part: Body) -> list[Body]:
    """Texts come in pieces, calls as a whole."""
    text = part.get("text")
    if not isinstance(text, str) or len(text) > 100 * CHUNK:
        return [part]
    return [{**part, "text": text[start : start + CHUNK]} for start in range(0, len(text), CHUNK)]
