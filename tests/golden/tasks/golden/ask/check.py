from checkers import GuestView, Score, claim
from checkers.evidence import fetch, judged


@judged
def check(guest: GuestView) -> Score:
    text = fetch(guest, "/home/user/note.txt").decode(errors="replace")
    return Score.all_of(claim("it says done", text == "done", text))
