"""What pruning removes and, above all, what it leaves."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from controller.cli.main import call
from testbed.errors import ImageError
from tests.vm_images.conftest import Store
from vm_images.build import build_log
from vm_images.folders import images_folder, layers_folder
from vm_images.image import Manifest, find_image, hold_image, list_images
from vm_images.prune import old_images, prune_images

OLD = "1" * 64


@pytest.fixture(autouse=True)
def as_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)


def ignore(_: str) -> None:
    pass


def fill(manifest: Manifest) -> None:
    """Give every layer a file of 100,000 bytes and a log."""
    for layer in manifest.layers:
        (layers_folder() / layer / "root" / "file").write_bytes(b"x" * 100_000)
        build_log(layer).parent.mkdir(exist_ok=True)
        build_log(layer).write_text("made")


def everything(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")} - {"images/.lock"}


def test_what_the_recipe_makes_stays_and_the_rest_goes(store: Store, data: Path) -> None:
    current = store()
    fill(current)
    before = everything(data)
    old = store(digest=OLD)
    fill(old)
    assert [image.name for image in old_images()] == [old.name]
    pruned = prune_images(ignore)
    assert [(item.kind, item.name) for item in pruned.removed] == [
        ("image", old.name),
        ("layer", old.layers[-1]),
        ("log", f"build-{old.layers[-1]}.log"),
    ]
    assert 100_000 < pruned.freed_bytes < 200_000
    assert pruned.held == ()
    assert everything(data) == before
    assert find_image().name == current.name
    assert prune_images(ignore).removed == ()


def test_layers_of_the_recipe_stay_though_no_image_has_them_yet(store: Store) -> None:
    current = store()
    fill(current)
    (images_folder() / current.name / "manifest.json").unlink()
    prune_images(ignore)
    assert {path.name for path in layers_folder().iterdir()} == set(current.layers)


def test_what_a_killed_build_left_goes(store: Store) -> None:
    store()
    (layers_folder() / ".apps-0.partial" / "work").mkdir(parents=True)
    assert [item.kind for item in prune_images(ignore).removed] == ["unfinished"]
    assert not (layers_folder() / ".apps-0.partial").exists()


def test_an_image_in_use_stays_with_all_its_layers(store: Store, data: Path) -> None:
    old = store(digest=OLD)
    fill(old)
    (image,) = list_images()
    with hold_image(image):
        before = everything(data)
        assert prune_images(ignore).held == (image,)
        assert everything(data) == before
    assert prune_images(ignore).held == ()
    assert list_images() == []


def test_a_dry_run_changes_nothing(store: Store, data: Path) -> None:
    fill(store(digest=OLD))
    before = everything(data)
    assert len(prune_images(ignore, dry_run=True).removed) == 3
    assert everything(data) == before


def test_an_ordinary_user_is_told_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(ImageError, match="needs root") as caught:
        prune_images(ignore)
    assert caught.value.hint == "sudo testbed image prune"


def test_the_command_says_what_it_did(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    store()
    old = store(digest=OLD)
    fill(old)
    assert call(["image", "prune", "--dry-run"]) == 0
    out = capsys.readouterr().out
    assert f"image {old.name}: " in out
    assert out.splitlines()[-1].startswith("would free 1")
    with hold_image(old_images()[0]):
        assert call(["image", "prune"]) == 0
        assert f"image {old.name} is kept: it is in use" in capsys.readouterr().out
    assert call(["image", "prune"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("freed ")
    assert call(["image", "prune"]) == 0
    assert capsys.readouterr().out == "nothing to remove\n"


def test_nothing_goes_while_enough_is_free(
    store: Store, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store()
    old = store(digest=OLD)
    free = shutil.disk_usage(data).free / 1e9
    assert call(["image", "prune", "--when-free-below", str(free / 2)]) == 0
    assert capsys.readouterr().out == "nothing to remove\n"
    assert [image.name for image in old_images()] == [old.name]
    assert call(["image", "prune", "--when-free-below", str(free * 2)]) == 0
    assert f"image {old.name}: " in capsys.readouterr().out
    assert old_images() == []


def test_a_build_mentions_many_old_images(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    store()
    for number in range(5):
        store(digest=str(number) * 64)
    assert call(["image", "build", "--profile", "debian-12"]) == 0
    assert "prune" not in capsys.readouterr().out
    store(digest="9" * 64)
    assert call(["image", "build", "--profile", "debian-12"]) == 0
    assert "6 images are outdated; remove them with `testbed image prune`" in capsys.readouterr().out
