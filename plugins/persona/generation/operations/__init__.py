"""Units that make operations, by application."""

from plugins.persona.generation.operations import answers, messages, pages

__all__ = ["answers", "messages", "pages"]
