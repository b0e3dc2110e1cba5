from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front

OUTBOX = "/home/user/Outbox"
WANTED = f"{OUTBOX}/4471-26-K.pdf"


def mcp() -> Solution:
    yield export(WANTED)


def gui() -> Solution:
    """By the menu File; the name of the file in the dialog, then its options as they are."""
    yield Key(keys=("alt", "f"))
    yield from act_until(Key(keys=("t",)), in_front("Export"))
    yield Key(keys=("ctrl", "a"))
    yield TypeText(text=WANTED)
    yield from act_until(Key(keys=("Return",)), in_front("PDF Options"))
    yield from act_until(Key(keys=("Return",)), in_front("reply.docx"))


def also_print_quality(_guest: Guest) -> Solution:
    arguments = {"output_path": WANTED, "quality": "print"}
    yield ToolCall(name="osworld_mcp_libreoffice_writer.export_to_pdf", arguments=arguments)


def wrong_own_reference(_guest: Guest) -> Solution:
    yield export(f"{OUTBOX}/RH-2026-02.pdf")


def wrong_case_of_the_lamp(_guest: Guest) -> Solution:
    yield export(f"{OUTBOX}/4460-26-K.pdf")


def wrong_name_of_the_letter(_guest: Guest) -> Solution:
    yield export(f"{OUTBOX}/reply.pdf")


def wrong_last_years_replaced(_guest: Guest) -> Solution:
    yield export(f"{OUTBOX}/3127-25-K.pdf")


def wrong_copy_under_the_new_name(guest: Guest) -> Solution:
    """Last year's letter, not this one."""
    guest.run(["cp", f"{OUTBOX}/3127-25-K.pdf", WANTED])
    yield from ()


def export(path: str) -> ToolCall:
    return ToolCall(name="osworld_mcp_libreoffice_writer.export_to_pdf", arguments={"output_path": path})
