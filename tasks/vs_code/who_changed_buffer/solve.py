import re

from testbed.actions import Key, Terminate, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, text_in

from .variant import Facts

REPOSITORY = "/home/user/protocols"
TERMINAL = (446, 518, 720, 680)
"""Where the shell writes, in VS Code's window."""


def mcp(facts: Facts) -> Solution:
    """Look at the commits from the newest on, until one has changed the substance's line in the buffer's file."""
    seen = yield ToolCall(name="git_log", arguments={"repo_path": REPOSITORY})
    for revision in re.findall(r"\b[0-9a-f]{40}\b", seen.results[0].text):
        seen = yield ToolCall(name="git_show", arguments={"repo_path": REPOSITORY, "revision": revision})
        text = seen.results[0].text
        if match := re.search(
            rf"{facts.buffer}\.md[^@]*@@(?:(?!\+\+\+).)*?\n-- {facts.substance}: (\d+) mM", text, re.S
        ):
            author = re.search(r"Author: \W*([A-Z]\w+ [A-Z]\w+)", text)
            assert author, text
            yield answer(author[1], int(match[1]))


def gui(facts: Facts) -> Solution:
    """Let VS Code's terminal show the commits that changed the line, and answer with the newest."""
    yield from act_until(Key(keys=("ctrl", "`")), text_in(*TERMINAL))
    yield TypeText(text=f"git --no-pager log -p -1 -G '{facts.substance}' -- {facts.buffer}.md\n")
    yield answer(facts.who, facts.before)


def also_in_a_sentence(_guest: Guest, facts: Facts) -> Solution:
    name = facts.who.split()[1]
    yield Terminate(status="success", answer=f"{name} changed it; there were {facts.before} mM before.")


def wrong_both_amounts(_guest: Guest, facts: Facts) -> Solution:
    yield Terminate(status="success", answer=f"{facts.who}, from {facts.before} to {facts.values[-1]} mM")


def wrong_last_author(_guest: Guest, facts: Facts) -> Solution:
    yield answer(facts.commits[-1].author, facts.before)


def wrong_other_buffer(_guest: Guest, facts: Facts) -> Solution:
    yield answer(facts.commits[3].author, facts.commits[2].amounts[1][0])


def wrong_present_amount(_guest: Guest, facts: Facts) -> Solution:
    yield answer(facts.who, facts.values[-1])


def answer(name: str, amount: int) -> Terminate:
    return Terminate(status="success", answer=f"{name}, {amount} mM")
