from testbed.actions import Click, Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front

WRITER = "osworld_mcp_libreoffice_writer"
WALKS = ("To the old quarry", "Round the reservoir", "Ridge and back", "Along the dyke")
EXPORT = Click(x=237, y=115)
"""The button "Export Directly as PDF"."""
PDF = "/home/user/Documents/walks.pdf"


def mcp() -> Solution:
    """No tool moves the cursor: the search of Writer does."""
    yield from break_pages()
    yield from number_and_export()


def gui() -> Solution:
    """Break the pages by the shortcut; the last entries of the Insert menu add a footer and the page's number."""
    for walk in WALKS[1:]:
        yield from go_to(walk)
        yield Key(keys=("ctrl", "Return"))
    yield Key(keys=("alt", "i"))
    yield Key(keys=("Up",), repeat=3)
    yield Key(keys=("Right",))
    yield Key(keys=("Down",))
    yield Key(keys=("Right",))
    yield Key(keys=("Return",))
    yield Key(keys=("alt", "i"))
    yield Key(keys=("Up",), repeat=5)
    yield Key(keys=("Return",))
    yield from act_until(EXPORT, in_front("Export"))
    yield from act_until(TypeText(text=f"{PDF}\n"), in_front("walks.docx"))


def also_numbers_in_the_header(_guest: Guest) -> Solution:
    yield from break_pages()
    yield from number_and_export(position="top_right")


def wrong_break_before_the_first(_guest: Guest) -> Solution:
    yield from break_pages(WALKS)
    yield from number_and_export()


def wrong_one_break_forgotten(_guest: Guest) -> Solution:
    yield from break_pages(WALKS[1:3])
    yield from number_and_export()


def wrong_no_numbers(_guest: Guest) -> Solution:
    yield from break_pages()
    yield export()


def wrong_exported_before(_guest: Guest) -> Solution:
    yield export()
    yield from break_pages()


def wrong_numbers_from_two(_guest: Guest) -> Solution:
    yield from break_pages()
    yield from number_and_export(start_number=2)


def break_pages(walks: tuple[str, ...] = WALKS[1:]) -> Solution:
    for walk in walks:
        yield from go_to(walk)
        yield ToolCall(name=f"{WRITER}.insert_page_break", arguments={"position": "at_cursor"})


def go_to(walk: str) -> Solution:
    """Put the cursor before a walk's heading."""
    yield Key(keys=("ctrl", "Home"))
    yield Key(keys=("ctrl", "f"))
    yield TypeText(text=f"{walk}\n")
    yield Key(keys=("Escape",))
    yield Key(keys=("Home",))


def number_and_export(position: str = "bottom_center", start_number: int = 1) -> Solution:
    arguments = {"position": position, "start_number": start_number}
    yield ToolCall(name=f"{WRITER}.add_page_numbers", arguments=arguments)
    yield export()


def export() -> ToolCall:
    return ToolCall(name=f"{WRITER}.export_to_pdf", arguments={"output_path": PDF})
