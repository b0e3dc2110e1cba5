"""GIMP's settings as trees."""

from __future__ import annotations

import pytest

from checkers.differences.compare import Change, compare
from checkers.differences.settings.gimp import read_gimp_keys_tree, read_gimp_settings_tree
from checkers.evidence import Unusable

SETTINGS = '# GIMP gimprc\n(theme "Dark")\n(default-grid\n    (xspacing 10.0)\n    (yspacing 10.0))\n(undo-levels 5)\n'
KEYS = '; menurc\n; (gtk_accel_path "<Actions>/file/file-save" "<Primary>s")\n(gtk_accel_path "<Actions>/a" "F5")\n'


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (SETTINGS.replace("Dark", "Light"), [Change("setting theme", "value", '"Dark"', '"Light"')]),
        (
            SETTINGS.replace("yspacing 10.0", "yspacing 5.0"),
            [
                Change(
                    "setting default-grid",
                    "value",
                    "( xspacing 10.0 ) ( yspacing 10.0 )",
                    "( xspacing 10.0 ) ( yspacing 5.0 )",
                )
            ],
        ),
        (SETTINGS + "(show-tips no)\n", [Change("setting show-tips", "value", None, "no")]),
        (SETTINGS + '(gimp-version "2.10.34")\n()\n', []),
        (SETTINGS.replace("# GIMP", "# My").replace("\n    ", " "), []),
    ],
)
def test_one_setting_is_told(after: str, expected: list[Change]) -> None:
    trees = [read_gimp_settings_tree(text.encode(), "gimprc") for text in (SETTINGS, after)]
    assert list(compare(*trees)) == expected


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (KEYS.replace('"F5"', '"F6"'), [Change("setting <Actions>/a", "value", "F5", "F6")]),
        (KEYS + '(gtk_accel_path "<Actions>/b" "")\n', [Change("setting <Actions>/b", "value", None, "")]),
        (KEYS.replace("<Primary>s", "<Primary>w"), []),
    ],
)
def test_keys_that_a_user_set_are_told(after: str, expected: list[Change]) -> None:
    trees = [read_gimp_keys_tree(text.encode(), "menurc") for text in (KEYS, after)]
    assert list(compare(*trees)) == expected


@pytest.mark.parametrize("data", [b"(theme))", b'(theme "Dark)'])
def test_damaged_settings_are_unusable(data: bytes) -> None:
    with pytest.raises(Unusable):
        read_gimp_settings_tree(data, "gimprc")
