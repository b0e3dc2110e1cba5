from checkers import GuestView, Score, claim


def check(guest: GuestView) -> Score:
    made = guest.run(["test", "-e", "/home/user/note.txt"], check=False).exit_code == 0
    return Score.all_of(claim("nothing was made up", not made))
