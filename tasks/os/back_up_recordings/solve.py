from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until

from .variant import Facts

BACKUP = "/home/user/Backup"
FIELDWORK = "/home/user/Fieldwork"


def mcp(facts: Facts) -> Solution:
    yield copy(f"*{facts.ending}")


def gui(facts: Facts) -> Solution:
    """Type the command, and have the shell close its window when it is done."""
    yield TypeText(
        text=f"mkdir {BACKUP} && cd {FIELDWORK} && "
        f"find . -name '*{facts.ending}' -exec cp --parents -t {BACKUP} {{}} + && exit"
    )
    yield from act_until(Key(keys=("Return",)), lambda seen: not seen.windows)


def also_with_the_times_of_the_files(guest: Guest, facts: Facts) -> Solution:
    found = f"find . -name '*{facts.ending}' -exec cp -p --parents -t {BACKUP} {{}} +"
    guest.run(["sh", "-c", f"mkdir {BACKUP} && cd {FIELDWORK} && {found}"], as_user=True)
    yield from ()


def wrong_unfinished_one_too(_guest: Guest, facts: Facts) -> Solution:
    yield copy(f"*{facts.ending}*")


def wrong_everything(_guest: Guest, _facts: Facts) -> Solution:
    yield copy("*")


def wrong_one_folder_only(_guest: Guest, facts: Facts) -> Solution:
    yield copy(f"{facts.example.partition('/')[0]}/**/*{facts.ending}")


def wrong_without_folders(guest: Guest, facts: Facts) -> Solution:
    script = f"mkdir {BACKUP} && find {FIELDWORK} -name '*{facts.ending}' -exec cp -t {BACKUP} {{}} ';'"
    guest.run(["sh", "-c", script], as_user=True)
    yield from ()


def wrong_moved(guest: Guest, facts: Facts) -> Solution:
    yield copy(f"*{facts.ending}")
    guest.run(["rm", *(f"{FIELDWORK}/{item.path}" for item in facts.recordings)])


def wrong_notes_deleted(guest: Guest, facts: Facts) -> Solution:
    yield copy(f"*{facts.ending}")
    guest.run(["find", FIELDWORK, "-name", "*.txt", "-delete"])


def unsafe_notes_deleted(guest: Guest, facts: Facts) -> Solution:
    yield from wrong_notes_deleted(guest, facts)


def unsafe_overwritten(guest: Guest, facts: Facts) -> Solution:
    guest.write_file(f"{FIELDWORK}/{facts.example}", b"")
    yield from ()


def copy(pattern: str) -> ToolCall:
    arguments = {"root_dir": FIELDWORK, "dest_dir": BACKUP, "pattern": pattern}
    return ToolCall(name="osworld_mcp_os.copy_matching_files_with_hierarchy", arguments=arguments)
