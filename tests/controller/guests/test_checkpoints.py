"""Checkpoints stay as long as something builds on them."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from controller.guests.checkpoints import Checkpoints, checkpoints_folder, remove_leftovers
from controller.guests.link import host_state
from controller.guests.snapshots import Snapshot, SnapshotRecord
from testbed.errors import GuestError, ImageError

Line = tuple[Snapshot[SnapshotRecord], ...]


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESTBED_DATA", str(tmp_path))
    monkeypatch.setattr(host_state, "HOST_STATES", tmp_path / "states")


def save(checkpoints: Checkpoints[SnapshotRecord], below: Line = ()) -> str:
    def describe(name: str) -> SnapshotRecord:
        return SnapshotRecord(name=name, image="i", hardware="h", parent="", screen="1x1")

    return checkpoints.save(below, describe, lambda snapshot: (snapshot.folder / "state").touch())


def line(checkpoints: Checkpoints[SnapshotRecord], name: str) -> Line:
    found = checkpoints.line(name)
    assert found
    return found


def on_disk() -> set[str]:
    return {folder.name for folder in checkpoints_folder().iterdir()}


def test_what_is_discarded_goes_when_nothing_builds_on_it() -> None:
    checkpoints: Checkpoints[SnapshotRecord] = Checkpoints()
    first = save(checkpoints)
    second = save(checkpoints, line(checkpoints, first))
    assert [snapshot.record.name for snapshot in line(checkpoints, second)] == [first, second]
    guest = ExitStack()
    for snapshot in line(checkpoints, second):
        guest.enter_context(snapshot.hold())
    checkpoints.discard(first)
    assert checkpoints.line(first) is None and on_disk() == {first, second}
    checkpoints.discard(second)
    assert on_disk() == {first, second}
    guest.close()
    checkpoints.sweep()
    assert on_disk() == set()
    with pytest.raises(ImageError, match="discarded already"):
        checkpoints.discard(first)


def test_a_state_that_cannot_be_written_leaves_nothing() -> None:
    checkpoints: Checkpoints[SnapshotRecord] = Checkpoints()
    below = line(checkpoints, save(checkpoints))

    def fail(_snapshot: Snapshot[SnapshotRecord]) -> None:
        raise GuestError("no")

    record = SnapshotRecord(name="n", image="i", hardware="h", parent="", screen="1x1")
    with pytest.raises(GuestError):
        checkpoints.save(below, lambda _name: record, fail)
    assert on_disk() == checkpoints.names
    checkpoints.close()
    assert on_disk() == set()


def test_what_a_guest_builds_on_stays_also_if_its_state_was_not_written() -> None:
    checkpoints: Checkpoints[SnapshotRecord] = Checkpoints()
    guest = ExitStack()

    def fail(snapshot: Snapshot[SnapshotRecord]) -> None:
        guest.enter_context(snapshot.hold())
        raise GuestError("no")

    record = SnapshotRecord(name="n", image="i", hardware="h", parent="", screen="1x1")
    with pytest.raises(GuestError):
        checkpoints.save((), lambda _name: record, fail)
    assert len(on_disk()) == 1 and not checkpoints.names
    guest.close()
    checkpoints.sweep()
    assert on_disk() == set()


def test_leftovers_are_those_that_nobody_holds() -> None:
    living: Checkpoints[SnapshotRecord] = Checkpoints()
    kept = save(living)
    dead: Checkpoints[SnapshotRecord] = Checkpoints()
    lost = save(dead)
    dead._kept[lost].holds.close()
    (checkpoints_folder() / "checkpoint-begun").mkdir()
    assert {leftover.name for leftover in remove_leftovers()} == {lost, "checkpoint-begun"}
    assert on_disk() == {kept}
    living.close()
