"""How the files of the home folder are compared."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest

from checkers.differences.compare import Change, compare
from checkers.differences.databases.database_tree import read_database_tree
from checkers.differences.databases.personal_state import read_personal_state_tree
from checkers.differences.databases.server_data import read_server_data_tree
from checkers.differences.home_files import HOME, KEPT, USERS, find_rule
from checkers.differences.mailbox_tree import read_mailbox_tree
from checkers.differences.settings.browser import read_preferences_tree
from checkers.differences.settings.office import read_office_settings_tree

MAIL = ".thunderbird/default-release/Mail/mail.example.test"


@pytest.mark.parametrize(
    ("path", "reader"),
    [
        (".config/libreoffice/4/user/registrymodifications.xcu", read_office_settings_tree),
        (".config/chromium-testbed/Default/Preferences", read_preferences_tree),
        (".config/chromium-testbed/Default/Secure Preferences", read_preferences_tree),
        ("database.db", read_database_tree),
        ("/var/lib/testbed-fixtures/city-guide/data.db", read_server_data_tree),
        ("/var/lib/testbed-personal/state.db", read_personal_state_tree),
        (f"{MAIL}/Inbox", read_mailbox_tree),
        (f"{MAIL}/Archives.sbd/2026", read_mailbox_tree),
    ],
)
def test_settings_that_are_not_there_are_none(path: str, reader: object) -> None:
    for existed in (True, False):
        rule = find_rule(str(PurePosixPath(HOME, path)), existed=existed)
        assert rule is not None
        assert (rule.reader, rule.reads_settings) == (reader, True)


@pytest.mark.parametrize(
    "path",
    [
        "Documents/a.ods",
        "Documents/.hidden",
        "Documents/travel-journal",
        "Website/.vscode/settings.json",
        ".config/autostart/a.desktop",
        ".config/libreoffice/4/user/wordbook/standard.dic",
        ".local/share/applications/a.desktop",
        f"{MAIL}/Tides",
        f"{MAIL}/Tides.sbd/North",
    ],
)
def test_files_of_the_users_count_when_they_are_new(path: str) -> None:
    rule = find_rule(str(PurePosixPath(HOME, path)), existed=False)
    assert rule is not None
    assert not rule.reads_settings


@pytest.mark.parametrize(
    "path",
    [
        ".unknown",
        ".config/unknown/state",
        ".local/share/Trash/files/a.txt",
        ".local/share/Trash/info/a.trashinfo",
    ],
)
def test_unknown_hidden_files_count_if_they_were_there(path: str) -> None:
    assert find_rule(str(PurePosixPath(HOME, path)), existed=True) is not None
    assert find_rule(str(PurePosixPath(HOME, path)), existed=False) is None


@pytest.mark.parametrize(
    "path",
    [
        "/var/lib/testbed-fixtures/market-data/data.db",
        "/var/lib/testbed-fixtures/city-guide",
        ".cache/a",
        ".bash_history",
        ".local/share/recently-used.xbel",
        ".local/share/recently-used.xbel.QOHBZ3",
        ".config/libreoffice/4/user/extensions/bundled/registry/x.pmap",
        ".config/chromium-testbed/Default/History",
        ".config/chromium-testbed/Default/Web Data-journal",
        ".config/chromium-code/Default/Preferences",
        ".local/share/code-server/User/globalStorage/state.vscdb",
        ".thunderbird/default-release/global-messages-db.sqlite",
        f"{MAIL}/Inbox.msf",
        f"{MAIL}/popstate.dat",
        ".config/GIMP/2.10/sessionrc",
        "Documents/.~lock.a.ods#",
        "Documents/data.sqlite-wal",
    ],
)
def test_what_programs_write_by_themselves_is_left_out(path: str) -> None:
    assert find_rule(str(PurePosixPath(HOME, path)), existed=True) is None


def test_files_are_read_by_their_kind() -> None:
    rule = find_rule(f"{HOME}/.local/share/code-server/User/settings.json", existed=True)
    assert rule is not None
    before, after = (rule.reader(data, "settings.json") for data in (b"", b'{"editor.wordWrap": "on"}'))
    assert list(compare(before, after)) == [Change("member editor.wordWrap", "value", None, "on")]
    assert find_rule(f"{HOME}/notes.txt", existed=True) is USERS
    assert find_rule(f"{HOME}/.notes", existed=True) is KEPT
