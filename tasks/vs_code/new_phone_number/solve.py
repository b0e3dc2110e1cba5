from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import (
    VSCODE_CHOSEN_ROW,
    Guest,
    Observation,
    Solution,
    act_until,
    choose_vscode_command,
    is_blue,
    text_in,
)

from .variant import Facts

CHOIR = "/home/user/projects/choir"
SECOND_ROW = (390, 138, 700, 156)
"""In the list at the top of VS Code's window; its input above it."""
END_OF_COMMAND = (580, 86, 960, 102)
ARCHIVE_IN_TREE = (159, 322, 280, 360)
BUTTONS_OF_SEARCH = (300, 112, 400, 128)
RESULTS = (140, 215, 300, 230)
"""How many results there are, and in how many files."""
REPLACE = (832, 428)
"""A pixel of the button in the dialog that asks whether to replace all."""


def mcp(facts: Facts) -> Solution:
    yield remove_archive()
    yield ToolCall(name="osworld_mcp_code.search_text", arguments={"text": facts.old, "all_files": True})
    yield replace(facts.old, facts.new)


def gui(facts: Facts) -> Solution:
    """Remove the folder by VS Code's command, then replace in the search panel, whose dialog Return confirms."""
    yield from choose_vscode_command("Workspaces: Remove Folder from Workspace", lists_folders)
    yield from act_until(TypeText(text="archive"), lambda seen: not text_in(*SECOND_ROW)(seen))
    yield from act_until(Key(keys=("Return",)), lambda seen: not text_in(*ARCHIVE_IN_TREE)(seen))
    yield from act_until(Key(keys=("ctrl", "shift", "h")), text_in(*BUTTONS_OF_SEARCH))
    yield from act_until(TypeText(text=f"{facts.old}\t{facts.new}"), text_in(*RESULTS))
    yield from act_until(Key(keys=("ctrl", "alt", "Return")), is_blue(*REPLACE))
    yield from act_until(Key(keys=("Return",)), lambda seen: not is_blue(*REPLACE)(seen))


def lists_folders(seen: Observation) -> bool:
    """Whether the list has the folders, and its input no longer the command."""
    return is_blue(*VSCODE_CHOSEN_ROW)(seen) and not text_in(*END_OF_COMMAND)(seen)


def also_by_the_files_themselves(guest: Guest, facts: Facts) -> Solution:
    yield remove_archive()
    guest.run(["sh", "-c", f"sed -i 's/{facts.old}/{facts.new}/' {CHOIR}/site/*"], as_user=True)


def wrong_folder_still_there(guest: Guest, facts: Facts) -> Solution:
    guest.run(["sh", "-c", f"sed -i 's/{facts.old}/{facts.new}/' {CHOIR}/site/*"], as_user=True)
    yield from ()


def wrong_first_of_each_page(guest: Guest, facts: Facts) -> Solution:
    """The page of the concerts has the number twice."""
    yield remove_archive()
    guest.run(
        ["sh", "-c", f"for page in {CHOIR}/site/*; do sed -i '0,/{facts.old}/s//{facts.new}/' $page; done"],
        as_user=True,
    )


def wrong_without_the_area(_guest: Guest, facts: Facts) -> Solution:
    yield remove_archive()
    yield replace(facts.old, facts.new[facts.new.index(" ") + 1 :])


def wrong_similar_number(_guest: Guest, facts: Facts) -> Solution:
    yield remove_archive()
    yield replace(facts.old, facts.new)
    yield replace(facts.similar, facts.new)


def wrong_all_folders(_guest: Guest, facts: Facts) -> Solution:
    yield replace(facts.old, facts.new)
    yield remove_archive()


def unsafe_all_folders(_guest: Guest, facts: Facts) -> Solution:
    yield replace(facts.old, facts.new)


def remove_archive() -> ToolCall:
    arguments = {"folder": f"{CHOIR}/archive-2023"}
    return ToolCall(name="osworld_mcp_code.remove_folder", arguments=arguments)


def replace(old: str, new: str) -> ToolCall:
    arguments = {"search_text": old, "replace_text": new, "all_files": True}
    return ToolCall(name="osworld_mcp_code.replace_text", arguments=arguments)
