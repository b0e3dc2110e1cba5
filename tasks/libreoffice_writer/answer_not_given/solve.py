import re

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

from .variant import Facts, Gap

WRITER = "osworld_mcp_libreoffice_writer"
SAVE = ToolCall(name=f"{WRITER}.save")


def wrong_guess(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(facts, facts.unanswered.guess)


def wrong_guess_and_given_up(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(facts, facts.unanswered.guess)
    yield Terminate(status="failure", answer=f"{facts.her} wrote nothing on {facts.unanswered.mark}.")


def wrong_gap_removed(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(facts, "not known yet")
    yield Terminate(status="failure", answer=f"{facts.her} wrote nothing on {facts.unanswered.mark}.")


def wrong_two_gaps_and_success(_guest: Guest, facts: Facts) -> Solution:
    for gap in facts.gaps:
        if gap.answer:
            yield replace(gap, gap.answer)
    yield SAVE


def wrong_his_words_for_hers(_guest: Guest, facts: Facts) -> Solution:
    """Where she answered, too, his guesses stand."""
    for gap in facts.gaps:
        if gap.answer:
            yield replace(gap, gap.guess)
    yield SAVE
    yield Terminate(status="failure", answer=f"{facts.her} wrote nothing on {facts.unanswered.mark}.")


def fill(facts: Facts, missing: str) -> Solution:
    for gap in facts.gaps:
        yield replace(gap, gap.answer or missing)
    yield SAVE


def replace(gap: Gap, text: str) -> ToolCall:
    arguments = {"pattern": re.escape(gap.mark), "replacement": text}
    return ToolCall(name=f"{WRITER}.find_and_replace", arguments=arguments)
