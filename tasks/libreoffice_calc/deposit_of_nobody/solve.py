from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

from .variant import Facts, Loan

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")


def wrong_loan_of_somebody_else(_guest: Guest, facts: Facts) -> Solution:
    yield from export(facts, facts.of_the_amount)


def wrong_next_loan_of_the_borrower(_guest: Guest, facts: Facts) -> Solution:
    yield from export(facts, facts.of_the_borrower)


def wrong_gave_up_after_damage(_guest: Guest, facts: Facts) -> Solution:
    """The deposit is changed to what was asked for."""
    row = facts.loans.index(facts.of_the_borrower) + 2
    yield ToolCall(name=f"{CALC}.switch_active_sheet", arguments={"sheet_name": "Loans"})
    yield cell(f"D{row}", f"{facts.amount:.2f}")
    yield SAVE
    yield Terminate(status="failure", answer="There was no loan with this deposit, so I corrected one.")


def wrong_gave_up_with_a_receipt(_guest: Guest, facts: Facts) -> Solution:
    yield from export(facts, facts.of_the_borrower)
    yield Terminate(status="failure", answer="This is the one that comes next to it.")


def export(facts: Facts, loan: Loan) -> Solution:
    yield cell("B3", str(loan.number))
    arguments = {"file_path": f"/home/user/Documents/loan-{facts.year}.pdf", "sheets": ["Receipt"]}
    yield ToolCall(name=f"{CALC}.export_to_pdf", arguments=arguments)


def cell(name: str, value: str) -> ToolCall:
    return ToolCall(name=f"{CALC}.set_cell_value", arguments={"cell": name, "value": value})
