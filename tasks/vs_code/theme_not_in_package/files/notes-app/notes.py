"""Keep short notes in a text file."""

from pathlib import Path

NOTES = Path.home() / "notes.txt"


def add(text: str) -> None:
    # One note a line; line breaks inside a note become spaces.
    with NOTES.open("a", encoding="utf-8") as file:
        file.write(" ".join(text.split()) + "\n")


def all_notes() -> list[str]:
    return NOTES.read_text(encoding="utf-8").splitlines() if NOTES.exists() else []
