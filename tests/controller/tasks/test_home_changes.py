"""What has changed in the home folder since the set-up; the guest is this machine, the script the real one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from checkers.differences.changed_files import FileChange
from checkers.evidence import Unusable
from controller.core.guest import CommandResult
from controller.guests.fake.guest import FakeGuest, Faults
from controller.guests.provider import GuestOptions
from controller.tasks import home_changes, home_copy
from controller.tasks.home_changes import adopt_changes, changed_files, keep_home, note_home
from testbed.errors import CommandError


class HomeGuest(FakeGuest):
    """A fake guest whose home is a folder of this machine."""

    def __init__(self, home: Path) -> None:
        super().__init__("fake-home", GuestOptions(), Faults())
        self.home = home
        self.output: bytes | None = None

    def run(self, argv: Any, **given: Any) -> CommandResult:
        if argv[0] != "/usr/bin/python3":
            return super().run(argv, **given)
        others = [str(self.home.parent / name) for name in ("servers", "missing")]
        own = [sys.executable, *argv[1:4], str(self.home), str(self.home.parent / "copy"), *others]
        done = subprocess.run(own, input=given["stdin"], capture_output=True, check=False)
        output = done.stdout if self.output is None else self.output
        return CommandResult(tuple(argv), done.returncode, output, done.stderr)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    (home / "Documents").mkdir(parents=True)
    (home / "Documents/report.txt").write_text("a report")
    (home / "Documents/link").symlink_to("report.txt")
    (home / ".config/app").mkdir(parents=True)
    (home / ".config/app/settings").write_text("font=serif")
    (home / ".cache/app").mkdir(parents=True)
    (home / "Cache").mkdir()
    return home


@pytest.fixture
def guest(home: Path) -> HomeGuest:
    guest = HomeGuest(home)
    keep_home(guest)
    return guest


def summary(changes: list[FileChange]) -> dict[str, tuple[bytes | str | None, bytes | str | None]]:
    """The contents before and after by path; of what has none, its kind or its target."""

    def of(state: Any) -> bytes | str | None:
        return (
            None if state is None else state.target or state.kind if state.content is None else state.content
        )

    return {change.path: (of(change.before), of(change.after)) for change in changes}


def test_a_folder_that_stays_has_no_changes(guest: HomeGuest, home: Path) -> None:
    (home / "Documents/report.txt").read_text()
    assert changed_files(guest) == []


@pytest.mark.parametrize(
    ("change", "path", "states"),
    [
        (
            lambda home: (home / "Documents/report.txt").write_text("another"),
            "Documents/report.txt",
            (b"a report", b"another"),
        ),
        (
            lambda home: (home / "Documents/report.txt").unlink(),
            "Documents/report.txt",
            (b"a report", None),
        ),
        (lambda home: (home / "new.txt").write_text("new"), "new.txt", (None, b"new")),
        (lambda home: (home / "new").mkdir(), "new", (None, "d")),
        (
            lambda home: (home / ".config/app/settings").write_text("font=sans"),
            ".config/app/settings",
            (b"font=serif", b"font=sans"),
        ),
        (lambda home: (home / "Cache/x").write_text("x"), "Cache/x", (None, b"x")),
        (
            lambda home: (
                (home / "Documents/link").unlink(),
                (home / "Documents/link").symlink_to("/etc/passwd"),
            ),
            "Documents/link",
            ("report.txt", "/etc/passwd"),
        ),
        (
            lambda home: (
                (home / "Documents/report.txt").unlink(),
                (home / "Documents/report.txt").symlink_to("/etc/passwd"),
            ),
            "Documents/report.txt",
            (b"a report", "/etc/passwd"),
        ),
        (lambda home: os.mkfifo(home / "pipe"), "pipe", (None, "o")),
    ],
)
def test_each_change_is_seen_with_both_states(
    change: Callable[[Path], object], path: str, states: object, guest: HomeGuest, home: Path
) -> None:
    change(home)
    assert summary(changed_files(guest)) == {f"/home/user/{path}": states}


def test_data_of_servers_outside_the_home_is_compared_as_well(home: Path) -> None:
    data = home.parent / "servers/desk/data.db"
    guest = HomeGuest(home)
    keep_home(guest)
    data.parent.mkdir(parents=True)
    data.write_text("first")
    assert summary(changed_files(guest)) == {
        str(data): (None, b"first"),
        str(data.parent): (None, "d"),
    }
    keep_home(guest)
    data.write_text("second")
    assert summary(changed_files(guest)) == {str(data): (b"first", b"second")}


def test_permissions_are_part_of_the_state(guest: HomeGuest, home: Path) -> None:
    (home / "Documents/report.txt").chmod(0o755)
    (change,) = changed_files(guest)
    assert change.before and change.after
    assert (change.before.mode, change.after.mode) == (0o644, 0o755)


@pytest.mark.parametrize(
    "change",
    [
        lambda home: (home / "Documents/report.txt").write_text("a report"),
        lambda home: os.utime(home / "Documents/report.txt", (1, 1)),
        lambda home: (home / ".cache/app/page").write_text("x"),
        lambda home: (
            (home / "Documents/new").write_text("a report"),
            (home / "Documents/new").replace(home / "Documents/report.txt"),
        ),
    ],
)
def test_what_is_written_again_and_caches_are_no_changes(
    change: Callable[[Path], object], guest: HomeGuest, home: Path
) -> None:
    change(home)
    assert changed_files(guest) == []


def test_a_time_of_change_that_is_set_back_hides_nothing(guest: HomeGuest, home: Path) -> None:
    path = home / "Documents/report.txt"
    status = path.stat()
    path.write_text("b report")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert summary(changed_files(guest)) == {"/home/user/Documents/report.txt": (b"a report", b"b report")}


def test_what_an_event_changes_belongs_to_the_state_before(guest: HomeGuest, home: Path) -> None:
    (home / "mine.txt").write_text("the agent's")
    (home / "Documents/report.txt").write_text("the agent's")
    note_home(guest)
    (home / "arrived.txt").write_text("of the event")
    (home / ".config/app/settings").unlink()
    adopt_changes(guest)
    assert summary(changed_files(guest)) == {
        "/home/user/Documents/report.txt": (b"a report", b"the agent's"),
        "/home/user/mine.txt": (None, b"the agent's"),
    }
    (home / "arrived.txt").write_text("changed")
    assert summary(changed_files(guest))["/home/user/arrived.txt"] == (b"of the event", b"changed")


def test_a_database_is_given_whole_when_its_log_changes(home: Path) -> None:
    (home / "places.sqlite").write_text("pages")
    guest = HomeGuest(home)
    keep_home(guest)
    (home / "places.sqlite-wal").write_text("log")
    assert summary(changed_files(guest)) == {
        "/home/user/places.sqlite": (b"pages", b"pages"),
        "/home/user/places.sqlite-wal": (None, b"log"),
    }


def test_an_unchanged_log_is_given_with_its_database(home: Path) -> None:
    (home / "places.sqlite").write_text("pages")
    (home / "places.sqlite-wal").write_text("log")
    guest = HomeGuest(home)
    keep_home(guest)
    (home / "places.sqlite").write_text("other pages")
    assert summary(changed_files(guest)) == {
        "/home/user/places.sqlite": (b"pages", b"other pages"),
        "/home/user/places.sqlite-wal": (b"log", b"log"),
    }


def test_a_repository_is_given_with_its_head_and_references(home: Path) -> None:
    git = home / "notes/.git"
    (git / "refs/heads").mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main")
    (git / "packed-refs").write_text("1 refs/heads/main")
    (git / "config").write_text("[core]")
    (git / "refs/heads/main").write_text("1")
    guest = HomeGuest(home)
    keep_home(guest)
    (git / "refs/heads/draft").write_text("2")
    assert summary(changed_files(guest)) == {
        "/home/user/notes/.git/HEAD": (b"ref: refs/heads/main", b"ref: refs/heads/main"),
        "/home/user/notes/.git/packed-refs": (b"1 refs/heads/main", b"1 refs/heads/main"),
        "/home/user/notes/.git/refs/heads/draft": (None, b"2"),
        "/home/user/notes/.git/refs/heads/main": (b"1", b"1"),
    }


def test_a_name_that_is_no_text_is_escaped(guest: HomeGuest, home: Path) -> None:
    (home / b"\xff\n.txt".decode("utf-8", "surrogateescape")).write_text("x")
    assert list(summary(changed_files(guest))) == ["/home/user/\\xff\n.txt"]


def test_what_is_too_large_is_a_change_without_contents(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home_copy, "FILE_LIMIT", 10)
    monkeypatch.setattr(home_copy, "TOTAL_LIMIT", 15)
    (home / "large.bin").write_bytes(b"l" * 11)
    copy = tmp_path / "copy"
    home_copy.keep(str(home), copy)
    (home / "large.bin").write_bytes(b"m" * 11)
    (home / "one.txt").write_text("1" * 10)
    (home / "two.txt").write_text("2" * 10)
    head, contents = home_copy.changes(str(home), copy)
    lengths = {path: [state and state["length"] for state in states] for path, *states in head["changes"]}
    assert lengths == {"large.bin": [None, None], "one.txt": [None, 10], "two.txt": [None, None]}
    assert contents == [b"1" * 10]


def test_a_folder_of_too_many_files_cannot_be_compared(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home_copy, "MAX_ENTRIES", 3)
    copy = tmp_path / "copy"
    home_copy.keep(str(home), copy)
    assert home_copy.changes(str(home), copy)[0]["whole"] is False
    guest = HomeGuest(home)
    keep_home(guest)
    guest.output = b'{"whole": false, "changes": []}\n'
    with pytest.raises(Unusable, match="usual number of files"):
        changed_files(guest)


@pytest.mark.parametrize(
    ("output", "words"),
    [
        (b"", "malformed"),
        (b'{"whole": true, "changes": [["x", null]]}\n', "malformed"),
        (
            b'{"whole": true, "changes": [["x", null, {"kind": "f", "mode": 1, "size": 9, "target": "", '
            b'"length": 9}]]}\nshort',
            "ends too early",
        ),
    ],
)
def test_an_answer_out_of_form_is_an_error(output: bytes, words: str, guest: HomeGuest) -> None:
    guest.output = output
    with pytest.raises(CommandError, match=words):
        changed_files(guest)


def test_without_a_copy_there_is_an_error_that_names_it(home: Path) -> None:
    with pytest.raises(CommandError, match=home_changes.COPY):
        changed_files(HomeGuest(home))


def test_only_root_can_open_the_copy(guest: HomeGuest, home: Path) -> None:
    copy = home.parent / "copy"
    assert copy.stat().st_mode & 0o777 == 0o700
    assert json.loads((copy / "index").read_text())
