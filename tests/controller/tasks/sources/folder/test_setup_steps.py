from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.guests.fake.guest import FakeGuest
from controller.tasks.task import Task
from testbed.errors import CancelledError, GuestConnectionError, SetupError
from tests.controller.junk import leave_junk

MakeTask = Callable[..., Task]
HEAD = 'instruction = "x"\napplications = ["os"]\n'


def test_steps_are_executed_in_order(
    tasks: list[Task], fake_guest: FakeGuest, cancel: threading.Event
) -> None:
    tasks[1].set_up(fake_guest, cancel)
    assert fake_guest.read_file("/home/user/shopping.txt") == b"milk\nbread\n"
    assert fake_guest.call_tool("computer.windows").structured["windows"][0]["active"]  # type: ignore[index]


def test_a_folder_is_copied_with_what_is_in_it(
    task_folder: Callable[..., Path], make_task: MakeTask, fake_guest: FakeGuest, cancel: threading.Event
) -> None:
    folder = task_folder()
    (folder / "files" / "sub").mkdir(parents=True)
    (folder / "files" / "sub" / "a.sh").write_text("#!/bin/sh\n")
    (folder / "files" / "sub" / "a.sh").chmod(0o755)
    task = make_task(toml=HEAD + '[[setup]]\ncopy = "files"\nto = "/home/user/project"\n')
    task.set_up(fake_guest, cancel)
    assert fake_guest.run(["stat", "-c", "%U %a", "/home/user/project/sub/a.sh"]).text == "user 755\n"


def test_junk_is_neither_copied_nor_part_of_the_task(
    task_folder: Callable[..., Path], make_task: MakeTask, fake_guest: FakeGuest, cancel: threading.Event
) -> None:
    folder = task_folder()
    (folder / "files").mkdir(exist_ok=True)
    (folder / "files" / "kept.txt").write_text("kept")
    toml = HEAD + '[[setup]]\ncopy = "files"\nto = "/home/user/project"\n'
    before = make_task(toml=toml).hash
    leave_junk(folder)
    leave_junk(folder / "files")
    task = make_task(toml=toml)
    assert task.hash == before
    task.set_up(fake_guest, cancel)
    with pytest.raises(FileNotFoundError):
        fake_guest.read_file("/home/user/project/.DS_Store")
    assert fake_guest.read_file("/home/user/project/kept.txt") == b"kept"


def test_a_failing_step_is_named_with_its_line(
    make_task: MakeTask, fake_guest: FakeGuest, cancel: threading.Event
) -> None:
    task = make_task(toml=HEAD + '[[setup]]\nrun = ["true"]\n\n[[setup]]\nrun = ["cat", "/no file"]\n')
    with pytest.raises(SetupError) as caught:
        task.set_up(fake_guest, cancel)
    assert "task.toml:6: set-up step 2 (run as user: cat '/no file') failed" in caught.value.message
    assert "No such file" in caught.value.message


def test_a_window_that_never_comes_is_named_with_those_there_are(
    make_task: MakeTask,
    fake_guest: FakeGuest,
    cancel: threading.Event,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("controller.tasks.sources.folder.setup_steps.WINDOW_SECONDS", 0.1)
    task = make_task(toml=HEAD + '[[setup]]\nopen = "text_editor"\nfiles = ["/home/user/a"]\nwindow = "^b"\n')
    with pytest.raises(SetupError, match=r"title like '\^b'.*'a - Text Editor' \(active\)"):
        task.set_up(fake_guest, cancel)


def test_a_lost_guest_is_told_apart(
    make_task: MakeTask, fake_guest: FakeGuest, cancel: threading.Event
) -> None:
    fake_guest.stop()
    with pytest.raises(GuestConnectionError):
        make_task(toml=HEAD + '[[setup]]\nrun = ["true"]\n').set_up(fake_guest, cancel)


def test_an_interruption_ends_the_wait_for_a_window(
    make_task: MakeTask, fake_guest: FakeGuest, cancel: threading.Event
) -> None:
    cancel.set()
    task = make_task(toml=HEAD + '[[setup]]\nopen = "text_editor"\nwindow = "never"\n')
    with pytest.raises(CancelledError):
        task.set_up(fake_guest, cancel)


def test_a_slow_guest_has_longer(
    make_task: MakeTask, fake_guest: FakeGuest, cancel: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.tasks.sources.folder.setup_steps.WINDOW_SECONDS", 0.05)
    monkeypatch.setattr(FakeGuest, "slowness", 4.0)
    task = make_task(toml=HEAD + '[[setup]]\nopen = "text_editor"\nwindow = "never"\n')
    with pytest.raises(SetupError, match=r"timed out after 0\.2 s waiting for"):
        task.set_up(fake_guest, cancel)
