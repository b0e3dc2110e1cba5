"""CRIU is found or fetched: versions, and Debian's package from this host's own apt."""

from __future__ import annotations

import json
import platform
from pathlib import Path

import pytest

from controller.guests.frozen import criu
from controller.guests.host_tools import host_run
from testbed.errors import UsageError


@pytest.mark.parametrize(
    ("kernel", "least"),
    [
        ("5.15.0-91-generic", (4, 1)),
        ("6.13", (4, 1)),
        ("6.16-rc1", (4, 2)),
        ("6.18.44", (4, 2)),
        ("7.0", (4, 2)),
    ],
)
def test_newer_kernels_need_a_newer_criu(kernel: str, least: tuple[int, ...]) -> None:
    assert criu.least_version(kernel) == least


def test_a_host_criu_is_taken_where_it_is_new_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESTBED_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(criu, "SYSTEM_PATH", str(tmp_path))
    monkeypatch.setattr("platform.release", lambda: "6.18.1")
    program = tmp_path / "criu"
    for version, found in (("3.17.1", None), ("4.1.1", None), ("4.2", (4, 2)), ("4.10-rc1", (4, 10))):
        program.write_text(f"#!/bin/sh\necho Version: {version}\n")
        program.chmod(0o755)
        assert getattr(criu.find_criu(), "version", None) == found


def test_without_an_archive_of_debian_the_remedy_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESTBED_DATA", str(tmp_path))
    monkeypatch.setattr(criu, "KEYRING", tmp_path / "none.gpg")
    monkeypatch.setattr(criu, "SYSTEM_PATH", str(tmp_path))
    monkeypatch.setattr("platform.release", lambda: "6.18.1")
    with pytest.raises(UsageError, match=r"no criu 4\.2") as raised:
        criu.fetch_criu()
    assert raised.value.hint == "install criu 4.2 or newer"


@pytest.mark.root
@pytest.mark.pypi
def test_debians_package_is_unpacked_and_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESTBED_DATA", str(tmp_path))
    monkeypatch.setattr("shutil.which", lambda name, path: None if name == "criu" else f"/usr/bin/{name}")
    fetched = criu.fetch_criu()
    assert criu.find_criu() == fetched
    assert fetched.version >= criu.least_version(platform.release())
    (record,) = (tmp_path / "criu").glob("*/packages.json")
    hashes = json.loads(record.read_text())
    assert any(name.startswith("criu_") for name in hashes)
    assert host_run([*fetched.command, "check"]).strip() == "Looks good."
