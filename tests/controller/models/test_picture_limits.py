"""Servers that take few pictures in a request: the oldest are left out, counted and recorded."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.models.client import ModelClient
from controller.models.concurrency import ConcurrencyLimiter
from controller.models.exchange import RetryPolicy
from controller.models.picture_limits import DROPPED, count_pictures, named_limit, without_oldest
from controller.models.refusals import Refusal, refusal_of
from plugins.mock_models.anthropic_messages import AnthropicServer
from plugins.mock_models.base import MockRequest
from plugins.mock_models.turns import ApiError, MockAnswer, ScriptItem
from testbed.actions import Terminate, ToolCall
from tests.controller.models.endpoint import Endpoint, answer
from tests.controller.models.posts import QUICK, post
from tests.controller.models.runs import exchanges, prepare, replay, results, run

PICTURE = "iVBORw0KGgo="
URL = f"data:image/png;base64,{PICTURE}"
WORDINGS = [  # as public reports have them; the names are those of repositories and servers
    ("At most 1 image(s) may be provided in one request.", 1),  # vllm-project/vllm#13513
    (
        "At most 8 image(s) may be provided in one prompt. Set `--limit-mm-per-prompt` to increase this limit.",
        8,
    ),
    (
        "You set image=1 (or defaulted to 1) in `--limit-mm-per-prompt`, but passed 2 image items in the same prompt.",
        1,
    ),
    ("too many images and documents: 126 + 0 > 100", 100),  # openclaw/openclaw#13202
    ("Too much media: 0 document pages + 107 images > 100", 100),  # anthropics/claude-code#24541
    ("Too many images in request. Max is 10.", 10),  # the-open-agent/openagent#874 (Azure)
    (
        "Too many images in request: 11 images provided, but the model supports a maximum of 10 images.",
        10,
    ),  # microsoft/vscode#306919
    (
        "request contains 52 images, exceeding the maximum of 50 allowed per request",
        50,
    ),  # anomalyco/opencode#48647
    ("Number of images (2) exceeds maximum of 1", 1),  # antiwork/gumroad#4709 (OpenAI)
    ("too many URL images in request (max 20)", 20),  # microsoft/vscode#310937
    ("Image count 5 exceeds limit 4 per request.", 4),  # AgnesAI-Labs/AgnesCode#50
    ("too many images in the message, max allowed is 16", 16),  # QuantumNous/new-api#1233
    ("vision model only supports a single image per message", 1),  # ollama/ollama-js#213
    ("请求中的图像过多: 提供了 11 个图像，但模型最多支持 10 个图像。", 10),  # microsoft/vscode#303825
    ("At most 0 image(s) may be provided in one prompt.", 0),
    ("Too many images provided", None),
]
VLLM = "At most 1 image(s) may be provided in one request."
BODIES: dict[str, Callable[[int], dict[str, Any]]] = {
    "chat": lambda n: {
        "model": "m",
        "messages": [
            {
                "role": "user",
                "content": [{"type": "text", "text": "t"}, {"type": "image_url", "image_url": {"url": URL}}],
            }
            for _ in range(n)
        ],
    },
    "responses": lambda n: {
        "model": "m",
        "input": [
            {
                "type": "function_call_output",
                "call_id": "c",
                "output": [{"type": "input_image", "image_url": URL}],
            }
            for _ in range(n)
        ],
    },
    "messages": lambda n: {
        "model": "m",
        "messages": [
            {
                "role": "user",
                "content": [
                    {
                        "type": "tool_result",
                        "tool_use_id": "c",
                        "content": [{"type": "image", "source": {"type": "base64", "data": PICTURE}}],
                    }
                ],
            }
            for _ in range(n)
        ],
    },
    "gemini": lambda n: {
        "model": "m",
        "contents": [
            {
                "role": "user",
                "parts": [
                    {
                        "functionResponse": {
                            "name": "f",
                            "response": {"output": "o"},
                            "parts": [{"inlineData": {"mimeType": "image/png", "data": PICTURE}}],
                        }
                    }
                ],
            }
            for _ in range(n)
        ],
    },
}


def error(message: str) -> bytes:
    return json.dumps({"error": {"message": message, "type": "BadRequestError", "code": 400}}).encode()


@pytest.mark.parametrize(("words", "limit"), WORDINGS)
def test_the_limit_is_read_from_the_words(words: str, limit: int | None) -> None:
    assert refusal_of(words) is Refusal.PICTURES
    assert named_limit(words) == limit


@pytest.mark.parametrize("api", BODIES)
@pytest.mark.parametrize("status", [400, 422, 500, 200])
def test_the_request_is_sent_again_with_the_newest_picture(
    serve: Callable[..., Endpoint], api: str, status: int
) -> None:
    endpoint = serve(answer(error(VLLM), status), answer())
    with closing(ModelClient(QUICK)) as client:
        with client.decision(30) as sent:
            assert post(client, endpoint.url, BODIES[api](3)).status_code == 200
        assert (sent.calls, sent.retries, sent.pictures_left_out) == (1, 1, 2)
        assert sent.request_bytes == len(endpoint.bodies[1])
        post(client, endpoint.url, BODIES[api](4))
    first, second, later = map(json.loads, endpoint.bodies)
    assert [count_pictures(body) for body in (first, second, later)] == [3, 1, 1]
    assert json.dumps(later).count(DROPPED) == 3
    assert json.dumps(later).index(PICTURE) > json.dumps(later).rindex(DROPPED)


def test_the_limit_is_known_to_all_clients_of_a_run_and_to_other_models_not(
    serve: Callable[..., Endpoint],
) -> None:
    endpoint = serve(answer(error(VLLM), 400), answer())
    limiter = ConcurrencyLimiter()
    for model in ("m", "m", "other"):
        with closing(ModelClient(QUICK, limiter=limiter)) as client:
            assert post(client, endpoint.url, BODIES["chat"](3) | {"model": model}).status_code == 200
    assert [count_pictures(json.loads(body)) for body in endpoint.bodies] == [3, 1, 1, 3]


def test_without_a_number_it_halves_down_to_one(serve: Callable[..., Endpoint]) -> None:
    refuse = answer(error("Too many images provided"), 400)
    endpoint = serve(refuse)
    with closing(ModelClient(RetryPolicy(attempts=1))) as client:
        assert post(client, endpoint.url, BODIES["messages"](9)).status_code == 400
    assert [count_pictures(json.loads(body)) for body in endpoint.bodies] == [9, 4, 2, 1]


@pytest.mark.parametrize(
    "words", ["At most 0 image(s) may be provided in one prompt.", "scripted", "Insufficient Balance"]
)
def test_other_refusals_are_not_answered_with_fewer_pictures(
    serve: Callable[..., Endpoint], words: str
) -> None:
    endpoint = serve(answer(error(words), 400))
    with closing(ModelClient(QUICK)) as client:
        assert post(client, endpoint.url, BODIES["chat"](3)).status_code == 400
    assert len(endpoint.bodies) == 1


def test_a_signed_request_is_sent_as_it_is(serve: Callable[..., Endpoint]) -> None:
    endpoint = serve(answer(error(VLLM), 400))
    with closing(ModelClient(QUICK)) as client, client.http_client() as http:
        signed = {"authorization": "AWS4-HMAC-SHA256 Credential=x"}
        assert http.post(endpoint.url, json=BODIES["messages"](3), headers=signed).status_code == 400
    assert len(endpoint.bodies) == 1


def test_what_looks_like_a_picture_in_a_call_or_a_tool_stays() -> None:
    part = {"type": "image", "source": {"data": PICTURE}}
    call = {
        "role": "assistant",
        "content": [{"type": "tool_use", "id": "c", "name": "f", "input": {"content": [part]}}],
    }
    body = {"tools": [part], "messages": [call, {"role": "user", "content": [part, part]}]}
    trimmed = without_oldest(body, 1)
    assert count_pictures(body) == 2
    assert (trimmed["tools"], trimmed["messages"][0]) == (body["tools"], call)
    assert trimmed["messages"][1]["content"] == [{"type": "text", "text": DROPPED}, part]


def test_a_run_records_what_was_left_out_and_is_replayed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = 0
    write = ToolCall(
        name="filesystem_write_file", arguments={"path": "/home/user/note.txt", "content": "done\n"}
    )

    def solve(request: MockRequest) -> ScriptItem:
        nonlocal refused
        sent = json.dumps(request.body).count("iVBORw0KGgo")
        if sent > 1:
            refused += 1
            raise ApiError(400, "invalid_request_error", VLLM)
        turns = sum(message["role"] == "assistant" for message in request.body["messages"])
        return MockAnswer(actions=(write if turns < 4 else Terminate(status="success"),))

    with AnthropicServer(solve) as server:
        prepare(monkeypatch, server)
        assert run(tmp_path / "run", "--epochs", "2") == 0
    assert refused == 1  # in both episodes together
    first, second = results(tmp_path / "run")
    assert (first["score"], second["score"]) == (1.0, 1.0)
    assert (first["usage"]["folds"], first["usage"]["retries"], second["usage"]["retries"]) == (
        {"picture_limit": 4},
        1,
        0,
    )
    [folder, _] = sorted((tmp_path / "run").glob("episodes/*/*/*"))
    lines = exchanges(folder)
    assert [line["pictures_left_out"] for line in lines] == [0, 1, 2, 3, 4]
    events = map(json.loads, (folder / "events.jsonl").read_text().splitlines())
    folds = [event["details"].get("folds", []) for event in events if event["event"] == "decision"]
    assert [fold["count"] for kept in folds for fold in kept] == [1, 2, 3, 4]
    prepare(monkeypatch, None)
    assert replay(tmp_path / "run", tmp_path / "again") == 0
    assert "0 request(s) in 0 episode(s) and 0 result(s) differ" in capsys.readouterr().err
    assert [result["usage"]["folds"] for result in results(tmp_path / "again")] == [
        first["usage"]["folds"],
        second["usage"]["folds"],
    ]
