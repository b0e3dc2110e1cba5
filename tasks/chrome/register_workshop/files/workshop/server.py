"""The workshop's site: shows the form, keeps each registration as a line of JSON in the state folder."""

import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qsl

PAGES = {"/": "form.html", "/registered": "registered.html"}
REGISTRATIONS = Path(os.environ["STATE_DIRECTORY"]) / "registrations.jsonl"
BODY_LIMIT = 10_000


class Site(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        page = PAGES.get(self.path.partition("?")[0])
        if page is None:
            self.send_error(404)
            return
        body = (Path(__file__).parent / page).read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        if self.path != "/register" or length > BODY_LIMIT:
            self.send_error(404)
            return
        fields = dict(parse_qsl(self.rfile.read(length).decode("utf-8", "replace"), keep_blank_values=True))
        with REGISTRATIONS.open("a", encoding="utf-8") as file:
            file.write(json.dumps(fields) + "\n")
        self.send_response(303)
        self.send_header("Location", "/registered")
        self.end_headers()


ThreadingHTTPServer(("127.0.0.1", 8765), Site).serve_forever()
