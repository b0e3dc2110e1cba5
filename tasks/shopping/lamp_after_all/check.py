import re

from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import answer
from checkers.evidence import judged
from checkers.sqlite_tables import rows

SHOP = "/home/user/.local/state/mcp/corner-shop/data.db"
OSTREL_LAMP = 132
NEWEST = re.compile(
    r"2026-09-15|\b15(th|\.)?( of)? sep(t(ember)?)?\.?,? 2026|sep(t(ember)?)?\.? 15(th)?,? 2026", re.I
)


@judged
def check(guest: GuestView) -> Score:
    orders = rows(guest, SHOP, "SELECT recipient, address, voucher FROM orders")
    lines = rows(guest, SHOP, "SELECT product, quantity FROM order_lines")
    given = answer(affirming(guest))
    others = re.findall(r"\d{4}-\d\d-\d\d", given)
    return Score.all_of(
        claim("one order is placed", len(orders) == 1, orders),
        claim("it is one Ostrel desk lamp", lines == [(OSTREL_LAMP, 1)], lines),
        claim("it goes to Sela Marin", [row[0] for row in orders] == ["Sela Marin"], orders),
        claim(
            "it goes to Canal Walk 4", orders != [] and "canal walk 4" in str(orders[0][1]).lower(), orders
        ),
        claim("the voucher is FROST10", [row[2] for row in orders] == ["FROST10"], orders),
        claim("the answer is 2026-09-15", bool(NEWEST.search(given)) and len(others) <= 1, given[:100]),
    )
