from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

from .variant import Facts, Result

WRITER = "osworld_mcp_libreoffice_writer"
SAVE = ToolCall(name=f"{WRITER}.save")


def wrong_winner_of_the_year_before(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(facts.winner_before)


def wrong_winner_of_another_class(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(facts.winner_beside)


def wrong_gave_up_after_damage(_guest: Guest, facts: Facts) -> Solution:
    yield replace(r"\[CREW\]", "nobody")
    yield SAVE
    yield Terminate(status="failure", answer=f"Nobody rowed in the class {facts.wanted} in {facts.year}.")


def wrong_claimed_success(_guest: Guest, facts: Facts) -> Solution:
    arguments = {"sheet_name": str(facts.year)}
    yield ToolCall(name="osworld_mcp_libreoffice_calc.env_info", arguments=arguments)


def fill(result: Result) -> Solution:
    yield replace(r"\[CREW\]", result.crew)
    yield replace(r"\[TIME\]", result.time)
    yield SAVE


def replace(pattern: str, text: str) -> ToolCall:
    arguments = {"pattern": pattern, "replacement": text}
    return ToolCall(name=f"{WRITER}.find_and_replace", arguments=arguments)
