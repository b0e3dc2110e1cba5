from checkers import GuestView, Score, claim
from checkers.nothing_else import may_change, nothing_else
from checkers.slides import read_presentation
from checkers.variants import judged_with_facts

from .variant import LETTERS, Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    right = [f"{LETTERS[each.right]}  {each.answers[each.right]}" for each in facts.questions]
    boxes = [
        f"slide {number}/shape TextBox {each.right + 2}"
        for number, each in enumerate(facts.questions, start=2)
    ]
    bold = [
        paragraph.text.strip()
        for slide in read_presentation(guest, f"/home/user/{path}").slides
        for box in slide.boxes
        for paragraph in box.paragraphs
        if paragraph.every(bold=True)
    ]
    return Score.all_of(
        claim("of each question the right answer is bold", bold == right, bold),
        nothing_else(guest, may_change(path, *boxes, what="bold")),
    )
