from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, save_in_libreoffice

from .variant import Facts, Family

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")


def mcp(facts: Facts) -> Solution:
    for column in ("Family", "Persons"):
        yield ToolCall(name=f"{CALC}.get_column_data", arguments={"column_name": column})
    for family in facts.open_families:
        yield from ask(f"How many persons of the {family.name} family come?", family)
    for family in facts.open_families:
        yield enter(facts, family, family.persons)
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Ask for all at once; go to each cell by the name box and type the number."""
    names = ", ".join(family.name for family in facts.open_families)
    yield from ask(f"How many persons come of these families: {names}?", *facts.open_families)
    for family in facts.open_families:
        yield Key(keys=("ctrl", "shift", "t"))
        yield TypeText(text=f"B{facts.row(family)}\n")
        yield TypeText(text=f"{family.persons}\n")
    yield from save_in_libreoffice()


def also_as_sums(_guest: Guest, facts: Facts) -> Solution:
    for family in facts.open_families:
        yield enter(facts, family, f"={family.adults}+{family.children}")
    yield SAVE


def wrong_adults_only(_guest: Guest, facts: Facts) -> Solution:
    for family in facts.open_families:
        yield enter(facts, family, family.adults)
    yield SAVE


def wrong_in_words(_guest: Guest, facts: Facts) -> Solution:
    for family in facts.open_families:
        yield enter(facts, family, family.spoken)
    yield SAVE


def wrong_one_family_left_out(_guest: Guest, facts: Facts) -> Solution:
    for family in facts.open_families[:2]:
        yield enter(facts, family, family.persons)
    yield SAVE


def wrong_column_typed_anew(_guest: Guest, facts: Facts) -> Solution:
    """The sum below becomes a value."""
    values = [family.persons for family in facts.families]
    arguments = {"column_name": "Persons", "data": [*values, sum(values)]}
    yield ToolCall(name=f"{CALC}.set_column_values", arguments=arguments)
    yield SAVE


def wrong_not_saved(_guest: Guest, facts: Facts) -> Solution:
    for family in facts.open_families:
        yield enter(facts, family, family.persons)


def ask(question: str, *families: Family) -> Solution:
    seen = yield ToolCall(name="ask_user", arguments={"question": question})
    answer = seen.results[0].text
    assert all(family.spoken in answer for family in families), answer


def enter(facts: Facts, family: Family, value: object) -> ToolCall:
    arguments = {"cell": f"B{facts.row(family)}", "value": str(value)}
    return ToolCall(name=f"{CALC}.set_cell_value", arguments=arguments)
