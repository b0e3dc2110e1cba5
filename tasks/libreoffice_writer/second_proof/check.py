from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.nothing_else import may_change, nothing_else
from checkers.variants import judged_with_facts

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    texts = read_document(guest, f"/home/user/{path}").texts
    text = "\n".join(texts)
    written = facts.written
    corrected = [
        f"paragraph {number}"
        for number, (before, after) in enumerate(zip(written.texts, facts.right, strict=True), 1)
        if before != after
    ]
    return Score.all_of(
        claim(f"the name is {facts.name}", facts.name in text and written.name not in text, text),
        claim(f"the ceremony was on {facts.day}", f"was on {facts.day}." in text, text),
        claim(f"the paint is for {facts.paint}", f"by {facts.paint}." in text, text),
        claim(
            f"there are {written.people} people again, and all else is as the proofs have it",
            texts == facts.right,
            texts,
        ),
        nothing_else(guest, may_change(path, *corrected, what="text")),
    )
