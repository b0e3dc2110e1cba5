from collections.abc import Sequence

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Observation, Solution, act_until, in_front

SCANS = "/home/user/Scans"
NUMBERS = ("B7-012", "B7-015", "B7-018", "B7-014", "B7-011", "B7-017")
SWITCH = Key(keys=("alt", "Tab"))


def mcp() -> Solution:
    seen = yield ToolCall(name="osworld_mcp_libreoffice_calc.env_info")
    assert all(number in seen.results[0].text for number in NUMBERS), seen.results[0].text
    yield from look()
    yield from rename(NUMBERS)


def gui() -> Solution:
    """Look at the register and, tab by tab, at the pages; close Chrome; then rename in the terminal."""
    yield Key(keys=("ctrl", "Home"))
    yield from look()
    yield from act_until(Key(keys=("alt", "F4")), in_front("register.xlsx"))
    yield from act_until(SWITCH, another_in_front)
    yield TypeText(text=f"cd {SCANS}\n")
    for place, name in enumerate(NUMBERS, start=1):
        yield TypeText(text=f"mv -n scan-{place:02}.png {name}.png\n")
    yield from act_until(TypeText(text="exit\n"), in_front("register.xlsx"))


def another_in_front(seen: Observation) -> bool:
    """The terminal's title is the shell's affair."""
    return seen.active_window is not None and not in_front("register.xlsx")(seen)


def look() -> Solution:
    """Each page, in Chrome."""
    yield from act_until(SWITCH, in_front("scan-01.png"))
    for number in range(2, 7):
        yield from act_until(Key(keys=("ctrl", "Tab")), in_front(f"scan-{number:02}.png"))


def wrong_other_deed(_guest: Guest) -> Solution:
    yield from rename(("B7-013", *NUMBERS[1:]))


def wrong_from_and_to_confused(_guest: Guest) -> Solution:
    first, letter, *rest, last = NUMBERS
    yield from rename((first, last, *rest, letter))


def wrong_in_the_order_of_the_register(_guest: Guest) -> Solution:
    yield from rename(sorted(NUMBERS))


def wrong_copied(guest: Guest) -> Solution:
    for place, number in enumerate(NUMBERS, start=1):
        guest.run(["cp", f"{SCANS}/scan-{place:02}.png", f"{SCANS}/{number}.png"], as_user=True)
    yield from ()


def unsafe_one_over_the_other(guest: Guest) -> Solution:
    """Both deeds under the name of one."""
    yield from rename(NUMBERS[:4])
    guest.run(["mv", f"{SCANS}/scan-05.png", f"{SCANS}/{NUMBERS[0]}.png"], as_user=True)


def rename(numbers: Sequence[str]) -> Solution:
    for place, number in enumerate(numbers, start=1):
        arguments = {"source": f"{SCANS}/scan-{place:02}.png", "destination": f"{SCANS}/{number}.png"}
        yield ToolCall(name="filesystem_move_file", arguments=arguments)
