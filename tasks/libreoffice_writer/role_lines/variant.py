import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import docx

from testbed.tasks import reproducible_zip

ROLES = ("ADELE", "BRUNO", "CLARA", "DARIO", "EDITH", "FELIX", "GRETA", "HUGO")
SENTENCES = (
    "The boat is late again.",
    "I counted the lamps, and one is missing.",
    "Nobody has been on the stairs since noon.",
    "You left the letter in the rain.",
    "Then we shall have to wait for the tide.",
    "My aunt says the bell was never hers.",
    "Put the basket down and listen.",
    "It was dark when I came, and it is dark now.",
    "Seven steps, then the door.",
    "I would rather mend the net than talk about it.",
)
ABOUT = ("Ask {}: nobody else was there.", "That is what {} said: not a word more.", "{} has the key.")
DIRECTIONS = ("{} goes to the window.", "Silence. {} sits down.", "A bell, far away. {} looks up.")


@dataclass(frozen=True)
class Facts:
    scene: int
    role: str
    paragraphs: tuple[str, ...]
    """Those below the title."""

    @property
    def file(self) -> str:
        return f"scene-{self.scene}.docx"

    @property
    def title(self) -> str:
        return f"Scene {self.scene}"

    @property
    def lines(self) -> list[int]:
        """Which paragraphs the role speaks, from 0 for the title."""
        return [number for number, text in enumerate(self.paragraphs, 1) if text.startswith(f"{self.role}:")]

    @property
    def mentions(self) -> list[int]:
        """The others that name the role."""
        named = {number for number, text in enumerate(self.paragraphs, 1) if self.role in text}
        return sorted(named - set(self.lines))


def facts(rng: Random) -> Facts:
    cast = rng.sample(ROLES, 3)
    role, *others = cast
    speakers = [role] * 3 + [rng.choice(others) for _ in range(4)]
    rng.shuffle(speakers)
    paragraphs = [f"{name}: {text}" for name, text in zip(speakers, rng.sample(SENTENCES, 7), strict=True)]
    paragraphs.insert(rng.randint(2, 6), f"{rng.choice(others)}: {rng.choice(ABOUT).format(role)}")
    paragraphs.insert(rng.randint(1, 6), rng.choice(DIRECTIONS).format(role))
    return Facts(rng.randint(1, 30), role, tuple(paragraphs))


def document(facts: Facts) -> bytes:
    script = docx.Document()
    for text in (facts.title, *facts.paragraphs):
        script.add_paragraph(text)
    out = io.BytesIO()
    script.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "scene.docx").write_bytes(document(facts))
