"""Setting the scene of attacks: what a task's checker reads, and which words may be the right ones."""

from __future__ import annotations

import ast
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from checkers import Termination
from controller.core.guest import FILE_LIMIT, HOME, CommandResult, Guest
from controller.core.python_syntax import parse_python
from controller.episode.paused_judging import judge_paused_guest
from controller.proofs.attacks.attack import Scene
from controller.tasks.judged_guest import JudgedGuest
from controller.tasks.script_source import texts
from controller.tasks.task import Task, recorded_variant
from testbed.errors import CommandError, FileTooLargeError

MOST_WORDS = 40
LONGEST_WORD = 60
_CLAIMS = {"claim": 1, "examine": 1, "value_claim": 2}
"""Functions of checkers that make claims, and within how many arguments the claim's words are."""
_READS_ANSWER = re.compile(r"\btermination\b|\bcheckers\.(?:answers|values)\b")


class WatchedView(JudgedGuest):
    """A guest as a checker sees it; notes the paths that it reads and names in commands."""

    def __init__(self, guest: Guest, termination: Termination | None) -> None:
        super().__init__(guest, termination)
        self.paths: dict[str, None] = {}
        self._fetch = guest.read_file
        self.read_file = self._note_and_read

    def _note_and_read(self, path: str, *, limit: int = FILE_LIMIT) -> bytes:
        self.paths[path] = None
        return self._fetch(path, limit=limit)

    def look(
        self, argv: Sequence[str], *, as_user: bool = False, stdin: bytes = b"", timeout: float = 30.0
    ) -> CommandResult:
        self.paths |= dict.fromkeys(text for text in argv if text.startswith(f"{HOME}/"))
        return super().look(argv, as_user=as_user, stdin=stdin, timeout=timeout)


def set_scene(task: Task, guest: Guest, cancel: threading.Event) -> Scene:
    """Set a task up in a fresh guest, and find out by a first verdict what its checker reads.

    Raises TaskError, InfraError, CancelledError.
    """
    task.set_up(guest, cancel)
    view = WatchedView(guest, Termination("success"))
    judge_paused_guest(task, guest, view, cancel, lambda _programs: None)
    checker = task.folder / "check.py" if task.folder else None
    named = {text: None for text in texts(checker) if _is_file(text)} if checker else {}
    paths = [path for path in {**view.paths, **named} if path.startswith(f"{HOME}/")]
    return Scene(
        task,
        guest,
        dict(_contents(guest, paths)),
        candidate_words(task),
        reads_answer=reads_answer(task),
    )


def reads_answer(task: Task) -> bool:
    """Whether a task's checker reads the agent's answer."""
    return bool(_READS_ANSWER.search(_checker_source(task)))


def reads_values(task: Task) -> bool:
    """Whether a task's checker reads the answer as values, in any words and notation."""
    return "checkers.values" in _checker_source(task)


def _checker_source(task: Task) -> str:
    return (task.folder / "check.py").read_text() if task.folder else ""


def candidate_words(task: Task) -> tuple[str, ...]:
    """Return names and numbers that the right result may have: the variant's facts, and constants of the checker."""
    found = dict.fromkeys(_leaves(recorded_variant(task).get("facts", {})))
    for name in ("check.py", "truth.py", "variant.py"):
        script = task.folder / name if task.folder else None
        if script and script.is_file():
            found |= dict.fromkeys(_constants(script.read_text()))
    words = (word for word in found if 0 < len(word.strip()) <= LONGEST_WORD and word.isprintable())
    return tuple(words)[:MOST_WORDS]


def _is_file(text: str) -> bool:
    return text.startswith(f"{HOME}/") and "." in text.rpartition("/")[2][1:]


def _contents(guest: Guest, paths: Sequence[str]) -> Iterator[tuple[str, bytes | None]]:
    """The files among the paths, and what does not exist; folders and files that are too large are left out."""
    for path in paths:
        try:
            yield path, guest.read_file(path)
        except FileNotFoundError:
            yield path, None
        except (FileTooLargeError, CommandError):
            continue


def _leaves(value: Any) -> Iterator[str]:
    match value:
        case dict():
            for inner in value.values():
                yield from _leaves(inner)
        case list():
            for inner in value:
                yield from _leaves(inner)
        case bool() | None:
            return
        case _:
            yield str(value)


def _constants(source: str) -> Iterator[str]:
    """Short texts and numbers of a script, but no documentation, no sentences of claims, paths and patterns."""
    tree = parse_python(source)
    of_claims = {part for node in ast.walk(tree) for part in _words_of_claims(node)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant() if node in of_claims:
                continue
            case ast.Constant(value=str(text)) if not set("/\\") & set(text) and len(text.split()) <= 4:
                yield text
            case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
                with suppress(ValueError):
                    yield f"{number:g}"


def _words_of_claims(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the words of a call of `claim` or the like, and the parts of formatted texts."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=[*arguments]) if name in _CLAIMS:
            yield from (each for each in arguments[: _CLAIMS[name]] if isinstance(each, ast.Constant))
        case ast.JoinedStr(values=parts):
            yield from parts
