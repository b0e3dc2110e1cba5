from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else

PATH = "Documents/recipe.docx"
EXPECTED = {
    2: ("For 12 people. From Aunt Hedda's book, page 12.",),
    4: ("1800 g potatoes", "1.8 kg potatoes"),
    5: ("9 leeks",),
    6: ("750 ml milk",),
    7: ("6 eggs",),
    8: ("240 g cheese",),
    9: ("3 cloves of garlic",),
    10: ("1.5 teaspoons of nutmeg",),
}
"""The paragraphs that change, by their numbers."""


@judged
def check(guest: GuestView) -> Score:
    texts = dict(enumerate(read_document(guest, f"/home/user/{PATH}").texts, 1))
    return Score.all_of(
        *(
            claim(f"the recipe says {' or '.join(expected)}", texts.get(number) in expected, texts)
            for number, expected in EXPECTED.items()
        ),
        nothing_else(guest, may_change(PATH, *(f"paragraph {number}" for number in EXPECTED), what="text")),
    )
