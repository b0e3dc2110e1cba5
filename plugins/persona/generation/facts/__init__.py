"""Units that make facts, by what they are about."""

from plugins.persona.generation.facts import (
    card_people,
    cards,
    chats,
    groups,
    list_pages,
    money,
    notes_pages,
    people,
    social,
    threads,
    vault_files,
    vault_people,
    work_pages,
)

__all__ = [
    "card_people",
    "cards",
    "chats",
    "groups",
    "list_pages",
    "money",
    "notes_pages",
    "people",
    "social",
    "threads",
    "vault_files",
    "vault_people",
    "work_pages",
]
