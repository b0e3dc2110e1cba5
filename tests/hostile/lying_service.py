"""An MCP server on a loopback port that answers calls with whatever bytes an item says."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[[Any], bytes]
"""Makes the body of a response from the request's id."""
_SETUP = {
    "protocolVersion": "2025-06-18",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "liar", "version": "1"},
}


def answered(number: Any, **members: Any) -> bytes:
    """A JSON-RPC response."""
    return json.dumps({"jsonrpc": "2.0", "id": number, **members}).encode()


class LyingService:
    """Opens sessions as it should; `call` and `listing` answer what follows."""

    def __init__(self, call: Answer, listing: Answer, content_type: str = "application/json") -> None:
        service = self
        self.call, self.listing, self.content_type = call, listing, content_type

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["content-length"])))
                number, method = request.get("id"), request.get("method")
                if number is None:
                    self._send(202, b"", "application/json")
                elif method == "initialize":
                    self._send(200, answered(number, result=_SETUP), "application/json")
                elif method in ("tools/call", "tools/list"):
                    make = service.call if method == "tools/call" else service.listing
                    self._send(200, make(number), service.content_type)
                else:
                    error = {"code": -32601, "message": "Method not found"}
                    self._send(200, answered(number, error=error), "application/json")

            def do_GET(self) -> None:
                self._send(405, b"", "application/json")

            def do_DELETE(self) -> None:
                self._send(405, b"", "application/json")

            def log_message(self, *_: object) -> None:
                return

            def _send(self, status: int, body: bytes, kind: str) -> None:
                self.send_response(status)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.port = int(self._server.server_address[1])
        threading.Thread(target=self._server.serve_forever, args=[0.05], daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def calls() -> Iterator[tuple[str, Answer]]:
    """Answers to a call, by name; each must end in a result or a named error."""

    def content(*parts: Any, **further: Any) -> Answer:
        return lambda number: answered(number, result={"content": list(parts), **further})

    def raw(body: bytes) -> Answer:
        return lambda _: body

    yield "the right id and nothing in it", content()
    yield "another id", lambda _: answered(4711, result={"content": []})
    yield "an id that is a list", lambda _: answered([1], result={"content": []})
    yield "no id", lambda _: b'{"jsonrpc": "2.0", "result": {"content": []}}'
    yield "no JSON", raw(b"<html>\x1b[2J</html>")
    yield "nothing", raw(b"")
    yield "binary", raw(bytes(range(256)) * 64)
    yield "lists in lists", raw(b"[" * 5_000_000)
    yield "a list of answers", lambda number: b"[" + answered(number, result={"content": []}) + b"]"
    yield (
        "not a number",
        lambda number: answered(number, result={"content": [], "structuredContent": {"a": float("nan")}}),
    )
    yield (
        "infinity",
        lambda number: answered(number, result={"content": [], "structuredContent": {"a": float("inf")}}),
    )
    yield (
        "keys twice",
        lambda number: (
            b'{"jsonrpc": "2.0", "id": %d, "id": 77, "result": {"content": []}, "result": {"content": [{}]}}'
            % number
        ),
    )
    yield (
        "a result and an error",
        lambda number: answered(number, result={"content": []}, error={"code": 1, "message": "\x1b[2J"}),
    )
    yield (
        "an error of escape sequences",
        lambda number: answered(number, error={"code": -1, "message": "\x1b]0;owned\x07\x9b2J"}),
    )
    yield "an error without a message", lambda number: answered(number, error={"code": -1})
    yield (
        "an error of ten million letters",
        lambda number: answered(number, error={"code": -1, "message": "x" * 10**7}),
    )
    yield "content that is a text", lambda number: answered(number, result={"content": "x"})
    yield "content that is null", lambda number: answered(number, result={"content": None})
    yield "a result that is a list", lambda number: answered(number, result=[1])
    yield "a kind that does not exist", content({"type": "evil", "text": "x"})
    yield "a text that is a number", content({"type": "text", "text": 7})
    yield "a picture that is not base64", content({"type": "image", "data": "!!!", "mimeType": "image/png"})
    yield (
        "a picture of letters beyond ASCII",
        content({"type": "image", "data": "ü", "mimeType": "image/png"}),
    )
    yield "a picture of another kind", content({"type": "image", "data": "", "mimeType": "text/html"})
    yield (
        "a link to a file of the host",
        content({"type": "resource_link", "uri": "file:///etc/passwd", "name": "x"}),
    )
    yield (
        "a resource of the host",
        content({"type": "resource", "resource": {"uri": "file:///etc/passwd", "text": "t"}}),
    )
    yield "a sound", content({"type": "audio", "data": "", "mimeType": "audio/wav"})
    yield "a hundred thousand texts", content(*[{"type": "text", "text": "x"}] * 100_000)
    yield "structured data that is a list", content(structuredContent=[1])
    yield "structured data nested deep", lambda number: (
        b'{"jsonrpc":"2.0","id":%d,"result":{"content":[],"structuredContent":' % number
        + b'{"a":' * 20_000 + b"1" + b"}" * 20_000 + b"}}"
    )  # fmt: skip
    yield (
        "a number of a million digits",
        lambda number: (
            b'{"jsonrpc":"2.0","id":%d,"result":{"content":[],"structuredContent":{"a":%s}}}'
            % (number, b"9" * 10**6)
        ),
    )
    yield "a text that a pattern takes for ever on", content(structuredContent={"x": "a" * 40 + "b"})
    yield "a lone surrogate", content({"type": "text", "text": "\ud800"})
    yield "an error that is no truth value", content(isError="yes")


def listings() -> Iterator[tuple[str, Answer]]:
    """Answers to the request for the list of tools."""

    def tools(*items: Any, **further: Any) -> Answer:
        return lambda number: answered(number, result={"tools": list(items), **further})

    one = {"name": "a.b", "inputSchema": {"type": "object"}}
    yield "no tools", tools()
    yield "one name twice", tools(one, one)
    yield "a next page for ever", tools(one, nextCursor="again")
    yield "six thousand tools", tools(*[one] * 6000)
    yield "names of escape sequences", tools({**one, "name": "\x1b[2J\u202e\0"})
    yield "a name of a million letters", tools({**one, "name": "x" * 10**6})
    yield (
        "a schema that refers to a file",
        tools({**one, "inputSchema": {"type": "object", "$ref": "file:///etc/passwd"}}),
    )
    yield (
        "a schema that refers to an address",
        tools({**one, "inputSchema": {"$ref": "http://127.0.0.1:9/x"}}),
    )
    yield "a schema that refers to itself", tools({**one, "inputSchema": {"type": "object", "$ref": "#"}})
    yield "a schema that is a list", tools({**one, "inputSchema": [1]})
    yield (
        "an output that takes for ever to check",
        tools({**one, "outputSchema": {"type": "object", "properties": {"x": {"pattern": "^(a+)+$"}}}}),
    )
    yield "no names", tools({})
    yield "a text", lambda number: answered(number, result={"tools": "x"})
    yield "another id", lambda _: answered(4711, result={"tools": []})
    yield "lists in lists", lambda _: b"[" * 5_000_000
