"""An HTTP endpoint that does what a test says, request by request."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self

Act = Callable[[BaseHTTPRequestHandler], None]


def answer(body: bytes = b"{}", status: int = 200, **headers: str) -> Act:
    """A whole answer; `retry_after` in `headers` stands for `retry-after`."""

    def act(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("content-length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return act


def break_off(handler: BaseHTTPRequestHandler) -> None:
    """An answer that ends in the middle."""
    handler.send_response(200)
    handler.send_header("content-length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"half": ')
    handler.close_connection = True


class Endpoint:
    """Serves while entered: each request meets the next of `acts`, the last again and again."""

    def __init__(self, acts: Sequence[Act]) -> None:
        self.paths: list[str] = []
        self.bodies: list[bytes] = []
        self.done = threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                number = len(outer.paths)
                outer.paths.append(self.path)
                outer.bodies.append(self.rfile.read(int(self.headers.get("content-length", 0))))
                acts[min(number, len(acts) - 1)](self)

            do_POST = do_GET  # the name is http.server's

            def log_message(self, *_: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_: object) -> None:
                """A client that went away is what some tests want."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.done.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
