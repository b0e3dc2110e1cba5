"""A small server with the HTTP protocol of OSWorld's in-guest server, to be run in a guest: what a peer is measured by.

    python osworld_server.py PORT

It listens on loopback. GET /screenshot answers a PNG with the cursor in it, GET /accessibility the desktop's
applications and windows as XML, POST /execute runs a command.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from xml.etree import ElementTree

MODULES = "/opt/testbed/mcp_tools/computer/program_modules"
PACKAGES = "/opt/testbed"
COMMAND_SECONDS = 120
os.environ["PYTHONPATH"] = f"{MODULES}:{PACKAGES}"
os.environ["PATH"] = f"/opt/testbed/venv/bin:{os.environ['PATH']}"
sys.path[:0] = [MODULES, PACKAGES]


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path == "/screenshot":
            self._answer(200, screenshot(), "image/png")
        elif self.path == "/accessibility":
            self._answer_json(200, {"AT": accessibility()})
        else:
            self._answer_json(404, {"error": f"no {self.path}"})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/execute":
            request = json.loads(body)
            self._answer_json(200, execute(request["command"], bool(request.get("shell"))))
        else:
            self._answer_json(404, {"error": f"no {self.path}"})

    def log_message(self, *_: object) -> None:
        """Keep quiet."""

    def _answer_json(self, status: int, data: dict[str, object]) -> None:
        self._answer(status, json.dumps(data).encode(), "application/json")

    def _answer(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def execute(command: list[str] | str, shell: bool) -> dict[str, object]:
    result = subprocess.run(
        command, shell=shell, capture_output=True, text=True, timeout=COMMAND_SECONDS, check=False
    )
    return {
        "status": "success",
        "output": result.stdout,
        "error": result.stderr,
        "returncode": result.returncode,
    }


def screenshot() -> bytes:
    import pyautogui

    output = io.BytesIO()
    pyautogui.screenshot().save(output, "PNG")
    return output.getvalue()


def accessibility() -> str:
    from mcp_tools.windows import windows

    desktop = ElementTree.Element("desktop-frame", name="main")
    for window in windows():
        application = ElementTree.SubElement(desktop, "application", name=window.app)
        ElementTree.SubElement(application, "frame", name=window.title)
    return ElementTree.tostring(desktop, encoding="unicode")


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
