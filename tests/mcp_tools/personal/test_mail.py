"""Mail: what is sent arrives, conversations stay together, and nobody reads another's mailbox."""

from __future__ import annotations

from mcp_tools.personal.apps.mail import MAIL
from tests.mcp_tools.personal.small_state import ADDRESS, JON, MARA, ROBIN, call, refusal, small_state


def test_what_is_sent_arrives_and_is_answered_in_its_conversation() -> None:
    store = small_state()
    sent = call(store, MAIL, "send", to=[ADDRESS[MARA], ADDRESS[JON]], subject="Picnic", body="On Sunday?")
    assert sent == {
        "id": "mail-2",
        "at": "2026-05-12T09:00",
        "to": [ADDRESS[MARA], ADDRESS[JON]],
        "copies": [],
        "subject": "Picnic",
    }
    (arrived,) = call(store, MAIL, "search", MARA, words="picn sund", only_unread=True)
    assert (arrived["id"], arrived["sender"], arrived["is_read"]) == ("mail-1", ADDRESS[ROBIN], False)
    assert call(store, MAIL, "read_message", MARA, message="mail-1")["body"] == "On Sunday?"
    assert call(store, MAIL, "search", MARA, only_unread=True) == []
    answered = call(store, MAIL, "reply", MARA, message="mail-1", body="Yes.", to_all=True)
    assert answered["to"] == [ADDRESS[ROBIN]] and answered["copies"] == [ADDRESS[JON]]
    thread = call(store, MAIL, "read_thread", message="mail-2")
    assert [item["subject"] for item in thread] == ["Picnic", "Re: Picnic"]
    unread = {row["name"]: row["unread"] for row in call(store, MAIL, "list_folders")}
    assert unread == {"Inbox": 1, "Sent": 0, "Drafts": 0, "Archive": 0, "Trash": 0}
    passed_on = call(store, MAIL, "forward", message="mail-2", to=["new@far.test"], body="See below.")
    text = call(store, MAIL, "read_message", message=passed_on["id"])["body"]
    assert text == "See below.\n\nFrom: robin@home.test\nSubject: Picnic\n\nOn Sunday?"


def test_an_address_is_one_in_any_case_and_a_name_is_none() -> None:
    store = small_state()
    sent = call(store, MAIL, "send", to=["Mara@Home.test"], subject="Hello", body="")
    assert sent["to"] == [ADDRESS[MARA]] and call(store, MAIL, "search", MARA, words="hello")
    for wrong in ("Mara", "Mara Lind <mara@home.test>", "mara@home.test, jon@work.test", "@", ""):
        assert "no mail address" in refusal(store, MAIL, "send", to=[wrong], subject="x", body="")


def test_drafts_folders_flags_and_the_trash() -> None:
    store = small_state()
    draft = call(store, MAIL, "save_draft", to=[], subject="Rent", body="")["id"]
    call(store, MAIL, "save_draft", draft=draft, to=[ADDRESS[JON]], subject="Rent", body="Dear Jon")
    sent = call(store, MAIL, "send", draft=draft, to=[ADDRESS[JON]], subject="Rent", body="Dear Jon,")["id"]
    assert "no message" in refusal(store, MAIL, "read_message", message=draft)
    assert "is no draft" in refusal(store, MAIL, "save_draft", draft=sent, to=[], subject="", body="")
    flagged = call(store, MAIL, "set_flags", message=sent, starred="yes", read="no")
    assert (flagged["is_starred"], flagged["is_read"]) == (True, False)
    assert call(store, MAIL, "move", message=sent, folder="archive")["folder"] == "archive"
    assert "there are: Inbox, Sent, Drafts" in refusal(store, MAIL, "move", message=sent, folder="Archives")
    assert call(store, MAIL, "delete", message=sent)["folder"] == "Trash"
    assert call(store, MAIL, "delete", message=sent)["folder"] == ""
    assert call(store, MAIL, "search", words="rent") == []


def test_nobody_reads_another_mailbox() -> None:
    store = small_state()
    own = call(store, MAIL, "save_draft", to=[], subject="Secret", body="")["id"]
    assert call(store, MAIL, "search", MARA, words="secret") == []
    for tool in ("read_message", "read_thread", "delete", "set_flags"):
        assert refusal(store, MAIL, tool, MARA, message=own) == f"there is no message {own!r}"
    assert refusal(store, MAIL, "send", to=[], subject="x", body="y").startswith("to is empty")
    assert "your own address" in refusal(store, MAIL, "send", to=[ADDRESS[ROBIN]], subject="x", body="y")
