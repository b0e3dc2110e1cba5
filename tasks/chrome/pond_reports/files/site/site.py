"""A site: shows the pages beside it, and keeps each form that is sent to it as a line of JSON in its state folder."""

import json
import os
import socket
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs

PAGES = {path.stem: path for path in Path(__file__).parent.glob("*.html")}
SENT = Path(os.environ["STATE_DIRECTORY"]) / "sent.jsonl"
BODY_LIMIT = 10_000


class Site(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        page = PAGES.get(self.path.partition("?")[0].strip("/") or "index")
        if page is None:
            self.send_error(404)
            return
        body = page.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        """The page after the form `a` is `a-sent`."""
        form, length = self.path.strip("/"), int(self.headers.get("Content-Length", 0))
        if f"{form}-sent" not in PAGES or length > BODY_LIMIT:
            self.send_error(404)
            return
        fields = parse_qs(self.rfile.read(length).decode("utf-8", "replace"), keep_blank_values=True)
        values = {name: ",".join(given) for name, given in fields.items()}
        with SENT.open("a", encoding="utf-8") as file:
            file.write(json.dumps({**values, "form": form}) + "\n")
        self.send_response(303)
        self.send_header("Location", f"/{form}-sent")
        self.end_headers()


with (
    ThreadingHTTPServer(("127.0.0.1", 8765), Site) as server,
    socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready,
):
    ready.connect(os.environ["NOTIFY_SOCKET"])
    ready.send(b"READY=1")
    server.serve_forever()
