"""OSWorld's judge connects evaluators to the browser of the guest."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from controller.guests.fake.guest import FakeGuest, Faults
from controller.guests.provider import GuestOptions
from controller.records.final_state import RecordingGuestView
from controller.records.replay_guest_view import ReplayGuestView
from controller.tasks.judged_guest import JudgedGuest
from controller.tasks.judging import judge
from plugins.osworld.tasks.judge.browser_connections import BrowserConnections
from tests.plugins.osworld.tasks.conftest import MakeOSWorldTask

pytestmark = [pytest.mark.root, pytest.mark.usefixtures("evaluators")]


class WithBrowser(FakeGuest):
    """A guest whose port 9222 is that of a server of this host."""

    def __init__(self, port: int) -> None:
        super().__init__("fake-browser", GuestOptions(), Faults())
        self._port = port
        self.asked: list[int] = []

    def relay(self, connection: socket.socket, port: int) -> None:
        self.asked.append(port)
        if port != 9222:
            raise ConnectionRefusedError
        request = connection.recv(65536)
        with socket.create_connection(("127.0.0.1", self._port)) as server:
            server.sendall(request)
            while data := server.recv(65536):
                connection.sendall(data)


def test_evaluators_connect_to_the_browser_and_a_recorded_state_cannot(
    osworld_task: MakeOSWorldTask, browser_pages: int, tmp_path: Path
) -> None:
    rule = {"type": "rule", "rules": {"expected": ["First page"]}}
    task = osworld_task(evaluator={"func": "exact_match", "result": {"type": "pages"}, "expected": rule})
    guest = WithBrowser(browser_pages)
    recording = RecordingGuestView(JudgedGuest(guest, None), guest, task.initial_state_hash)
    assert judge(task, recording, threading.Event()).value == 1.0
    assert guest.asked == [1337, 9222]
    replayed = ReplayGuestView(recording.state, tmp_path, None)
    assert judge(task, replayed, threading.Event()).value == 0.0
    assert replayed.unanswered is not None and "port 1337" in replayed.unanswered.message


@pytest.fixture
def browser_pages() -> Iterator[int]:
    """The port of a server that lists the pages of a browser."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            assert self.path == "/json/list"
            body = json.dumps(
                [{"type": "page", "title": "First page"}, {"type": "worker", "title": "x"}]
            ).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def test_what_is_no_connection_is_closed_and_the_next_one_is_carried(browser_pages: int) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        BrowserConnections(ours, JudgedGuest(WithBrowser(browser_pages), None)).start()
        reading, writing = os.pipe()
        socket.send_fds(theirs, [b"."], [writing])
        os.close(writing)
        assert os.read(reading, 1) == b""
        os.close(reading)
        near, far = socket.socketpair()
        socket.send_fds(theirs, [b"."], [far.fileno()])
        far.close()
        with near:
            near.sendall(b"GET /json/list HTTP/1.0\r\n\r\n")
            assert b"First page" in b"".join(iter(lambda: near.recv(65536), b""))
