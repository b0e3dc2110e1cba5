"""The form of a task folder's `user.toml`: what the task's user knows."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from controller.tasks.sources.folder.toml_form import Form, Location, Strict, Text
from controller.tasks.user import UNKNOWN, Knowledge, TaskUser

USER_FILE = "user.toml"


def _with_word(value: str) -> str:
    if not re.search(r"[^\W_]", value):
        raise PydanticCustomError("keyword", "has no letter and no digit")
    return value


class Fact(Strict):
    """The user's answer to questions with one of the keywords."""

    keywords: tuple[Annotated[str, AfterValidator(_with_word)], ...] = Field(min_length=1)
    answer: Text


class UserFile(Strict):
    """What `user.toml` holds."""

    unknown: Text = UNKNOWN
    fact: tuple[Fact, ...] = Field(min_length=1)

    @property
    def user(self) -> TaskUser:
        return TaskUser(tuple(Knowledge(item.keywords, item.answer) for item in self.fact), self.unknown)


def _fields(location: Location) -> list[str]:
    return list((UserFile if len(location) == 1 else Fact).model_fields)


USER_FORM = Form(UserFile, "a user", _fields)
