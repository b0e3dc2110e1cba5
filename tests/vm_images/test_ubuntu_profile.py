"""The Ubuntu profile, as far as it can be checked without Ubuntu's archive. What cannot is in docs/image.md."""

from __future__ import annotations

import ast
import configparser
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from controller.cli.main import call
from vm_images.layers import render
from vm_images.layout import lay_out
from vm_images.profile import Profile, load_profile
from vm_images.recipe import ROOTFS, STEPS

RECORDED = Path(__file__).parent / "data" / "noble_packages.txt"
UNITS = ["xserver.service", "desktop.service", "testbed-ssh-hostkey.service"]
USER_UNITS = ["testbed-mcp.service", "code-server.service"]
PROGRAMS = {
    "usr/bin/Xtigervnc": "tigervnc-standalone-server",
    "usr/bin/gnome-session": "gnome-session",
    "usr/bin/ssh-keygen": "openssh-server",
    "usr/bin/touch": "",
    "opt/testbed/venv/bin/python": "python3-venv",
    "opt/testbed/node/bin/node": "",
}
"""The programs that units run, and the package of the profile that brings each ("": any system, or the recipe)."""


@pytest.fixture
def ubuntu() -> Profile:
    return load_profile("ubuntu-24.04")


@pytest.fixture
def root(tmp_path: Path, ubuntu: Profile) -> Path:
    """A root as far as systemd looks at it: this machine's own units, the recipe's files, stubs of the programs."""
    root = tmp_path / "root"
    lay_out(ROOTFS, root)
    shutil.copytree("/usr/lib/systemd/system", root / "usr/lib/systemd/system", symlinks=True)
    (root / "lib").symlink_to("usr/lib")
    for program, package in PROGRAMS.items():
        assert not package or package in ubuntu.installed
        file = root / program
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("#!/bin/sh\n")
        file.chmod(0o755)
    return root


def recorded() -> dict[str, tuple[str, str]]:
    lines = [line.split() for line in RECORDED.read_text().splitlines() if not line.startswith("#")]
    return {name: (version, source) for name, version, source in lines}


def test_every_package_is_on_record(ubuntu: Profile) -> None:
    known = recorded()
    named = set(ubuntu.installed) | set(ubuntu.packages.build)
    assert named == set(known), "a package more or less: record where its name in noble comes from"
    sources = Counter(source for _, source in known.values())
    assert set(sources) <= {"desktop", "server", "index", "dpkg", "apt", "unverified"}
    assert sources["unverified"] <= 10
    assert all((version == "-") is (source == "unverified") for version, source in known.values())


def test_what_is_a_snap_or_not_ubuntus_is_not_asked_of_its_archive(ubuntu: Profile) -> None:
    snaps_and_vendors = {
        "chromium",
        "chromium-browser",
        "firefox",
        "thunderbird",
        "code",
        "google-chrome-stable",
    }
    assert not snaps_and_vendors & set(ubuntu.installed)
    assert [archive.package for archive in ubuntu.vendor] == ["code", "google-chrome-stable"]
    assert all(archive.source.startswith("deb https://") for archive in ubuntu.vendor)
    assert all(archive.key_url.startswith("https://") for archive in ubuntu.vendor)


def test_the_recipe_is_rendered(capsys: pytest.CaptureFixture[str], ubuntu: Profile) -> None:
    assert call(["image", "recipe", "--profile", "ubuntu-24.04"]) == 0
    shown = capsys.readouterr().out
    assert shown == render(ubuntu)
    (base,) = [line for line in shown.splitlines() if line.startswith("mmdebstrap ")]
    assert "--components=main,universe" in base and base.endswith(" noble WORK/root")
    assert f"--include={','.join(ubuntu.installed)} " in base
    assert base.index("code.asc") < base.index("google-chrome-stable.asc") < base.index("base.sh")
    assert "curl --output WORK/code.asc https://packages.microsoft.com/keys/microsoft.asc" in shown
    assert "--python-version 3.12 " in shown
    assert "SOURCE_DATE_EPOCH=1735689600 \\" in shown and "MASKED_UNITS='colord.service " in shown


def test_units_are_well_formed_and_find_their_programs(root: Path) -> None:
    for unit in USER_UNITS:  # systemd-analyze checks a user's units below a root only as the system's
        shutil.copy(root / "etc/systemd/user" / unit, root / "etc/systemd/system")
    verify = ["systemd-analyze", "verify", "--man=no", f"--root={root}"]
    done = subprocess.run(
        [*verify, *UNITS, *USER_UNITS], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    (root / "usr/bin/Xtigervnc").unlink()
    done = subprocess.run([*verify, *UNITS], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0 and "Xtigervnc is not executable" in done.stderr


def test_desktop_settings_are_keyfiles_of_values(ubuntu: Profile) -> None:
    file = configparser.RawConfigParser(delimiters=("=",), comment_prefixes=("#",), strict=True)
    file.optionxform = str  # type: ignore[assignment,method-assign]
    file.read_string((ROOTFS / "etc/dconf/db/local.d/00-testbed").read_text())
    for section in file.sections():
        for key, text in file.items(section):
            value = text.removeprefix("uint32 ")
            parsed = value == "true" if value in ("true", "false") else ast.literal_eval(value)
            assert isinstance(parsed, bool | int | str | list), f"{section}/{key}"
    enabled = ast.literal_eval(file.get("org/gnome/shell", "enabled-extensions"))
    for package, extension in (
        ("gnome-shell-extension-ubuntu-dock", "ubuntu-dock@ubuntu.com"),
        ("gnome-shell-extension-desktop-icons-ng", "ding@rastersoft.com"),
    ):
        assert package in ubuntu.installed and extension in enabled


def test_libreoffices_version_is_read_from_ubuntus(tmp_path: Path) -> None:
    (line,) = [
        line for line in (STEPS / "guest.sh").read_text().splitlines() if line.startswith("office_version=")
    ]
    version, _ = recorded()["libreoffice-calc"]
    (tmp_path / "dpkg-query").write_text(f"#!/bin/sh\nprintf %s '{version}'\n")
    (tmp_path / "dpkg-query").chmod(0o755)
    shell = ["sh", "-c", f"PATH={tmp_path}:$PATH; {line}; echo $office_version"]
    assert subprocess.run(shell, capture_output=True, text=True, check=True).stdout == "24.2\n"


@pytest.mark.parametrize("step", sorted(STEPS.glob("*.sh")), ids=lambda step: step.name)
def test_steps_are_shell_programs(step: Path) -> None:
    assert subprocess.run(["sh", "-n", str(step)], capture_output=True, text=True, check=False).stderr == ""
