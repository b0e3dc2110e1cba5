"""A Messages API on a loopback port: it checks every request and answers from a script.

with AnthropicServer([reply(use("left_click", {"coordinate": [3, 4]}, "computer"))]) as server:
    client = Anthropic(api_key=KEY, base_url=server.url)
"""

from __future__ import annotations

import itertools
import json
import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from tests.wire.anthropic_rules import MODELS, ApiError, check_headers, check_request, sign

Block = dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """A successful answer."""

    content: tuple[Block, ...]
    stop_reason: str = ""
    stop_details: Block | None = None


@dataclass(frozen=True)
class Fault:
    """An answer that is an error, in the API's format."""

    status: int
    kind: str
    message: str = "scripted"
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Broken:
    """A 200 whose body is this, whatever it is."""

    body: bytes


@dataclass(frozen=True)
class Dropped:
    """The connection ends in the middle of the answer."""


Item = Reply | Fault | Broken | Dropped
Script = Sequence[Item] | Callable[[Block], Item]

RATE_LIMITED = Fault(429, "rate_limit_error", headers={"retry-after": "0.01"})
OVERLOADED = Fault(529, "overloaded_error", headers={"retry-after-ms": "10"})
INTERNAL = Fault(500, "api_error", headers={"retry-after-ms": "10"})


def reply(*content: Block, stop: str = "") -> Reply:
    return Reply(content, stop)


def text(words: str) -> Block:
    return {"type": "text", "text": words}


def think(words: str) -> Block:
    return {"type": "thinking", "thinking": words}


def use(name: str, arguments: Any = None, toolset: str | None = None) -> Block:
    block = {"type": "tool_use", "name": name, "input": {} if arguments is None else arguments}
    return block | {"toolset_name": toolset} if toolset else block


class AnthropicServer:
    """Serves while entered. `requests` are the bodies received, `errors` what was wrong with them."""

    def __init__(self, script: Script) -> None:
        self.requests: list[Block] = []
        self.headers: list[dict[str, str]] = []
        self.errors: list[ApiError] = []
        self._next = script if callable(script) else self._follow(script)
        self._numbers = itertools.count(1)
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        app = Starlette(
            routes=[
                Route("/v1/messages", self._messages, methods=["POST"]),
                Route("/v1/models/{model}", self._model),
            ]
        )
        self._server = uvicorn.Server(
            uvicorn.Config(
                app,
                log_config=None,
                log_level="critical",
                lifespan="off",
                ws="none",
                loop="asyncio",
                http="h11",
            )
        )
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        end = time.monotonic() + 10
        while not self._server.started:
            if time.monotonic() > end:
                raise TimeoutError("the wire server did not start within 10 s")
            self._thread.join(0.005)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.should_exit = True
        self._thread.join(10)
        self._socket.close()

    @staticmethod
    def _follow(items: Sequence[Item]) -> Callable[[Block], Item]:
        rest = iter(items)

        def follow(_: Block) -> Item:
            try:
                return next(rest)
            except StopIteration:
                raise ApiError(400, "invalid_request_error", "the script is at its end") from None

        return follow

    async def _messages(self, request: Request) -> Response:
        raw = await request.body()
        self.headers.append(dict(request.headers))
        try:
            body = check_request(raw, request.headers)
            self.requests.append(body)
            item = self._next(body)
        except ApiError as error:
            self.errors.append(error)
            return self._error(error)
        match item:
            case Reply():
                return JSONResponse(self._message(body, item), headers=self._ids())
            case Fault():
                return self._error(ApiError(item.status, item.kind, item.message, item.headers))
            case Broken():
                return Response(item.body, media_type="application/json")
            case Dropped():
                return _Cut()

    async def _model(self, request: Request) -> Response:
        model = request.path_params["model"]
        try:
            check_headers(request.headers)
            if model not in MODELS:
                raise ApiError(404, "not_found_error", f"model: {model}")
        except ApiError as error:
            return self._error(error)
        return JSONResponse(
            {"type": "model", "id": model, "display_name": model, "created_at": "2026-09-01T00:00:00Z"}
        )

    def _message(self, body: Block, item: Reply) -> Block:
        content = [self._complete(body, block) for block in item.content]
        calls = any(block["type"] == "tool_use" for block in content)
        return {
            "id": f"msg_{next(self._numbers):04}",
            "type": "message",
            "role": "assistant",
            "model": body["model"],
            "content": content,
            "stop_reason": item.stop_reason or ("tool_use" if calls else "end_turn"),
            "stop_sequence": None,
            "stop_details": item.stop_details,
            "usage": {
                "input_tokens": 100,
                "output_tokens": 20,
                "cache_creation_input_tokens": 30,
                "cache_read_input_tokens": 5,
            },
        }

    def _complete(self, body: Block, block: Block) -> Block:
        if block["type"] == "tool_use":
            return {**block, "id": f"toolu_{next(self._numbers):04}", "caller": {"type": "direct"}}
        if block["type"] == "thinking":
            return {**block, "signature": sign(body, len(body["messages"]), block["thinking"])}
        return block

    def _ids(self) -> dict[str, str]:
        return {"request-id": f"req_{next(self._numbers):04}"}

    def _error(self, error: ApiError) -> Response:
        headers = self._ids() | error.headers
        body = {
            "type": "error",
            "error": {"type": error.kind, "message": error.message},
            "request_id": headers["request-id"],
        }
        return Response(json.dumps(body), error.status, headers, "application/json")


class _Cut(Response):
    """Announces more than it sends, so the server closes the connection in mid-answer."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"content-type", b"application/json"), (b"content-length", b"1000")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b'{"id": ', "more_body": True})
