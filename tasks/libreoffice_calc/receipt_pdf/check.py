import re

from checkers import GuestView, Score, claim
from checkers.documents import read_pdf
from checkers.nothing_else import cells, may_add, may_change, nothing_else
from checkers.variants import judged_with_facts

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/receipt-{facts.year}.pdf"
    pages = read_pdf(guest, f"/home/user/{path}")
    text = " ".join(" ".join(pages[:1]).split())
    wanted = facts.donation
    number = re.search(r"Number (\S+)", text)
    return Score.all_of(
        claim("it is the museum's receipt", f"{facts.museum}: receipt for a donation" in text, text),
        claim(
            f"it has the number {wanted.number}", number is not None and number[1] == str(wanted.number), text
        ),
        claim(f"it names {wanted.donor}", f"Donor {wanted.donor} Day" in text, text),
        claim(f"it says {wanted.day}", f"Day {wanted.day} Amount" in text, text),
        claim(f"it says {wanted.amount:.2f} euros", f"Amount {wanted.amount:.2f} euros" in text, text),
        claim("the thanks are below", text.endswith("We thank you for your help."), text),
        nothing_else(
            guest,
            may_add(path),
            may_change(f"Documents/{facts.file}", *cells("Receipt", "B3"), what="value"),
        ),
    )
