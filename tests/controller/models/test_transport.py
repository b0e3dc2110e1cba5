"""The transport below all SDKs: tries, waits, time limits."""

from __future__ import annotations

import email.utils
import gzip
import json
import threading
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

from controller.models.client import ModelClient
from controller.models.concurrency import ConcurrencyLimiter
from controller.models.exchange import HttpResponse
from controller.models.http_sender import HttpRequest, SendFailure
from controller.models.transport import _retry_after
from testbed.errors import CancelledError, ModelApiError, NodeError, UsageError
from tests.controller.models.endpoint import Act, Endpoint, answer, break_off
from tests.controller.models.posts import LONG, QUICK, post
from tests.waiting import eventually, limit


class FakeRecorder:
    """Keeps exchanges as a recorder does."""

    def __init__(self) -> None:
        self.exchanges: list[Any] = []

    def record(self, exchange: Any) -> None:
        self.exchanges.append(exchange)


class LostSender:
    """A sender on a node that is gone."""

    def send_http(self, request: HttpRequest, seconds: float) -> HttpResponse | SendFailure:
        raise NodeError("the guest slot lab1.1 is lost")


@pytest.mark.parametrize(
    ("trouble", "status"),
    [
        (answer(b"busy", 429), 429),
        (answer(b"", 500), 500),
        (answer(b"", 529), 529),
        (answer(b"", 408), 408),
        (answer(b"", 400, x_should_retry="true"), 400),
        (break_off, 0),
    ],
)
def test_what_passes_is_tried_again_and_kept(
    serve: Callable[..., Endpoint], trouble: Act, status: int
) -> None:
    endpoint = serve(
        trouble, trouble, answer(b'{"model": "m", "usage": {"input_tokens": 2, "output_tokens": 1}}')
    )
    recorder = FakeRecorder()
    with closing(ModelClient(QUICK, recorder)) as model_client, model_client.decision(LONG) as sent:  # type: ignore[arg-type]
        assert post(model_client, endpoint.url).json()["usage"]["input_tokens"] == 2
        assert (sent.calls, sent.retries, sent.request_bytes) == (1, 2, len(endpoint.bodies[0]))
        assert sent.usage["m"].output_tokens == 1
    [exchange] = recorder.exchanges
    assert [item.status for item in exchange.attempts] == [status, status, 200]
    assert all(item.error and 0 <= item.wait <= 0.02 for item in exchange.attempts[:2])
    assert len(endpoint.paths) == 3


@pytest.mark.parametrize(
    "act", [answer(b"no", 400), answer(b"", 404), answer(b"", 500, x_should_retry="false")]
)
def test_what_does_not_pass_is_not_tried_again(serve: Callable[..., Endpoint], act: Act) -> None:
    endpoint = serve(act)
    with closing(ModelClient(QUICK)) as model_client:
        assert post(model_client, endpoint.url).status_code >= 400
    assert len(endpoint.paths) == 1


def test_when_tries_run_out_the_last_answer_is_given_or_the_connections_trouble_said(
    serve: Callable[..., Endpoint],
) -> None:
    endpoint = serve(answer(b"still busy", 429))
    with closing(ModelClient(QUICK)) as model_client:
        assert post(model_client, endpoint.url).text == "still busy"
    assert len(endpoint.paths) == QUICK.attempts
    endpoint = serve(break_off)
    with (
        closing(ModelClient(QUICK)) as model_client,
        pytest.raises(ModelApiError, match=r"after 4 attempts: Connection error"),
    ):
        post(model_client, endpoint.url)
    assert len(endpoint.paths) == QUICK.attempts


@pytest.mark.parametrize("how", ["seconds", "milliseconds"])
def test_an_endpoint_that_says_how_long_to_wait_is_obeyed(serve: Callable[..., Endpoint], how: str) -> None:
    header = {
        "seconds": {"retry_after": "0.2"},
        "milliseconds": {"retry_after_ms": "200", "retry_after": "60"},
    }[how]
    endpoint = serve(answer(b"", 429, **header), answer())
    recorder = FakeRecorder()
    begun = time.monotonic()
    with closing(ModelClient(QUICK, recorder)) as model_client, model_client.decision(LONG):  # type: ignore[arg-type]
        assert post(model_client, endpoint.url).status_code == 200
    assert 0.2 <= recorder.exchanges[0].attempts[0].wait < 3
    assert time.monotonic() - begun >= 0.2


def test_the_time_to_wait_for_may_be_a_date() -> None:
    soon = email.utils.format_datetime(datetime.now(UTC) + timedelta(seconds=100), usegmt=True)
    assert 50 < _retry_after({"retry-after": soon}) <= 100
    assert _retry_after({"retry-after": "soon"}) == 0


def test_a_wait_that_passes_the_deadline_is_not_begun(serve: Callable[..., Endpoint]) -> None:
    endpoint = serve(answer(b"", 429, retry_after="600"))
    with (
        closing(ModelClient(QUICK)) as model_client,
        model_client.decision(LONG),
        pytest.raises(ModelApiError, match="within 30 s: HTTP 429 asked to wait 600 s"),
    ):
        post(model_client, endpoint.url)
    assert len(endpoint.paths) == 1


def test_closing_the_line_ends_a_wait_and_nothing_is_sent_after(serve: Callable[..., Endpoint]) -> None:
    endpoint = serve(answer(b"", 429, retry_after="20"))
    model_client = ModelClient(QUICK)
    failed: list[Exception] = []

    def ask() -> None:
        try:
            with model_client.decision(LONG):
                post(model_client, endpoint.url)
        except CancelledError as error:
            failed.append(error)

    thread = threading.Thread(target=ask)
    thread.start()
    eventually(lambda: endpoint.paths, what="the request", every=0.01)
    model_client.close()
    thread.join(limit(10))
    assert len(failed) == 1
    assert model_client.totals.calls == 0
    with pytest.raises(CancelledError), model_client.decision(LONG):
        pass
    with pytest.raises(CancelledError):
        post(model_client, endpoint.url)
    assert len(endpoint.paths) == 1


def test_a_compressed_answer_is_given_plain(serve: Callable[..., Endpoint]) -> None:
    packed = gzip.compress(b'{"said": "hello"}')
    endpoint = serve(answer(packed, content_encoding="gzip"))
    with closing(ModelClient(QUICK)) as model_client:
        assert post(model_client, endpoint.url).json() == {"said": "hello"}


def test_an_answer_without_end_is_not_taken(
    serve: Callable[..., Endpoint], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.models.http_sender.RESPONSE_LIMIT", 10_000)
    endpoint = serve(answer(b"x" * 20_000))
    with closing(ModelClient(QUICK)) as model_client, pytest.raises(ModelApiError, match="larger than"):
        post(model_client, endpoint.url)
    assert len(endpoint.paths) == 1


def test_a_redirect_is_followed(serve: Callable[..., Endpoint]) -> None:
    endpoint = serve(answer(b"", 307, location="/elsewhere"), answer(b'{"ok": true}'))
    with closing(ModelClient(QUICK)) as model_client:
        assert post(model_client, endpoint.url, {"a": 1}).json() == {"ok": True}
    assert endpoint.paths == ["/v1/x", "/elsewhere"]
    assert json.loads(endpoint.bodies[1]) == {"a": 1}


@pytest.mark.parametrize(
    "location", ["https://elsewhere.invalid/v1", "//127.0.0.1:1/", "http://127.0.0.1:99999999/"]
)
def test_a_redirect_to_another_host_is_refused(serve: Callable[..., Endpoint], location: str) -> None:
    endpoint = serve(answer(status=307, location=location))
    model_client = ModelClient(QUICK)
    with closing(model_client), pytest.raises((UsageError, ModelApiError), match="redirects to"):
        post(model_client, endpoint.url)
    assert len(endpoint.paths) == 1


@pytest.mark.parametrize("variable", ["ALL_PROXY", "https_proxy", "HTTP_PROXY"])
@pytest.mark.parametrize(
    ("proxy", "reason"),
    [
        ("socks5://a:secret@127.0.0.1:9", "needs the package socksio"),
        ("socks4://a:secret@x", "none of an http"),
        ("http://a:secret@x:port", "none of an http"),
    ],
)
def test_a_proxy_that_cannot_be_used_is_named(
    variable: str, proxy: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, proxy)
    with closing(ModelClient(QUICK)) as model_client, pytest.raises(UsageError) as caught:
        post(model_client, "http://model.example/v1")
    assert variable in caught.value.message and reason in caught.value.message
    assert "secret" not in str(caught.value) and "socksio" in caught.value.hint


@pytest.mark.parametrize("proxy", ["socks5://127.0.0.1:9", "http://127.0.0.1:9", "nonsense"])
def test_this_host_is_reached_without_a_proxy(
    proxy: str, serve: Callable[..., Endpoint], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALL_PROXY", proxy)
    monkeypatch.setenv("http_proxy", proxy)
    endpoint = serve(answer(b'{"a": 1}'))
    with closing(ModelClient(QUICK)) as model_client:
        assert post(model_client, endpoint.url).json() == {"a": 1}
        assert post(model_client, endpoint.url.replace("127.0.0.1", "localhost")).json() == {"a": 1}


def test_a_proxy_is_used_for_other_hosts(
    serve: Callable[..., Endpoint], monkeypatch: pytest.MonkeyPatch
) -> None:
    endpoint = serve(answer(b'{"a": 1}'))
    monkeypatch.setenv("HTTP_PROXY", endpoint.url)
    with closing(ModelClient(QUICK)) as model_client:
        assert post(model_client, "http://model.example").json() == {"a": 1}
    assert endpoint.paths == ["http://model.example/v1/x"]


def test_no_address_is_wrong_usage() -> None:
    with (
        closing(ModelClient(QUICK)) as model_client,
        pytest.raises(UsageError, match="invalid address of a model API"),
    ):
        post(model_client, "file:///etc")


def test_a_key_is_nowhere_in_what_is_kept(
    serve: Callable[..., Endpoint], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOME_KEY", "sk-very-secret")
    said = b"Incorrect key: sk-very-secret"
    endpoint = serve(answer(said, 500, request_id="for sk-very-secret"), answer(said, 401))
    recorder = FakeRecorder()
    with closing(ModelClient(QUICK, recorder)) as model_client:  # type: ignore[arg-type]
        key = model_client.key("SOME_KEY", "x")
        with model_client.http_client() as client:
            answered = client.post(
                f"{endpoint.url}/v1/x?key={key}", json={}, headers={"authorization": f"Bearer {key}"}
            )
    assert answered.text == "Incorrect key: [key]"
    assert "secret" not in repr(recorder.exchanges)
    assert recorder.exchanges[0].url == f"{endpoint.url}/v1/x"


def test_a_word_in_place_of_a_key_stays_in_answers(
    serve: Callable[..., Endpoint], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOME_KEY", "test")
    endpoint = serve(answer(b'{"open": "test_report.py"}', 200))
    with closing(ModelClient(QUICK)) as model_client:
        assert model_client.key("SOME_KEY", "x") == "test"
        assert post(model_client, endpoint.url, {}).text == '{"open": "test_report.py"}'


@pytest.mark.parametrize("value", ["", "  ", "sk-ümlaut", "sk\n1"])
def test_what_is_no_key_is_said_before_it_is_sent(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_KEY", value)
    with pytest.raises(UsageError, match="SOME_KEY"):
        ModelClient().key("SOME_KEY", "x")


def test_a_key_may_have_a_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOME_KEY", raising=False)
    assert ModelClient().key("SOME_KEY", "x", default="none") == "none"


def test_only_so_many_requests_are_under_way_at_an_endpoint(serve: Callable[..., Endpoint]) -> None:
    lock = threading.Lock()
    now, most = 0, 0
    full = threading.Event()

    def act(handler: BaseHTTPRequestHandler) -> None:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
            if now == 2:
                full.set()
        full.wait(60)
        with lock:
            now -= 1
        answer()(handler)

    endpoint = serve(act)
    limiter = ConcurrencyLimiter(2)
    model_clients = [ModelClient(QUICK, limiter=limiter) for _ in range(6)]
    threads = [
        threading.Thread(target=post, args=(model_client, endpoint.url)) for model_client in model_clients
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(limit(20))
    for model_client in model_clients:
        model_client.close()
    assert len(endpoint.paths) == 6
    assert most == 2


def test_a_place_that_never_gets_free_is_the_apis_trouble(serve: Callable[..., Endpoint]) -> None:
    hold = threading.Event()

    def act(handler: BaseHTTPRequestHandler) -> None:
        hold.wait(60)
        answer()(handler)

    endpoint = serve(act)
    limiter = ConcurrencyLimiter(1)
    first, second = ModelClient(QUICK, limiter=limiter), ModelClient(QUICK, limiter=limiter)
    thread = threading.Thread(target=post, args=(first, endpoint.url))
    thread.start()
    eventually(lambda: endpoint.paths, what="the request", every=0.01)
    with second.decision(2.0), pytest.raises(ModelApiError, match="no request slot became free") as caught:
        post(second, endpoint.url)
    assert "--concurrency is 1" in caught.value.hint
    hold.set()
    thread.join(limit(20))
    first.close()
    second.close()


def test_a_lost_sender_ends_the_request_at_once(serve: Callable[..., Endpoint]) -> None:
    endpoint, recorder = serve(answer()), FakeRecorder()
    client = ModelClient(QUICK, recorder=recorder)
    client.send_by(LostSender())
    with pytest.raises(NodeError, match="lab1"):
        post(client, endpoint.url)
    [exchange] = recorder.exchanges
    assert (exchange.failure, exchange.attempts) == ("the guest slot lab1.1 is lost", [])
