"""The declarations of applications, and what the guest is told of them."""

from __future__ import annotations

import ast
import os
import shutil
import stat
from pathlib import Path

import pytest

from testbed.errors import ImageError
from vm_images.application import (
    APPLICATIONS,
    DEFAULT_APPLICATIONS,
    DOCK_SETTINGS,
    GUEST_FOLDER,
    HIDDEN_ENTRIES,
    application_files,
    applications_of,
    load_applications,
)
from vm_images.layout import lay_out, lay_out_applications
from vm_images.profile import load_profile, profile_names
from vm_images.recipe import ROOTFS

DECLARATION = """
title = "Paint"
command = ["paint", "--new"]
window_classes = ['paint.*']
desktop_entry = "paint.desktop"

[packages]
debian = ["paint"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "applications"
    shutil.copytree(APPLICATIONS, folder)
    return folder


def test_one_file_declares_an_application(folder: Path) -> None:
    (folder / "paint.toml").write_text(DECLARATION)
    applications = load_applications(folder)
    assert list(applications) == sorted([*load_applications(), "paint"])
    paint = applications["paint"]
    assert (paint.id, paint.title, paint.command) == ("paint", "Paint", ("paint", "--new"))
    assert (paint.snapshot, paint.replaces_empty_window, paint.settle_seconds) == (False, False, 8.0)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("title = ", "titel = ", r"paint\.toml is malformed: .*titel"),
        ("'paint.*'", "'('", r"paint\.toml is malformed: .*'\(' is not a regular expression"),
        (
            "[packages]",
            'hosted_by = "browser"\n[packages]',
            r"paint\.toml: hosted_by: no application 'browser'",
        ),
        ('["paint", "--new"]', "[", r"paint\.toml is malformed"),
    ],
)
def test_a_mistake_is_named_with_its_file(folder: Path, old: str, new: str, message: str) -> None:
    (folder / "paint.toml").write_text(DECLARATION.replace(old, new))
    with pytest.raises(ImageError, match=f"(?s){message}"):
        load_applications(folder)


def test_declarations_agree_with_each_other() -> None:
    applications = load_applications().values()
    places = sorted(app.dock for app in applications if app.dock)
    assert places == list(range(1, len(places) + 1))
    types = [mime_type for app in applications for mime_type in app.mime_types]
    assert len(types) == len(set(types))
    for app in applications:
        assert not app.empty_title or app.replaces_empty_window, app.id
        assert all(path.startswith("/home/user/.") for path in app.profile), app.id


def test_an_application_is_in_images_of_the_distributions_it_has_packages_for() -> None:
    assert {app.id for app in applications_of("debian")} == set(load_applications())
    assert {app.id for app in applications_of("debian")} - {app.id for app in applications_of("ubuntu")} == {
        "thunderbird"
    }
    assert applications_of("arch") == ()


@pytest.mark.parametrize("profile", profile_names())
def test_the_guest_is_told_of_its_applications(profile: str) -> None:
    applications = load_profile(profile).applications
    files = application_files(applications)
    for app in applications:
        assert files.pop(f"{GUEST_FOLDER}/{app.id}.toml") == (APPLICATIONS / f"{app.id}.toml").read_text()
    dock = ast.literal_eval(files.pop(DOCK_SETTINGS).partition("favorite-apps=")[2])
    assert dock[:2] == ["chromium.desktop", "org.gnome.Nautilus.desktop"]
    assert len(dock) == sum(app.dock > 0 for app in applications)
    assert "vlc-opendvd\n" in files.pop(HIDDEN_ENTRIES)
    assert "video/mp4=vlc.desktop\n" in files.pop(DEFAULT_APPLICATIONS)
    assert not files


def test_they_are_laid_out_readable_for_all(tmp_path: Path) -> None:
    old = os.umask(0o077)
    try:
        lay_out(ROOTFS, tmp_path / "root")
        lay_out_applications(load_profile("debian-12").applications, tmp_path / "root")
    finally:
        os.umask(old)
    root = tmp_path / "root"
    assert stat.S_IMODE((root / GUEST_FOLDER).stat().st_mode) == 0o755
    assert stat.S_IMODE((root / GUEST_FOLDER / "vlc.toml").stat().st_mode) == 0o644
    defaults = (root / DEFAULT_APPLICATIONS).read_text().splitlines()
    assert defaults[:2] == ["[Default Applications]", "image/png=org.gnome.eog.desktop"]
    assert "application/pdf=org.gnome.Evince.desktop" in defaults
