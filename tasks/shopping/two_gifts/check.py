from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import number_claim
from checkers.evidence import judged
from checkers.sqlite_tables import rows

SHOP = "/home/user/.local/state/mcp/corner-shop/data.db"
GIFTS = [(105, 1), (166, 1)]


@judged
def check(guest: GuestView) -> Score:
    orders = rows(guest, SHOP, "SELECT recipient, address, voucher, total FROM orders")
    lines = rows(guest, SHOP, "SELECT product, quantity FROM order_lines ORDER BY product")
    total = float(orders[0][3]) if len(orders) == 1 and isinstance(orders[0][3], int | float) else -1.0
    return Score.all_of(
        claim("one order is placed", len(orders) == 1, orders),
        claim("it is the stock pot and the wall clock", lines == GIFTS, lines),
        claim("it goes to Nils Varga", [row[0] for row in orders] == ["Nils Varga"], orders),
        claim(
            "it goes to Bell Street 21",
            orders != [] and "bell street 21" in str(orders[0][1]).lower(),
            orders,
        ),
        claim("no voucher is used", orders != [] and not orders[0][2], orders),
        number_claim(affirming(guest), "the answer is the total", total),
    )
