"""Units that make facts, by what they are about."""

from plugins.persona.generation.facts import money, people

__all__ = ["money", "people"]
