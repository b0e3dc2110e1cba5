import json

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

BOOK = {"path": "/home/user/Documents/loan.xlsx"}
LOAN = {**BOOK, "sheet": "Loan"}
CREATE = "excel_haris_create_workbook"
WRITE = "excel_haris_write_range"
TRACE = "excel_haris_trace_formula"
SEEK = "excel_haris_goal_seek"
READ = "excel_haris_read_range"


def mcp() -> Solution:
    yield from sought(310)


def wrong_other_payment(_guest: Guest) -> Solution:
    yield from sought(301)


def wrong_rate_of_a_month(_guest: Guest) -> Solution:
    yield from sought(310, formula="=-PMT(B3,B2,B1)")


def wrong_payment_as_a_number(_guest: Guest) -> Solution:
    yield from sought(310, kept=False)


def sought(payment: float, *, formula: str = "=-PMT(B3/12,B2,B1)", kept: bool = True) -> Solution:
    yield ToolCall(name=CREATE, arguments={**BOOK, "sheets": ["Loan"]})
    rows = [["Amount", 11500], ["Months", 42], ["Rate", 0.05], ["Payment", formula]]
    yield ToolCall(name=WRITE, arguments={**LOAN, "at": "A1", "rows": rows})
    yield ToolCall(name=TRACE, arguments={**LOAN, "range": "B4", "direction": "precedents"})
    goal = {"cell": "B4", "target": payment, "changing_cell": "B3"}
    yield ToolCall(name=SEEK, arguments={**LOAN, **goal})
    seen = yield ToolCall(name=READ, arguments=LOAN)
    rate = json.loads(seen.results[0].text)["values"][2][1]
    if not kept:
        yield ToolCall(name=WRITE, arguments={**LOAN, "at": "B4", "rows": [[payment]]})
    yield Terminate(status="success", answer=f"{100 * rate:.2f}")
