from controller.actions import ToolCall
from controller.agents.oracle import Solution
from controller.guest import Guest


def mcp() -> Solution:
    yield ToolCall(name="osworld_mcp_libreoffice_calc.env_info")
    yield ToolCall(name="osworld_mcp_os.calculator", arguments={"expression": "412.50 + 89.90 + 1207.35"})
    yield from fill("1709.75", "1709.75")


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
