import re

from testbed.actions import Key, ToolCall, TypeText, Wait
from testbed.tasks import Guest, Observation, Solution, act_until, in_front, save_in_libreoffice

from .variant import Facts

WRITER = "osworld_mcp_libreoffice_writer"
SAVE = ToolCall(name=f"{WRITER}.save")
PROOFS = "/home/user/Proofs"


def mcp(facts: Facts) -> Solution:
    """Read and follow the first proof, save, wait for the second one, and do the same with it."""
    seen = yield read(facts, 1)
    assert facts.name in seen.results[0].text, seen.results[0].text
    for old, new in first(facts):
        yield replace(old, new)
    yield SAVE
    yield from arrival(facts)
    seen = yield read(facts, 2)
    assert facts.paint in seen.results[0].text, seen.results[0].text
    for old, new in second(facts):
        yield replace(old, new)
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Search for what is wrong, which selects it, and type over it."""
    for old, new in first(facts):
        yield from type_over(old, new)
    yield from save_in_libreoffice()
    yield from arrival(facts)
    yield from act_until(Key(keys=("alt", "Tab")), in_front(facts.file))
    for old, new in second(facts):
        yield from type_over(old, new)
    yield from save_in_libreoffice()


def also_only_what_remains(_guest: Guest, facts: Facts) -> Solution:
    """The number is never changed: the second proof takes that back."""
    name, _, day = first(facts)
    _, paint = second(facts)
    yield replace(*name)
    yield SAVE
    yield from arrival(facts)
    yield replace(*day)
    yield replace(*paint)
    yield SAVE


def wrong_first_proof_only(_guest: Guest, facts: Facts) -> Solution:
    yield from follow(first(facts))
    yield from arrival(facts)


def wrong_number_not_put_back(_guest: Guest, facts: Facts) -> Solution:
    yield from follow(first(facts))
    yield from arrival(facts)
    yield from follow(second(facts)[1:])


def wrong_both_days(_guest: Guest, facts: Facts) -> Solution:
    name, people, _ = first(facts)
    yield from follow([name, people, (facts.written.day, facts.day)])
    yield from arrival(facts)
    yield from follow(second(facts))


def wrong_proof_of_the_other_article(_guest: Guest, facts: Facts) -> Solution:
    name, people, day = facts.written.name, facts.written.people, facts.written.day
    yield from follow(
        [
            (name, facts.other_name),
            (f"{people} people", f"{facts.other_people} people"),
            (f"was on {day}", f"was on {facts.other_day}"),
        ]
    )
    yield from arrival(facts)


def wrong_second_proof_not_saved(_guest: Guest, facts: Facts) -> Solution:
    yield from follow(first(facts))
    yield from arrival(facts)
    for old, new in second(facts):
        yield replace(old, new)


def first(facts: Facts) -> list[tuple[str, str]]:
    """What the first proof replaces, and with what."""
    written = facts.written
    return [
        (written.name, facts.name),
        (f"{written.people} people", f"{facts.people} people"),
        (f"was on {written.day}", f"was on {facts.day}"),
    ]


def second(facts: Facts) -> list[tuple[str, str]]:
    written = facts.written
    return [
        (f"{facts.people} people", f"{written.people} people"),
        (f"by {written.paint}", f"by {facts.paint}"),
    ]


def follow(changes: list[tuple[str, str]]) -> Solution:
    for old, new in changes:
        yield replace(old, new)
    yield SAVE


def arrival(facts: Facts) -> Solution:
    """Wait until the window of the second proof is there."""

    def is_there(seen: Observation) -> bool:
        return any(f"{facts.slug}-2.txt" in window.title for window in seen.windows)

    yield from act_until(Wait(seconds=0.5), is_there)


def read(facts: Facts, number: int) -> ToolCall:
    return ToolCall(
        name="filesystem_read_text_file", arguments={"path": f"{PROOFS}/{facts.slug}-{number}.txt"}
    )


def replace(old: str, new: str) -> ToolCall:
    arguments = {"pattern": re.escape(old), "replacement": new}
    return ToolCall(name=f"{WRITER}.find_and_replace", arguments=arguments)


def type_over(old: str, new: str) -> Solution:
    yield Key(keys=("ctrl", "Home"))
    yield Key(keys=("ctrl", "f"))
    yield TypeText(text=f"{old}\n")
    yield Key(keys=("Escape",))
    yield TypeText(text=new)
