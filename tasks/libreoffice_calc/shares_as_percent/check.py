from checkers import GuestView, Score, claim
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import read_workbook
from checkers.variants import judged_with_facts

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path, name = f"Documents/{facts.file}", str(facts.year)
    sheet = read_workbook(guest, f"/home/user/{path}").sheet(name)
    last = len(facts.rows) + 1
    shares = [sheet[f"C{row}"] for row in range(2, last + 1)]
    formats = [(share.format_kind, share.decimals) for share in shares]
    return Score.all_of(
        claim("the shares are percentages with two digits", set(formats) == {("percent", 2)}, formats),
        # The heading as well, for the whole column may be chosen.
        nothing_else(guest, may_change(path, *cells(name, f"C1:C{last}"), what="number format")),
    )
