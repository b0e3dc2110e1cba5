"""The people of a life. No tool lists them: an application knows a person by what it has of them.

One person has several names: a mail address, a telephone number, an account of the messenger, a member's id in the
team, a handle in the feed. Which of them a tool takes is the application's; that they belong together, people know.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from mcp_tools.personal.declaration import App, Record
from mcp_tools.personal.fields import Day, Ref, Text

PEOPLE = App("people", "People", "Who there is; no tools")
PersonId = Annotated[str, Ref(record_type="people.person")]
Address = Annotated[str, Text(longest=120, shortest=3, description="A mail address.")]


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
