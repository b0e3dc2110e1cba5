from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from checkers import GuestView, Termination
from controller.core.guest import CommandResult
from controller.guests.fake.guest import FakeGuest, Faults
from controller.guests.provider import GuestOptions
from controller.records import final_state
from controller.records.episode_recorder import EpisodeRecorder
from controller.records.final_state import (
    HomeFiles,
    RecordingGuestView,
    State,
    blob_name,
    read_blob,
    read_state,
)
from controller.records.home_files import collect
from controller.records.replay_guest_view import ReplayGuestView
from controller.tasks.judged_guest import JudgedGuest
from testbed.errors import (
    CommandError,
    FileTooLargeError,
    GuestConnectionError,
    GuestTimeoutError,
    NotRecordedError,
    RecordsError,
)

NOTE = "/home/user/note.txt"
Ask = Callable[[GuestView], Any]


class StateGuest(FakeGuest):
    """A fake guest whose home is a folder of this machine, captured by the real script."""

    def __init__(self, home: Path, marker: Path, faults: Faults | None = None) -> None:
        super().__init__("fake-home", GuestOptions(), faults or Faults())
        self._home, self._marker = home, marker
        self.captures = 0

    def run(self, argv: Any, **given: Any) -> CommandResult:
        if argv[0] != "/usr/bin/python3":
            return super().run(argv, **given)
        self.captures += 1
        head, contents = collect(str(self._home), str(self._marker))
        return CommandResult(tuple(argv), 0, json.dumps(head).encode() + b"\n" + b"".join(contents), b"")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home folder: what is not hidden is kept, of the hidden what changed after the marker."""
    home = tmp_path / "home"
    (home / ".config/old").mkdir(parents=True)
    (home / ".config/old/settings").write_text("old")
    (tmp_path / "marker").touch()
    (home / "Documents").mkdir()
    (home / "Documents/report.txt").write_text("a report")
    (home / "Documents/link").symlink_to("/etc/passwd")
    (home / "Cache").mkdir()
    (home / "Cache/mine.txt").write_text("mine")
    return home


@pytest.fixture
def guest(home: Path, tmp_path: Path) -> StateGuest:
    guest = StateGuest(home, tmp_path / "marker")
    guest.write_file(NOTE, b"done")
    return guest


@pytest.fixture
def replay(guest: FakeGuest, tmp_path: Path) -> Callable[[Ask], ReplayGuestView]:
    """Let a checker ask the guest, keep that, and return what is kept in the guest's place."""

    def keep(ask: Ask, termination: Termination | None = None) -> ReplayGuestView:
        recorder = EpisodeRecorder(tmp_path / "episode")
        recorder.begin_attempt()
        keeper = RecordingGuestView(JudgedGuest(guest, termination), guest, "initial_state_hash")
        ask(keeper)
        recorder.final_state(keeper.state, keeper.blobs)
        state = read_state(tmp_path / "episode/final")
        assert state is not None and state == keeper.state
        return ReplayGuestView(state, tmp_path / "episode/final", termination)

    return keep


def outcome(ask: Ask, view: GuestView) -> Any:
    """What a checker's question comes to: its answer, or the kind of error."""
    try:
        found = ask(view)
    except (FileNotFoundError, FileTooLargeError, CommandError) as error:
        return type(error)
    return (found.exit_code, found.stdout, found.text) if isinstance(found, CommandResult) else found


@pytest.mark.parametrize(
    "ask",
    [
        lambda view: view.read_file(NOTE),
        lambda view: view.read_file("/home/user/none.txt"),
        lambda view: view.read_file("/home/user"),
        lambda view: view.read_file(NOTE, limit=2),
        lambda view: view.look(["sha256sum", NOTE]),
        lambda view: view.look(["sha256sum", "/nowhere"]),
        lambda view: view.look(["whoami"], as_user=True),
        lambda view: view.look(["cat"], stdin=b"\xff\x00words"),
        lambda view: view.run(["tee", NOTE], stdin=b"changed"),
        lambda view: view.run(["false"], check=False),
        lambda view: view.run(["false"]),
    ],
)
def test_the_same_question_has_the_same_answer(
    ask: Ask, guest: StateGuest, replay: Callable[[Ask], ReplayGuestView]
) -> None:
    seen: list[Any] = []
    kept = replay(lambda view: seen.append(outcome(ask, view)))
    guest.stop()
    assert outcome(ask, kept) == seen[0]
    assert kept.unanswered is None


def test_the_last_word_is_kept(replay: Callable[..., ReplayGuestView]) -> None:
    termination = Termination("success", "42")
    assert replay(lambda view: None, termination).termination == termination


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda view: view.look(["whoami"]), "running whoami:"),
        (lambda view: view.look(["sha256sum", NOTE], as_user=True), "as the user:"),
        (lambda view: view.look(["cat"], stdin=b"other"), "running cat:"),
        (lambda view: view.run(["sha256sum", NOTE]), "it may change the guest"),
        (lambda view: view.read_file("/etc/passwd"), "reading /etc/passwd:"),
    ],
)
def test_another_question_is_left_open_and_named(
    ask: Ask, words: str, replay: Callable[[Ask], ReplayGuestView]
) -> None:
    kept = replay(lambda view: [view.look(["sha256sum", NOTE]), view.look(["cat"], stdin=b"this")])
    with pytest.raises(NotRecordedError, match="does not answer") as caught:
        ask(kept)
    assert words in caught.value.message
    assert kept.unanswered is caught.value


def test_a_command_that_may_change_the_guest_divides_what_is_known(
    replay: Callable[[Ask], ReplayGuestView],
) -> None:
    def check(view: GuestView) -> list[bytes]:
        before = view.read_file(NOTE)
        view.run(["tee", NOTE], stdin=b"other")
        return [before, view.read_file(NOTE), view.look(["cat", NOTE]).stdout]

    kept = replay(check)
    assert check(kept) == [b"done", b"other", b"other"]
    kept = replay(check)
    kept.run(["tee", NOTE], stdin=b"other")
    assert kept.look(["cat", NOTE]).stdout == b"other"
    with pytest.raises(NotRecordedError, match="may change"):
        kept.run(["tee", NOTE], stdin=b"other")
    kept = replay(check)
    with pytest.raises(NotRecordedError, match="not queried at this point"):
        kept.look(["cat", NOTE])  # it was asked only after the command


def test_a_checker_that_waits_sees_the_same_turns(
    guest: StateGuest, replay: Callable[[Ask], ReplayGuestView]
) -> None:
    def check(view: GuestView) -> list[str]:
        found = [view.look(["cat", NOTE]).text]
        if isinstance(view, RecordingGuestView):
            guest.write_file(NOTE, b"later")
        return [*found, view.look(["cat", NOTE]).text, view.look(["whoami"]).text]

    kept = replay(check)
    assert check(kept) == ["done", "later", "root\n"]
    with pytest.raises(NotRecordedError):
        kept.look(["cat", NOTE])
    assert kept.look(["whoami"]).text == "root\n"  # it never was anything else


def test_the_users_files_answer_what_nobody_asked(
    guest: StateGuest, home: Path, replay: Callable[[Ask], ReplayGuestView]
) -> None:
    (home / ".config/new").write_text("new")
    kept = replay(lambda view: view.look(["whoami"]))
    assert guest.captures == 1
    assert kept.read_file("/home/user/Documents/report.txt") == b"a report"
    assert kept.read_file("/home/user/Cache/mine.txt") == b"mine"
    assert kept.read_file("/home/user/.config/new") == b"new"
    with pytest.raises(FileTooLargeError):
        kept.read_file("/home/user/Documents/report.txt", limit=3)
    for path in ("Documents/report.odt", "Downloads/x", "none.txt", "Documents/more/x"):
        with pytest.raises(FileNotFoundError):
            kept.read_file(f"/home/user/{path}")
    for path in (
        "Documents/link",
        "Documents/link/x",
        "Documents/report.txt/x",
        "Documents/../note.txt",
        "Documents",
        ".config/old/settings",
        ".config/none",
        ".none",
    ):
        with pytest.raises(NotRecordedError):
            kept.read_file(f"/home/user/{path}")


def test_after_a_change_the_users_files_answer_nothing(replay: Callable[[Ask], ReplayGuestView]) -> None:
    kept = replay(lambda view: view.run(["true"]))
    kept.run(["true"])
    with pytest.raises(NotRecordedError):
        kept.read_file("/home/user/Documents/report.txt")


def test_what_is_too_large_is_left_out_and_said_to_be(
    home: Path, replay: Callable[[Ask], ReplayGuestView], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.records.home_files.FILE_LIMIT", 100)
    monkeypatch.setattr("controller.records.home_files.TOTAL_LIMIT", 150)
    monkeypatch.setattr(final_state, "KEPT_FILE", 200)
    (home / "a.bin").write_bytes(b"a" * 101)
    (home / "b.bin").write_bytes(b"b" * 100)
    (home / "c.bin").write_bytes(b"c" * 100)
    kept = replay(lambda view: view.look(["cat"], stdin=b"x" * 201))
    assert kept.read_file("/home/user/b.bin") == b"b" * 100
    for name in ("a.bin", "c.bin"):
        with pytest.raises(NotRecordedError, match="too large"):
            kept.read_file(f"/home/user/{name}")
    with pytest.raises(NotRecordedError, match="output is too large"):
        kept.look(["cat"], stdin=b"x" * 201)


def test_a_home_of_too_many_files_rules_nothing_out(
    home: Path, replay: Callable[[Ask], ReplayGuestView], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.records.home_files.MAX_ENTRIES", 3)
    kept = replay(lambda view: view.look(["whoami"]))
    with pytest.raises(NotRecordedError):
        kept.read_file("/home/user/none.txt")


def test_names_that_are_no_text_make_the_list_incomplete(home: Path, tmp_path: Path) -> None:
    (home / "line\nbreak").write_text("x")
    (home / "Documents" / b"\xff.txt".decode("utf-8", "surrogateescape")).write_text("x")
    head, contents = collect(str(home), str(tmp_path / "marker"))
    assert head["whole"] is False
    json.dumps(head).encode()
    assert [path for path, _ in head["files"]] == ["Cache/mine.txt", "Documents/report.txt"]
    assert contents == [b"mine", b"a report"]


def test_pipes_and_links_in_the_home_are_not_opened(home: Path, tmp_path: Path) -> None:
    os.mkfifo(home / "pipe")
    (home / "loop").symlink_to(home)
    head, _ = collect(str(home), str(tmp_path / "marker"))
    assert ("pipe", "o") in [(path, kind) for path, kind, _ in head["entries"]]
    assert ("loop", "l") in [(path, kind) for path, kind, _ in head["entries"]]
    assert not [path for path, _ in head["files"] if "pipe" in path or "loop" in path]


@pytest.mark.parametrize(
    ("output", "words"),
    [
        (b"", "JSON"),
        (b"{}\n", "whole"),
        (b'{"whole": true, "entries": [], "files": [["x", -1]], "left_out": []}\n', "greater than or equal"),
        (b'{"whole": true, "entries": [], "files": [["x", 9]], "left_out": []}\nshort', "end too early"),
        (
            b'{"whole": true, "entries": [["x", "q", 1]], "files": [], "left_out": []}\n',
            "'f', 'd', 'l' or 'o'",
        ),
    ],
)
def test_a_guest_that_answers_out_of_form_only_loses_its_files(
    output: bytes, words: str, guest: StateGuest, replay: Callable[[Ask], ReplayGuestView], monkeypatch: Any
) -> None:
    monkeypatch.setattr(guest, "run", answering(output, guest.run))
    kept = replay(lambda view: view.read_file(NOTE))
    assert kept.read_file(NOTE) == b"done"
    with pytest.raises(NotRecordedError) as caught:
        kept.read_file("/home/user/Documents/report.txt")
    assert words in caught.value.message


def answering(output: bytes, run: Callable[..., CommandResult]) -> Callable[..., CommandResult]:
    def instead(argv: Any, **given: Any) -> CommandResult:
        if argv[0] == "/usr/bin/python3":
            return CommandResult(tuple(argv), 0, output, b"")
        return run(argv, **given)

    return instead


@pytest.mark.parametrize(("error", "raised"), [(GuestTimeoutError, False), (GuestConnectionError, True)])
def test_only_a_lost_guest_stops_the_judging(
    error: type[Exception], raised: bool, guest: StateGuest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(argv: Any, **given: Any) -> CommandResult:
        raise error("no answer")

    view = JudgedGuest(guest, None)
    monkeypatch.setattr(guest, "run", fail)
    keeper = RecordingGuestView(view, guest, "initial_state_hash")
    if raised:
        with pytest.raises(error):
            keeper.read_file(NOTE)
        return
    assert keeper.read_file(NOTE) == b"done"
    assert keeper.state.home == HomeFiles(reason="no answer")


def damage(folder: Path, content: bytes) -> None:
    name = blob_name(b"done")
    (folder / name).write_bytes(content)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("", "cannot read"),
        (
            '{"initial_state_hash": "x", "answers": [{"query": {"kind": "read"}, "after": 0, "content": "../../x"}]}',
            "pattern",
        ),
        ('{"initial_state_hash": "x", "home": {"files": {"/home/user/x": "/etc/passwd"}}}', "pattern"),
        ('{"initial_state_hash": "x", "more": 1}', "more"),
    ],
)
def test_a_damaged_state_is_an_error(state: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "state.json").write_text(state)
    with pytest.raises(RecordsError, match=r"state\.json") as caught:
        read_state(tmp_path)
    assert words in caught.value.message


def test_contents_that_were_changed_or_are_gone_are_errors(
    replay: Callable[[Ask], ReplayGuestView], tmp_path: Path
) -> None:
    kept = replay(lambda view: view.read_file(NOTE))
    damage(tmp_path / "episode/final", b"fine")
    with pytest.raises(RecordsError, match="was changed"):
        kept.read_file(NOTE)
    (tmp_path / "episode/final" / blob_name(b"done")).unlink()
    with pytest.raises(RecordsError, match="cannot read"):
        kept.read_file(NOTE)
    assert read_state(tmp_path / "nowhere") is None


def test_a_content_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(final_state, "KEPT_FILE", 10)
    data = b"x" * 11
    (tmp_path / blob_name(data)).write_bytes(data)
    with pytest.raises(RecordsError, match="larger than 10"):
        read_blob(tmp_path, blob_name(data))


def test_all_that_is_kept_has_a_limit(guest: StateGuest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(final_state, "KEPT_TOTAL", 100)
    keeper = RecordingGuestView(JudgedGuest(guest, None), guest, "initial_state_hash")
    for number in range(9):
        assert keeper.look(["cat"], stdin=b"%d" % number * 20).exit_code == 0
    assert sum(map(len, keeper.blobs.values())) <= 100
    problems = [answer.problem for answer in keeper.state.answers]
    assert problems[0] == "" and problems[-1] == "not kept"


def test_a_state_is_small_when_little_was_asked() -> None:
    data: Mapping[str, Any] = json.loads(State(initial_state_hash="x").model_dump_json(exclude_defaults=True))
    assert data == {"initial_state_hash": "x"}
