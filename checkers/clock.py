"""The guest's clock."""

from __future__ import annotations

from datetime import date

from checkers.base import GuestView
from checkers.evidence import Unusable, ask


def today(guest: GuestView) -> date:
    """The guest's date in UTC, by which servers say what "today" is. Raises Unusable."""
    text = ask(guest, ["date", "--utc", "+%F"]).text.strip()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Unusable("the guest's clock has a date", text[:80]) from None
