"""The people of a life. No tool lists them: an application knows a person by what it has of them.

One person has several names: a mail address, a telephone number, an account of the messenger, a member's id in the
team, a handle in the feed. Which of them a tool takes is the application's; that they belong together, people know.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from mcp_tools.messages import shorten
from mcp_tools.personal.declaration import App, Record
from mcp_tools.personal.fields import Day, FieldType, Many, Ref, Text
from mcp_tools.personal.refused import Refused

PEOPLE = App("people", "People", "Who there is; no tools")
PersonId = Annotated[str, Ref(record_type="people.person")]
_ADDRESS = re.compile(r"[^@\s<>,;]+@[^@\s<>,;]+")


@dataclass(frozen=True, slots=True)
class MailAddress(FieldType):
    """A mail address, in lower case."""

    def check(self, value: object, name: str) -> str:
        text: str = Text(longest=120).check(value, name).lower()
        if not _ADDRESS.fullmatch(text):
            raise Refused(f"{name} is {shorten(text)}, which is no mail address such as mara@home.test")
        return text

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "maxLength": 120, "examples": ["mara@home.test"]}


Address = Annotated[str, MailAddress(description="A mail address.")]
Addresses = Annotated[Sequence[str], Many(item=MailAddress(), most=50, description="Mail addresses.")]


@PEOPLE.record("person", "people", prefix="person")
@dataclass(frozen=True, kw_only=True)
class Person(Record):
    """Somebody. Empty identities are of applications that they do not use."""

    name: Annotated[str, Text(shortest=1)]
    address: Annotated[str, Text(longest=120)] = ""
    phone: Annotated[str, Text(longest=40)] = ""
    account: Annotated[str, Text(longest=40)] = ""
    member: Annotated[str, Text(longest=40)] = ""
    handle: Annotated[str, Text(longest=40)] = ""
    birthday: Annotated[str, Day(optional=True)] = ""
