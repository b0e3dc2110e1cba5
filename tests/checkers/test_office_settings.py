from __future__ import annotations

import pytest

from checkers.evidence import Unusable
from checkers.office_settings import SETTINGS, setting_is, settings
from tests.checkers.guests import FileGuest

SAVING = "Office.Common/Save/Document"
ITEMS = """\
<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Office.Common/Save/Document"><prop oor:name="AutoSave" oor:op="fuse">\
<value>false</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Save/Document"><prop oor:name="Kept" oor:op="fuse"><value xsi:nil="true" \
xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"/></prop></item>
<item oor:path="/org.openoffice.Setup/Product"><node oor:name="x" oor:op="replace"/></item>
</oor:items>
"""


def test_a_setting_has_the_value_that_was_written() -> None:
    guest = FileGuest({SETTINGS: ITEMS.encode()})
    assert settings(guest) == {f"{SAVING}/AutoSave": "false", f"{SAVING}/Kept": ""}
    assert setting_is(guest, f"{SAVING}/AutoSave", "false", default="true").holds
    assert not setting_is(guest, f"{SAVING}/AutoSave", "true", default="true").holds


def test_a_setting_that_was_never_written_has_its_default() -> None:
    guest = FileGuest({SETTINGS: ITEMS.encode()})
    assert setting_is(guest, f"{SAVING}/AutoSaveTimeIntervall", "10", default="10").holds
    assert not setting_is(guest, f"{SAVING}/AutoSaveTimeIntervall", "5", default="10").holds


@pytest.mark.parametrize("text", ["", "<oor:items/>", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"])
def test_malformed_settings_are_unusable(text: str) -> None:
    with pytest.raises(Unusable):
        settings(FileGuest({SETTINGS: text.encode()}))


def test_without_its_file_no_setting_holds() -> None:
    assert not setting_is(FileGuest(), f"{SAVING}/AutoSave", "true", default="true").holds
