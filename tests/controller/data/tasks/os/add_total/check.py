from checkers import GuestView, Score, claim


def check(guest: GuestView) -> Score:
    text = guest.read_file("/home/user/sum.txt").decode().strip()
    return Score.all_of(claim("the file holds the sum", text == "42", text))
