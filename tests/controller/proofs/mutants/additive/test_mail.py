"""Additive mutants of mail folders, as Python's mailbox reads them."""

from __future__ import annotations

import mailbox
from collections.abc import Callable
from pathlib import Path

import pytest

from checkers.mail import EXPUNGED, parse_folder
from controller.proofs.mutants.additive.mail import MAIL_FOLDERS, MailFolder, is_mail_folder
from tests.controller.proofs.mutants.additive.mutated import check_listing, of_kind

pytestmark = pytest.mark.sampled

Reads = Callable[[mailbox.mboxMessage], object]
BODIES = {
    "plain": "Content-Type: text/plain\n\nHello.\n",
    "parts": (
        'Content-Type: multipart/mixed; boundary="b1"\n\nignored\n--b1\nContent-Type: text/plain\n\nHello.\n--b1--\n'
    ),
    "encoded": "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\nSGVsbG8u\n",
}


def message(number: int, body: str, status: int = 1, more: str = "") -> str:
    return (
        f"From - Mon Mar 09 10:05:00 2026\nX-Mozilla-Status: {status:04x}\n{more}From: Ada <ada@example.test>\n"
        f"Subject: Note {number}\nMessage-ID: <{number}@example.test>\n{body}\n"
    )


FOLDER = (
    message(1, BODIES["plain"])
    + message(2, BODIES["parts"], more="X-Mozilla-Keys: $label1\n")
    + message(3, BODIES["encoded"], status=5)
    + message(4, BODIES["plain"], status=EXPUNGED)
).encode()


@pytest.fixture
def read(tmp_path: Path) -> Callable[[bytes, Reads], list[object]]:
    def what(data: bytes, reads: Reads) -> list[object]:
        path = tmp_path / "Inbox"
        path.write_bytes(data)
        folder = mailbox.mbox(path)
        try:
            return [reads(each) for each in folder]
        finally:
            folder.close()

    return what


def status(each: mailbox.mboxMessage) -> object:
    return int(str(each["X-Mozilla-Status"]), 16)


def text(each: mailbox.mboxMessage) -> object:
    part = each.get_payload(0) if each.is_multipart() else each
    return part.get_payload(decode=True)  # type: ignore[union-attr]


def identity(each: mailbox.mboxMessage) -> object:
    return each["Message-ID"]


@pytest.mark.parametrize(
    "kind, reads, changed",
    [
        ("star flipped", status, [5, 5, 1]),
        ("read flag flipped", status, [0, 0, 4]),
        ("message marked as removed", status, [9, 9, 13]),
        (
            "tag added",
            lambda each: str(each["X-Mozilla-Keys"]).split(),
            [["$label1"], ["$label1", "$label2"], ["$label1"]],
        ),
        ("subject changed", lambda each: each["Subject"], ["Fwd: Note 1", "Fwd: Note 2", "Fwd: Note 3"]),
        ("sender changed", lambda each: each["From"], ["Added Ada <ada@example.test>"] * 3),
        ("body changed", text, [b"Added line.\nHello.\n", b"Added line.\nHello."]),
    ],
)
def test_one_message_is_changed_in_what_its_kind_says(
    read: Callable[[bytes, Reads], list[object]], kind: str, reads: Reads, changed: list[object]
) -> None:
    before = read(FOLDER, reads)
    for index, mutant in enumerate(of_kind(MAIL_FOLDERS, FOLDER, kind)):
        assert mutant.place == f"message {index + 1} 'Note {index + 1}'"
        assert read(mutant.made(), reads) == [*before[:index], changed[index], *before[index + 1 :]]
        assert read(mutant.made(), identity) == read(FOLDER, identity)
    assert len(changed) == index + 1


def test_messages_are_duplicated_removed_and_added(read: Callable[[bytes, Reads], list[object]]) -> None:
    ids = read(FOLDER, identity)
    for index, mutant in enumerate(of_kind(MAIL_FOLDERS, FOLDER, "message duplicated")):
        assert read(mutant.made(), identity) == [*ids[: index + 1], *ids[index:]]
    for index, mutant in enumerate(of_kind(MAIL_FOLDERS, FOLDER, "message removed")):
        assert read(mutant.made(), identity) == [*ids[:index], *ids[index + 1 :]]
    (added,) = of_kind(MAIL_FOLDERS, FOLDER, "message added")
    assert read(added.made(), identity) == [*ids, "<added@mail.example.test>"]


def test_what_the_checkers_read_of_every_mutant_differs() -> None:
    for mutant in MAIL_FOLDERS.mutants(FOLDER):
        if mutant.kind not in ("tag added", "body changed"):
            assert parse_folder(mutant.made()) != parse_folder(FOLDER), mutant


def test_a_folder_is_listed_without_a_change() -> None:
    check_listing(MAIL_FOLDERS, FOLDER)
    assert MailFolder.parse(FOLDER).serialize() == FOLDER


def test_a_message_without_a_status_gets_one() -> None:
    data = FOLDER.replace(b"X-Mozilla-Status: 0001\n", b"", 1).replace(b"\n", b"\r\n")
    made = of_kind(MAIL_FOLDERS, data, "star flipped")[0].made()
    assert made.startswith(b"From - Mon Mar 09 10:05:00 2026\r\nX-Mozilla-Status: 0004\r\nFrom: Ada")


@pytest.mark.parametrize(
    "data, path, expected",
    [
        (FOLDER, "/home/user/mail", True),
        (b"", "/home/user/.thunderbird/p/Mail/a.test/Trash", True),
        (b"", "/home/user/.thunderbird/p/Mail/a.test/Trash.msf", False),
        (b"", "/home/user/notes", False),
        (b"Fromage", "/home/user/notes", False),
    ],
)
def test_a_mail_folder_is_known(data: bytes, path: str, expected: bool) -> None:
    assert is_mail_folder(data, path) is expected
