"""Fixtures for tests that need no desktop: small tasks and fake guests."""

from __future__ import annotations

import shutil
import textwrap
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from controller.guests.fake.guest import FakeGuest, Faults
from controller.guests.provider import GuestOptions
from controller.models import transport
from controller.models.exchange import HttpResponse, RetryPolicy
from controller.tasks.selection import load_tasks
from controller.tasks.task import Task
from tests.ports import reserved_port

DATA = Path(__file__).parent / "data" / "tasks"

CHECK = """
from checkers import GuestView, Score, claim

def check(guest: GuestView) -> Score:
    try:
        text = guest.read_file("/home/user/note.txt").decode()
    except FileNotFoundError:
        return Score.all_of(claim("there is a note", False))
    return Score.all_of(claim("it says done", text == "done", text))
"""
TOML = """
instruction = "Write done into note.txt."
applications = ["os"]
"""

MakeTask = Callable[..., Task]

VARIANT_TASK = {
    "toml": """
    instruction = "Write {word} into note.txt, in the folder of {word!r}."
    applications = ["os"]
    tools = ["filesystem_write_file"]

    [[setup]]
    copy = "files/letter.txt"
    to = "/home/user/{word}.txt"
    """,
    "check": """
    from checkers import GuestView, Score, claim
    from checkers.evidence import fetch
    from checkers.variants import judged_with_facts
    from .variant import Facts, letter

    @judged_with_facts
    def check(guest: GuestView, facts: Facts) -> Score:
        text = fetch(guest, "/home/user/note.txt").decode(errors="replace")
        kept = fetch(guest, f"/home/user/{facts.word}.txt").decode(errors="replace")
        return Score.all_of(
            claim(f"it says {facts.word}", text == facts.word, text),
            claim("the letter is untouched", kept == letter(facts), kept),
        )
    """,
    "solve": """
    from controller.core.actions import ToolCall
    from .variant import Facts

    def write(content):
        yield ToolCall(name="filesystem_write_file", arguments={"path": "/home/user/note.txt", "content": content})

    def mcp(facts: Facts):
        yield from write(facts.word)

    def also_by_hand(guest, facts):
        guest.write_file("/home/user/note.txt", facts.word.encode())
        yield from ()

    def wrong_twice(_guest, facts):
        yield from write(facts.word * 2)

    def wrong_word_of_the_canonical_variant(_guest, facts):
        yield from write("lorem" if facts.word == "apple" else "apple")
    """,
    "variant": """
    from dataclasses import dataclass
    from pathlib import Path
    from random import Random

    @dataclass(frozen=True)
    class Facts:
        word: str
        lines: tuple[str, ...] = ("one", "two")

        @property
        def shout(self) -> str:
            return self.word.upper()

    CANONICAL = Facts("apple")

    def facts(rng: Random) -> Facts:
        return Facts("".join(rng.choice("abcdefgh") for _ in range(8)))

    def letter(facts: Facts) -> str:
        return f"Dear {facts.word}"

    def files(facts: Facts, folder: Path) -> None:
        (folder / "letter.txt").write_text(letter(facts))
    """,
}
"""The parts of a task with variants: to write the word of its facts into a note."""


@pytest.fixture
def tasks_root() -> Path:
    return DATA


@pytest.fixture
def root(tmp_path: Path, tasks_root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The tasks, to be changed by the test."""
    root = tmp_path / "tasks"
    shutil.copytree(tasks_root, root)
    monkeypatch.setenv("TESTBED_TASKS", str(root))
    return root


@pytest.fixture
def tasks(tasks_root: Path) -> list[Task]:
    return load_tasks(["os/add_total", "os/append_line", "os/print_note", "os/write_note"], tasks_root)


@pytest.fixture
def cancel() -> threading.Event:
    return threading.Event()


@pytest.fixture
def closed_port() -> Iterator[int]:
    """A port of the loopback on which nothing listens."""
    with reserved_port() as port:
        yield port


@pytest.fixture
def fake_guest() -> Iterator[FakeGuest]:
    guest = FakeGuest("fake-test", GuestOptions(), Faults())
    yield guest
    guest.stop()


@pytest.fixture
def task_folder(tmp_path: Path) -> Callable[..., Path]:
    """Write a task's folder under tmp_path/tasks."""

    def write(
        task_id: str = "os/note",
        toml: str = TOML,
        check: str = CHECK,
        solve: str = "",
        variant: str = "",
        truth: str = "",
    ) -> Path:
        folder = tmp_path / "tasks" / task_id
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "task.toml").write_text(textwrap.dedent(toml).lstrip())
        if check:
            (folder / "check.py").write_text(textwrap.dedent(check))
        if solve:
            (folder / "solve.py").write_text(textwrap.dedent(solve))
        if truth:
            (folder / "truth.py").write_text(textwrap.dedent(truth))
        if variant:
            (folder / "variant.py").write_text(textwrap.dedent(variant))
        return folder

    return write


@pytest.fixture
def variant_task() -> dict[str, str]:
    """The parts of a task with variants, for `make_task` and `task_folder`."""
    return {part: textwrap.dedent(text) for part, text in VARIANT_TASK.items()}


@pytest.fixture
def make_task(tmp_path: Path, task_folder: Callable[..., Path]) -> MakeTask:
    def make(task_id: str = "os/note", **parts: str) -> Task:
        task_folder(task_id, **parts)
        return load_tasks([task_id], tmp_path / "tasks")[0]

    return make


@pytest.fixture(autouse=True)
def retries_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Model APIs are asked again almost at once, unless they say how long to wait."""
    pause = transport._pause

    def short_pause(number: int, response: HttpResponse | None, policy: RetryPolicy) -> tuple[float, str]:
        return pause(number, response, replace(policy, first_wait=min(policy.first_wait, 0.001)))

    monkeypatch.setattr(transport, "_pause", short_pause)
