from __future__ import annotations

from pathlib import Path

import pytest

from testbed.errors import ImageError, UsageError
from tests.vm_images.conftest import Store
from vm_images.fonts import drop_fonts, has_fonts, keep_fonts, kept_fonts
from vm_images.image import find_image
from vm_images.profile import load_profile
from vm_images.recipe import plan


@pytest.fixture
def fonts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two fonts and another file; this test is root."""
    monkeypatch.setattr("os.geteuid", lambda: 0)
    folder = tmp_path / "my fonts"
    (folder / "sub").mkdir(parents=True)
    (folder / "a.ttf").write_bytes(b"one")
    (folder / "sub/b.OTF").write_bytes(b"two")
    (folder / "readme.txt").write_text("no font")
    return folder


def layer_names(profile: str) -> list[str]:
    return [layer.name for layer in plan(load_profile(profile))]


@pytest.mark.usefixtures("data")
def test_fonts_are_a_layer_of_one_profile_until_they_are_removed(fonts: Path) -> None:
    assert keep_fonts("osworld", fonts) == 2
    names = {str(path.relative_to(kept_fonts("osworld"))) for path in kept_fonts("osworld").rglob("*.*")}
    assert names == {"a.ttf", "sub/b.OTF"}
    assert layer_names("osworld")[-1] == "fonts"
    assert "fonts" not in layer_names("debian-12")
    drop_fonts("osworld")
    drop_fonts("osworld")
    assert layer_names("osworld")[-1] == "extension"


@pytest.mark.usefixtures("data")
def test_other_fonts_replace_them_and_change_the_image(fonts: Path) -> None:
    keep_fonts("osworld", fonts)
    before = plan(load_profile("osworld"))
    keep_fonts("osworld", fonts)
    assert plan(load_profile("osworld")) == before
    (fonts / "a.ttf").unlink()
    assert keep_fonts("osworld", fonts) == 1
    after = plan(load_profile("osworld"))
    assert after[:-1] == before[:-1]
    assert after[-1].hash != before[-1].hash


def test_an_image_without_them_is_older_than_its_recipe(store: Store, fonts: Path) -> None:
    store("osworld")
    assert find_image("osworld").profile == "osworld"
    keep_fonts("osworld", fonts)
    with pytest.raises(ImageError, match="older than its recipe"):
        find_image("osworld")


@pytest.mark.usefixtures("data")
def test_a_folder_that_is_missing_or_has_no_font_changes_nothing(fonts: Path, tmp_path: Path) -> None:
    keep_fonts("osworld", fonts)
    with pytest.raises(UsageError, match="there is no folder"):
        keep_fonts("osworld", tmp_path / "none")
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="has no font"):
        keep_fonts("osworld", tmp_path / "empty")
    assert has_fonts("osworld")


@pytest.mark.usefixtures("data")
def test_only_root_keeps_fonts(fonts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(ImageError, match="needs root"):
        keep_fonts("osworld", fonts)
    assert not has_fonts("osworld")
