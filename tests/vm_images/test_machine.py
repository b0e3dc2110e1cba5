"""What `guest prepare` puts onto a machine."""

from __future__ import annotations

import io
import tarfile

from vm_images.machine import MACHINE, SSHD_SETTINGS, desktop_of_machine, payload, prepared_hash
from vm_images.profile import load_profile, profile_names
from vm_images.recipe import image_hash, plan


def open_tar(data: bytes) -> tarfile.TarFile:
    return tarfile.open(fileobj=io.BytesIO(data))


def test_the_payload_is_the_guest_layer_without_what_only_an_image_needs() -> None:
    with open_tar(payload(load_profile("debian-12"))) as outer:
        assert {"root.tar", "files", "machine.sh", "start_machine.sh", "guest.sh"} == set(outer.getnames())
        listed = outer.extractfile("files").read().decode().splitlines()  # type: ignore[union-attr]
        inner = outer.extractfile("root.tar").read()  # type: ignore[union-attr]
    with open_tar(inner) as root:
        members = {member.name: member for member in root.getmembers()}
        settings = root.extractfile(SSHD_SETTINGS).read()  # type: ignore[union-attr]
    assert sorted(listed) == sorted(name for name, member in members.items() if not member.isdir())
    assert all((member.uid, member.gid) == (0, 0) for member in members.values())
    assert {"opt/testbed/mcp_tools/server.py", "etc/systemd/system/desktop.service"} < set(members)
    assert "usr/share/testbed/applications/vlc.toml" in members
    assert members["usr/local/bin/testbed-open"].mode & 0o777 == 0o755
    files = [name for name, member in members.items() if not member.isdir()]
    assert not [name for name in files if "hostkey" in name or "udev" in name or "__pycache__" in name]
    assert settings == (MACHINE / SSHD_SETTINGS).read_bytes()
    assert b"AllowUsers" not in settings and b"UsePAM" not in settings, "other accounts log in as before"


def test_a_machine_keeps_its_network_and_disks() -> None:
    for name in profile_names():
        desktop = load_profile(name).desktop
        masked = set(desktop_of_machine(desktop).masked_units)
        assert masked < set(desktop.masked_units)
        assert not {"wpa_supplicant.service", "systemd-networkd-wait-online.service", "fstrim.timer"} & masked
        assert {"colord.service", "apt-daily.timer"} <= masked


def test_the_hash_is_not_the_images() -> None:
    hashes = {prepared_hash(load_profile(name)) for name in profile_names()}
    assert len(hashes) == len(profile_names())
    assert image_hash(plan(load_profile("debian-12"))) not in hashes
