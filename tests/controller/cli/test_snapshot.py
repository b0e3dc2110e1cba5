"""`testbed snapshot`: what it proposes fits the provider that it was called with."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.cli.main import call
from controller.guests import registry
from controller.guests.fake.provider import FakeProvider
from controller.guests.provider import GuestOptions
from controller.guests.snapshots import Snapshot, SnapshotRecord, SnapshotStore
from vm_images.image import Image

BOTH = pytest.mark.parametrize(
    ("arguments", "words"), [([], ""), (["--provider", "frozen"], " --provider frozen")]
)
Printed = pytest.CaptureFixture[str]


class Maker(FakeProvider):
    """A provider that has no snapshot yet."""

    def __init__(self, name: str, folder: Path) -> None:
        super().__init__()
        image = Image("debian-12-aaaa", "aaaa", "debian-12", (), folder / "manifest.json")
        self.store = SnapshotStore(image, "h" * 64, SnapshotRecord, name, GuestOptions())
        self.can_create = ("desktop",)

    def create_snapshot(self, name: str) -> Snapshot[SnapshotRecord]:
        raise AssertionError(f"{name} is not to be created")


@pytest.fixture(autouse=True)
def _no_snapshots(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def create_provider(name: str, options: GuestOptions) -> Maker:
        return Maker(name, tmp_path)

    monkeypatch.setenv("TESTBED_DATA", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setattr(registry, "create_provider", create_provider)


@BOTH
def test_without_snapshots_the_command_that_creates_one_is_named(
    arguments: list[str], words: str, capsys: Printed
) -> None:
    assert call(["snapshot", "list", *arguments]) == 0
    assert f"`testbed snapshot create{words} desktop`" in capsys.readouterr().out


@BOTH
def test_a_snapshot_to_delete_must_be_named(arguments: list[str], words: str, capsys: Printed) -> None:
    assert call(["snapshot", "delete", *arguments]) == 2
    assert f"`testbed snapshot list{words}`" in capsys.readouterr().err


@BOTH
def test_a_snapshot_that_is_missing_cannot_be_deleted(
    arguments: list[str], words: str, capsys: Printed
) -> None:
    assert call(["snapshot", "delete", "vlc", *arguments]) == 1
    assert f"testbed snapshot create{words} vlc" in capsys.readouterr().err
