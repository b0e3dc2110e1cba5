from __future__ import annotations

import pytest

from checkers.evidence import Unusable
from checkers.mail import ACCOUNT
from checkers.mail_texts import mail_texts
from tests.checkers.guests import FileGuest

DRAFTS = f"{ACCOUNT}/Drafts"


def message(body: str, kind: str = "text/plain", status: str = "0001") -> str:
    return (
        f"From - Mon Mar 09 10:05:00 2026\nX-Mozilla-Status: {status}\nMessage-ID: <b@example.test>\n"
        "In-Reply-To: <a@example.test>\nTo: Noor <NOOR@example.test>, ida@example.test\nSubject: =?utf-8?q?F=C3=9F?=\n"
        f"MIME-Version: 1.0\nContent-Type: {kind}; charset=utf-8\n\n{body}\n"
    )


def stored(*messages: str) -> FileGuest:
    return FileGuest({DRAFTS: "\n".join(messages).encode()})


def test_a_message_says_whom_it_answers_and_what() -> None:
    (draft,) = mail_texts(stored(message("52 chairs,\n7 tables")), DRAFTS)
    assert draft.id == "b@example.test"
    assert draft.answers == "a@example.test"
    assert draft.to == ("noor@example.test", "ida@example.test")
    assert draft.subject == "Fß"
    assert draft.text == "52 chairs, 7 tables"
    assert draft.attachments == ()


def test_html_is_read_without_its_tags() -> None:
    (draft,) = mail_texts(stored(message("<html><p>52&nbsp;<b>chairs</b></p></html>", "text/html")), DRAFTS)
    assert draft.text == "52 chairs"


def test_attachments_are_named() -> None:
    parts = (
        "--x\nContent-Type: text/plain\n\nHere it is.\n--x\nContent-Type: text/csv\n"
        'Content-Disposition: attachment; filename="prices.csv"\n\na,1\n--x--'
    )
    (draft,) = mail_texts(stored(message(parts, "multipart/mixed; boundary=x")), DRAFTS)
    assert draft.text == "Here it is."
    assert draft.attachments == ("prices.csv",)


def test_expunged_messages_are_left_out() -> None:
    assert mail_texts(stored(message("old", status="0009")), DRAFTS) == []
    assert mail_texts(stored(), DRAFTS) == []


@pytest.mark.parametrize(
    "content",
    [
        "From x\nContent-Type: text/plain; charset=none\n\nwhat",
        "From x\nContent-Type: multipart/mixed; boundary=x\n\n" + "--x\n\n\n" * 100,
        "From x\n\n" * 1001,
    ],
)
def test_a_damaged_folder_is_unusable(content: str) -> None:
    with pytest.raises(Unusable):
        mail_texts(FileGuest({DRAFTS: content.encode()}), DRAFTS)
