from testbed.actions import Click, Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front

from .variant import Donation, Facts

CALC = "osworld_mcp_libreoffice_calc"
EXPORT_BUTTON = Click(x=237, y=115)
"""The button "Export Directly as PDF"."""


def mcp(facts: Facts) -> Solution:
    """Find the donation by donor and amount; enter its number and export the sheet."""
    seen = yield ToolCall(name=f"{CALC}.env_info", arguments={"sheet_name": "Donations"})
    content = seen.results[0].structured
    assert content is not None, seen.results[0].text
    ((number, *_),) = (
        row for row in content["data"] if row[1] == facts.donor and abs(row[3] - facts.amount) < 0.005
    )
    yield enter(int(number))
    yield export(facts)


def gui(facts: Facts) -> Solution:
    """Look at the donations, type the number into its cell, and export by the button for it."""
    yield Key(keys=("ctrl", "Page_Down"))
    yield Key(keys=("ctrl", "Page_Up"))
    yield Key(keys=("ctrl", "shift", "t"))
    yield TypeText(text="B3\n")
    yield TypeText(text=f"{facts.donation.number}\n")
    yield from act_until(EXPORT_BUTTON, in_front("Export"))
    yield from act_until(TypeText(text=f"{path(facts)}\n"), in_front(facts.file))


def also_of_all_sheets(_guest: Guest, facts: Facts) -> Solution:
    """The receipt is the first page then."""
    yield enter(facts.donation.number)
    yield ToolCall(name=f"{CALC}.export_to_pdf", arguments={"file_path": path(facts)})


def wrong_other_donation_of_the_donor(_guest: Guest, facts: Facts) -> Solution:
    yield from make(facts, facts.of_the_donor[0])


def wrong_donor_of_the_same_amount(_guest: Guest, facts: Facts) -> Solution:
    yield from make(facts, facts.same_amount)


def wrong_exported_before(_guest: Guest, facts: Facts) -> Solution:
    yield export(facts)
    yield enter(facts.donation.number)


def make(facts: Facts, donation: Donation) -> Solution:
    yield enter(donation.number)
    yield export(facts)


def enter(number: int) -> ToolCall:
    arguments = {"cell": "B3", "value": str(number)}
    return ToolCall(name=f"{CALC}.set_cell_value", arguments=arguments)


def export(facts: Facts) -> ToolCall:
    arguments = {"file_path": path(facts), "sheets": ["Receipt"]}
    return ToolCall(name=f"{CALC}.export_to_pdf", arguments=arguments)


def path(facts: Facts) -> str:
    return f"/home/user/Documents/receipt-{facts.year}.pdf"
