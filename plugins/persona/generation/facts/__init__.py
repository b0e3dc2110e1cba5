"""Units that make facts, by what they are about."""

from plugins.persona.generation.facts import (
    appointments,
    at_work,
    bookings,
    cards,
    event_parts,
    in_team,
    letters,
    money,
    people,
)

__all__ = [
    "appointments",
    "at_work",
    "bookings",
    "cards",
    "event_parts",
    "in_team",
    "letters",
    "money",
    "people",
]
