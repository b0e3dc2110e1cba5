"""LibreOffice's settings as trees."""

from __future__ import annotations

import pytest

from checkers.differences.compare import Change, compare
from checkers.differences.settings.office import read_office_settings_tree
from checkers.evidence import Unusable

AUTO_SAVE = "Office.Common/Save/Document/AutoSave"


def item(path: str, content: str) -> str:
    return f'<item oor:path="/org.openoffice.{path}">{content}</item>'


def prop(name: str, value: str, operation: str = "fuse") -> str:
    return f'<prop oor:name="{name}" oor:op="{operation}"><value>{value}</value></prop>'


def registry(*items: str) -> bytes:
    space = "http://openoffice.org/2001/registry"
    return f'<oor:items xmlns:oor="{space}">{"".join(items)}</oor:items>'.encode()


SAVING = item("Office.Common/Save/Document", prop("AutoSave", "true"))
ITEMS = [SAVING, item("Office.Common/Misc", prop("ShowTipOfTheDay", "false"))]


def changes(before: bytes, after: bytes) -> list[Change]:
    return list(compare(*(read_office_settings_tree(data, "x.xcu") for data in (before, after))))


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        (
            [SAVING.replace("true", "false"), ITEMS[1]],
            [Change(f"setting {AUTO_SAVE}", "value", "true", None)],
        ),
        (ITEMS[1:], [Change(f"setting {AUTO_SAVE}", "value", "true", None)]),
        (
            [*ITEMS, item("Office.Calc/Input", prop("AutoInput", "false"))],
            [Change("setting Office.Calc/Input/AutoInput", "value", None, "false")],
        ),
        (
            [
                *ITEMS,
                item(
                    "Office.Common/Paths",
                    '<prop oor:name="Template"><value><it>a</it><it>b</it></value></prop>',
                ),
            ],
            [Change("setting Office.Common/Paths/Template", "value", None, "a\nb")],
        ),
        (
            [*ITEMS, item("Office.Accelerators/Global", '<node oor:name="F5_MOD1" oor:op="remove"/>')],
            [Change("setting Office.Accelerators/Global/F5_MOD1", "value", None, "removed")],
        ),
        (
            [
                *ITEMS,
                item("Office.Accelerators/Global", f'<node oor:name="F5">{prop("Command", "x")}</node>'),
            ],
            [Change("setting Office.Accelerators/Global/F5/Command", "value", None, "x")],
        ),
        (
            [*ITEMS, item("Office.Common/Menus/Own/Title", '<value xml:lang="en-US">Tools</value>')],
            [Change("setting Office.Common/Menus/Own/Title", "value", None, "Tools")],
        ),
        (list(reversed(ITEMS)), []),
        (
            [
                *ITEMS,
                item(
                    "Office.Histories/Histories/org.openoffice.Office.Histories:HistoryInfo['PickList']/OrderList",
                    f'<node oor:name="0">{prop("HistoryItemRef", "file:///a.ods")}</node>',
                ),
            ],
            [],
        ),
        ([*ITEMS, item("Office.UI.CalcWindowState/UIElements/States/x", prop("Visible", "true"))], []),
        (
            [*ITEMS, item("Office.Views/Windows", f'<node oor:name="a">{prop("WindowState", "0,0")}</node>')],
            [],
        ),
        ([*ITEMS, item("Office.Calc/Input", prop("AutoInput", "true"))], []),
        ([*ITEMS, item("Office.Calc/Input", prop("LastFunctions", "224"))], []),
        ([*ITEMS, item("Office.Common/Print/Option/File", prop("ReduceGradients", "false"))], []),
        ([*ITEMS, item("UserProfile/Data", prop("mail", ""))], []),
        (
            [*ITEMS, item("Office.Common/Print/Option/File", prop("ReduceGradients", "true"))],
            [Change("setting Office.Common/Print/Option/File/ReduceGradients", "value", None, "true")],
        ),
        (
            [*ITEMS, item("UserProfile/Data", prop("mail", "ada@example.test"))],
            [Change("setting UserProfile/Data/mail", "value", None, "ada@example.test")],
        ),
    ],
)
def test_one_setting_is_told_and_what_is_written_in_use_is_not(
    items: list[str], expected: list[Change]
) -> None:
    assert changes(registry(*ITEMS), registry(*items)) == expected


def test_a_file_that_is_not_there_sets_nothing() -> None:
    assert changes(b"", registry(SAVING)) == [Change(f"setting {AUTO_SAVE}", "value", None, "true")]


@pytest.mark.parametrize(
    "data",
    [
        b"<items>",
        b'<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>',
        registry(item("x", "<node>" * 5000 + "</node>" * 5000)),
    ],
)
def test_a_damaged_file_is_unusable(data: bytes) -> None:
    with pytest.raises(Unusable):
        read_office_settings_tree(data, "x.xcu")
