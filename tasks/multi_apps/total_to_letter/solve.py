from testbed import Guest, Key, Solution, ToolCall, TypeText, act_until, in_front, save_in_libreoffice

SWITCH = Key(keys=("alt", "Tab"))
REPLACE_ALL = Key(keys=("alt", "l"))


def mcp() -> Solution:
    yield ToolCall(name="osworld_mcp_libreoffice_calc.env_info")
    yield ToolCall(name="osworld_mcp_os.calculator", arguments={"expression": "412.50 + 89.90 + 1207.35"})
    yield from fill("1709.75", "1709.75")


def gui() -> Solution:
    """The letter is in front. Calc's cursor is in A1; the orders are in rows 2, 6 and 9."""
    yield from act_until(SWITCH, in_front("orders-q1"))
    yield Key(keys=("Right",), repeat=6)
    yield Key(keys=("Down",))
    yield TypeText(text="=D2+D6+D9\n")
    yield from save_in_libreoffice()
    yield from act_until(SWITCH, in_front("letter-lindqvist"))
    yield from act_until(Key(keys=("ctrl", "h")), in_front("Find and Replace"))
    yield TypeText(text="[AMOUNT]")
    yield Key(keys=("alt", "p"))
    yield TypeText(text="1709.75")
    yield REPLACE_ALL
    yield from act_until(Key(keys=("Escape",)), in_front("letter-lindqvist"))
    yield from save_in_libreoffice()


def wrong_customer_of_a_similar_name(guest: Guest) -> Solution:
    yield from fill("1831.95", "1831.95")


def wrong_sum_only_in_the_letter(guest: Guest) -> Solution:
    yield from replace("1709.75")


def wrong_only_one_place(guest: Guest) -> Solution:
    yield from enter("1709.75")
    yield from replace("1709.75", paragraphs=[2])


def wrong_decimals(guest: Guest) -> Solution:
    yield from fill("1709.75", "1710")


def wrong_letter_not_saved(guest: Guest) -> Solution:
    yield from enter("1709.75")
    yield from replace("1709.75", save=False)


def fill(cell: str, amount: str) -> Solution:
    yield from enter(cell)
    yield from replace(amount)


def enter(value: str) -> Solution:
    arguments = {"cell": "G2", "value": value}
    yield ToolCall(name="osworld_mcp_libreoffice_calc.set_cell_value", arguments=arguments)
    yield ToolCall(name="osworld_mcp_libreoffice_calc.save")


def replace(amount: str, paragraphs: list[int] | None = None, save: bool = True) -> Solution:
    arguments: dict[str, object] = {"pattern": r"\[AMOUNT\]", "replacement": amount}
    if paragraphs is not None:
        arguments["paragraph_indices"] = paragraphs
    yield ToolCall(name="osworld_mcp_libreoffice_writer.find_and_replace", arguments=arguments)
    if save:
        yield ToolCall(name="osworld_mcp_libreoffice_writer.save")
