import re

from checkers import GuestView, Score, claim
from checkers.negation import affirmed
from checkers.variants import judged_with_facts
from checkers.vlc_settings import option_is

from .variant import FOLDERS, PREFIXES, Facts

_PREFIX = re.compile(rf"\b(?:{'|'.join(PREFIXES)})\d\d-?")


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    answer = affirmed(guest.termination.answer) if guest.termination else ""
    paths = [path.rstrip("/.") for path in re.findall(r"/home/user/[\w/.-]+|~/[\w/.-]+", answer)]
    folders = {path.replace("~", "/home/user", 1) for path in paths}
    prefixes = {found.rstrip("-") for found in _PREFIX.findall(answer)}
    words = [name for name in FOLDERS if re.search(rf"\b{name}\b", answer)]
    return Score.all_of(
        claim(
            f"the answer names {facts.folder}, and no other folder",
            folders == {facts.folder} and words == [facts.folder.rpartition("/")[2]],
            answer,
        ),
        claim(
            f"it says {facts.prefix}, and no other beginning", prefixes == {facts.prefix.rstrip("-")}, answer
        ),
        option_is(guest, "snapshot-path", facts.folder),
        option_is(guest, "snapshot-prefix", facts.prefix),
        option_is(guest, "snapshot-format", facts.form, default="png"),
        option_is(guest, "input-record-path", facts.records),
    )
