from checkers import GuestView, Score, claim


def check(guest: GuestView) -> Score:
    try:
        text = guest.read_file("/home/user/note.txt").decode()
    except FileNotFoundError:
        return Score.all_of(claim("there is a note.txt", False))
    return Score.all_of(claim("it says done", text.strip() == "done", text))
