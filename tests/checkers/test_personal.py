"""Checkpoints on the personal applications: each call is really executed on a small state."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from checkers import Score, Termination
from checkers.credit import CreditedClaim
from checkers.differences.changed_files import FileChange, FileState
from checkers.personal import (
    CLAIM,
    STATE,
    Answered,
    Changed,
    Checkpoint,
    Created,
    Deleted,
    Shown,
    has_words,
    mentions,
    personal_score,
)
from checkers.values import Name, TimeOfDay
from mcp_tools.personal.apps import APPS
from mcp_tools.personal.store import Store
from mcp_tools.personal.tree import export_tree, import_tree
from tests.checkers.guests import FileGuest
from tests.mcp_tools.personal.small_state import ADDRESS, JON, MARA, call, small_state

SENT = "folder-2"
Calls = Callable[[Store], object]


class PersonalGuest(FileGuest):
    """A guest whose personal applications were used."""

    def __init__(self, before: bytes, after: bytes, answer: str) -> None:
        super().__init__()
        self.states = [FileState("f", 0o600, len(data), content=data) for data in (before, after)]
        self.termination = Termination("success", answer)

    def changed_files(self) -> list[FileChange]:
        return [FileChange(STATE, *self.states)] if self.states[0] != self.states[1] else []


def score(folder: Path, calls: Calls, *checkpoints: Checkpoint, answer: str = "", **given: Any) -> Score:
    folder.mkdir(exist_ok=True)
    file = folder / "state.db"
    store = Store(file)
    import_tree(store, export_tree(small_state()))
    call(store, APPS["mail"], "send", MARA, to=[ADDRESS["person-1"]], subject="Hall", body="It is at 19:30.")
    call(store, APPS["calendar"], "create_event", calendar="calendar-1", title="Choir", **at(18))
    before = file.read_bytes()
    calls(store)
    return personal_score(PersonalGuest(before, file.read_bytes(), answer), *checkpoints, **given)


def at(hour: int) -> dict[str, str]:
    return {"starts": f"2026-05-19T{hour}:00", "ends": f"2026-05-19T{hour + 1}:00"}


def use(app: str, tool: str, person: str = "person-1", **arguments: Any) -> Calls:
    return lambda store: call(store, APPS[app], tool, person, **arguments)


def both(*calls: Calls) -> Calls:
    return lambda store: [one(store) for one in calls]


SEND = use("mail", "send", to=[ADDRESS[JON]], subject="Tonight", body="The hall is free at half past seven.")
SENT_TO_JON = Created(
    "Jon is told",
    "mail.message",
    {"folder": SENT, "to": [ADDRESS[JON]]},
    {"body": mentions(TimeOfDay(19, 30)), "subject": has_words("tonight")},
)
MOVED = Changed(
    "the choir is at half past seven",
    "calendar.event",
    "event-1",
    {"starts": "2026-05-19T19:30", "ends": "2026-05-19T20:30"},
)


def test_an_agent_that_does_nothing_meets_no_checkpoint(tmp_path: Path) -> None:
    gone = Deleted("the old card is gone", "contacts.card", "card-2")
    seen = Shown("the mail was read", ("mail.message mail-1", "mail.message mail-9"))
    given = Answered("the answer has the time", TimeOfDay(19, 30))
    made = score(tmp_path, lambda _store: None, SENT_TO_JON, MOVED, gone, seen, given)
    assert [getattr(claim, "credit", None) for claim in made.claims] == [0, 0, 0, 0, 0, None, None]
    assert [claim.holds for claim in made.claims] == [False] * 5 + [True, True]
    assert made.value == 0


@pytest.mark.parametrize(
    ("calls", "checkpoint", "credit"),
    [
        (SEND, SENT_TO_JON, 1),
        (both(SEND, SEND), SENT_TO_JON, 0.5),
        (use("mail", "send", to=[ADDRESS[JON]], subject="Tonight", body="At 18:30."), SENT_TO_JON, 0.5),
        (use("mail", "send", to=[ADDRESS[MARA]], subject="Tonight", body="At 19:30."), SENT_TO_JON, 0),
        (use("calendar", "update_event", event="event-1", starts="2026-05-19T19:30"), MOVED, 1),
        (use("calendar", "update_event", event="event-1", starts="2026-05-19T19:00"), MOVED, 0.5),
        (use("calendar", "update_event", event="event-1", title="Choir!"), MOVED, 0),
        (use("contacts", "delete", card="card-2"), Deleted("", "contacts.card", "card-2"), 1),
        (use("contacts", "delete", card="card-1"), Deleted("", "contacts.card", "card-2"), 0),
        (use("mail", "read_message", message="mail-1"), Shown("", "mail.message mail-1"), 1),
        (use("mail", "list_folders"), Shown("", "mail.message mail-1"), 0),
    ],
)
def test_each_checkpoint_has_credit_of_its_own(
    calls: Calls, checkpoint: Checkpoint, credit: float, tmp_path: Path
) -> None:
    claim = score(tmp_path, calls, checkpoint).claims[0]
    assert isinstance(claim, CreditedClaim) and claim.credit == credit


def test_the_score_is_one_if_all_are_met_and_no_other_record_has_changed(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    read = use("mail", "read_message", message="mail-1")
    answered = Answered("the answer has the time", TimeOfDay(19, 30))
    made = score(tmp_path, both(read, SEND), SENT_TO_JON, answered, answer="At half past seven.")
    assert made.value == 1
    more = use("contacts", "update", card="card-1", note="sings alto")
    made = score(tmp_path / "other", both(read, SEND, more), SENT_TO_JON)
    assert made.value == 0
    assert [(claim.text, claim.found) for claim in made.claims if not claim.holds] == [
        (CLAIM, "contacts.card card-1 note")
    ]


def test_copies_that_other_people_get_follow(tmp_path: Path) -> None:
    invite = use(
        "calendar", "create_event", calendar="calendar-1", title="Tea", guests=[ADDRESS[MARA]], **at(16)
    )
    tea = Created(
        "Mara is invited",
        "calendar.event",
        {"calendar": "calendar-1", "title": "Tea"},
        {"guests": [ADDRESS[MARA]]},
    )
    assert score(tmp_path, invite, tea).value == 1


def test_what_may_happen_as_well_earns_nothing(tmp_path: Path) -> None:
    draft = use("mail", "save_draft", to=[ADDRESS[JON]], subject="Tonight", body="x")
    left = Created("", "mail.message", {"subject": "Tonight"}, {})
    assert score(tmp_path, both(draft, SEND), SENT_TO_JON).value < 1
    (tmp_path / "other").mkdir()
    assert score(tmp_path / "other", both(draft, SEND), SENT_TO_JON, may_also=[left]).value == 1


def test_an_unreadable_state_fails_a_claim() -> None:
    guest = PersonalGuest(b"", b"x", "")
    made = personal_score(guest, Answered("the answer has the hall", Name("Hall")))
    assert made.value == 0 and "is a database" in made.claims[0].text
