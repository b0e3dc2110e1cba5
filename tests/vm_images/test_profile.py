from __future__ import annotations

from pathlib import Path

import pytest

from testbed.errors import ImageError, UsageError
from vm_images import profile as profile_module
from vm_images.profile import choose_profile, distributions, load_profile, profile_names


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is the whole PATH (before the shell's own): what is put there is what the host has."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def install(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


@pytest.mark.parametrize("name", profile_names())
def test_every_profile_is_well_formed(name: str) -> None:
    profile = load_profile(name)
    installed = profile.installed
    assert set(profile.packages.installed) < set(installed)
    assert len(installed) == len(set(installed))
    assert not set(installed) & set(profile.packages.build)


def test_both_distributions_have_a_profile() -> None:
    assert [profile.name for profile in distributions()] == ["debian-12", "ubuntu-24.04"]


def test_a_profile_extends_another_one() -> None:
    base, profile = load_profile("debian-12"), load_profile("osworld")
    assert profile.extension is not None
    assert {"sudo", "wmctrl", "socat"} <= set(profile.extension.packages)
    assert profile.model_copy(update={"name": base.name, "extension": None}) == base


def test_an_unknown_profile_names_the_known_ones() -> None:
    with pytest.raises(UsageError) as caught:
        load_profile("debian-11")
    assert "debian-12" in caught.value.hint


@pytest.mark.parametrize("text", ["suite = [", "suite = 'x'\n"])
def test_a_malformed_profile_names_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    (tmp_path / "broken.toml").write_text(text)
    monkeypatch.setattr(profile_module, "PROFILES", tmp_path)
    with pytest.raises(ImageError, match=r"broken\.toml is malformed"):
        load_profile("broken")


@pytest.mark.parametrize(
    ("suites", "expected"),
    [("bookworm\nbookworm-updates", "debian-12"), ("noble\nnoble-security", "ubuntu-24.04")],
)
def test_the_hosts_apt_sources_decide(programs: Path, suites: str, expected: str) -> None:
    install(programs, "apt-get", f"echo '{suites}'")
    profile, reason = choose_profile()
    assert profile.name == expected
    assert profile.suite in reason


def test_another_host_tries_which_mirror_answers(programs: Path) -> None:
    install(programs, "apt-get", "echo trixie")
    install(programs, "mmdebstrap", 'case "$*" in *noble*) exit 0 ;; esac; echo "E: no keyring" >&2; exit 25')
    profile, reason = choose_profile()
    assert profile.name == "ubuntu-24.04"
    assert "mmdebstrap reaches" in reason


def test_a_host_that_reaches_nothing_says_why(programs: Path) -> None:
    install(programs, "apt-get", "exit 100")
    install(programs, "mmdebstrap", 'echo "E: cannot resolve the mirror" >&2; exit 25')
    with pytest.raises(ImageError, match="debian-12: E: cannot resolve the mirror") as caught:
        choose_profile()
    assert "keyrings" in caught.value.hint


def test_a_host_without_apt_is_told_what_is_missing(programs: Path) -> None:
    assert list(programs.iterdir()) == []
    with pytest.raises(ImageError, match="mmdebstrap is not installed"):
        choose_profile()
