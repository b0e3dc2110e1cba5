from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.nothing_else import may_change, nothing_else
from checkers.variants import judged_with_facts

from .variant import Facts, paragraphs


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    texts = read_document(guest, f"/home/user/{path}").texts
    complete = paragraphs(facts.answers, facts)
    marked = paragraphs(tuple(gap.mark for gap in facts.gaps), facts)
    filled = [place for place, text in enumerate(marked) if text != complete[place]]
    found = [texts[place] if place < len(texts) else "" for place in filled]
    return Score.all_of(
        *(
            claim(f"{gap.mark} became {gap.answer}", text == complete[place], text)
            for gap, place, text in zip(facts.gaps, filled, found, strict=True)
        ),
        nothing_else(
            guest, may_change(path, *(f"paragraph {place + 1}" for place in filled), what=("text", "comment"))
        ),
    )
