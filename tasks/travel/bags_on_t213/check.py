from checkers import GuestView, Score, claim
from checkers.answers import answer


def check(guest: GuestView) -> Score:
    bags, _, time = answer(guest).partition(";")
    return Score.all_of(
        claim("the fare includes one bag", bags.split()[:1] in (["1"], ["one"], ["One"]), bags[:80]),
        claim("the train arrives at 19:07", time.strip().rstrip(".") == "19:07", time[:80]),
    )
