"""Both ports of a view, over a VNC server in this process."""

from __future__ import annotations

import asyncio
import queue
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from controller.guests.watching import view as viewing
from controller.guests.watching.password import OneTimePassword
from controller.guests.watching.view import View
from testbed.errors import GuestConnectionError
from tests.controller.guests.watching.vnc_server import SERVER_INIT, VncServer
from tests.rfb_client import RefusedError, RfbClient

SECONDS = 30.0
KEY = struct.pack(">BBxxI", 4, 1, 0x61)
ASK = struct.pack(">BBHHHH", 3, 1, 0, 0, 9, 9)


@dataclass
class Serving:
    """A view that serves. `stop` lets the guest be gone."""

    page_port: int
    client_port: int
    server: VncServer
    announced: dict[str, list[str]] = field(default_factory=lambda: {"page": [], "client": []})
    gone: threading.Event = field(default_factory=threading.Event)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.page_port}"

    def open(self, password: str = "page 1", **headers: str) -> httpx2.Response:
        return httpx2.post(
            f"{self.address}/session",
            json={"password": password},
            headers={"Origin": self.address, **headers},
        )

    def screen(self, cookie: str = "", origin: str = "", **options: object) -> ClientConnection:
        return connect(
            f"ws://127.0.0.1:{self.page_port}/screen",
            origin=origin or self.address,  # type: ignore[arg-type]
            additional_headers={"Cookie": cookie, **options.pop("headers", {})},  # type: ignore[dict-item]
            compression=None,
            open_timeout=SECONDS,
        )


@pytest.fixture
def view_only() -> bool:
    return False


@pytest.fixture
def on_input() -> Callable[[bytes], None] | None:
    return None


@pytest.fixture
def server() -> VncServer:
    return VncServer()


@pytest.fixture
def serving(
    server: VncServer,
    view_only: bool,
    on_input: Callable[[bytes], None] | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Serving]:
    monkeypatch.setattr(viewing, "ALIVE_SECONDS", 0.05)
    (tmp_path / "core").mkdir()
    (tmp_path / "core/rfb.js").write_text("export default class RFB {}")
    page, clients = (socket.create_server(("127.0.0.1", 0)) for _ in range(2))
    served = Serving(page.getsockname()[1], clients.getsockname()[1], server)

    def numbered(prefix: str) -> OneTimePassword:
        numbers = iter(range(1, 100))
        return OneTimePassword(lambda: f"{prefix} {next(numbers)}", served.announced[prefix].append)

    view = View(
        "tb-1",
        server.connect,
        tmp_path,
        numbered("page"),
        numbered("client"),
        view_only=view_only,
        on_input=on_input,
    )
    started = threading.Event()
    serve = view.serve(page, clients, lambda: not served.gone.is_set(), started.set)
    thread = threading.Thread(target=asyncio.run, args=(serve,))
    thread.start()
    assert started.wait(SECONDS)
    yield served
    served.gone.set()
    thread.join(SECONDS)
    assert not thread.is_alive()
    page.close()
    clients.close()


def cookie_of(response: httpx2.Response) -> str:
    assert response.status_code == 200, response.text
    return response.headers["set-cookie"].partition(";")[0]


def open_session(screen: ClientConnection) -> bytes:
    """Open a session without a password over a WebSocket; returns what the guest says first."""
    assert receive(screen, 12) == b"RFB 003.008\n"
    screen.send(b"RFB 003.008\n")
    assert receive(screen, 2) == b"\1\1"
    screen.send(b"\1")
    assert receive(screen, 4) == bytes(4)
    screen.send(b"\1")
    return receive(screen, len(SERVER_INIT))


def receive(screen: ClientConnection, size: int) -> bytes:
    data = b""
    while len(data) < size:
        part = screen.recv(timeout=SECONDS)
        assert isinstance(part, bytes)
        data += part
    return data


def received_by(server: VncServer) -> bytes:
    """All that a session's client said after the opening, until it left."""
    received = b""
    while data := server.received.get(timeout=SECONDS):
        received += data
    return received


def test_a_browser_opens_the_view_once_and_keeps_it(serving: Serving) -> None:
    first = serving.open()
    assert first.json() == {"guest": "tb-1", "viewOnly": False}
    assert "HttpOnly" in first.headers["set-cookie"] and "SameSite=strict" in first.headers["set-cookie"]
    assert serving.announced["page"] == ["page 2"]
    cookie = cookie_of(first)
    for _ in range(2):
        with serving.screen(cookie) as screen:
            assert open_session(screen) == SERVER_INIT
            screen.send(KEY)
            assert serving.server.received.get(timeout=SECONDS) == b"\1"
            assert serving.server.received.get(timeout=SECONDS) == KEY
        assert serving.server.received.get(timeout=SECONDS) == b""
    about = httpx2.get(f"{serving.address}/session", headers={"Cookie": cookie})
    assert about.json()["guest"] == "tb-1"


def test_a_used_or_wrong_password_opens_nothing(serving: Serving) -> None:
    assert serving.open("nonsense").status_code == 403
    assert serving.open("page 1").status_code == 200
    again = serving.open("page 1")
    assert again.status_code == 403
    assert "set-cookie" not in again.headers
    assert serving.open("page 2").status_code == 200


@pytest.mark.parametrize("body", [b"", b"[]", b'{"password": 5}', b"\xff", b'{"password": "' + b"x" * 10_000])
def test_an_odd_request_opens_nothing(serving: Serving, body: bytes) -> None:
    response = httpx2.post(f"{serving.address}/session", content=body, headers={"Origin": serving.address})
    assert response.status_code == 403


def test_another_sites_page_opens_nothing(serving: Serving) -> None:
    for origin in ("http://evil.example", f"{serving.address}.evil.example", "null", "http://127.0.0.1:1"):
        assert serving.open(Origin=origin).status_code == 403
    assert httpx2.post(f"{serving.address}/session", json={"password": "page 1"}).status_code == 403
    cookie = cookie_of(serving.open())
    for headers in ({"origin": "http://evil.example"}, {"origin": "null"}):
        with pytest.raises(InvalidStatus, match="403"):
            serving.screen(cookie, **headers)


def test_a_host_name_bound_anew_gets_nothing(serving: Serving) -> None:
    for host in ("evil.example", f"evil.example:{serving.page_port}", "127.0.0.1.evil.example", "[", ""):
        origin = f"http://{host}"
        for path in ("/", "/session", "/static/view.js"):
            assert httpx2.get(f"{serving.address}{path}", headers={"Host": host}).status_code in (400, 421)
        assert serving.open(Host=host, Origin=origin).status_code in (400, 421)


def test_a_forwarded_port_is_still_loopback(serving: Serving) -> None:
    response = serving.open(Host="localhost:8080", Origin="http://localhost:8080")
    assert response.status_code == 200
    assert "connect-src 'self' ws://localhost:8080;" in response.headers["content-security-policy"]


def test_without_its_cookie_there_is_no_screen(serving: Serving) -> None:
    name, _, value = cookie_of(serving.open()).partition("=")
    for cookie in ("", f"{name}=", f"{name}={value}x", f"other={value}"):
        with pytest.raises(InvalidStatus, match="403"):
            serving.screen(cookie)
        assert httpx2.get(f"{serving.address}/session", headers={"Cookie": cookie}).status_code == 401


def test_the_page_and_its_parts_are_served_and_nothing_else(serving: Serving) -> None:
    page = httpx2.get(f"{serving.address}/")
    assert 'src="/static/view.js"' in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert httpx2.get(f"{serving.address}/static/view.css").status_code == 200
    script = httpx2.get(f"{serving.address}/novnc/core/rfb.js")
    assert script.status_code == 200 and "javascript" in script.headers["content-type"]
    with socket.create_connection(("127.0.0.1", serving.page_port), timeout=SECONDS) as link:
        request = (
            "GET /novnc/../../../../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
        )
        link.sendall(request.encode())
        assert link.recv(4096).startswith(b"HTTP/1.1 404")


def test_a_vnc_client_opens_the_view_once(serving: Serving) -> None:
    with RfbClient(serving.client_port, "client 1") as client:
        assert (client.width, client.height, client.name) == (4, 3, "test")
        client.key(0x61)
        received = b""
        while KEY not in received:
            received += serving.server.received.get(timeout=SECONDS)
    assert serving.announced["client"] == ["client 2"]
    with pytest.raises(RefusedError, match="wrong or was used before"):
        RfbClient(serving.client_port, "client 1")
    RfbClient(serving.client_port, "client 2").close()


def test_wrong_passwords_end_access_for_vnc_clients_alone(serving: Serving) -> None:
    for _ in range(5):
        with pytest.raises(RefusedError, match="wrong"):
            RfbClient(serving.client_port, "guess")
    with pytest.raises(RefusedError, match="wrong"):
        RfbClient(serving.client_port, "client 1")
    assert serving.announced["client"] == [""]
    assert not serving.server.sessions
    assert serving.open().status_code == 200


def test_viewers_that_talk_nonsense_only_lose_their_own_view(serving: Serving) -> None:
    with socket.create_connection(("127.0.0.1", serving.client_port), timeout=SECONDS) as link:
        link.sendall(b"GET / HTTP/1.1\r\n\r\n")
        received = b""
        while part := link.recv(4096):
            received += part
        assert received == b"RFB 003.008\n"
    with socket.create_connection(("127.0.0.1", serving.client_port), timeout=SECONDS) as link:
        link.recv(3)
    RfbClient(serving.client_port, "client 1").close()


class TestWatchingOnly:
    @pytest.fixture
    def view_only(self) -> bool:
        return True

    def test_keys_reach_the_guest_through_neither_port(self, serving: Serving) -> None:
        response = serving.open()
        assert response.json()["viewOnly"] is True
        with serving.screen(cookie_of(response)) as screen:
            open_session(screen)
            screen.send(KEY + ASK + KEY)
        assert received_by(serving.server) == b"\1" + ASK
        with RfbClient(serving.client_port, "client 1") as client:
            client.key(0x61)
        assert KEY not in received_by(serving.server)

    def test_what_cannot_be_understood_ends_the_view(self, serving: Serving) -> None:
        with serving.screen(cookie_of(serving.open())) as screen:
            open_session(screen)
            screen.send(b"\x63")
            with pytest.raises(ConnectionClosed):
                screen.recv(timeout=SECONDS)


class TestGuestThatAsksForAPassword:
    @pytest.fixture
    def server(self) -> VncServer:
        return VncServer(security=b"\1\2")

    def test_the_viewer_is_told(self, serving: Serving) -> None:
        with pytest.raises(RefusedError, match=r"guest's screen cannot be reached.*asks for a password"):
            RfbClient(serving.client_port, "client 1")


class TestGuestThatIsGone:
    @pytest.fixture
    def server(self) -> VncServer:
        class Gone(VncServer):
            def connect(self) -> socket.socket:
                raise GuestConnectionError("no ssh connection")

        return Gone()

    def test_the_viewer_is_told(self, serving: Serving) -> None:
        with pytest.raises(RefusedError, match="cannot be reached: no ssh connection"):
            RfbClient(serving.client_port, "client 1")


def test_a_guest_that_closes_ends_the_view(serving: Serving) -> None:
    with serving.screen(cookie_of(serving.open())) as screen:
        open_session(screen)
        (session,) = serving.server.sessions
        session.shutdown(socket.SHUT_RDWR)
        with pytest.raises(ConnectionClosed):
            screen.recv(timeout=SECONDS)


def test_the_view_ends_when_the_guest_has_stopped(serving: Serving) -> None:
    with serving.screen(cookie_of(serving.open())) as screen:
        open_session(screen)
        serving.gone.set()
        with pytest.raises(ConnectionClosed):
            screen.recv(timeout=SECONDS)


class TestObservedInput:
    """What a person does is reported, and reaches the guest all the same."""

    announced: queue.SimpleQueue[bytes]

    @pytest.fixture
    def on_input(self) -> Callable[[bytes], None]:
        self.announced = queue.SimpleQueue()
        return self.announced.put

    def test_input_through_either_door_is_told(self, serving: Serving) -> None:
        with serving.screen(cookie_of(serving.open())) as screen:
            open_session(screen)
            screen.send(ASK + KEY)
            assert self.announced.get(timeout=SECONDS) == KEY
        assert received_by(serving.server) == b"\1" + ASK + KEY
        with RfbClient(serving.client_port, "client 1") as client:
            client.point(3, 2, 1)
            assert self.announced.get(timeout=SECONDS) == struct.pack(">BBHH", 5, 1, 3, 2)
        assert self.announced.empty()
