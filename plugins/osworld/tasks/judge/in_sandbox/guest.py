"""The guest, as the process outside answers for it."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from typing import Any


class Guest:
    """The guest outside, over the two streams."""

    def __init__(self, questions: Any, answers: Any) -> None:
        self._questions = questions
        self._answers = answers

    def start(self) -> None:
        """Say that the sandbox is ready, before anything of the agent's can say so."""
        self._write({"started": True})

    def run(self, argv: Sequence[str], timeout: float = 120.0) -> dict[str, Any]:
        """Run a command as the user: exit code, output and error as text. Raises TimeoutError."""
        answer = self._ask({"run": [*argv], "timeout": timeout})
        if "timeout" in answer:
            raise TimeoutError(f"{argv[0]} took more than {timeout:g} s")
        texts = {name: base64.b64decode(answer[name]) for name in ("output", "error")}
        return {"returncode": answer["returncode"], **texts}

    def read_file(self, path: str) -> bytes | None:
        """Return a file's content; None if there is no such file."""
        data = self._ask({"file": path}).get("data")
        return None if data is None else base64.b64decode(data)

    def finish(self, verdict: Mapping[str, Any]) -> None:
        self._write(verdict)

    def _ask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        self._write(question)
        line = self._answers.readline()
        if not line:
            raise SystemExit("the process outside is gone")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _write(self, message: Mapping[str, Any]) -> None:
        self._questions.write(json.dumps(message, default=str).encode() + b"\n")
        self._questions.flush()
