"""Mail folders as trees."""

from __future__ import annotations

import pytest

from checkers.differences.compare import Change, compare
from checkers.differences.mailbox_tree import read_mailbox_tree
from checkers.differences.tree import TreeNode
from checkers.evidence import Unusable
from checkers.mail import MAX_MESSAGES

PLAIN = """From - Mon Mar 02 09:12:00 2026
X-Mozilla-Status: 0001
X-Mozilla-Status2: 00000000
X-Mozilla-Keys:
Date: Mon, 02 Mar 2026 09:12:00 +0000
From: Ida Lund <ida@example.test>
To: Robin Hale <robin@example.test>
Cc: =?utf-8?q?Jos=C3=A9?= <jose@example.test>
Subject: List of members
Message-ID: <members@example.test>
Content-Type: text/plain; charset="utf-8"

Dear Robin,

the list is due on 18 March.

"""
PARTS = """From - Tue Mar 03 09:12:00 2026
X-Mozilla-Status: 0000
X-Mozilla-Status2: 00000000
From: Paul Renard <paul@example.test>
Subject: The plan
Message-ID: <plan@example.test>
Content-Type: multipart/mixed; boundary="one"

--one
Content-Type: multipart/alternative; boundary="two"

--two
Content-Type: text/plain

See the plan.
--two
Content-Type: text/html

<p>See the <b>plan</b>.</p>
--two--
--one
Content-Type: application/pdf
Content-Disposition: attachment; filename="plan.pdf"
Content-Transfer-Encoding: base64

UERG
--one--

"""
FOLDER = PLAIN + PARTS
MEMBERS, PLAN = "message members@example.test", "message plan@example.test"


def tree(folder: str) -> TreeNode:
    return read_mailbox_tree(folder.encode(), "Inbox")


def changes(before: str, after: str) -> list[Change]:
    return list(compare(tree(before), tree(after)))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("Status: 0001", "Status: 0005", Change(MEMBERS, "starred", None, True)),
        ("Status: 0001", "Status: 0000", Change(MEMBERS, "read", True, None)),
        ("Status: 0001", "Status: 0003", Change(MEMBERS, "answered", None, True)),
        ("Status: 0001", "Status: 1001", Change(MEMBERS, "forwarded", None, True)),
        ("Status: 0001", "Status: C001", Change(MEMBERS, "priority", None, 6)),
        (
            "Status: 0001\nX-Mozilla-Status2: 00000000",
            "Status: 0001\nX-Mozilla-Status2: 00040000",
            Change(MEMBERS, "ignored", None, True),
        ),
        ("Keys:", "Keys: $label2 $label1   ", Change(MEMBERS, "tags", None, "$label1 $label2")),
        ("List of", "A list of", Change(MEMBERS, "subject", "List of members", "A list of members")),
        (
            "ida@",
            "eva@",
            Change(MEMBERS, "from", "Ida Lund <ida@example.test>", "Ida Lund <eva@example.test>"),
        ),
        (
            "robin@",
            "rob@",
            Change(MEMBERS, "to", "Robin Hale <robin@example.test>", "Robin Hale <rob@example.test>"),
        ),
        ("jose@", "jo@", Change(MEMBERS, "cc", "José <jose@example.test>", "José <jo@example.test>")),
        ("Date: Mon, 02", "Date: Mon, 09", None),
        ("18 March", "19 March", Change(f"{MEMBERS}/body text/plain", "text", "18", "19")),
        ("<b>plan</b>", "<i>plan</i>", None),
        ("plan.pdf", "map.pdf", None),
        ("UERG", "UERH", Change(f"{PLAN}/attachment plan.pdf", "sha256", None, None)),
    ],
)
def test_one_change_of_a_message_is_told(old: str, new: str, expected: Change | None) -> None:
    assert FOLDER.count(old) == 1
    found = changes(FOLDER, FOLDER.replace(old, new))
    if expected is None:
        assert found
    elif expected.what == "sha256":
        assert [(change.place, change.what) for change in found] == [(expected.place, "sha256")]
    else:
        assert found == [expected]


def test_the_markup_and_the_name_of_an_attachment_count() -> None:
    assert changes(FOLDER, FOLDER.replace("<b>plan</b>", "<i>plan</i>")) == [
        Change(f"{PLAN}/body text/html", "text", "b", "i"),
        Change(f"{PLAN}/body text/html", "text", "b", "i"),
    ]
    assert changes(FOLDER, FOLDER.replace("plan.pdf", "map.pdf")) == [
        Change(f"{PLAN}/attachment plan.pdf", "removed"),
        Change(f"{PLAN}/attachment map.pdf", "added"),
    ]


def test_a_text_that_is_attached_is_no_body() -> None:
    attached = PARTS.replace("application/pdf", "text/plain").replace('; filename="plan.pdf"', "")
    names = [
        [(node.kind, node.name) for node in tree(folder).children[0].children] for folder in (PARTS, attached)
    ]
    bodies = [("body", "text/plain"), ("body", "text/html")]
    assert names == [[*bodies, ("attachment", "plan.pdf")], [*bodies, ("attachment", "unnamed")]]


def test_a_message_that_is_archived_is_gone_here_and_new_there() -> None:
    gone = FOLDER.replace("Status: 0001", "Status: 0009")
    assert changes(FOLDER, gone) == changes(FOLDER, PARTS)
    assert [(change.place, change.what) for change in changes(FOLDER, gone)] == [(MEMBERS, "removed")]
    assert [(change.place, change.what) for change in changes("", PLAIN)] == [(MEMBERS, "added")]


def test_a_copy_of_a_message_is_one_more() -> None:
    assert [(change.place, change.what) for change in changes(FOLDER, FOLDER + PLAIN)] == [(MEMBERS, "added")]


def test_a_message_without_an_id_is_found_by_its_text() -> None:
    before = (PLAIN + PLAIN.replace("18 March", "1 May")).replace("Message-ID: <members@example.test>\n", "")
    assert changes(before, before.replace("1 May", "2 May")) == [
        Change("message 2/body text/plain", "text", "1", "2")
    ]
    second = before.index("From -", 1)
    assert [change.what for change in changes(before, before[second:])] == ["removed"]


@pytest.mark.parametrize(
    "after",
    [
        PARTS + PLAIN,
        FOLDER.replace("\n", "\r\n"),
        FOLDER.replace("From - Mon Mar 02 09:12:00 2026", "From - Thu Mar 19 10:00:00 2026"),
        FOLDER.replace("Status2: 00000000", "Status2: 10010000"),
        FOLDER.replace("Keys:", "Keys:" + " " * 80),
        FOLDER.replace("Status: 0001", "Status: 0091"),
        FOLDER.replace("X-Mozilla-Keys:", "X-Account-Key: account2\nX-UIDL: 7\nX-Mozilla-Keys:"),
        FOLDER.replace("=?utf-8?q?Jos=C3=A9?=", "José"),
        FOLDER.replace("List of members", "List of\n members"),
        FOLDER + PLAIN.replace("Status: 0001", "Status: 0009"),
        FOLDER.rstrip("\n") + "\n",
    ],
)
def test_what_thunderbird_changes_by_itself_is_no_difference(after: str) -> None:
    assert after != FOLDER
    assert changes(FOLDER, after) == []


@pytest.mark.parametrize(
    "header", ["=?utf-8?b?A?=", "=?no-such?q?a?=", "=?utf-8?q?" + "=?" * 9000, "\x00", "\x80"]
)
def test_any_header_is_read(header: str) -> None:
    before = FOLDER.replace("List of members", header)
    assert [change.what for change in changes(FOLDER, before)] == ["subject"]
    assert changes(before, before) == []


def test_bytes_of_a_header_that_is_not_encoded_count() -> None:
    folders = [PLAIN.encode().replace(b"List of members", b"caf" + end) for end in (b"\xe9", b"\xe8")]
    assert [change.what for change in compare(*(read_mailbox_tree(data, "Inbox") for data in folders))] == [
        "subject"
    ]


@pytest.mark.parametrize(
    "folder", [PLAIN * (MAX_MESSAGES + 1), PARTS.replace("--two\n", "--two\n\na\n" * 60)]
)
def test_too_many_messages_or_parts_are_unusable(folder: str) -> None:
    with pytest.raises(Unusable, match="at most"):
        tree(folder)
