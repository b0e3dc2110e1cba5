import re
from datetime import datetime

from testbed.actions import Key, Terminate, ToolCall, TypeText, Wait
from testbed.tasks import Guest, Solution

from .variant import Facts

HOUSEHOLD = "/home/user/Household"


def mcp(facts: Facts) -> Solution:
    """Find the guarantees, read each, and answer with the number in the latest."""
    arguments = {"keyword": facts.appliance, "root_dir": HOUSEHOLD}
    found = yield ToolCall(name="osworld_mcp_os.search_files", arguments=arguments)
    files = found.results[0].structured
    assert files is not None, found.results[0].text
    letters = []
    for path in files["files"]:
        seen = yield ToolCall(name="filesystem_read_file", arguments={"path": path})
        text = seen.results[0].text
        bought = re.search(r"Bought on (.+)", text)
        serial = re.search(r"Serial number: (\S+)", text)
        assert bought and serial, text
        letters.append((datetime.strptime(bought[1].strip(), "%d %B %Y"), serial[1]))
    yield answer(max(letters)[1])


def gui(facts: Facts) -> Solution:
    """Show the guarantees in the terminal, and answer with the number in the latest."""
    yield TypeText(text=f"find {HOUSEHOLD} -name '*{facts.appliance}*' -exec cat {{}} +")
    yield Key(keys=("Return",))
    yield Wait(seconds=0.5)
    yield answer(facts.wanted.serial)


def also_in_a_sentence(_guest: Guest, facts: Facts) -> Solution:
    yield answer(
        f"The {facts.appliance} of {facts.wanted.bought.year} has the serial number {facts.wanted.serial}."
    )


def also_in_small_letters(_guest: Guest, facts: Facts) -> Solution:
    yield answer(facts.wanted.serial.lower())


def wrong_earlier_one(_guest: Guest, facts: Facts) -> Solution:
    yield answer(facts.of_appliance[1].serial)


def wrong_all_of_them(_guest: Guest, facts: Facts) -> Solution:
    yield answer(", ".join(item.serial for item in facts.of_appliance))


def wrong_other_appliance(_guest: Guest, facts: Facts) -> Solution:
    yield answer(facts.guarantees[-1].serial)


def wrong_place_instead(_guest: Guest, facts: Facts) -> Solution:
    yield answer(f"It stands in {HOUSEHOLD}/{facts.wanted.path}.")


def wrong_earlier_ones_deleted(guest: Guest, facts: Facts) -> Solution:
    guest.run(["rm", *(f"{HOUSEHOLD}/{item.path}" for item in facts.of_appliance[1:])])
    yield answer(facts.wanted.serial)


def answer(text: str) -> Terminate:
    return Terminate(status="success", answer=text)
