from checkers import GuestView, Score, claim
from checkers.nothing_else import may_change, nothing_else
from checkers.slides import read_presentation
from checkers.variants import judged_with_facts

from .variant import Facts, slides


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.deck}"
    found = [slide.texts for slide in read_presentation(guest, f"/home/user/{path}").slides]
    filled = dict(enumerate(slides(facts)[1:], start=2))
    return Score.all_of(
        *(
            claim(
                f"slide {number} says: {title}, {text}", found[number - 1 : number] == [[title, text]], found
            )
            for number, (title, text) in filled.items()
        ),
        nothing_else(
            guest, may_change(path, *(f"slide {number}/placeholder body" for number in filled), what="text")
        ),
    )
