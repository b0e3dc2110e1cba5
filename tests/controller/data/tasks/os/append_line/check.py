from checkers import GuestView, Score, claim


def check(guest: GuestView) -> Score:
    text = guest.read_file("/home/user/shopping.txt").decode()
    return Score.all_of(claim("the list ends in eggs", text.rstrip().endswith("bread\neggs"), text))
