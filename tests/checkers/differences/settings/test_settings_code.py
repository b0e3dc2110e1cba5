"""What is installed in VS Code, as a tree."""

from __future__ import annotations

import json

import pytest

from checkers.differences.compare import Change, compare
from checkers.differences.settings.code import read_extensions_tree
from checkers.evidence import Unusable

DARK = {"identifier": {"id": "ada.Dark"}, "version": "1.0.0", "metadata": {"installedTimestamp": 1}}
LIGHT = {"identifier": {"id": "ada.light"}, "version": "1.0.0"}


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ([DARK, LIGHT], [Change("extension ada.light", "added")]),
        ([], [Change("extension ada.dark", "removed")]),
        ([DARK | {"version": "2.0.0"}], [Change("extension ada.dark", "version", "1.0.0", "2.0.0")]),
        ([DARK | {"metadata": {"installedTimestamp": 2}}], []),
    ],
)
def test_what_is_installed_is_told(after: list[object], expected: list[Change]) -> None:
    trees = [read_extensions_tree(json.dumps(data).encode(), "extensions.json") for data in ([DARK], after)]
    assert list(compare(*trees)) == expected


@pytest.mark.parametrize("data", [b"{", b'{"a": 1}', b"[1]", b'[{"identifier": 1}]'])
def test_a_damaged_list_is_unusable(data: bytes) -> None:
    with pytest.raises(Unusable):
        read_extensions_tree(data, "extensions.json")
