"""Additive mutants of texts, tables of values, JSON and the settings of applications."""

from __future__ import annotations

import csv
import json
import re
from xml.etree import ElementTree

import pytest

from checkers import jsonc
from controller.proofs.mutants.additive.json_texts import BOOKMARKS, JSON_TEXTS, is_json
from controller.proofs.mutants.additive.plain import CSV_TABLES, text_editor
from controller.proofs.mutants.additive.settings import settings_editor
from tests.controller.proofs.mutants.additive.mutated import check_listing, of_kind

pytestmark = pytest.mark.sampled

TEXT = b"first\n\nsecond\nthird"
TABLE = b"name;price\r\ntea;4\r\nmilk;2\r\n"
SETTINGS = b"""// mine
{
    "size": 15, /* small */
    "wrap": "on", // "old": false
    "exclude": { "**/.git": true, },
    "empty": {}
}
"""


def made(data: bytes, kind: str, path: str = "notes.txt") -> list[bytes]:
    return [mutant.made() for mutant in of_kind(text_editor(path), data, kind)]


def test_lines_are_added_before_others_and_at_the_end() -> None:
    assert made(TEXT, "line added") == [
        b"Added line.\nfirst\n\nsecond\nthird",
        b"first\n\nAdded line.\nsecond\nthird",
        b"first\n\nsecond\nthird\nAdded line.\n",
    ]
    assert made(TEXT, "blank line added") == [b"first\n\nsecond\nthird\n\n"]
    assert made(b"", "line added") == [b"Added line.\n"]


def test_line_ends_are_those_of_the_other_system() -> None:
    assert made(TEXT, "line ends changed") == [b"first\r\n\r\nsecond\r\nthird"]
    assert made(b"first\r\nsecond\r\n", "line ends changed") == [b"first\nsecond\n"]
    assert made(b"first\r\n", "line added")[0] == b"Added line.\r\nfirst\r\n"


@pytest.mark.parametrize(
    "path, comment",
    [
        ("a/b.py", b"# added"),
        ("x.CSS", b"/* added */"),
        ("x.rs", b"// added"),
        ("page.html", b"<!-- added -->"),
    ],
)
def test_a_comment_is_written_as_the_file_has_them(path: str, comment: bytes) -> None:
    assert made(b"x\n", "comment added", path) == [comment + b"\nx\n", b"x\n" + comment + b"\n"]
    assert "comment added" not in text_editor("notes.txt").rules


def test_rows_and_columns_of_a_table() -> None:
    def rows(data: bytes) -> list[list[str]]:
        return list(csv.reader(data.decode().splitlines(), delimiter=";"))

    before = rows(TABLE)
    in_middle, at_end = (rows(mutant.made()) for mutant in of_kind(CSV_TABLES, TABLE, "row added"))
    assert in_middle == [before[0], ["added", ""], *before[1:]]
    assert at_end == [*before, ["added", ""]]
    (column,) = of_kind(CSV_TABLES, TABLE, "column added")
    assert rows(column.made()) == [[*row, "added"] for row in before]
    assert column.made().count(b"\r\n") == 3


def test_a_table_with_a_value_over_several_lines_gets_rows_at_the_end_alone() -> None:
    table = b'name,text\ntea,"two\nlines"\n'
    assert {mutant.kind for mutant in CSV_TABLES.mutants(table)} == {
        "row added",
        "line ends changed",
    }
    (row,) = of_kind(CSV_TABLES, table, "row added")
    assert row.made() == table + b"added,\n"


def test_keys_and_items_are_added_to_json() -> None:
    value = {"a": {"b": [1, 2]}, "list": [{"c": 3}], "none": []}
    data = json.dumps(value, indent=2).encode()
    keys = [json.loads(mutant.made()) for mutant in of_kind(JSON_TEXTS, data, "key added")]
    assert keys == [
        {"added": True, **value},
        {**value, "a": {"added": True, "b": [1, 2]}},
        {**value, "list": [{"added": True, "c": 3}]},
    ]
    items = [json.loads(mutant.made()) for mutant in of_kind(JSON_TEXTS, data, "item added")]
    assert items == [
        {**value, "a": {"b": [0, 1, 2]}},
        {**value, "list": [{"added": True}, {"c": 3}]},
        {**value, "none": ["added"]},
    ]
    assert {mutant.kind for mutant in JSON_TEXTS.mutants(data)} == {"key added", "item added"}


def test_json_with_comments_keeps_them() -> None:
    value = jsonc.parse(SETTINGS)
    keys = [mutant.made() for mutant in of_kind(JSON_TEXTS, SETTINGS, "key added")]
    assert [jsonc.parse(each) for each in keys] == [
        {"added": True, **value},
        {**value, "exclude": {"added": True, "**/.git": True}},
        {**value, "empty": {"added": True}},
    ]
    assert all(jsonc.comments(each) == jsonc.comments(SETTINGS) for each in keys)


def test_values_and_comments_of_json_with_comments_are_changed() -> None:
    value = jsonc.parse(SETTINGS)
    changed = [jsonc.parse(mutant.made()) for mutant in of_kind(JSON_TEXTS, SETTINGS, "value")]
    assert changed == [
        {**value, "size": 16},
        {**value, "wrap": "no"},
        {**value, "exclude": {"**/.git": False}},
    ]
    dropped = [mutant.made() for mutant in of_kind(JSON_TEXTS, SETTINGS, "comment dropped")]
    assert [jsonc.comments(each) for each in dropped] == [
        ["small", '"old": false'],
        ["mine", '"old": false'],
        ["mine", "small"],
    ]
    assert all(jsonc.parse(each) == value for each in dropped)


def test_bookmarks_and_folders_are_added_to_folders() -> None:
    bar = {
        "children": [{"name": "Club", "type": "url", "url": "https://club.example.test/"}],
        "type": "folder",
    }
    data = json.dumps({"checksum": "1", "roots": {"bookmark_bar": bar, "other": {"children": []}}}).encode()
    added = [json.loads(mutant.made())["roots"] for mutant in of_kind(BOOKMARKS, data, "bookmark added")]
    names = [[item["name"] for item in roots[name]["children"]] for roots in added for name in roots]
    assert names == [["Added", "Club"], [], ["Club"], ["Added"]]
    folders = [json.loads(mutant.made())["roots"] for mutant in of_kind(BOOKMARKS, data, "folder added")]
    assert folders[1]["other"]["children"][0]["type"] == "folder"


@pytest.mark.parametrize(
    "data, expected", [(b" {}", True), (SETTINGS, True), (b"[1]", True), (b"3", False), (b"{x", False)]
)
def test_json_is_known(data: bytes, expected: bool) -> None:
    assert is_json(data) is expected


OFFICE = b"""<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="CrashReport"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Setup/Product"><prop oor:name="ooSetupLastVersion"><value>7.4</value></prop></item>
</oor:items>
"""


@pytest.mark.parametrize(
    "name, data, changed, added",
    [
        ("registrymodifications.xcu", OFFICE, b"<value>true</value>", b'oor:name="CreateBackup"'),
        (
            "prefs.js",
            b'user_pref("app.on", true);\nuser_pref("mail.identity.id1.compose_html", true);\n',
            b'user_pref("app.on", true);\nuser_pref("mail.identity.id1.compose_html", false);',
            b"mailnews.message_display.disable_remote_image",
        ),
        ("vlcrc", b"[core]\nloop=0\n", b"loop=1", b"repeat=1"),
        ("msgFilterRules.dat", b'version="9"\nname="club"\n', b'name="bulc"', b'name="added"'),
    ],
)
def test_settings_are_changed_and_added(name: str, data: bytes, changed: bytes, added: bytes) -> None:
    editor = settings_editor(f"/home/user/.config/{name}")
    assert editor is not None
    check_listing(editor, data)
    made_of = {mutant.kind: mutant.made() for mutant in reversed(list(editor.mutants(data)))}
    assert changed in made_of["setting changed"] and added not in made_of["setting changed"]
    assert added in made_of["setting added"]
    assert len(re.findall(rb"\n", made_of["setting changed"])) == len(re.findall(rb"\n", data))
    if name.endswith(".xcu"):
        assert [len(ElementTree.fromstring(each)) for each in (data, made_of["setting added"])] == [2, 3]


def test_other_files_hold_no_settings_of_lines() -> None:
    assert settings_editor("/home/user/notes.txt") is None


@pytest.mark.parametrize("path, data", [("a.py", TEXT), ("a.txt", b"")])
def test_texts_are_listed_without_a_change(path: str, data: bytes) -> None:
    check_listing(text_editor(path), data)
    check_listing(JSON_TEXTS, SETTINGS)
    check_listing(CSV_TABLES, TABLE)
