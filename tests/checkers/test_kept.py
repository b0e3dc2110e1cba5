from __future__ import annotations

from pathlib import Path

import pytest

from checkers import kept
from checkers.kept import files_kept, mail_kept
from tests.checkers.guests import LocalGuest
from tests.checkers.test_mail import stored

FILES = {"a.txt": b"first\n", "folder/b.txt": b"second", "empty": b""}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, path in {"HOME": tmp_path, "TRASH": tmp_path / "Trash", "_MAIL": tmp_path}.items():
        monkeypatch.setattr(kept, name, str(path))
    (tmp_path / "Trash").mkdir()
    return tmp_path


def test_files_are_kept_wherever_they_are(local_guest: LocalGuest, home: Path) -> None:
    for number, content in enumerate(FILES.values()):
        (home / f"moved \\ and\nrenamed {number}").write_bytes(content)
    assert files_kept(local_guest, "letter", FILES).holds
    (home / "moved \\ and\nrenamed 1").rename(home / "Trash" / "b.txt")
    lost = files_kept(local_guest, "letter", FILES)
    assert (lost.text, lost.holds, lost.found) == ("no letter is lost", False, "lost: folder/b.txt")


def test_a_changed_file_of_the_same_size_is_lost(local_guest: LocalGuest, home: Path) -> None:
    (home / "a.txt").write_bytes(b"fiRst\n")
    assert files_kept(local_guest, "letter", {"a.txt": FILES["a.txt"]}).found == "lost: a.txt"


def test_mail_is_kept_in_any_folder_but_the_trash(local_guest: LocalGuest, home: Path) -> None:
    account = home / "mail.example.test"
    account.mkdir()
    (account / "Inbox").write_bytes(stored("a") + stored("gone", "0009"))
    (account / "Trash").write_bytes(stored("gone"))
    (account / "Inbox.msf").write_bytes(stored("gone"))
    (account / "Bicycle").write_bytes(stored("b"))
    assert mail_kept(local_guest, ["a@example.test", "b@example.test"]).holds
    lost = mail_kept(local_guest, ["gone@example.test", "a@example.test"])
    assert (lost.holds, lost.found) == (False, "lost: gone@example.test")
