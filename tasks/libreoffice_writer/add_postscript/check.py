from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.nothing_else import may_change, nothing_else
from checkers.variants import judged_with_facts

from .variant import Facts

NAME = 6
"""The paragraph of the name, the last one of the letter."""


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    """A blank line above or below the postscript is allowed, and so are italics."""
    path = f"Documents/{facts.file}"
    letter = read_document(guest, f"/home/user/{path}")
    added = letter.texts[NAME:]
    runs = [run for paragraph in letter.paragraphs for run in paragraph.runs if run.text.strip()]
    looks = {(run.font, run.size, run.colour, run.underline, run.strike) for run in runs}
    new = [f"paragraph {number}" for number in (NAME + 1, NAME + 2)]
    return Score.all_of(
        claim(f"below the name is {facts.postscript!r}", added == [facts.postscript], added),
        claim("it has the font of the letter", len(looks) == 1, looks),
        nothing_else(guest, may_change(path, *new, what="added")),
    )
