"""What `changed_files` returned is recorded with a final state, and answered from there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from checkers.differences.changed_files import FileChange, FileState, ShowsChanges
from checkers.evidence import Unusable
from controller.core.guest import CommandResult
from controller.guests.fake.guest import FakeGuest, Faults
from controller.guests.provider import GuestOptions
from controller.records import final_state
from controller.records.final_state import RecordingGuestView, State
from controller.records.replay_guest_view import ReplayGuestView
from controller.tasks.judged_guest import JudgedGuest
from testbed.errors import CommandError, GuestConnectionError, NotRecordedError

REPORT = FileChange(
    "/home/user/report.txt",
    FileState("f", 0o644, 3, "", b"old"),
    FileState("f", 0o600, 3, "", b"new"),
)
LINK = FileChange("/home/user/link", None, FileState("l", 0o777, 4, "/etc"))
LARGE = FileChange("/home/user/film.mkv", FileState("f", 0o644, 10**9), None)


class ChangedGuest(JudgedGuest):
    """A fake guest with these changes, or with an error in their place."""

    def __init__(self, *changes: FileChange) -> None:
        self.guest = FakeGuest("fake", GuestOptions(), Faults())
        super().__init__(self.guest, None)
        self.changes: Sequence[FileChange] | Exception = changes
        self.asked = 0

    def changed_files(self) -> list[FileChange]:
        self.asked += 1
        if isinstance(self.changes, Exception):
            raise self.changes
        return list(self.changes)


@pytest.fixture
def replay(tmp_path: Path) -> Callable[[RecordingGuestView], ReplayGuestView]:
    def replayed(view: RecordingGuestView) -> ReplayGuestView:
        state = State.model_validate_json(view.state.model_dump_json(exclude_defaults=True))
        assert state == view.state
        for name, data in view.blobs.items():
            (tmp_path / name).write_bytes(data)
        return ReplayGuestView(state, tmp_path, None)

    return replayed


def recording(guest: ChangedGuest) -> RecordingGuestView:
    return RecordingGuestView(guest, guest.guest, "hash")


Replay = Callable[[RecordingGuestView], ReplayGuestView]


def test_changes_are_answered_as_they_were(replay: Replay) -> None:
    view = recording(ChangedGuest(REPORT, LINK, LARGE))
    assert view.changed_files() == [REPORT, LINK, LARGE]
    kept = replay(view)
    assert isinstance(kept, ShowsChanges)
    assert kept.changed_files() == [REPORT, LINK, LARGE]
    assert kept.unanswered is None


def test_they_are_recorded_even_if_no_checker_asks_and_looked_for_once(replay: Replay) -> None:
    guest = ChangedGuest(REPORT)
    view = recording(guest)
    view.capture()
    view.capture()
    assert view.changed_files() == [REPORT]
    assert guest.asked == 1
    assert replay(view).changed_files() == [REPORT]


def test_a_command_that_may_change_the_guest_divides_what_is_known(replay: Replay) -> None:
    guest = ChangedGuest(REPORT)
    view = recording(guest)
    view.capture()
    view.run(["true"])
    guest.changes = (REPORT, LINK)
    view.capture()
    kept = replay(view)
    assert kept.changed_files() == [REPORT]
    kept.run(["true"])
    assert kept.changed_files() == [REPORT, LINK]
    view = recording(guest)
    view.run(["true"])
    kept = replay(view)
    kept.run(["true"])
    with pytest.raises(NotRecordedError, match="what has changed in the home folder"):
        kept.changed_files()
    assert kept.unanswered is not None


@pytest.mark.parametrize("error", [CommandError("the copy is gone"), Unusable("few files", "too many files")])
def test_what_could_not_be_compared_stays_so(error: Exception, replay: Replay) -> None:
    guest = ChangedGuest()
    guest.changes = error
    view = recording(guest)
    view.capture()
    for one in (view, replay(view)):
        with pytest.raises(type(error)) as caught:
            one.changed_files()
        assert str(caught.value) == str(error)


def test_a_lost_guest_is_not_recorded() -> None:
    guest = ChangedGuest()
    guest.changes = GuestConnectionError("no answer")
    with pytest.raises(GuestConnectionError):
        recording(guest).capture()


def test_a_content_too_large_to_keep_is_shown_to_the_checker_and_left_open_later(
    replay: Replay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(final_state, "KEPT_FILE", 2)
    view = recording(ChangedGuest(REPORT))
    assert view.changed_files() == [REPORT]
    kept = replay(view)
    with pytest.raises(NotRecordedError, match=r"report\.txt: it is too large"):
        kept.changed_files()


def test_a_guest_that_keeps_no_copy_has_an_error_with_the_cause() -> None:
    class Other(FakeGuest):
        def run(self, argv: object, **given: object) -> CommandResult:
            return CommandResult((), 1, b"", b"FileNotFoundError: index")

    view = JudgedGuest(Other("fake", GuestOptions(), Faults()), None)
    with pytest.raises(CommandError, match="FileNotFoundError: index"):
        view.changed_files()
