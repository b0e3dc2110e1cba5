"""Units that make facts, by what they are about."""

from plugins.persona.generation.facts import appointments, at_work, bookings, money, people

__all__ = ["appointments", "at_work", "bookings", "money", "people"]
