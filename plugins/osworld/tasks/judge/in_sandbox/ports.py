"""What evaluators find at the guest's ports: OSWorld's server, the browser, VLC."""

from __future__ import annotations

import base64
import importlib
import importlib.util
import json
import shlex
import socket
import threading
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from .environment import (
    BROWSER_PORT,
    GUEST_VLC_PASSWORD,
    GUEST_VLC_PORT,
    HOST,
    PYTHON,
    SERVER_PORT,
    VLC_PASSWORD,
    VLC_PORT,
)
from .guest import Guest

_FORWARD = """
import sys, urllib.request, urllib.error
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
request = urllib.request.Request(sys.argv[2], method=sys.argv[1])
for line in sys.argv[3:]:
    request.add_header(*line.split(": ", 1))
try:
    answer = opener.open(request, timeout=20)
except urllib.error.HTTPError as error:
    answer = error
sys.stdout.buffer.write(str(answer.status).encode() + b"\\n" + answer.read())
"""


def serve_browser(connections: socket.socket) -> None:
    """Hand each connection to the browser's port to the process outside, as Playwright makes them."""
    listening = socket.create_server((HOST, BROWSER_PORT))

    def hand_over() -> None:
        while True:
            connection, _ = listening.accept()
            with connection:
                socket.send_fds(connections, [b"."], [connection.fileno()])

    threading.Thread(target=hand_over, name="browser connections", daemon=True).start()


def serve_requests(guest: Guest) -> None:
    """Let `requests` reach the guest's ports, and nothing else."""
    if importlib.util.find_spec("requests") is None:
        return
    requests: Any = importlib.import_module("requests")

    def request(_session: object, method: str, url: str, **options: Any) -> Any:
        parts = urlsplit(url)
        if parts.hostname != HOST:
            raise requests.exceptions.ConnectionError(f"the sandbox has no network: {url}")
        if parts.port == SERVER_PORT:
            status, body = _server(guest, parts.path, options.get("json") or options.get("data") or {})
        else:
            status, body = _forward(guest, method, url, options)
        response = requests.Response()
        response.status_code, response._content, response.url = status, body, url
        response.encoding = "utf-8"
        return response

    requests.sessions.Session.request = request


def _server(guest: Guest, path: str, data: Any) -> tuple[int, bytes]:
    """Answer as OSWorld's in-guest server does."""
    data = json.loads(data) if isinstance(data, str | bytes) else data
    if path == "/file":
        content = guest.read_file(data["file_path"])
        return (404, b"{}") if content is None else (200, content)
    if path not in ("/execute", "/setup/execute", "/setup/launch"):
        return 404, b"{}"
    command, shell = data.get("command", []), data.get("shell", False)
    words = [command] if isinstance(command, str) else list(command)
    if shell:
        words = ["/bin/sh", "-c", *words]
    elif isinstance(command, str):
        words = shlex.split(command)
    words = [f"/home/user/{word[2:]}" if word.startswith("~/") else word for word in words]
    if path == "/setup/launch":
        # Not by systemd: the user's manager is stopped while the guest is judged.
        words = ["sh", "-c", 'exec setsid --fork "$@" </dev/null >/dev/null 2>&1', "sh", *words]
    try:
        result = guest.run(words)
    except TimeoutError as error:
        return 500, json.dumps({"status": "error", "message": str(error)}).encode()
    texts = {name: result[name].decode("utf-8", "replace") for name in ("output", "error")}
    return 200, json.dumps({"status": "success", "returncode": result["returncode"], **texts}).encode()


def _forward(guest: Guest, method: str, url: str, options: Mapping[str, Any]) -> tuple[int, bytes]:
    headers = dict(options.get("headers") or {})
    if auth := options.get("auth"):
        pair = tuple(auth) if isinstance(auth, Sequence) else (auth.username, auth.password)
        parts = urlsplit(url)
        if parts.port == VLC_PORT and pair == ("", VLC_PASSWORD):
            url = parts._replace(netloc=f"{HOST}:{GUEST_VLC_PORT}").geturl()
            pair = ("", GUEST_VLC_PASSWORD)
        headers["Authorization"] = "Basic " + base64.b64encode(":".join(pair).encode()).decode()
    lines = [f"{name}: {value}" for name, value in headers.items()]
    result = guest.run([PYTHON, "-I", "-c", _FORWARD, method.upper(), url, *lines])
    status, _, body = result["output"].partition(b"\n")
    if not status.isdigit():
        raise ConnectionError(f"nothing answers at {url} in the guest")
    return int(status), body
