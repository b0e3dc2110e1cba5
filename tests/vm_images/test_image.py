from __future__ import annotations

from pathlib import Path

import pytest

from controller.errors import ImageError, UsageError
from vm_images.image import (
    Manifest,
    data_folder,
    find_image,
    image_name,
    images_folder,
    layers_folder,
    list_images,
)
from vm_images.profile import load_profile
from vm_images.recipe import image_hash, plan


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TESTBED_DATA", str(tmp_path))
    return tmp_path


def store(
    profile: str, *, digest: str | None = None, built_at: str = "2026-01-01T00:00:00+00:00"
) -> Manifest:
    """Put a complete image on disk: of today's recipe, or with a hash of the past."""
    layers = plan(load_profile(profile))
    digest = digest or image_hash(layers)
    manifest = Manifest(
        name=image_name(profile, digest),
        profile=profile,
        profile_reason="named by the caller",
        hash=digest,
        layers=tuple(layer.folder for layer in layers),
        layer_hashes={layer.name: layer.hash for layer in layers},
        size_bytes=3,
        build_seconds=1.0,
        built_at=built_at,
        versions={"apt": {"git": "1"}},
    )
    for folder in manifest.layers:
        (layers_folder() / folder / "root").mkdir(parents=True, exist_ok=True)
    path = images_folder() / manifest.name / "manifest.json"
    path.parent.mkdir(parents=True)
    path.write_text(manifest.model_dump_json())
    return manifest


def test_images_live_where_the_environment_says(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert data_folder() == data
    monkeypatch.delenv("TESTBED_DATA")
    assert data_folder() == Path("/var/lib/testbed")


def test_no_image_yet_names_the_command() -> None:
    assert list_images() == []
    with pytest.raises(ImageError, match="no guest image yet") as caught:
        find_image()
    assert caught.value.hint.endswith("testbed image build")


def test_the_image_of_todays_recipe_is_found_with_its_layers_lowest_first() -> None:
    manifest = store("debian-12")
    image = find_image()
    assert image == find_image("debian-12")
    assert (image.name, image.hash) == (manifest.name, manifest.hash)
    assert [layer.parent.name.split("-")[0] for layer in image.layers] == ["base", "apps", "guest"]


def test_a_stale_image_is_not_taken() -> None:
    stale = store("debian-12", digest="0" * 64)
    with pytest.raises(ImageError, match=f"older than its recipe.*{stale.name}") as caught:
        find_image("debian-12")
    assert caught.value.hint.endswith("testbed image build --profile debian-12")


def test_another_profiles_image_does_not_serve() -> None:
    store("debian-12")
    with pytest.raises(ImageError, match="no guest image yet"):
        find_image("ubuntu-24.04")


def test_an_unknown_profile_is_a_usage_error() -> None:
    with pytest.raises(UsageError):
        find_image("plan9")


def test_images_are_listed_newest_first_and_only_whole_ones() -> None:
    old = store("debian-12", digest="1" * 64, built_at="2025-01-01T00:00:00+00:00")
    new = store("debian-12")
    assert [image.name for image in list_images()] == [new.name, old.name]
    (layers_folder() / new.layers[0] / "root").rmdir()
    assert list_images() == []


def test_a_broken_manifest_names_its_file() -> None:
    manifest = store("debian-12")
    path = images_folder() / manifest.name / "manifest.json"
    path.write_text("{}")
    with pytest.raises(ImageError, match=r"manifest\.json cannot be read") as caught:
        find_image()
    assert str(path.parent) in caught.value.hint
