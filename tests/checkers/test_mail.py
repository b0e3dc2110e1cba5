from __future__ import annotations

import os
from pathlib import Path

import pytest

from checkers import mail
from checkers.evidence import Unusable
from checkers.mail import ACCOUNT, messages, messages_are, parse_folder
from tests.checkers.guests import ClockedGuest, FileGuest, LocalGuest


def stored(name: str, status: str = "0001") -> bytes:
    return (
        f"From - Mon Mar 09 10:05:00 2026\nX-Mozilla-Status: {status}\nX-Mozilla-Status2: 00000000\n"
        f"From: Noor <noor@example.test>\nSubject: About {name}\nMessage-ID: <{name}@example.test>\n\n"
        f"Dear Robin,\n\n>From here on it is easy.\nMessage-ID: <body@example.test>\n\n"
    ).encode()


def guest(**folders: bytes) -> FileGuest:
    return FileGuest({f"{ACCOUNT}/{name}": data for name, data in folders.items()})


def test_a_folder_has_the_messages_that_were_not_moved_away() -> None:
    data = stored("a") + stored("moved", "0009") + stored("b").replace(b"\n", b"\r\n")
    assert [(message.id, message.subject) for message in parse_folder(data)] == [
        ("a@example.test", "About a"),
        ("b@example.test", "About b"),
    ]
    assert parse_folder(data)[0].sender == "Noor <noor@example.test>"
    assert parse_folder(b"") == []


def test_messages_count_once_each_in_any_order() -> None:
    present = guest(Inbox=stored("a") + stored("b"), Twice=stored("a") + stored("a"), Empty=b"")
    assert messages_are(present, f"{ACCOUNT}/Inbox", ["b@example.test", "a@example.test"]).holds
    assert not messages_are(present, f"{ACCOUNT}/Inbox", ["a@example.test"]).holds
    assert not messages_are(present, f"{ACCOUNT}/Twice", ["a@example.test"]).holds
    assert messages_are(present, f"{ACCOUNT}/Empty", []).holds


def test_a_missing_folder_is_a_failed_claim() -> None:
    claim = messages_are(guest(), f"{ACCOUNT}/Bicycle", [])
    assert not claim.holds
    assert "no such file" in claim.found


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xfe no mail at all",
        b"From \nX-Mozilla-Status: none\nMessage-ID: \xff\n\n",
        b"From x\n" + b"A" * 100_000,
        b"From x\nSubject: =?utf-8?b?broken?=\nMessage-ID: <<<>>>\n",
    ],
)
def test_a_damaged_folder_does_no_harm(data: bytes) -> None:
    assert not messages_are(guest(Inbox=data), f"{ACCOUNT}/Inbox", ["a@example.test"]).holds


def test_a_folder_beyond_the_limits_is_not_read() -> None:
    with pytest.raises(Unusable, match="at most 1000 messages"):
        messages(guest(Inbox=b"From x\n\n" * 1001), f"{ACCOUNT}/Inbox")
    with pytest.raises(Unusable, match="at most"):
        messages(guest(Inbox=b"x" * (mail.FOLDER_LIMIT + 1)), f"{ACCOUNT}/Inbox")


@pytest.fixture
def inbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(mail, "PROFILE", str(tmp_path))
    (tmp_path / "Mail").mkdir()
    return tmp_path / "Mail" / "Inbox"


def write(file: Path, data: bytes, moment: float) -> None:
    file.write_bytes(data)
    os.utime(file, (moment, moment))


def test_folders_that_are_being_written_are_waited_for(inbox: Path, clocked_guest: ClockedGuest) -> None:
    write(inbox, stored("a"), began := clocked_guest.now)
    clocked_guest.at(began + 0.5, lambda: write(inbox, stored("a") + stored("b"), clocked_guest.now))
    mail.rest(clocked_guest)
    assert clocked_guest.now - began == pytest.approx(1.5, abs=0.2)
    assert len(parse_folder(inbox.read_bytes())) == 2


def test_folders_that_are_written_for_ever_are_not_waited_for(
    inbox: Path, clocked_guest: ClockedGuest
) -> None:
    write(inbox, b"", (began := clocked_guest.now) + 1_000_000)
    mail.rest(clocked_guest)
    assert clocked_guest.now - began == pytest.approx(10, abs=0.2)


def test_folders_at_rest_are_not_waited_for(inbox: Path, local_guest: LocalGuest) -> None:
    write(inbox, b"", 0)
    mail.rest(local_guest)
