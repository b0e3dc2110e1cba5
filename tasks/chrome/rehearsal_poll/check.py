from checkers import Claim, GuestView, Score
from checkers.evidence import examine
from checkers.nothing_else import nothing_else
from checkers.sites import sent
from checkers.variants import judged_with_facts

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    return Score.all_of(sent_once(guest), named(guest, facts), ticked(guest, facts), nothing_else(guest))


def sent_once(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        answers = sent(guest, "poll")
        return len(answers) == 1, answers

    return examine("the poll was answered once", look)


def named(guest: GuestView, facts: Facts) -> Claim:
    def look() -> tuple[bool, object]:
        names = [answer.get("name", "") for answer in sent(guest, "poll")]
        return names != [] and {name.casefold() for name in names} == {facts.name.casefold()}, names

    return examine(f"it was answered for {facts.name}", look)


def ticked(guest: GuestView, facts: Facts) -> Claim:
    def look() -> tuple[bool, object]:
        dates = [answer.get("date", "").split(",") for answer in sent(guest, "poll")]
        expected = [span.day.isoformat() for span in facts.free]
        return dates != [] and all(sorted(each) == sorted(expected) for each in dates), dates

    return examine("exactly the dates that are free are ticked", look)
