"""The lists of packages with hashes agree with the pinned versions, and nothing of another hash is installed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = Path(__file__).parents[1]
SCRIPTS = PROJECT / "scripts"
LOCKED = SCRIPTS / "locked"
GUEST = PROJECT / "vm_images" / "requirements.lock"
OWN = [LOCKED / name for name in ("run.txt", "vm.txt", "dev.txt")]
UPDATE = "run .venv/bin/python scripts/lock.py"


def read_locked(*files: Path) -> dict[str, tuple[Requirement, int]]:
    """The requirement of each package, and the number of its hashes."""
    packages = {}
    for file in files:
        text = file.read_text().replace("\\\n", " ")
        for line in text.splitlines():
            if line.startswith(("#", "-r ")):
                continue
            requirement = Requirement(line.partition(" --hash=")[0].strip())
            packages[canonicalize_name(requirement.name)] = (
                requirement,
                len(re.findall(r" --hash=sha256:[0-9a-f]{64}\b", line)),
            )
    return packages


def versions(file: Path) -> dict[str, str]:
    lines = [line for line in file.read_text().splitlines() if line and not line.startswith("#")]
    return {canonicalize_name(line.split("==")[0]): f"=={line.split('==')[1]}" for line in lines}


@pytest.mark.parametrize(
    "file", [*OWN, LOCKED / "build.txt", LOCKED / "inspect.txt", GUEST], ids=lambda file: file.name
)
def test_every_package_has_one_version_and_hashes_and_no_registry(file: Path) -> None:
    packages = read_locked(file)
    assert packages
    for name, (requirement, hashes) in packages.items():
        assert re.fullmatch(r"==[^*,]+", str(requirement.specifier)) and hashes, name
    assert not re.search(r"://|--(extra-)?index-url|--find-links|--trusted-host", file.read_text())


@pytest.mark.parametrize(
    ("source", "target"),
    [
        (SCRIPTS / "build-requirements.txt", LOCKED / "build.txt"),
        (SCRIPTS / "inspect-requirements.txt", LOCKED / "inspect.txt"),
        (PROJECT / "vm_images" / "requirements.txt", GUEST),
    ],
    ids=lambda file: file.name,
)
def test_a_list_has_exactly_the_versions_it_is_made_from(source: Path, target: Path) -> None:
    packages = {name: str(requirement.specifier) for name, (requirement, _) in read_locked(target).items()}
    assert packages == versions(source), UPDATE


def test_the_projects_lists_agree_with_its_pins() -> None:
    pins = versions(SCRIPTS / "constraints.txt")
    packages = read_locked(*OWN)
    environment = {**default_environment(), "python_version": "3.11", "python_full_version": "3.11.2"}
    for name, (requirement, _) in packages.items():
        if requirement.marker is None or requirement.marker.evaluate(environment):
            assert pins.get(name) == str(requirement.specifier), (
                f"{name} in scripts/constraints.txt, or {UPDATE}"
            )
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]
    for text in [*project["dependencies"], *project["optional-dependencies"]["dev"]]:
        direct = Requirement(text)
        pinned, _ = packages[canonicalize_name(direct.name)]
        assert not direct.specifier or direct.specifier == pinned.specifier, UPDATE


def test_the_build_back_end_is_the_pinned_one() -> None:
    build = tomllib.loads((PROJECT / "pyproject.toml").read_text())["build-system"]["requires"]
    assert {
        canonicalize_name(Requirement(text).name): str(Requirement(text).specifier) for text in build
    } == versions(SCRIPTS / "build-requirements.txt")


def test_every_npm_package_has_a_hash() -> None:
    packages = json.loads((PROJECT / "vm_images" / "npm" / "package-lock.json").read_text())["packages"]
    assert len(packages) > 100
    for name, package in packages.items():
        assert not name or package.get("integrity", "").startswith("sha512-"), name
        assert "resolved" not in package, name


def test_a_file_of_another_hash_is_not_installed(tmp_path: Path) -> None:
    """The function of scripts/prepare.sh, with a package that someone has put in the place of the locked one."""
    wheel = tmp_path / "wheels" / "letters-1.0-py3-none-any.whl"
    wheel.parent.mkdir()
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("letters.py", "")
        archive.writestr(
            "letters-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: letters\nVersion: 1.0\n"
        )
        archive.writestr(
            "letters-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr("letters-1.0.dist-info/RECORD", "letters.py,,\n")
    scripts = tmp_path / "scripts"
    (scripts / "locked").mkdir(parents=True)
    (scripts / "prepare.sh").write_bytes((SCRIPTS / "prepare.sh").read_bytes())
    (scripts / "locked" / "run.txt").write_text(f"letters==1.0 --hash=sha256:{'0' * 64}\n")
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    target = tmp_path / "target"
    (programs / "pip").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pip "$@" --target "{target}"\n')
    (programs / "pip").chmod(0o755)
    done = subprocess.run(
        ["bash", "-euc", ". scripts/prepare.sh; install_locked run.txt"],
        cwd=tmp_path,
        env={
            **os.environ,
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(wheel.parent),
            "PIP_CONFIG_FILE": os.devnull,
        },
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0 and "DO NOT MATCH THE HASHES" in done.stderr
    assert not target.exists()
