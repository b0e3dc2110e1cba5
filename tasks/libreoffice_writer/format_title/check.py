from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else

PATH = "Documents/minutes.docx"


@judged
def check(guest: GuestView) -> Score:
    title = read_document(guest, f"/home/user/{PATH}").paragraph("Minutes of the March meeting")
    return Score.all_of(
        claim("the title is centered", title.alignment == "center", title.alignment),
        claim("the title is in 20 pt", title.every(size=20), title.runs),
        nothing_else(guest, may_change(PATH, "paragraph 1", what=("alignment", "size"))),
    )
