"""CRIU, which writes a container's processes into files and starts them again from there.

The host's own is taken where it is new enough. Otherwise Debian's package of a later suite is unpacked into a folder of
its own, with the libraries that it is linked with, and started by that folder's loader: nothing is built or installed.
apt proves the packages by the archive's key; their hashes are kept beside them.
"""

from __future__ import annotations

import hashlib
import json
import platform
import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from controller.guests.host_tools import SYSTEM_PATH, host_run
from controller.guests.nspawn.state import hold_lock
from testbed.errors import GuestError, UsageError
from vm_images.folders import data_folder

Version = tuple[int, ...]

SUITES = ("trixie", "forky")
"""Of Debian, the oldest first: the first with a version that is new enough is taken."""
KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
FETCH_SECONDS = 600.0
_RECORD = "packages.json"
_WITHOUT_NETWORK = ("unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$0" "$@"')
"""It tries out the kernel's sockets on the loopback."""
_PROGRAM = Path("usr/sbin/criu")


@dataclass(frozen=True, slots=True)
class Criu:
    """A CRIU that runs on this host: the words that start it, and its version."""

    command: tuple[str, ...]
    version: Version

    @property
    def version_text(self) -> str:
        return _text(self.version)

    def words(self, *arguments: str) -> list[str]:
        """The words that run it with these arguments, without the host's network: guests have filled what it reads."""
        return [*_WITHOUT_NETWORK, *self.command, *arguments]


def least_version(kernel: str) -> Version:
    """The oldest CRIU that can dump on a kernel.

    4.1 is the first that knows the vDSO of Linux 6.13; 4.2 the first that leaves out the options that internet sockets
    have not had since 6.16.
    """
    return (4, 2) if _numbers(kernel) >= (6, 16) else (4, 1)


def find_criu() -> Criu | None:
    """The host's CRIU, or the unpacked one; None where neither is new enough for the kernel."""
    least = least_version(platform.release())
    installed = shutil.which("criu", path=SYSTEM_PATH)
    commands: list[tuple[str, ...]] = [(installed,)] if installed else []
    commands += [_unpacked_command(record.parent) for record in sorted(_folder().glob(f"*/{_RECORD}"))]
    found = (Criu(command, _version_of(command)) for command in commands)
    return next((criu for criu in found if criu.version >= least), None)


def fetch_criu() -> Criu:
    """Return a CRIU for this kernel; fetch Debian's package where there is none yet.

    Raises:
        UsageError: This host's apt cannot fetch Debian's packages, or none of them is new enough.
        GuestError: apt or dpkg-deb fails.
    """
    with hold_lock(".criu"):
        return find_criu() or _fetch()


def _fetch() -> Criu:
    least = least_version(platform.release())
    if (
        platform.machine() != "x86_64"
        or not KEYRING.exists()
        or not shutil.which("apt-get", path=SYSTEM_PATH)
    ):
        raise UsageError(
            f"this host has no criu {_text(least)} and cannot fetch Debian's", hint=install_hint()
        )
    _folder().mkdir(parents=True, exist_ok=True, mode=0o755)
    for suite in SUITES:
        with tempfile.TemporaryDirectory(dir=_folder(), prefix=".fetching-") as folder:
            _unpack(suite, Path(folder))
            version = _version_of(_unpacked_command(Path(folder) / suite))
            if version >= least:
                target = _folder() / f"{suite}-{_text(version)}"
                shutil.rmtree(target, ignore_errors=True)
                (Path(folder) / suite).rename(target)
                return Criu(_unpacked_command(target), version)
    raise UsageError(f"Debian's {' and '.join(SUITES)} have no criu {_text(least)}", hint=install_hint())


def install_hint() -> str:
    """The remedy where there is no CRIU and Debian's cannot be fetched."""
    return f"install criu {_text(least_version(platform.release()))} or newer"


def _folder() -> Path:
    return data_folder() / "criu"


def _unpack(suite: str, folder: Path) -> None:
    """Unpack the packages of a suite into `folder/suite`, with a record of their hashes."""
    for name in ("lists/partial", "cache/archives/partial", "none", suite):
        (folder / name).mkdir(parents=True)
    (folder / "status").touch()  # an apt of its own, to which nothing is installed, with the host's proxies
    (folder / "sources.list").write_text(f"deb [signed-by={KEYRING}] {_archive()} {suite} main\n")
    places = {
        "Dir::State::lists": folder / "lists",
        "Dir::State::status": folder / "status",
        "Dir::Cache": folder / "cache",
        "Dir::Etc::sourcelist": folder / "sources.list",
        "Dir::Etc::sourceparts": folder / "none",
        "APT::Sandbox::User": "root",
    }
    apt = ["apt-get", "--quiet", *(f"--option={name}={value}" for name, value in places.items())]
    host_run([*apt, "update"], timeout=FETCH_SECONDS)
    install = ["install", "--yes", "--download-only", "--no-install-recommends"]
    host_run([*apt, *install, "criu"], timeout=FETCH_SECONDS)
    packages = sorted((folder / "cache/archives").glob("*.deb"))
    for package in packages:
        host_run(["dpkg-deb", "--extract", str(package), str(folder / suite)])
    hashes = {package.name: hashlib.sha256(package.read_bytes()).hexdigest() for package in packages}
    (folder / suite / _RECORD).write_text(json.dumps(hashes, indent=1))


def _archive() -> str:
    """Where this host's apt has Debian from. Raises UsageError when it has not."""
    targets = host_run(["apt-get", "indextargets", "--format", "$(REPO_URI) $(RELEASE) $(COMPONENT)"])
    for line in targets.splitlines():
        address, release, component = line.split()
        if component == "main" and "-" not in release:
            return address
    raise UsageError("this host's apt has no archive of Debian", hint=install_hint())


def _unpacked_command(root: Path) -> tuple[str, ...]:
    libraries = root / "usr/lib/x86_64-linux-gnu"
    loader = libraries / "ld-linux-x86-64.so.2"
    return (str(loader), "--library-path", str(libraries), str(root / _PROGRAM))


def _version_of(command: tuple[str, ...]) -> Version:
    text = host_run([*command, "--version"])
    match = re.search(r"Version: (\S+)", text)
    if match is None:
        raise GuestError(f"{' '.join(command)} names no version: {text.strip()}")
    return _numbers(match[1])


def _text(version: Version) -> str:
    return ".".join(map(str, version))


def _numbers(text: str) -> Version:
    """The numbers that a version begins with: (6, 18, 44) of "6.18.44-cloud"."""
    match = re.match(r"\d+(\.\d+)*", text)
    return tuple(map(int, match[0].split("."))) if match else ()
