from __future__ import annotations

import base64
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from starlette.testclient import TestClient

from plugins.osworld.serving.vlc import make_app

ALLOWED = ("", "password")


class Vlc(BaseHTTPRequestHandler):
    """Stands for VLC's HTTP interface: says what it was asked, to those who know its password."""

    def do_GET(self) -> None:
        known = self.headers["Authorization"] == "Basic " + base64.b64encode(b":testbed").decode()
        self.send_response(200 if known else 401)
        self.send_header("Content-Type", "text/xml")
        self.end_headers()
        self.wfile.write(f"<asked>{self.path}</asked>".encode())

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@pytest.fixture
def client() -> Iterator[TestClient]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Vlc)
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    with TestClient(make_app(f"http://127.0.0.1:{server.server_port}"), "http://localhost") as client:
        yield client
    server.shutdown()
    server.server_close()


def test_a_question_with_osworlds_password_reaches_vlc_under_its_own(client: TestClient) -> None:
    answer = client.get("/requests/status.xml?command=pl_play", auth=ALLOWED)
    assert answer.text == "<asked>/requests/status.xml?command=pl_play</asked>"
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/xml; charset=utf-8")


@pytest.mark.parametrize("auth", [None, ("", "testbed"), ("user", "password")])
def test_others_are_refused(client: TestClient, auth: tuple[str, str] | None) -> None:
    answer = client.get("/requests/status.xml", auth=auth)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"].startswith("Basic")


def test_a_page_of_another_host_is_refused(client: TestClient) -> None:
    assert client.get("/", auth=ALLOWED, headers={"Host": "evil.example"}).status_code == 403


def test_a_vlc_that_does_not_run_is_named() -> None:
    with TestClient(make_app("http://127.0.0.1:1"), "http://localhost") as client:
        answer = client.get("/requests/status.xml", auth=ALLOWED)
    assert answer.status_code == 502
    assert "VLC does not answer" in answer.text
