from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until

from .variant import Book, Facts

ARCHIVE = "/home/user/Archive"
LIST = "/home/user/reading-list.txt"


def mcp(facts: Facts) -> Solution:
    """Write the request, wait for the answer, and put it into the list."""
    yield from answered(facts)
    path = f"{ARCHIVE}/answers/{facts.request}"
    seen = yield ToolCall(name="filesystem_read_text_file", arguments={"path": path})
    yield edit(facts.wanted, seen.results[0].text.strip())


def gui(facts: Facts) -> Solution:
    """Have the shell write the request, wait for the answer, put it into the list, and close its window."""
    answer = f"answers/{facts.request}"
    line = facts.wanted.line("?")
    yield TypeText(
        text=f"cd {ARCHIVE} && echo '{facts.title}' > requests/{facts.request} && "
        f"until [ -s {answer} ]; do sleep 0.2; done && "
        f'sed -i "s#^{line}#{facts.title} | $(cat {answer})#" {LIST} && exit'
    )
    yield from act_until(Key(keys=("Return",)), lambda seen: not seen.windows)


def also_without_the_last_line_end(guest: Guest, facts: Facts) -> Solution:
    yield from answered(facts)
    guest.write_file(LIST, facts.reading_list(facts.wanted).rstrip("\n").encode())


def wrong_other_edition(_guest: Guest, facts: Facts) -> Solution:
    yield from answered(facts)
    yield edit(facts.other_edition, facts.wanted.mark)


def wrong_every_question_mark(guest: Guest, facts: Facts) -> Solution:
    yield from answered(facts)
    guest.write_file(LIST, facts.reading_list().replace("?", facts.wanted.mark).encode())


def wrong_earlier_answer(_guest: Guest, facts: Facts) -> Solution:
    yield edit(facts.wanted, facts.known[0].mark)


def wrong_line_at_the_end(guest: Guest, facts: Facts) -> Solution:
    yield from answered(facts)
    guest.write_file(LIST, f"{facts.reading_list()}{facts.wanted.line(facts.wanted.mark)}\n".encode())


def wrong_asked_only(_guest: Guest, facts: Facts) -> Solution:
    yield from answered(facts)


def answered(facts: Facts) -> Solution:
    """Write the request, and look into the folder until the answer is there."""
    arguments = {"path": f"{ARCHIVE}/requests/{facts.request}", "content": f"{facts.title}\n"}
    yield ToolCall(name="filesystem_write_file", arguments=arguments)
    there = False
    while not there:
        seen = yield ToolCall(name="filesystem_list_directory", arguments={"path": f"{ARCHIVE}/answers"})
        there = facts.request in seen.results[0].text


def edit(book: Book, mark: str) -> ToolCall:
    change = {"oldText": book.line("?"), "newText": book.line(mark)}
    return ToolCall(name="filesystem_edit_file", arguments={"path": LIST, "edits": [change]})
