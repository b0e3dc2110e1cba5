"""Where images and guests live, as the environment says."""

from __future__ import annotations

from pathlib import Path

import pytest

from vm_images.folders import HOST_DATA, data_folder, images_folder


@pytest.mark.parametrize("given", ["data", "./data", "../{name}/data"])
def test_a_relative_folder_is_made_absolute(
    given: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TESTBED_DATA", given.format(name=tmp_path.name))
    monkeypatch.setenv("TESTBED_IMAGES", "images")
    place, images = data_folder(), images_folder()
    monkeypatch.chdir("/")
    assert place.is_absolute() and place.resolve() == tmp_path / "data"
    assert images == tmp_path / "images"


def test_a_home_is_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TESTBED_DATA", "~/data")
    assert data_folder() == tmp_path / "data"


@pytest.mark.parametrize("named", ["", "relative"])
def test_users_have_a_folder_of_their_own(
    named: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("TESTBED_DATA", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", named)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert data_folder() == tmp_path / ".local/share/testbed"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    assert data_folder() == tmp_path / "xdg" / "testbed"
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert data_folder() == HOST_DATA
