"""The desktop's settings as a tree."""

from __future__ import annotations

import struct
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers.differences.compare import Change, compare
from checkers.differences.settings.dconf import read_desktop_settings_tree
from checkers.differences.settings.gvariant import format_variant
from checkers.evidence import Unusable
from tests.checkers.differences.settings.gvdb_files import gvdb, texts, variant

SCALE = "/org/gnome/desktop/interface/text-scaling-factor"
APPS = "/org/gnome/shell/favorite-apps"
BANNERS = "/org/gnome/desktop/notifications/show-banners"
WINDOW = "/org/gnome/nautilus/window-state/maximized"
SETTINGS = {
    SCALE: variant("d", struct.pack("<d", 1.0)),
    APPS: variant("as", texts("a.desktop", "bé.desktop")),
    WINDOW: variant("b", b"\1"),
}


def changed(before: dict[str, bytes], after: dict[str, bytes]) -> list[Change]:
    return list(compare(*(read_desktop_settings_tree(gvdb(values), "user") for values in (before, after))))


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        (SCALE, variant("d", struct.pack("<d", 1.25)), [Change(f"setting {SCALE}", "value", "1.0", "1.25")]),
        (BANNERS, variant("b", b"\0"), [Change(f"setting {BANNERS}", "value", None, "false")]),
        (
            APPS,
            variant("as", texts("bé.desktop")),
            [Change(f"setting {APPS}", "value", "['a.desktop', 'bé.desktop']", "['bé.desktop']")],
        ),
        (WINDOW, variant("b", b"\0"), []),
        ("/org/gtk/settings/file-chooser/window-size", variant("(ii)", bytes(8)), []),
    ],
)
def test_one_setting_is_told_and_the_state_of_windows_is_not(
    name: str, value: bytes, expected: list[Change]
) -> None:
    assert changed(SETTINGS, SETTINGS | {name: value}) == expected


def test_a_setting_that_is_reset_is_told() -> None:
    rest = {name: value for name, value in SETTINGS.items() if name != SCALE}
    assert changed(SETTINGS, rest) == [Change(f"setting {SCALE}", "value", "1.0", None)]


def test_a_file_that_is_not_there_sets_nothing() -> None:
    before, after = (
        read_desktop_settings_tree(b"", "user"),
        read_desktop_settings_tree(gvdb(SETTINGS), "user"),
    )
    assert [change.place for change in compare(before, after)] == [f"setting {SCALE}", f"setting {APPS}"]


@pytest.mark.parametrize(
    ("kind", "content", "text"),
    [
        ("u", struct.pack("<I", 300), "300"),
        ("i", struct.pack("<i", -5), "-5"),
        ("s", b"it's\0", '"it\'s"'),
        ("b", b"\0", "false"),
        ("as", b"", "[]"),
        ("ai", struct.pack("<3i", 1, 2, 3), "[1, 2, 3]"),
        ("as", b"x" * 300 + b"\0" + struct.pack("<H", 301), f"['{'x' * 300}']"),
    ],
)
def test_values_are_written_in_gvariants_notation(kind: str, content: bytes, text: str) -> None:
    assert format_variant(variant(kind, content)) == text


def test_values_of_nested_types_have_their_type_and_a_hash() -> None:
    one, other = (format_variant(variant("a(ss)", content)) for content in (b"us\0", b"de\0"))
    assert one.startswith("a(ss) sha256 ")
    assert one != other


@pytest.mark.parametrize(
    "data",
    [
        b"GVariant",
        b"none" * 20,
        gvdb(SETTINGS)[:60],
        gvdb(SETTINGS).replace(struct.pack("<I", 0xFFFF_FFFF), struct.pack("<I", 0)),
        gvdb({SCALE: variant("d", b"\0")}),
        gvdb({SCALE: variant("as", b"a\0\xff")}),
        b"GVariant" + struct.pack("<IIII", 0, 0, 24, 32) + struct.pack("<II", 0x7FF_FFFF, 0xFFFF_FFFF),
    ],
)
def test_a_damaged_file_is_unusable(data: bytes) -> None:
    with pytest.raises(Unusable):
        read_desktop_settings_tree(data, "user")


@given(st.integers(0, 400), st.binary(max_size=8))
def test_any_bytes_are_read_or_unusable(place: int, noise: bytes) -> None:
    data = gvdb(SETTINGS)
    with suppress(Unusable):
        read_desktop_settings_tree(data[:place] + noise + data[place + len(noise) :], "user")
