"""The process behind `checkers.parsers`: reads files from standard input, forks for each, writes answers.

A request is a line of JSON (parser, name, size) and the file's bytes; an answer a line with its length, and JSON.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from checkers.differences import apart
from checkers.docx_files import parse_docx
from checkers.encoding import encode
from checkers.evidence import Unusable
from checkers.odp import parse_odp
from checkers.ods import parse_ods
from checkers.odt import parse_odt
from checkers.parsers import ANSWER_BYTES, ParserRequest
from checkers.pdf_files import parse_pdf_pages
from checkers.pptx_files import parse_pptx
from checkers.xlsx import parse_xlsx

PARSERS: dict[str, Callable[[bytes, str], Any]] = {
    "docx": parse_docx,
    "odt": parse_odt,
    "pdf": parse_pdf_pages,
    "xlsx": parse_xlsx,
    "ods": parse_ods,
    "pptx": parse_pptx,
    "odp": parse_odp,
    apart.COMPARISON: apart.compare_request,
    apart.TREE: apart.tree_request,
}
_FAILED, _OUT_OF_MEMORY = 1, 3
"""Exit codes of a child."""


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests until there are no more."""
    while line := requests.readline():
        request = ParserRequest(**json.loads(line))
        answer = _answer(request, requests.read(request.size))
        answers.write(b"%d\n" % len(answer))
        answers.write(answer)
        answers.flush()


def _answer(request: ParserRequest, data: bytes) -> bytes:
    """What a child answers, or why it ended without an answer."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        code = _FAILED
        try:
            code = _in_child(writing, request, data)
        finally:
            os._exit(code)  # nothing of the server's own end may run here
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        answer = pipe.read(ANSWER_BYTES + 1)
    if len(answer) > ANSWER_BYTES:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code == 0:
        return answer
    reasons = {
        -signal.SIGXCPU: f"it takes over {request.cpu_seconds} s",
        -signal.SIGKILL: f"over {ANSWER_BYTES // 2**20} MiB of content",
        _OUT_OF_MEMORY: f"it takes over {request.memory_bytes // 2**20} MiB of memory",
    }
    return json.dumps({"ended": reasons.get(code, f"the parser ended with {code}")}).encode()


def _in_child(pipe: int, request: ParserRequest, data: bytes) -> int:
    try:
        _limit(request)
        _be_silent()
        answer = _parsed(request.parser, request.name, data)
        with os.fdopen(pipe, "wb") as file:
            file.write(answer)
    except MemoryError:
        return _OUT_OF_MEMORY
    return 0


def _limit(request: ParserRequest) -> None:
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + request.memory_bytes,) * 2)
    resource.setrlimit(resource.RLIMIT_CPU, (request.cpu_seconds, request.cpu_seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def _be_silent() -> None:
    """Parsers' warnings quote the file, and would reach the user's terminal."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)


def _parsed(parser: str, name: str, data: bytes) -> bytes:
    try:
        return json.dumps({"value": encode(PARSERS[parser](data, name))}).encode()
    except Unusable as problem:
        if isinstance(problem.__cause__, MemoryError):
            raise problem.__cause__ from None
        return json.dumps({"unusable": [problem.expected, str(problem.found)[:2000]]}).encode()


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
