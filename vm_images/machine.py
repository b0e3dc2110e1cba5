"""What `testbed guest prepare` puts onto a running machine: what the image's `guest` layer brings, as an archive."""

from __future__ import annotations

import hashlib
import io
import shutil
import tarfile
import tempfile
from pathlib import Path

from vm_images.layout import lay_out, lay_out_applications
from vm_images.profile import Desktop, Profile
from vm_images.recipe import MCP_TOOLS, RECIPE, ROOTFS, STEPS, image_hash, plan, tree_hash

MACHINE = RECIPE / "machine"
"""Files that differ from the image's on a machine that has other uses, other accounts and its own ssh server."""
MACHINE_STEPS = (STEPS / "machine.sh", STEPS / "start_machine.sh", STEPS / "guest.sh")
SSHD_SETTINGS = "etc/ssh/sshd_config.d/10-testbed.conf"

_IMAGE_ONLY = (
    "etc/systemd/system/testbed-ssh-hostkey.service",
    "etc/udev/rules.d/70-testbed-network.rules",
    "usr/local/lib/testbed/after-restore",
)
_LEFT_TO_THE_MACHINE = frozenset(
    {
        *("systemd-networkd-wait-online.service", "wpa_supplicant.service", "systemd-firstboot.service"),
        *("fstrim.timer", "dpkg-db-backup.timer", "e2scrub_all.timer", "e2scrub_reap.service"),
    }
)
"""Units that an image masks and a machine goes on needing: its network, the care of its disks."""


def prepared_hash(profile: Profile) -> str:
    """The hash of what preparing a machine puts there: the image's, and the files that differ from it."""
    parts = [image_hash(plan(profile)), tree_hash(MACHINE), *(tree_hash(step) for step in MACHINE_STEPS)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def desktop_of_machine(desktop: Desktop) -> Desktop:
    """What is switched off in the desktop of a machine: the image's list without what the machine needs."""
    kept = tuple(unit for unit in desktop.masked_units if unit not in _LEFT_TO_THE_MACHINE)
    return desktop.model_copy(update={"masked_units": kept})


def payload(profile: Profile) -> bytes:
    """A tar archive with root.tar (the recipe's files), files (their paths below /, one a line) and the steps."""
    with tempfile.TemporaryDirectory(prefix="testbed-payload-") as text:
        folder = Path(text)
        root = folder / "root"
        lay_out(ROOTFS, root)
        lay_out(MACHINE, root)
        lay_out(MCP_TOOLS, root / "opt/testbed/mcp_tools")
        lay_out_applications(profile.applications, root)
        for path in _IMAGE_ONLY:
            (root / path).unlink()
        files = [
            path.relative_to(root).as_posix()
            for path in sorted(root.rglob("*"))
            if not path.is_dir() or path.is_symlink()
        ]
        (folder / "files").write_text("".join(f"{path}\n" for path in files))
        (folder / "root.tar").write_bytes(archive(root))
        shutil.rmtree(root)
        for step in MACHINE_STEPS:
            shutil.copy(step, folder)
        return archive(folder)


def archive(folder: Path) -> bytes:
    """A folder's content as a tar archive, owned by root."""

    def of_root(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        return entry

    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as tar:
        for path in sorted(folder.iterdir()):
            tar.add(path, arcname=path.name, filter=of_root)
    return data.getvalue()
