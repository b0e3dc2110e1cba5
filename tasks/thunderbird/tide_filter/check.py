import re

from checkers import Claim, GuestView, Score, claim
from checkers.evidence import judged
from checkers.files import read_text
from checkers.mail import rest
from checkers.nothing_else import may_change, nothing_else

RULES = ".thunderbird/default-release/Mail/mail.example.test/msgFilterRules.dat"
NEW_MAIL = 0x1 | 0x20
"""The types of a filter that is for new mail, before or after spam is recognised."""


@judged
def check(guest: GuestView) -> Score:
    rest(guest)
    lines = re.findall(r'^(\w+)="(.*)"$', read_text(guest, f"/home/user/{RULES}"), re.MULTILINE)
    names = [value for key, value in lines if key == "name"]
    return Score.all_of(
        claim("the account has one filter, Tide letters", names == ["Tide letters"], names),
        value_is(lines, "enabled", "yes"),
        claim(
            "it is for new mail", types(lines) != [] and all(kind & NEW_MAIL for kind in types(lines)), lines
        ),
        value_is(lines, "condition", r"(AND|OR) \(from,is,letters@tidewatch\.example\.test\)"),
        value_is(lines, "action", "Move to folder"),
        value_is(lines, "actionValue", r"mailbox://robin@mail\.example\.test/Tides"),
        nothing_else(guest, may_change(RULES, "filter Tide letters")),
    )


def value_is(lines: list[tuple[str, str]], key: str, pattern: str) -> Claim:
    """Claim that a key is there once, with a value that matches."""
    values = [value for name, value in lines if name == key]
    return claim(
        f"the filter's {key} is {pattern}",
        len(values) == 1 and bool(re.fullmatch(pattern, values[0])),
        values,
    )


def types(lines: list[tuple[str, str]]) -> list[int]:
    return [int(value) for name, value in lines if name == "type" and re.fullmatch(r"\d{1,6}", value)]
