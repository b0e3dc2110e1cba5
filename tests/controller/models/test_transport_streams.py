"""The transport below all SDKs: streamed responses that stall, break off or hold an error."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import closing
from http.server import BaseHTTPRequestHandler

import pytest

from controller.models.client import ModelClient
from testbed.errors import ModelApiError
from tests.controller.models.endpoint import Act, Endpoint, answer
from tests.controller.models.posts import LONG, QUICK, post
from tests.waiting import limit


def stream(*events: tuple[str, str]) -> Act:
    body = "".join(f"event: {name}\ndata: {data}\n\n" for name, data in events)
    return answer(body.encode(), content_type="text/event-stream; charset=utf-8")


FAILED = ("error", '{"type": "error", "error": {"type": "overloaded_error", "message": "x"}}')
BEGUN = ("message_start", '{"type": "message_start"}')


def test_an_error_event_in_a_stream_is_tried_again(serve: Callable[..., Endpoint]) -> None:
    endpoint = serve(stream(BEGUN, FAILED), stream(BEGUN, ("message_stop", "{}")))
    model_client = ModelClient(QUICK)
    with closing(model_client), model_client.decision(LONG):
        response = post(model_client, endpoint.url)
    assert b"message_stop" in response.content
    assert len(endpoint.paths) == 2


@pytest.mark.parametrize(
    "event",
    [
        ("error", '{"type": "error", "error": {"type": "invalid_request_error", "message": "x"}}'),
        ("delta", r'{"text": "\nevent: error\ndata: overloaded"}'),
    ],
)
def test_what_will_not_pass_or_only_speaks_of_errors_is_not(
    serve: Callable[..., Endpoint], event: tuple[str, str]
) -> None:
    endpoint = serve(stream(BEGUN, event, ("message_stop", "{}")))
    model_client = ModelClient(QUICK)
    with closing(model_client), model_client.decision(LONG):
        assert post(model_client, endpoint.url).status_code == 200
    assert len(endpoint.paths) == 1


CHUNK = '{"object": "chat.completion.chunk", "choices": [{"delta": {"content": "x"}, "finish_reason": null}]}'
CREATED = '{"type": "response.created", "response": {}}'


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (BEGUN, ("message_stop", '{"type": "message_stop"}')),
        (("response.created", CREATED), ("response.completed", '{"type": "response.completed"}')),
        (("response.created", CREATED), ("error", '{"type": "error", "code": "invalid_prompt"}')),
        (("chunk", CHUNK), ("chunk", CHUNK.replace("null", '"stop"'))),
        (("chunk", CHUNK), ("done", "[DONE]")),
        (("chunk", CHUNK), ("chunk", '{"error": {"message": "no", "code": "invalid_prompt"}}')),
    ],
)
def test_a_stream_that_ends_before_its_response_is_tried_again(
    serve: Callable[..., Endpoint], first: tuple[str, str], last: tuple[str, str]
) -> None:
    endpoint = serve(stream(first), stream(first, last))
    model_client = ModelClient(QUICK)
    with closing(model_client), model_client.decision(LONG):
        assert last[1].encode() in post(model_client, endpoint.url).content
    assert len(endpoint.paths) == 2


def test_an_error_chunk_that_may_pass_is_tried_again(serve: Callable[..., Endpoint]) -> None:
    endpoint = serve(
        stream(("chunk", CHUNK), ("chunk", '{"error": {"code": "server_error"}}')), stream(("d", "[DONE]"))
    )
    model_client = ModelClient(QUICK)
    with closing(model_client), model_client.decision(LONG):
        post(model_client, endpoint.url)
    assert len(endpoint.paths) == 2


@pytest.mark.parametrize("piece", [b"", b"data: {}\n\n"])
def test_a_stream_that_stalls_or_never_ends_is_cut_at_the_deadline(
    serve: Callable[..., Endpoint], piece: bytes
) -> None:
    stop = threading.Event()

    def drip(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("content-type", "text/event-stream")
        handler.end_headers()
        handler.wfile.write(b"data: {}\n\n")
        while not stop.wait(0.05):
            handler.wfile.write(piece)

    endpoint = serve(drip)
    begun = time.monotonic()
    with (
        closing(ModelClient(QUICK)) as model_client,
        model_client.decision(0.5),
        pytest.raises(ModelApiError, match="did not answer within"),
    ):
        post(model_client, endpoint.url)
    stop.set()
    assert time.monotonic() - begun < limit(30)
