"""Thunderbird's settings as trees."""

from __future__ import annotations

import pytest

from checkers.differences.compare import Change, compare
from checkers.differences.settings.mail import read_filters_tree, read_mail_preferences_tree
from checkers.evidence import Unusable

PREFERENCES = r"""// Mozilla User Preferences
user_pref("mail.identity.id1.fullName", "Robin \"Rob\" Hale");
user_pref("mail.server.server2.port", 995);
user_pref("mail.biff.play_sound", true);
user_pref("app.update.lastUpdateTime.x", 17);
"""
FILTERS = r"""version="9"
logging="no"
name="Tide \"letters\""
enabled="yes"
type="17"
action="Move to folder"
actionValue="mailbox://a/Tides"
action="Mark read"
condition="AND (from,is,letters@tides.test)"
name="Shop"
enabled="yes"
condition="AND (from,is,shop@shop.test)"
"""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "Hale",
            "Hall",
            [Change("setting mail.identity.id1.fullName", "value", 'Robin "Rob" Hale', 'Robin "Rob" Hall')],
        ),
        ("995", "110", [Change("setting mail.server.server2.port", "value", 995, 110)]),
        ("true", "false", [Change("setting mail.biff.play_sound", "value", True, False)]),
        (
            'user_pref("mail.biff',
            'user_pref("mail.pane_config.dynamic", 1);\nuser_pref("mail.biff',
            [Change("setting mail.pane_config.dynamic", "value", None, 1)],
        ),
        ("17", "18", []),
        ('user_pref("app', 'user_pref("mail.identity.id1.doBcc", false);\nuser_pref("app', []),
        (
            'user_pref("app',
            'user_pref("mail.identity.id1.doBcc", true);\nuser_pref("app',
            [Change("setting mail.identity.id1.doBcc", "value", None, True)],
        ),
        ("// Mozilla", "// My", []),
    ],
)
def test_one_preference_is_told(old: str, new: str, expected: list[Change]) -> None:
    trees = [
        read_mail_preferences_tree(text.encode(), "prefs.js")
        for text in (PREFERENCES, PREFERENCES.replace(old, new))
    ]
    assert list(compare(*trees)) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('logging="no"', 'logging="yes"', [Change("", "logging", None, "yes")]),
        (
            'enabled="yes"\ncondition',
            'enabled="no"\ncondition',
            [Change("filter Shop", "enabled", "yes", "no")],
        ),
        (
            "a/Tides",
            "a/Sea",
            [Change('filter Tide "letters"', "actionValue", "mailbox://a/Tides", "mailbox://a/Sea")],
        ),
        ("Mark read", "Star", [Change('filter Tide "letters"', "action 2", "Mark read", "Star")]),
        ('name="Shop"', 'name="Shops"', [Change("filter Shop", "removed"), Change("filter Shops", "added")]),
        ('version="9"\nlogging="no"\n', "", []),
    ],
)
def test_one_change_of_a_filter_is_told(old: str, new: str, expected: list[Change]) -> None:
    assert FILTERS.count(old) == 1
    trees = [read_filters_tree(text.encode(), "rules") for text in (FILTERS, FILTERS.replace(old, new))]
    assert list(compare(*trees)) == expected


def test_the_order_of_filters_counts() -> None:
    head, first, second = FILTERS.partition('name="Tide')[0], *FILTERS.split("name=")[1:]
    moved = f"{head}name={second}name={first}"
    trees = [read_filters_tree(text.encode(), "rules") for text in (FILTERS, moved)]
    assert [(change.place, change.what) for change in compare(*trees)] == [("filter Shop", "order")]


def test_filters_that_are_damaged_are_unusable() -> None:
    with pytest.raises(Unusable):
        read_filters_tree(b"name=Shop\n", "rules")
