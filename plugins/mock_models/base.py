"""Server of mock model APIs: uvicorn in a thread, responses and faults from a script, a log of requests."""

from __future__ import annotations

import asyncio
import itertools
import json
import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plugins.mock_models.api import CompactingApi, HttpCall, MockApi, ModelInPath, PlatformApi
from plugins.mock_models.context_window import count_tokens, count_usage
from plugins.mock_models.odd import FAILURE, make_odd
from plugins.mock_models.prompt_server import PromptServer
from plugins.mock_models.text_protocols import read_request, write_answer
from plugins.mock_models.turns import (
    ApiError,
    Body,
    BrokenBody,
    CutKind,
    ErrorAnswer,
    MockAnswer,
    RawAnswer,
    ScriptItem,
    summary,
)
from testbed.models import MOCK_HEADER, ModelTurn

STALL_SECONDS = 3600.0
"""Maximum duration of a stalled response when the client does not disconnect."""


@dataclass(frozen=True, slots=True)
class MockRequest:
    """A valid request and its API."""

    api: MockApi
    body: Body

    def turn(self) -> ModelTurn:
        """The request as a turn, in the protocol of its prompt."""
        return read_request(self.body, self.api.turn(self.body))


Script = Sequence[ScriptItem] | Callable[[MockRequest], ScriptItem]
"""Responses in order, or a function from a request to its response, which may raise ApiError."""


@dataclass(frozen=True, slots=True)
class RequestLog:
    """Log entry of a request: a summary of its response, or the reason why it was refused."""

    number: int
    api: str
    bytes: int
    status: int
    seconds: float
    answered: str = ""
    refused: str = ""


def sse(data: Body | str, event: str = "") -> bytes:
    """One server-sent event."""
    written = data.encode() if isinstance(data, str) else _to_json(data)
    return (f"event: {event}\n" if event else "").encode() + b"data: " + written + b"\n\n"


def _to_json(data: Body) -> bytes:
    """JSON as the APIs write it: characters beyond ASCII as they are."""
    try:
        return json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:  # half of a surrogate pair has no other form than its number
        return json.dumps(data).encode()


class ModelServer:
    """Server of mock APIs; a context manager that serves while entered.

    Attributes:
        url: The server's address.
        requests: Bodies of the valid requests, in order of arrival, as are all lists.
        errors: The errors of the invalid requests.
        raw: Bodies of all requests, as received.
        headers: Headers of all requests.
        context_window: The models' context window in tokens; longer requests are refused. 0: there is none, and the
            counts of tokens are always the same.
    """

    def __init__(
        self,
        apis: Sequence[MockApi],
        script: Script,
        *,
        port: int = 0,
        keep: bool = True,
        any_model: bool = False,
        on_request: Callable[[RequestLog], None] = lambda _: None,
        context_window: int = 0,
    ) -> None:
        """Open the port.

        Args:
            apis: The served APIs.
            script: The responses.
            port: The port on the loopback; 0 for any free one.
            keep: Whether requests and errors are stored in the lists.
            any_model: Whether any model name counts as served.
            on_request: Called with the log entry of each request.
            context_window: See the attribute.

        Raises:
            OSError: The port cannot be opened.
        """
        self.requests: list[Body] = []
        self.raw: list[bytes] = []
        self.headers: list[dict[str, str]] = []
        self.errors: list[ApiError] = []
        self.context_window = context_window
        self._apis = apis
        self._keep = keep
        self._any_model = any_model
        self._script = script if callable(script) else _follow(script)
        self._numbers = itertools.count(1)
        self._on_request = on_request
        self._socket = socket.create_server(("127.0.0.1", port))
        # The body of a response follows its head at once; asyncio does this for the sockets it makes itself.
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        config = uvicorn.Config(
            _mark_responses(Starlette(routes=self._routes())),
            log_config=None,
            log_level="critical",
            lifespan="off",
            ws="none",
            loop="asyncio",
            http="h11",
        )
        self._server = PromptServer(config)
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        end = time.monotonic() + 10
        while not self._server.started:
            if time.monotonic() > end:
                raise TimeoutError("the mock model did not start within 10 s")
            self._thread.join(0.005)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.stop()
        self._thread.join(10)
        self._socket.close()

    def _routes(self) -> list[Route]:
        return [
            *(Route(api.path, self._answering(api), methods=["POST"]) for api in self._apis),
            Route("/v1/models", self._models),
            Route("/v1/models/{model:path}", self._models),
            Route("/v1beta/models", self._models),
            Route("/v1beta/models/{model:path}", self._models),
        ]

    def _answering(self, served: MockApi) -> Callable[[Request], object]:
        async def answering(request: Request) -> Response:
            api = served
            started = time.monotonic()
            raw = await request.body()
            number = next(self._numbers)
            if self._keep:
                self.raw.append(raw)
                self.headers.append(dict(request.headers))
            answered = refused = ""
            try:
                if isinstance(served, ModelInPath):
                    api = served.for_model(request.path_params["model"])
                if isinstance(api, PlatformApi):
                    url = request.url
                    api.authorize(HttpCall(request.method, url.path, url.query, request.headers), raw)
                response, answered = await self._answer(api, raw, request.headers, number)
            except ApiError as error:
                if self._keep:
                    self.errors.append(error)
                response, refused = _error(api, error, number), error.message
            seconds = time.monotonic() - started
            self._on_request(
                RequestLog(number, api.name, len(raw), response.status_code, seconds, answered, refused)
            )
            return response

        return answering

    async def _answer(
        self, api: MockApi, raw: bytes, headers: Mapping[str, str], number: int
    ) -> tuple[Response, str]:
        """The response and its summary. Raises ApiError when the request is invalid or the script cannot answer it."""
        body = await run_in_threadpool(api.check, raw, headers)
        if self.context_window and (tokens := count_tokens(body)) > self.context_window:
            raise api.window_error(tokens, self.context_window)
        if self._keep:
            self.requests.append(body)
        if isinstance(api, CompactingApi) and (compacted := api.compaction(body, number)) is not None:
            if self.context_window:
                count_usage(compacted, count_tokens(body))
            return _json(compacted), "compaction"
        item = await run_in_threadpool(self._script, MockRequest(api, body))
        if isinstance(item, MockAnswer) and item.actions:
            item = await run_in_threadpool(lambda answer: write_answer(body, api.turn(body), answer), item)
        await asyncio.sleep(item.delay)
        match item:
            case MockAnswer() | RawAnswer():
                message = await run_in_threadpool(api.message, body, item, number)
                if self.context_window:
                    count_usage(message, count_tokens(body))
                if item.odd:
                    return _odd(api, body, message, item.odd, number), summary(item)
                return _success(api, body, message, item.cut, number), summary(item)
            case BrokenBody():
                return Response(item.body, media_type="application/json"), summary(item)
            case ErrorAnswer():
                fault = ApiError(item.status, item.kind, item.message, item.headers)
                return _error(api, fault, number), summary(item)

    async def _models(self, request: Request) -> Response:
        api = next((api for api in self._apis if api.owns(request.headers)), self._apis[0])
        model = request.path_params.get("model")
        try:
            api.check_key(request.headers)
            if model is None:
                return _json(api.models_body(api.models()))
            if model not in api.models() and not self._any_model:
                raise ApiError(404, "not_found_error", f"model: {model}")
        except ApiError as error:
            return _error(api, error, next(self._numbers))
        return _json(api.model_body(model))


def _mark_responses(app: ASGIApp) -> ASGIApp:
    """Mark every response as a mock model's, so that records of a run show it."""

    async def mark_response(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_mark(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)[MOCK_HEADER] = "1"
            await send(message)

        await app(scope, receive, send_with_mark)

    return mark_response


def _follow(items: Sequence[ScriptItem]) -> Callable[[MockRequest], ScriptItem]:
    rest = iter(items)

    def follow(_: MockRequest) -> ScriptItem:
        try:
            return next(rest)
        except StopIteration:
            raise ApiError(400, "invalid_request_error", "the script is at its end") from None

    return follow


def _success(api: MockApi, body: Body, message: Body, cut: CutKind, number: int) -> Response:
    headers = {"request-id": f"req_{number:04}", "x-request-id": f"req_{number:04}"}
    if not body.get("stream"):
        data = _to_json(message)
        return (
            _ChunkedResponse([data[: len(data) // 2]], "application/json", cut, headers)
            if cut
            else _json(message, headers)
        )
    events = api.events(message)
    if cut:
        events = events[: max(1, len(events) // 2)]
    if cut == "error":
        events.append(api.error_event(ApiError(529, "overloaded_error", "scripted")))
    return _ChunkedResponse(events, "text/event-stream", cut, headers)


def _odd(api: MockApi, body: Body, message: Body, kind: str, number: int) -> Response:
    """A response that deviates from the API's reference. Raises ApiError when this answer cannot."""
    stream = bool(body.get("stream"))
    failure = api.error_event(FAILURE) if stream else _to_json(api.error_body(FAILURE, f"req_{number:04}"))
    odd = make_odd(kind, api.odd_form, message, api.events, failure, stream=stream)
    return Response(b"".join(odd.parts), media_type=odd.media_type)


def _json(body: Body, headers: Mapping[str, str] | None = None, status: int = 200) -> Response:
    return Response(_to_json(body), status, headers, "application/json")


def _error(api: MockApi, error: ApiError, number: int) -> Response:
    request_id = f"req_{number:04}"
    headers = {"request-id": request_id, "x-request-id": request_id, **error.headers}
    return _json(api.error_body(error, request_id), headers, error.status)


class _ChunkedResponse(Response):
    """Response that sends its parts one by one, then ends normally, drops the connection, or stalls."""

    def __init__(
        self, parts: Sequence[bytes], media_type: str, cut: CutKind, headers: Mapping[str, str]
    ) -> None:
        super().__init__(media_type=media_type, headers=headers)
        del self.headers["content-length"]
        self._parts = parts
        self._cut = cut

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        for part in self._parts:
            await send({"type": "http.response.body", "body": part, "more_body": True})
        if self._cut == "stall":
            async with asyncio.timeout(STALL_SECONDS):
                while (await receive())["type"] != "http.disconnect":
                    pass
        # uvicorn closes the connection of a response that is not ended.
        if self._cut in ("", "error"):
            await send({"type": "http.response.body", "body": b"", "more_body": False})
