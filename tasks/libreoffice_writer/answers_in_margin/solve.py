import re

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, save_in_libreoffice

from .variant import Facts, document

WRITER = "osworld_mcp_libreoffice_writer"
SAVE = ToolCall(name=f"{WRITER}.save")


def mcp(facts: Facts) -> Solution:
    yield from fill(facts, facts.answers)


def gui(facts: Facts) -> Solution:
    """Search for each gap, which selects it, and type over it."""
    for gap in facts.gaps:
        yield Key(keys=("ctrl", "Home"))
        yield Key(keys=("ctrl", "f"))
        yield TypeText(text=f"{gap.mark}\n")
        yield Key(keys=("Escape",))
        yield TypeText(text=gap.answer)
    yield from save_in_libreoffice()


def also_without_comments(guest: Guest, facts: Facts) -> Solution:
    guest.write_file(f"/home/user/Documents/{facts.file}", document(facts, facts.answers))
    yield from ()


def wrong_guesses(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(facts, [gap.guess for gap in facts.gaps])


def wrong_earlier_comment(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(facts, [gap.earlier or gap.answer for gap in facts.gaps])


def wrong_latest_comment_of_anybody(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(facts, [gap.answer if gap.guess_first else gap.guess for gap in facts.gaps])


def wrong_brackets_left(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(facts, [f"[{answer}]" for answer in facts.answers])


def wrong_not_saved(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(facts, facts.answers, save=False)


def fill(facts: Facts, words: list[str] | tuple[str, ...], *, save: bool = True) -> Solution:
    for gap, text in zip(facts.gaps, words, strict=True):
        arguments = {"pattern": re.escape(gap.mark), "replacement": text}
        yield ToolCall(name=f"{WRITER}.find_and_replace", arguments=arguments)
    if save:
        yield SAVE
