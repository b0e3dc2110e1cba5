"""A quiz as slides: questions with four answers each, and a picture that says which are right."""

import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pptx
from PIL import Image, ImageDraw, ImageFont
from pptx.util import Cm, Pt

from testbed.tasks import reproducible_zip

QUESTIONS = (
    ("Which of these birds cannot fly?", ("ostrich", "albatross", "swift", "crane")),
    ("Which planet has the shortest year?", ("Mercury", "Venus", "Mars", "Saturn")),
    ("Of what is a violin's bow strung?", ("horsehair", "silk", "sheep gut", "nylon")),
    ("Which metal is liquid in a warm room?", ("mercury", "tin", "zinc", "lead")),
    ("Where does the river Douro end?", ("Porto", "Lisbon", "Faro", "Vigo")),
    ("How many strings has a cello?", ("four", "five", "six", "eight")),
    ("Which of these is a root?", ("carrot", "leek", "fennel", "kohlrabi")),
    ("What does a barometer measure?", ("pressure", "wind", "moisture", "rain")),
    ("Which sea is the saltiest?", ("Dead Sea", "Black Sea", "Baltic Sea", "North Sea")),
    ("Who lives in a sett?", ("badger", "otter", "hare", "stoat")),
    ("Which wood sinks in water?", ("ebony", "balsa", "spruce", "willow")),
)
PLACES = ("fire station", "village inn", "school hall", "rowing club", "mill", "library")
LETTERS = "ABCD"
ASKED = 6


@dataclass(frozen=True)
class Question:
    text: str
    answers: tuple[str, ...]
    right: int
    """Which of the answers, from 0."""
    on_picture: int
    """What the picture says."""


@dataclass(frozen=True)
class Facts:
    place: str
    year: int
    questions: tuple[Question, ...]

    @property
    def file(self) -> str:
        return f"quiz-{self.year}.pptx"

    @property
    def corrected(self) -> int:
        """Which question's notes correct the picture, from 0."""
        return next(n for n, question in enumerate(self.questions) if question.right != question.on_picture)

    @property
    def last_slide(self) -> int:
        return len(self.questions) + 2


def facts(rng: Random) -> Facts:
    corrected = rng.randrange(ASKED)
    questions = []
    for number, (text, answers) in enumerate(rng.sample(QUESTIONS, ASKED)):
        shuffled = rng.sample(answers, len(answers))
        right = shuffled.index(answers[0])
        on_picture = (right + rng.randint(1, 3)) % 4 if number == corrected else right
        questions.append(Question(text, tuple(shuffled), right, on_picture))
    return Facts(rng.choice(PLACES), rng.randint(2024, 2029), tuple(questions))


def picture(facts: Facts) -> bytes:
    canvas = Image.new("RGB", (760, 460), (250, 246, 230))
    draw = ImageDraw.Draw(canvas)
    font = ImageFont.load_default(40)
    for number, question in enumerate(facts.questions):
        x, y = 60 + 360 * (number % 2), 50 + 130 * (number // 2)
        draw.text(
            (x, y), f"Question {number + 1}:  {LETTERS[question.on_picture]}", fill=(40, 40, 90), font=font
        )
    out = io.BytesIO()
    canvas.save(out, "PNG")
    return out.getvalue()


def presentation(facts: Facts) -> bytes:
    deck = pptx.Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text = "Quiz evening"
    first.placeholders[1].text = f"{facts.place.capitalize()}, {facts.year}"
    for number, question in enumerate(facts.questions):
        slide = deck.slides.add_slide(deck.slide_layouts[5])
        slide.shapes.title.text = f"{number + 1}. {question.text}"
        slide.shapes.title.text_frame.paragraphs[0].runs[0].font.size = Pt(32)
        for place, answer in enumerate(question.answers):
            box = slide.shapes.add_textbox(Cm(3), Cm(6 + 2.5 * place), Cm(12), Cm(1.5))
            box.text_frame.text = f"{LETTERS[place]}  {answer}"
            box.text_frame.paragraphs[0].runs[0].font.size = Pt(28)
        if number == facts.corrected:
            note = f"The picture is wrong here: {LETTERS[question.right]} is right, not {LETTERS[question.on_picture]}."
        else:
            note = f"Read it twice; {20 + 5 * (number % 3)} seconds."
        slide.notes_slide.notes_text_frame.text = note
    last = deck.slides.add_slide(deck.slide_layouts[5])
    last.shapes.title.text = "Right answers"
    last.shapes.add_picture(io.BytesIO(picture(facts)), Cm(3), Cm(5), width=Cm(19))
    out = io.BytesIO()
    deck.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "quiz.pptx").write_bytes(presentation(facts))
