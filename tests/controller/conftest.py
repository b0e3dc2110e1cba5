"""Fixtures for tests that need no desktop: small tasks and fake guests."""

from __future__ import annotations

import textwrap
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.guests.fake.guest import FakeGuest, Faults
from controller.guests.provider import GuestOptions
from controller.tasks.selection import load_tasks
from controller.tasks.task import Task

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


@pytest.fixture
def tasks_root() -> Path:
    return DATA


@pytest.fixture
def tasks(tasks_root: Path) -> list[Task]:
    return load_tasks(["os/add_total", "os/append_line", "os/print_note", "os/write_note"], tasks_root)


@pytest.fixture
def cancel() -> threading.Event:
    return threading.Event()


@pytest.fixture
def fake_guest() -> Iterator[FakeGuest]:
    guest = FakeGuest("fake-test", GuestOptions(), Faults())
    yield guest
    guest.stop()


@pytest.fixture
def task_folder(tmp_path: Path) -> Callable[..., Path]:
    """Write a task's folder under tmp_path/tasks."""

    def write(task_id: str = "os/note", toml: str = TOML, check: str = CHECK, solve: str = "") -> Path:
        folder = tmp_path / "tasks" / task_id
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "task.toml").write_text(textwrap.dedent(toml).lstrip())
        if check:
            (folder / "check.py").write_text(textwrap.dedent(check))
        if solve:
            (folder / "solve.py").write_text(textwrap.dedent(solve))
        return folder

    return write


@pytest.fixture
def make_task(tmp_path: Path, task_folder: Callable[..., Path]) -> MakeTask:
    def make(task_id: str = "os/note", **parts: str) -> Task:
        task_folder(task_id, **parts)
        return load_tasks([task_id], tmp_path / "tasks")[0]

    return make
