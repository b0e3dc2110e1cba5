from __future__ import annotations

import os
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from testbed.errors import ImageError, UsageError
from tests.vm_images.conftest import Store
from vm_images.folders import data_folder, images_folder, layers_folder
from vm_images.image import content_digests, find_image, hold_image, list_images
from vm_images.status import image_status

pytestmark = pytest.mark.usefixtures("data")


def test_images_live_where_the_environment_says(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert data_folder() == data
    monkeypatch.delenv("TESTBED_DATA")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert (data_folder(), images_folder()) == (Path("/var/lib/testbed"), Path("/var/lib/testbed/images"))


def test_an_ordinary_user_has_own_data_and_roots_images(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert (data_folder(), images_folder()) == (data, data / "images")
    monkeypatch.setenv("TESTBED_IMAGES", "/srv/images")
    assert (data_folder(), images_folder()) == (data, Path("/srv/images"))
    monkeypatch.delenv("TESTBED_IMAGES")
    monkeypatch.delenv("TESTBED_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", "/home/ada/data")
    assert (data_folder(), images_folder()) == (
        Path("/home/ada/data/testbed"),
        Path("/var/lib/testbed/images"),
    )
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/home/ada")
    assert data_folder() == Path("/home/ada/.local/share/testbed")


def test_no_image_yet_names_the_command() -> None:
    assert list_images() == []
    with pytest.raises(ImageError, match="no guest image yet") as caught:
        find_image()
    assert caught.value.hint.endswith("testbed image build")


def test_the_image_of_todays_recipe_is_found_with_its_layers_lowest_first(store: Store) -> None:
    manifest = store("debian-12")
    image = find_image()
    assert image == find_image("debian-12")
    assert (image.name, image.hash) == (manifest.name, manifest.hash)
    assert [layer.parent.name.split("-")[0] for layer in image.layers] == ["base", "apps", "servers", "guest"]


def test_a_stale_image_is_not_taken(store: Store) -> None:
    stale = store("debian-12", digest="0" * 64)
    with pytest.raises(ImageError, match=f"older than its recipe.*{stale.name}") as caught:
        find_image("debian-12")
    assert caught.value.hint.endswith("testbed image build --profile debian-12")


def test_another_profiles_image_does_not_serve(store: Store) -> None:
    store("debian-12")
    with pytest.raises(ImageError, match="no guest image yet of the profile ubuntu"):
        find_image("ubuntu-24.04")


def test_an_image_that_extends_another_one_is_found_by_name_only(store: Store) -> None:
    manifest = store("osworld")
    assert [folder.split("-")[0] for folder in manifest.layers] == [
        "base",
        "apps",
        "servers",
        "guest",
        "extension",
    ]
    assert find_image("osworld").name == manifest.name
    with pytest.raises(ImageError, match="no guest image yet"):
        find_image()


def test_an_unknown_profile_is_a_usage_error() -> None:
    with pytest.raises(UsageError):
        find_image("plan9")


def test_images_are_listed_newest_first_and_only_whole_ones(store: Store) -> None:
    old = store("debian-12", digest="1" * 64, built_at="2025-01-01T00:00:00+00:00")
    new = store("debian-12")
    assert [image.name for image in list_images()] == [new.name, old.name]
    (layers_folder() / new.layers[0] / "root").rmdir()
    assert list_images() == []


def test_what_layers_hold_is_told_as_far_as_it_was_recorded(store: Store) -> None:
    base = store().layers[0]
    (layers_folder() / base / "content.sha256").write_text("abc\n")
    assert content_digests(find_image()) == {base: "abc"}


def test_an_image_pruned_meanwhile_cannot_be_held(store: Store) -> None:
    store()
    image = find_image()
    hold_image(image).close()
    image.manifest.unlink()
    with pytest.raises(ImageError, match="has just been removed") as caught:
        hold_image(image)
    assert caught.value.hint.endswith("testbed image build")


def test_a_broken_manifest_names_its_file(store: Store) -> None:
    manifest = store("debian-12")
    path = images_folder() / manifest.name / "manifest.json"
    path.write_text("{}")
    with pytest.raises(ImageError, match=r"manifest\.json cannot be read") as caught:
        find_image()
    assert str(path.parent) in caught.value.hint


@pytest.mark.root
def test_an_ordinary_user_finds_the_image_whose_layers_only_root_may_see(
    store: Store, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = store()
    with TemporaryDirectory() as text:
        shared = Path(text, "data")
        shutil.copytree(data, shared)
        for folder in (Path(text), shared):
            folder.chmod(0o755)
        monkeypatch.setenv("TESTBED_DATA", str(shared))
        layers_folder().chmod(0o700)
        os.seteuid(65534)
        try:
            [found] = list_images()
            digests, status = content_digests(found), image_status("debian-12")
        finally:
            os.seteuid(0)
    assert (found.name, digests) == (image.name, {})
    assert status.ready and all(layer.built for layer in status.layers)
