from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.documents import parse_document, read_document
from checkers.evidence import judged

ORIGINAL = Path(__file__).parent / "files" / "recipe.docx"
PEOPLE = 1
INGREDIENTS = slice(3, 11)
"""Their paragraphs; the title is 0."""
EXPECTED = (
    ("1800 g potatoes", "1.8 kg potatoes"),
    ("9 leeks",),
    ("750 ml milk",),
    ("6 eggs",),
    ("240 g cheese",),
    ("3 cloves of garlic",),
    ("1.5 teaspoons of nutmeg",),
    ("salt",),
)


@judged
def check(guest: GuestView) -> Score:
    document = read_document(guest, "/home/user/Documents/recipe.docx")
    original = parse_document(ORIGINAL.read_bytes(), ORIGINAL.name)
    texts, before = document.texts, original.texts
    rest = [*texts[:PEOPLE], *texts[PEOPLE + 1 : INGREDIENTS.start], *texts[INGREDIENTS.stop :]]
    kept = [*before[:PEOPLE], *before[PEOPLE + 1 : INGREDIENTS.start], *before[INGREDIENTS.stop :]]
    people = before[PEOPLE].replace("4", "12")
    return Score.all_of(
        claim("the recipe is for 12 people", texts[PEOPLE : PEOPLE + 1] == [people], texts),
        *(
            claim(f"the list has {' or '.join(expected)}", found in expected, found)
            for found, expected in zip([*texts[INGREDIENTS], *[""] * 8], EXPECTED, strict=False)
        ),
        claim("the rest of the text is as it was", rest == kept, rest),
        claim(
            "the headings are as they were",
            [each.text for each in document.paragraphs if each.style.startswith("Heading")]
            == [each.text for each in original.paragraphs if each.style.startswith("Heading")],
            [(each.style, each.text) for each in document.paragraphs],
        ),
    )
