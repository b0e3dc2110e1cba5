from testbed.actions import Key, Terminate, ToolCall
from testbed.tasks import Guest, Solution, act_until, in_front

from .variant import Facts, euros

SWITCH = Key(keys=("alt", "Tab"))


def mcp(facts: Facts) -> Solution:
    """Compare the table of the invoice with the list of the year."""
    seen = yield ToolCall(name="osworld_mcp_libreoffice_writer.env_info")
    invoice = seen.results[0].structured
    assert invoice is not None, seen.results[0].text
    arguments = {"sheet_name": str(facts.year)}
    seen = yield ToolCall(name="osworld_mcp_libreoffice_calc.env_info", arguments=arguments)
    prices = seen.results[0].structured
    assert prices is not None, seen.results[0].text
    agreed = dict(prices["data"])
    ((item, pieces, price),) = (
        (item, pieces, price)
        for item, pieces, price, _ in invoice["tables"][0]["rows"][1:]
        if abs(float(price) - agreed[item]) > 0.001
    )
    arguments = {"expression": f"{pieces} * ({price} - {agreed[item]:.2f})"}
    yield ToolCall(name="osworld_mcp_os.calculator", arguments=arguments)
    yield answer(f"{item}, {int(pieces) * (float(price) - agreed[item]):.2f}")


def gui(facts: Facts) -> Solution:
    """Look at the invoice and at this year's sheet."""
    yield from act_until(SWITCH, in_front(facts.prices))
    yield Key(keys=("ctrl", "Page_Down"))
    yield from act_until(SWITCH, in_front(facts.invoice))
    yield answer(f"{facts.wrong.item}, {facts.too_much}")


def also_in_a_sentence(_guest: Guest, facts: Facts) -> Solution:
    item = facts.wrong.item.lower()
    yield answer(f"The dealer charges {facts.too_much} euros too much for the {item}.")


def wrong_of_one_piece(_guest: Guest, facts: Facts) -> Solution:
    yield answer(f"{facts.wrong.item}, {euros(facts.wrong.charged - facts.wrong.agreed)}")


def wrong_against_last_year(_guest: Guest, facts: Facts) -> Solution:
    each = facts.wrong
    yield answer(f"{each.item}, {euros(each.pieces * (each.charged - each.last_year))}")


def wrong_item(_guest: Guest, facts: Facts) -> Solution:
    other = next(each for each in facts.positions if each != facts.wrong)
    yield answer(f"{other.item}, {facts.too_much}")


def answer(text: str) -> Terminate:
    return Terminate(status="success", answer=text)
