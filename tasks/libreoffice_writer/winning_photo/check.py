from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.images import difference, open_image
from checkers.nothing_else import may_change, nothing_else
from checkers.text_objects import TextPicture, read_text_objects
from checkers.variants import judged_with_facts

from .variant import Facts, picture

SAME = 3.0
"""Most that the picture may differ, of 255: it may be kept as a JPEG."""


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    texts = read_document(guest, f"/home/user/{path}").texts
    pictures = read_text_objects(guest, f"/home/user/{path}").pictures
    places = [each.paragraph for each in pictures]
    return Score.all_of(
        claim("there is one picture", len(pictures) == 1, places),
        claim(
            f"it is that of entry {facts.winner}",
            any(shows(each, facts) for each in pictures),
            [len(each.content) for each in pictures],
        ),
        claim('it is below "The winning picture:"', places == [facts.line], places),
        claim("the line has no text", texts == facts.texts, texts),
        nothing_else(
            guest, may_change(path, f"paragraph {facts.line + 1}", what=("added", "text", "size of mark"))
        ),
    )


def shows(found: TextPicture, facts: Facts) -> bool:
    wanted, present = picture(facts, facts.winner), open_image(found.content)
    return present.size == wanted.size and difference(present, wanted) <= SAME
