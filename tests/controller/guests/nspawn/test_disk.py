"""The disk of a guest, as a file of this host."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from controller.guests.nspawn import cgroups as nspawn_cgroups
from controller.guests.nspawn.disk import BYTES_PER_INODE, drop_unwritten, make_disk, require_loop_devices
from testbed.errors import UsageError


def details(disk: Path) -> dict[str, str]:
    text = subprocess.run(
        ["dumpe2fs", "-h", str(disk)],
        capture_output=True,
        text=True,
        check=True,
        env={"PATH": "/usr/sbin:/sbin"},
    ).stdout
    return {key: value.strip() for key, _, value in (line.partition(":") for line in text.splitlines())}


@pytest.fixture
def loop_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.guests.nspawn.disk.require_loop_devices", lambda: None)


@pytest.mark.usefixtures("loop_devices")
def test_a_disk_has_its_size_its_inodes_and_its_files(tmp_path: Path) -> None:
    content = tmp_path / "rw"
    (content / "upper/etc").mkdir(parents=True)
    (content / "upper/etc/hostname").write_text("testbed\n")
    (content / "upper/etc/hostname").chmod(0o640)
    disk = tmp_path / "disk.ext4"
    make_disk(disk, content, 8192)
    facts = details(disk)
    assert int(facts["Block count"]) * int(facts["Block size"]) == 8 * 2**30
    assert int(facts["Inode count"]) == 8 * 2**30 // BYTES_PER_INODE
    assert int(facts["Reserved block count"]) == 0
    assert "has_journal" not in facts["Filesystem features"]
    assert disk.stat().st_blocks * 512 < 2 * 2**20, "an empty disk takes next to nothing"
    listed = subprocess.run(
        ["/sbin/debugfs", "-R", "stat upper/etc/hostname", str(disk)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "Mode:  0640" in listed
    assert f"User: {os.getuid():5}" in listed


@pytest.mark.usefixtures("loop_devices")
def test_a_disk_is_made_once(tmp_path: Path) -> None:
    (tmp_path / "rw").mkdir()
    make_disk(tmp_path / "disk", tmp_path / "rw", 16)
    with pytest.raises(FileExistsError):
        make_disk(tmp_path / "disk", tmp_path / "rw", 16)


def test_a_host_without_loop_devices(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="this host has no loop devices") as raised:
        require_loop_devices(tmp_path / "loop-control")
    assert "modprobe loop" in raised.value.hint


def test_the_file_system_of_the_host_goes_on(tmp_path: Path) -> None:
    """A guest that ends before its disk is mounted: what lies there is a folder of the host."""
    disk = tmp_path / "disk.ext4"
    disk.touch()
    drop_unwritten(disk, tmp_path)
    drop_unwritten(disk, tmp_path / "gone")
    (tmp_path / "later").write_text("written")


def test_the_disk_of_a_partition(tmp_path: Path) -> None:
    """`io.max` takes whole disks only."""
    disk, devices = tmp_path / "sda", tmp_path / "block"
    (disk / "sda1").mkdir(parents=True)
    (disk / "dev").write_text("8:0\n")
    (disk / "sda1/dev").write_text("8:1\n")
    (disk / "sda1/partition").write_text("1\n")
    devices.mkdir()
    (devices / "8:0").symlink_to(disk)
    (devices / "8:1").symlink_to(disk / "sda1")
    numbers = {minor: nspawn_cgroups.disk_device(os.makedev(8, minor), devices) for minor in (0, 1, 2)}
    assert numbers == {0: "8:0", 1: "8:0", 2: ""}


def test_writes_are_limited_where_the_kernel_can(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    group = tmp_path / "tb-1"
    group.mkdir()
    monkeypatch.setattr(nspawn_cgroups, "unified_root", lambda: tmp_path)
    monkeypatch.setattr(nspawn_cgroups, "guests_folder", lambda: tmp_path)
    monkeypatch.setattr(nspawn_cgroups, "disk_device", lambda _: "8:0")
    (tmp_path / "cgroup.controllers").write_text("cpu memory pids\n")
    nspawn_cgroups.limit_writes(group, 100)
    assert not (group / "io.max").exists()
    (tmp_path / "cgroup.controllers").write_text("cpu io memory pids\n")
    nspawn_cgroups.limit_writes(group, 0)
    assert not (group / "io.max").exists()
    nspawn_cgroups.limit_writes(group, 100)
    assert (group / "io.max").read_text() == "8:0 wbps=104857600"
    assert (tmp_path / "cgroup.subtree_control").read_text() == "+io"
