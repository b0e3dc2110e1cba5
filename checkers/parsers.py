"""Parsing the guest's files in a process of its own, with limits of memory and time: a thread cannot be stopped.

A parser server has imported the parsers; it forks for each file. Its child sets its limits and answers with JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from dataclasses import asdict, dataclass
from typing import Any

from checkers.encoding import decode
from checkers.evidence import Unusable

ANSWER_BYTES = 128 * 2**20
"""Largest answer that is read."""


@dataclass(frozen=True)
class ParserRequest:
    """What is sent before a file's bytes: its parser ("docx", "xlsx", "pdf", ...), name and size, and the limits."""

    parser: str
    name: str
    size: int
    memory_bytes: int = 768 * 2**20
    cpu_seconds: int = 60


def parse_apart(parser: str, data: bytes, name: str, **limits: int) -> Any:
    """Return what a parser makes of a file; `name` is for messages, `limits` are those of `ParserRequest`.

    Raises Unusable if the file is damaged, hostile or needs more than the limits.
    """
    server = _take()
    try:
        answer = _ask(server, ParserRequest(parser, name, len(data), **limits), data)
    except BaseException:
        server.kill()
        server.communicate()
        raise
    _idle.append(server)
    if "unusable" in answer:
        raise Unusable(*answer["unusable"])
    if "ended" in answer:
        raise Unusable(f"{name} is parsed within its limits", answer["ended"])
    return decode(answer["value"])


_idle: list[subprocess.Popen[bytes]] = []
_starting = threading.Lock()


def _take() -> subprocess.Popen[bytes]:
    """An idle server, or a new one: parsing of several files at once goes on side by side."""
    while True:
        try:
            server = _idle.pop()
        except IndexError:
            break
        if server.poll() is None:
            return server
        server.communicate()
    with _starting:
        return subprocess.Popen(
            [sys.executable, "-I", "-m", "checkers.parser_server"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={"PATH": os.defpath, "LC_ALL": "C.UTF-8"},  # no key of a model API
            start_new_session=True,  # Ctrl-C is the controller's
        )


def _ask(server: subprocess.Popen[bytes], request: ParserRequest, data: bytes) -> dict[str, Any]:
    assert server.stdin and server.stdout
    server.stdin.write(json.dumps(asdict(request)).encode() + b"\n" + data)
    server.stdin.flush()
    if not (line := server.stdout.readline()):
        raise RuntimeError(f"the parser server ended with {server.wait()} while it parsed {request.name}")
    size = int(line)
    if size > ANSWER_BYTES:
        raise Unusable(f"{request.name} is of a usual size", f"{size} bytes parsed")
    answer: dict[str, Any] = json.loads(server.stdout.read(size))
    return answer
