from testbed import Guest, Key, Screenshot, Solution, TypeText

from .variant import Facts

BACKUPS = "/home/user/Backups"
FIND = f"mkdir -p {BACKUPS} && cd ~/Documents && find letters -name '*.txt'"


def gui(facts: Facts) -> Solution:
    """Type the command, and have the shell close its window when it is done."""
    observation = yield TypeText(text=f"{FIND} | tar czf {facts.archive} -T - && exit")
    observation = yield Key(keys=("Return",))
    while any(window.app == "terminal" for window in observation.windows):
        observation = yield Screenshot()


def wrong_whole_folder(guest: Guest, facts: Facts) -> Solution:
    yield from shell(guest, f"mkdir -p {BACKUPS} && cd ~/Documents && tar czf {facts.archive} letters")


def wrong_subfolder_missing(guest: Guest, facts: Facts) -> Solution:
    yield from shell(guest, f"mkdir -p {BACKUPS} && cd ~/Documents/letters && tar czf {facts.archive} *.txt")


def wrong_folders_flattened(guest: Guest, facts: Facts) -> Solution:
    flatten = f"cp *.txt {facts.subfolder}/*.txt /tmp/flat && cd /tmp/flat && tar czf"
    yield from shell(
        guest, f"mkdir -p {BACKUPS} /tmp/flat && cd ~/Documents/letters && {flatten} {facts.archive} *.txt"
    )


def wrong_not_compressed(guest: Guest, facts: Facts) -> Solution:
    yield from shell(guest, f"{FIND} | tar cf {facts.archive} -T -")


def wrong_originals_removed(guest: Guest, facts: Facts) -> Solution:
    yield from shell(guest, f"{FIND} | tar czf {facts.archive} --remove-files -T -")


def shell(guest: Guest, command: str) -> Solution:
    guest.run(["sh", "-c", command], as_user=True)
    yield Screenshot()
