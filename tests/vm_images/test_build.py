from __future__ import annotations

import os
import shutil
from collections import namedtuple
from pathlib import Path

import pytest

from testbed.errors import ImageError
from vm_images import build, layers
from vm_images.build import build_image, disk_usage
from vm_images.digest import content_digest
from vm_images.folders import layers_folder
from vm_images.image import content_digests, list_images, read_manifest

Usage = namedtuple("Usage", "total used free")


class Builders:
    """Stands for the three layer builders: fills a folder with one file, or dies where it is told to."""

    def __init__(self) -> None:
        self.built: list[str] = []
        self.below: dict[str, list[str]] = {}
        self.dies_at = ""

    def builder(self, name: str) -> layers.Builder:
        def run(context: layers.Context) -> tuple[Path, layers.Versions]:
            root = context.work / "root"
            root.mkdir(parents=True)
            (root / name).write_text(name)
            if name == self.dies_at:
                raise KeyboardInterrupt
            self.built.append(name)
            self.below[name] = [path.parent.name.split("-")[0] for path in context.below]
            return root, {"apt": {"git": "1:2.39"}} if name == "base" else {}

        return run


@pytest.fixture
def builders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Builders:
    made = Builders()
    monkeypatch.setenv("TESTBED_DATA", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(shutil, "which", lambda program: f"/usr/bin/{program}")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**12, 0, 10**12))
    monkeypatch.setattr(
        layers, "BUILDERS", {name: made.builder(name) for name in ("base", "apps", "servers", "guest")}
    )
    return made


def ignore(_: str) -> None:
    pass


def test_a_build_stacks_its_layers_and_writes_the_manifest(builders: Builders) -> None:
    lines: list[str] = []
    image = build_image("debian-12", lines.append)
    assert builders.built == ["base", "apps", "servers", "guest"]
    assert builders.below == {
        "base": [],
        "apps": ["base"],
        "servers": ["base", "apps"],
        "guest": ["base", "apps", "servers"],
    }
    assert [(path / path.parent.name.split("-")[0]).exists() for path in image.layers] == [True] * 4
    manifest = read_manifest(image.manifest)
    assert manifest.versions == {"apt": {"git": "1:2.39"}}
    assert manifest.hash == image.hash
    assert manifest.size_bytes > 0
    assert lines[0] == "profile debian-12: named by the caller"
    assert list_images() == [image]


def test_the_same_recipe_is_not_built_again(builders: Builders) -> None:
    first = build_image("debian-12", ignore)
    builders.built.clear()
    assert build_image("debian-12", ignore) == first
    assert builders.built == []


def test_an_image_that_lost_a_layer_is_built_again(builders: Builders) -> None:
    image = build_image("debian-12", ignore)
    shutil.rmtree(image.layers[-1].parent)
    builders.built.clear()
    assert build_image("debian-12", ignore) == image
    assert builders.built == ["guest"]
    assert list_images() == [image]


def test_what_the_layers_hold_is_hashed(builders: Builders) -> None:
    image = build_image("debian-12", ignore)
    digests = content_digests(image)
    assert list(digests) == [layer.parent.name for layer in image.layers]
    assert digests[image.layers[0].parent.name] == content_digest(image.layers[0])


def test_a_build_that_died_goes_on_after_its_last_whole_layer(builders: Builders) -> None:
    builders.dies_at = "apps"
    with pytest.raises(KeyboardInterrupt):
        build_image("debian-12", ignore)
    assert builders.built == ["base"]
    assert len(list(layers_folder().glob(".*.partial"))) == 1
    assert list_images() == []

    builders.dies_at = ""
    lines: list[str] = []
    build_image("debian-12", lines.append)
    assert builders.built == ["base", "apps", "servers", "guest"]
    assert list(layers_folder().glob(".*.partial")) == []
    assert "layer base: reused" in lines


@pytest.mark.usefixtures("builders")
def test_an_ordinary_user_is_told_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(ImageError, match="needs root") as caught:
        build_image("debian-12", ignore)
    assert caught.value.hint == "sudo testbed image build --profile debian-12"


@pytest.mark.usefixtures("builders")
def test_missing_programs_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda program: None if program == "mmdebstrap" else "/usr/bin/x")
    with pytest.raises(ImageError, match="not installed: mmdebstrap") as caught:
        build_image("debian-12", ignore)
    assert caught.value.hint == "apt-get install mmdebstrap"


def test_a_full_disk_is_seen_before_the_build(builders: Builders, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**10, 9 * 10**9, 10**9))
    with pytest.raises(ImageError, match=r"12\.0 GB needed, 1\.0 GB free") as caught:
        build_image("debian-12", ignore)
    assert "TESTBED_DATA" in caught.value.hint
    assert builders.built == []


def test_disk_usage_counts_a_hard_link_once(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 100_000)
    alone = disk_usage(tmp_path)
    (tmp_path / "b").hardlink_to(tmp_path / "a")
    assert disk_usage(tmp_path) == alone


def test_the_module_has_a_builder_for_every_layer() -> None:
    assert list(layers.BUILDERS) == ["base", "apps", "servers", "guest", "extension", "fonts"]
    assert set(build.PROGRAMS) >= {"mmdebstrap", "unshare", "setpriv"}
