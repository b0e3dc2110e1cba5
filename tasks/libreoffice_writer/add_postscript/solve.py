from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, save_in_libreoffice

from .variant import WEEK, Facts, answer_by

WRITER = "osworld_mcp_libreoffice_writer"
END = Key(keys=("ctrl", "End"))
SAVE = ToolCall(name=f"{WRITER}.save")


def mcp(facts: Facts) -> Solution:
    """Read the date of the event in the letter, and write at its end."""
    yield ToolCall(name=f"{WRITER}.env_info")
    yield from write(f"\n{facts.postscript}")


def gui(facts: Facts) -> Solution:
    yield END
    yield TypeText(text=f"\n{facts.postscript}")
    yield from save_in_libreoffice()


def also_after_an_empty_line(_guest: Guest, facts: Facts) -> Solution:
    yield from write(f"\n\n{facts.postscript}")


def also_in_italics(_guest: Guest, facts: Facts) -> Solution:
    yield from write(f"\n{facts.postscript}", italic=True)


def wrong_day_of_the_event(_guest: Guest, facts: Facts) -> Solution:
    yield from write(f"\n{answer_by(facts.day)}")


def wrong_week_after_the_letter(_guest: Guest, facts: Facts) -> Solution:
    yield from write(f"\n{answer_by(facts.written + WEEK)}")


def wrong_beside_the_name(_guest: Guest, facts: Facts) -> Solution:
    yield from write(f" {facts.postscript}")


def wrong_above_the_name(_guest: Guest, facts: Facts) -> Solution:
    yield END
    yield from write(f"{facts.postscript}\n", place=Key(keys=("Home",)))


def wrong_letter_replaced(_guest: Guest, facts: Facts) -> Solution:
    yield from write(facts.postscript, place=Key(keys=("ctrl", "a")))


def wrong_not_saved(_guest: Guest, facts: Facts) -> Solution:
    yield from write(f"\n{facts.postscript}", save=False)


def write(text: str, *, place: Key = END, italic: bool = False, save: bool = True) -> Solution:
    yield place
    yield ToolCall(name=f"{WRITER}.write_text", arguments={"text": text, "italic": italic})
    if save:
        yield SAVE
