"""What is installed is read once, and again when it changes."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

import pytest

from controller.core.installed import entry_points, version
from tests.controller.agents.distributions import write_distribution


def test_what_is_installed_later_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    group = "testbed.of_this_test"
    assert not entry_points(group)
    with pytest.raises(metadata.PackageNotFoundError):
        version("tiny_later")
    monkeypatch.syspath_prepend(tmp_path)
    assert not entry_points(group)
    write_distribution(tmp_path, "tiny_later", "a = tiny_later", "", "2.5", group)
    assert [point.name for point in entry_points(group)] == ["a"]
    assert version("tiny_later") == "2.5"


def test_what_has_not_changed_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first = entry_points("testbed.agents"), version("pydantic")
    monkeypatch.setattr(metadata, "entry_points", None)
    monkeypatch.setattr(metadata, "version", None)
    assert (entry_points("testbed.agents"), version("pydantic")) == first


def test_a_folder_of_the_path_need_not_exist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path / "absent")
    assert version("pydantic")
