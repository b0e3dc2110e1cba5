from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from controller.cli.main import call
from tests.vm_images.conftest import Store
from vm_images.folders import layers_folder
from vm_images.profile import load_profile
from vm_images.recipe import plan
from vm_images.status import TYPICAL_SECONDS, about, image_status


def test_what_is_built_and_what_is_not_with_its_expected_time(store: Store) -> None:
    store()
    assert image_status("debian-12").ready
    guest = plan(load_profile("debian-12"))[-1].folder
    (layers_folder() / guest / "root").rmdir()
    (layers_folder() / guest).rmdir()
    status = image_status("debian-12")
    assert not status.ready and [layer.name for layer in status.missing] == ["guest"]
    assert status.in_words() == "to build: guest (about 10 s)"
    assert status.missing[0].expected_seconds == TYPICAL_SECONDS["guest"]


def test_the_expected_time_is_that_of_the_last_build_of_the_layer(data: Path) -> None:
    for number, seconds in enumerate((200.0, 123.4)):
        folder = layers_folder() / f"base-{number}"
        folder.mkdir(parents=True)
        record = {"name": "base", "hash": "x", "size_bytes": 1, "build_seconds": seconds, "versions": {}}
        (folder / "layer.json").write_text(json.dumps(record))
        os.utime(folder / "layer.json", (number, number))
    status = image_status("debian-12")
    assert status.in_words() == (
        "to build: base (about 2 minutes), apps (about 6 minutes), servers (about 5 minutes), guest (about 10 s)"
    )
    assert about(0.2) == "about 1 s"


def test_the_command_shows_the_layers(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["image", "status", "--profile", "debian-12"]) == 1
    assert "not built" in capsys.readouterr().out
    store()
    assert call(["image", "status", "--json"]) == 0
    status = json.loads(capsys.readouterr().out)
    assert status["ready"] and [layer["name"] for layer in status["layers"]] == [
        "base",
        "apps",
        "servers",
        "guest",
    ]
