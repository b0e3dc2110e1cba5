from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until

from .variant import DAYS, Facts, Hours

PAGE = "/home/user/Website/contact.html"


def mcp(facts: Facts) -> Solution:
    yield ToolCall(name="filesystem_read_text_file", arguments={"path": PAGE})
    yield from ask(facts)
    yield write(facts, facts.new)


def gui(facts: Facts) -> Solution:
    """Ask, type the command, and have the shell close its window when it is done."""
    yield from ask(facts)
    yield TypeText(
        text=f"sed -i '/<td>{facts.day}</s|<td>[0-9].*</td>|<td>{facts.new.text}</td>|' {PAGE} && exit"
    )
    yield from act_until(Key(keys=("Return",)), lambda seen: not seen.windows)


def also_without_the_last_line_end(guest: Guest, facts: Facts) -> Solution:
    guest.write_file(PAGE, facts.page(facts.new).rstrip("\n").encode())
    yield from ()


def wrong_day(_guest: Guest, facts: Facts) -> Solution:
    other = DAYS[DAYS.index(facts.day) - 1]
    yield write(facts, facts.new, day=other)


def wrong_opening_only(_guest: Guest, facts: Facts) -> Solution:
    old = facts.week[DAYS.index(facts.day)]
    yield write(facts, Hours(facts.new.opens, old.closes))


def wrong_as_the_user_says_it(_guest: Guest, facts: Facts) -> Solution:
    yield edit(
        facts.week[DAYS.index(facts.day)].text, f"{facts.new.opens} to {facts.new.closes - 12}:30", facts.day
    )


def wrong_whole_week(guest: Guest, facts: Facts) -> Solution:
    page = facts.page()
    for hours in facts.week:
        page = page.replace(hours.text, facts.new.text)
    guest.write_file(PAGE, page.encode())
    yield from ()


def wrong_page_made_new(guest: Guest, facts: Facts) -> Solution:
    guest.write_file(PAGE, f"<tr><td>{facts.day}</td><td>{facts.new.text}</td></tr>\n".encode())
    yield from ()


def ask(facts: Facts) -> Solution:
    question = f"What are the new opening hours of {facts.day}?"
    seen = yield ToolCall(name="ask_user", arguments={"question": question})
    answer = seen.results[0].text
    assert facts.opens_spoken in answer and facts.closes_spoken in answer, answer


def write(facts: Facts, hours: Hours, day: str = "") -> ToolCall:
    day = day or facts.day
    return edit(facts.week[DAYS.index(day)].text, hours.text, day)


def edit(old: str, new: str, day: str) -> ToolCall:
    change = {"oldText": f"<td>{day}</td><td>{old}</td>", "newText": f"<td>{day}</td><td>{new}</td>"}
    return ToolCall(name="filesystem_edit_file", arguments={"path": PAGE, "edits": [change]})
