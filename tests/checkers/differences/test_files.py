"""The differences of a home folder. Comparing goes on in this process: that it goes on apart is the parsers' test."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest

from checkers.differences import apart
from checkers.differences.changed_files import FileChange, FileState
from checkers.differences.files import differences


@pytest.fixture(autouse=True)
def compare_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "parse_apart", lambda _parser, data, path: apart.compare_request(data, path))


def file(content: bytes | None, mode: int = 0o644) -> FileState | None:
    return None if content is None else FileState("f", mode, len(content), "", content)


FOLDER = FileState("d", 0o755, 0)


def change(path: str, before: bytes | None, after: bytes | None) -> FileChange:
    return FileChange(f"/home/user/{path}", file(before), file(after))


def texts(*changes: FileChange) -> list[str]:
    return [str(item) for item in differences(changes)]


def test_a_text_differs_in_its_lines() -> None:
    assert texts(change("Documents/note.txt", b"one\ntwo\n", b"one\nthree\n")) == [
        "Documents/note.txt: line 2: text was 'two', is 'three'"
    ]


def test_a_file_that_is_new_or_gone_is_one_difference_whatever_it_holds() -> None:
    assert texts(change("Documents/b.docx", None, b"x"), change("Documents/a.txt", b"y", None)) == [
        "Documents/a.txt: removed",
        "Documents/b.docx: added",
    ]


def test_what_nobody_sees_in_a_new_office_file_is_told_beside_it() -> None:
    book, buffer = openpyxl.Workbook(), BytesIO()
    book.active.row_dimensions[1].hidden = True
    book.save(buffer)
    assert texts(change("Documents/b.xlsx", None, buffer.getvalue())) == [
        "Documents/b.xlsx: added",
        "Documents/b.xlsx: sheet Sheet/row 1: hidden was nothing, is True",
    ]


def test_what_its_content_does_not_show_is_part_of_a_file() -> None:
    link = FileState("l", 0o777, 4, "/etc")
    changes = [
        FileChange("/home/user/run.sh", file(b"x"), file(b"x", 0o755)),
        FileChange("/home/user/now.txt", file(b"x"), link),
        FileChange("/home/user/link", link, FileState("l", 0o777, 4, "/tmp")),
        FileChange("/home/user/.config/vlc/vlcrc", file(b"x"), file(b"x", 0o600)),
        FileChange("/home/user/film.mkv", FileState("f", 0o644, 10**9), FileState("f", 0o644, 10**9 + 1)),
    ]
    assert texts(*changes) == [
        "film.mkv: content was 1000000000, is 1000000001",
        "link: target was '/etc', is '/tmp'",
        "now.txt: kind was 'f', is 'l'",
        "now.txt: permissions was '644', is '777'",
        "now.txt: target was '', is '/etc'",
        "run.sh: permissions was '644', is '755'",
    ]


def test_a_folder_of_the_users_counts_and_one_of_an_application_does_not() -> None:
    assert texts(
        FileChange("/home/user/Reports", None, FOLDER),
        FileChange("/home/user/.config/unheard-of", None, FOLDER),
    ) == ["Reports: added"]


def test_what_is_put_into_the_trash_is_only_gone() -> None:
    trash = ".local/share/Trash"
    assert texts(
        change("Documents/old.txt", b"x", None),
        change(f"{trash}/files/old.txt", None, b"x"),
        change(f"{trash}/info/old.txt.trashinfo", None, b"[Trash Info]\nPath=Documents/old.txt\n"),
    ) == ["Documents/old.txt: removed"]
    assert texts(change(f"{trash}/files/kept.txt", b"x", None)) == [f"{trash}/files/kept.txt: removed"]


def test_a_setting_is_one_difference_though_its_file_is_new() -> None:
    path = ".local/share/code-server/User/settings.json"
    (found,) = texts(change(path, None, b'{"editor.rulers": [80]}'))
    assert found.startswith(f"{path}: ") and "editor.rulers" in found and found != f"{path}: added"


def test_a_document_that_cannot_be_read_any_more_has_another_content() -> None:
    (found,) = texts(change("Documents/plan.xlsx", b"PK", b"no workbook"))
    assert found.startswith("Documents/plan.xlsx: content ")


def test_a_database_is_read_with_its_log(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    database = sqlite3.connect(path)
    database.execute("PRAGMA journal_mode=wal")
    database.execute("CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT)")
    database.commit()
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = path.read_bytes()
    database.execute("INSERT INTO book VALUES (1, 'Emma')")
    database.commit()
    wal = (tmp_path / "x.sqlite-wal").read_bytes()
    assert wal and path.read_bytes() == before
    found = texts(change("shop.db", before, before), change("shop.db-wal", None, wal))
    assert len(found) == 1 and found[0].startswith("shop.db: table book/row 1: added")
    database.close()


def repository(files: Mapping[str, tuple[bytes | None, bytes | None]]) -> list[FileChange]:
    return [change(f"notes/.git/{name}", *states) for name, states in files.items()]


ONE, TWO = b"1" * 40 + b"\n", b"2" * 40 + b"\n"
HEAD = b"ref: refs/heads/main\n"


def test_the_files_of_a_repository_are_one_state() -> None:
    (found,) = texts(*repository({"HEAD": (HEAD, HEAD), "refs/heads/draft": (None, ONE)}))
    assert found.startswith("notes/.git: branch draft: added")
    packed = b"# pack-refs with: peeled fully-peeled sorted\n" + ONE.strip() + b" refs/heads/main\n"
    assert (
        texts(
            *repository({"packed-refs": (None, packed), "refs/heads/main": (ONE, None), "HEAD": (HEAD, HEAD)})
        )
        == []
    )
    assert texts(*repository({"HEAD": (None, HEAD), "refs/heads/main": (None, TWO)})) == ["notes/.git: added"]
    assert texts(*repository({"HEAD": (HEAD, None), "refs/heads/main": (TWO, None)})) == [
        "notes/.git: removed"
    ]
