from checkers import GuestView, Score, claim
from checkers.documents import parse_document, read_document
from checkers.variants import judged_with_facts

from .variant import Facts, letter


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    texts = read_document(guest, f"/home/user/Documents/{facts.file}").texts
    before = parse_document(letter(facts), facts.file).texts
    return Score.all_of(
        claim(f"the letter ends with {facts.postscript!r}", texts[-1:] == [facts.postscript], texts[-1:]),
        claim("the letter above is as it was", texts[:-1] == before, texts[:-1]),
    )
