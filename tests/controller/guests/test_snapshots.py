"""Snapshots on disk: found, made once, held while guests run from them, pruned."""

from __future__ import annotations

import os
import shutil
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from controller.guests.provider import GuestOptions
from controller.guests.snapshots import Snapshot, SnapshotRecord, SnapshotStore, write_record
from testbed.errors import ImageError
from vm_images.image import Image

HARDWARE = "h" * 64


class OtherRecord(SnapshotRecord):
    kvm: bool = True


def snapshots_of(
    image: Image,
    hardware: str = HARDWARE,
    provider: str = "libvirt",
    options: GuestOptions = GuestOptions(),  # noqa: B008  # frozen
) -> SnapshotStore[SnapshotRecord]:
    return SnapshotStore(image, hardware, SnapshotRecord, provider, options)


def record(name: str, parent: str = "") -> SnapshotRecord:
    return SnapshotRecord(name=name, image="aaaa", hardware=HARDWARE, parent=parent, screen="1x1")


def make(
    store: SnapshotStore[SnapshotRecord], name: str, parent: str = "", size: int = 1, used: int = 0
) -> Snapshot[SnapshotRecord]:
    """Make a snapshot of so many bytes, last used at a time."""
    with store.creating(name) as folder:
        (folder / "memory").write_bytes(b"m" * size)
        write_record(folder, record(name, parent))
    made = store.get(name)
    os.utime(made.folder / "snapshot.json", (used, used))
    return made


@pytest.mark.parametrize(
    ("provider", "options", "hint"),
    [
        ("libvirt", {}, "testbed snapshot create vlc"),
        ("frozen", {}, "testbed snapshot create --provider frozen vlc"),
        ("libvirt", {"width": 2560, "height": 1440, "scale": 2}, "testbed snapshot create --scale 2 vlc"),
        ("libvirt", {"width": 1920, "height": 1080}, "testbed snapshot create --screen 1920x1080 vlc"),
    ],
)
def test_a_missing_snapshot_names_the_command(
    image: Image, provider: str, options: dict[str, int], hint: str
) -> None:
    with pytest.raises(ImageError, match="no snapshot 'vlc'") as raised:
        snapshots_of(image, provider=provider, options=GuestOptions(**options)).get("vlc")  # type: ignore[arg-type]
    assert raised.value.hint == hint


def test_a_stale_snapshot_is_refused(image: Image, tmp_path: Path) -> None:
    other = Image("debian-12-bbbb", "bbbb", "debian-12", (), tmp_path / "images/debian-12-bbbb/manifest.json")
    make(snapshots_of(other), "vlc")
    with pytest.raises(ImageError, match="stale"):
        snapshots_of(image).get("vlc")


def test_snapshots_lie_with_the_data_of_who_made_them(image: Image, tmp_path: Path) -> None:
    roots = replace(image, manifest=tmp_path / "root's" / "manifest.json")
    store = snapshots_of(roots)
    make(store, "desktop")
    assert store.get("desktop").folder == tmp_path / f"images/{image.name}/snapshots/{HARDWARE[:12]}/desktop"


def test_a_snapshot_goes_with_those_that_build_on_it(image: Image) -> None:
    store = snapshots_of(image)
    make(store, "desktop")
    make(store, "vlc", parent="desktop")
    make(store, "code", parent="desktop")
    assert store.delete("vlc") == ["vlc"]
    assert store.names() == {"desktop", "code"}
    assert store.delete("desktop") == ["desktop", "code"]
    assert store.names() == frozenset()


def test_an_unfinished_snapshot_is_none(image: Image) -> None:
    store = snapshots_of(image)
    with pytest.raises(RuntimeError), store.creating("desktop"):
        raise RuntimeError("killed")
    assert store.find("desktop") is None
    assert [path.name for path in store.folder.iterdir()] == []


def test_a_snapshot_is_made_once_however_many_want_it(image: Image) -> None:
    makers = []

    def write(folder: Path) -> SnapshotRecord:
        makers.append(folder)
        return record("desktop")

    threads = [
        threading.Thread(target=lambda: snapshots_of(image).find_or_make("desktop", write)) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(makers) == 1
    assert snapshots_of(image).get("desktop").record.seconds >= 0


def test_what_is_held_is_neither_deleted_nor_pruned(image: Image) -> None:
    store = snapshots_of(image)
    held = make(store, "desktop").hold()
    with pytest.raises(ImageError, match="guests run that started from the snapshot 'desktop'"):
        store.delete("desktop")
    store.prune(0)
    assert store.names() == {"desktop"}
    held.close()
    assert store.delete("desktop") == ["desktop"]


def test_a_snapshot_that_has_just_gone_cannot_be_held(image: Image) -> None:
    store = snapshots_of(image)
    gone = make(store, "desktop")
    store.delete("desktop")
    with pytest.raises(ImageError, match="just been deleted"):
        gone.hold()


def test_another_process_may_delete_snapshots_at_any_time(
    image: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = snapshots_of(image)
    snapshot = make(store, "desktop")
    made = {file.name for file in snapshot.folder.iterdir()}
    monkeypatch.setattr(os, "walk", lambda folder: [(folder, [], [*made, "deleted"])])
    assert snapshot.size_bytes > 0
    monkeypatch.setattr(Path, "glob", lambda *_: [store.folder / "deleted" / "snapshot.json"])
    assert store.all() == [] and store.find("deleted") is None
    store.prune(0)
    assert store.find("desktop") is not None


def test_two_processes_may_remove_a_snapshot_at_once(image: Image, monkeypatch: pytest.MonkeyPatch) -> None:
    store, remove = snapshots_of(image), shutil.rmtree
    snapshot = make(store, "desktop")

    def remove_after_another(folder: Path) -> None:
        monkeypatch.setattr(shutil, "rmtree", remove)
        (folder / "memory").unlink()
        raise FileNotFoundError(folder / "memory")

    monkeypatch.setattr(shutil, "rmtree", remove_after_another)
    assert snapshot.remove() and not snapshot.folder.exists()


def test_the_least_recently_used_are_pruned_first_and_other_kinds_stay(image: Image) -> None:
    store, others = snapshots_of(image), snapshots_of(image, "g" * 64)
    big = 100_000
    make(store, "desktop", size=big, used=30)
    make(store, "vlc", parent="desktop", size=big, used=10)
    make(others, "desktop", size=big, used=20)
    machines = SnapshotStore(image, "m" * 64, OtherRecord, "libvirt", GuestOptions())
    machines.find_or_make("desktop", lambda _folder: OtherRecord(**record("desktop").model_dump()))
    store.prune(big * 5 // 2)
    assert (store.names(), others.names()) == ({"desktop"}, {"desktop"})
    store.get("desktop").hold().close()  # used now
    store.prune(big * 3 // 2)
    assert (store.names(), others.names()) == ({"desktop"}, set())
    assert machines.names() == {"desktop"}
