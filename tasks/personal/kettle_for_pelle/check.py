import re
from dataclasses import dataclass

from checkers import GuestView, Score
from checkers.personal import Created, Evidence, RecordChange, Shown, has_words, personal_score

PRIVATE, NORA = "notebook-3", "chat-1"
PRICE = re.compile(r"(?<!\d)36[.,]95(?!\d)")
BIRTHDAY = "2026-06-25"


@dataclass(frozen=True, slots=True)
class DayOfNewPage:
    """A new page for Pelle has the day; no other page has a new one."""

    text: str

    def credit(self, evidence: Evidence) -> tuple[float, str]:
        pages = {
            change.key[1]
            for change in evidence.changes
            if change.key[0] == "notes.page"
            and change.before is None
            and has_words("Pelle")((change.after or {}).get("title"))
        }
        made = [change.after for change in evidence.changes if self.allows(change) and change.after]
        days = [data["value"] for data in made if data["page"] in pages]
        found = f"{len(made)} made, on new pages: {', '.join(map(str, days)) or 'none'}"
        if days == [BIRTHDAY] and len(made) == 1:
            return 1.0, found
        return 0.5 if days else 0.0, found

    def allows(self, change: RecordChange) -> bool:
        is_new = change.before is None and change.after is not None
        return change.key[0] == "notes.property" and is_new and (change.after or {})["name"] == "For"


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("last year's page was read", "notes.property property-25"),
        Created(
            "this year's page has kettle and price",
            "notes.page",
            {"notebook": PRIVATE, "title": has_words("Pelle")},
            {"title": is_this_years, "body": has_kettle, "above": ""},
        ),
        DayOfNewPage("it is for Pelle's birthday this year"),
        Created(
            "Nora is asked about kettle and price",
            "messenger.message",
            {"conversation": NORA},
            {"text": has_kettle},
        ),
    )


def has_kettle(text: object) -> bool:
    return has_words("Pemberwick", "kettle")(text) and bool(PRICE.search(str(text)))


def is_this_years(title: object) -> bool:
    return "2025" not in str(title)
