from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else

PATH = "Documents/essay.odt"


@judged
def check(guest: GuestView) -> Score:
    paragraphs = read_document(guest, f"/home/user/{PATH}").paragraphs
    spacing = [paragraph.line_spacing for paragraph in paragraphs if paragraph.text.strip()]
    right = all(value is not None and abs(value - 1.5) < 0.01 for value in spacing)
    return Score.all_of(
        claim("every paragraph has a line spacing of 1.5", right, spacing),
        nothing_else(guest, may_change(PATH, what="paragraph line-height")),
    )
