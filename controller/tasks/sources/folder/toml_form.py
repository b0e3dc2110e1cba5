"""The form of a TOML file of a task's folder, and its errors in words."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.core.invalid_data import InvalidField, first_invalid
from controller.tasks.toml_lines import line_of
from testbed.errors import TaskError

Text = Annotated[str, Field(min_length=1, pattern=r"\S")]
Location = tuple[str | int, ...]


class Strict(BaseModel):
    """A table of such a file: it has no other fields, and does not change."""

    model_config = ConfigDict(frozen=True, extra="forbid")


Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Form(Generic[Model]):
    """The form of a file.

    Attributes:
        model: What the file holds.
        subject: What its fields are of, in errors, such as "a task".
        fields_at: Names of the fields that the table with the field at a location may have.
        within: The place in a file that the form is of; () for the whole.
    """

    model: type[Model]
    subject: str
    fields_at: Callable[[Location], Sequence[str]]
    within: Location = ()

    def validate(self, path: Path, text: str, data: Mapping[str, Any]) -> Model:
        """Return what the file at `path` with this text holds. Raises TaskError naming line, field and remedy."""
        try:
            return self.model.model_validate(data, extra="forbid")
        except ValidationError as error:
            raise self._explain(path, text, error) from error

    def _explain(self, path: Path, text: str, error: ValidationError) -> TaskError:
        first = first_invalid(error)
        message, hint = self._in_words(first)
        if first.more:
            hint = f"{hint}; then {first.more} more"
        return at(path, text, (*self.within, *first.location), message, hint)

    def _in_words(self, first: InvalidField) -> tuple[str, str]:
        detail = first.details
        match detail["type"]:
            case "missing":
                return first.reason, "add it; docs/tasks.md lists all fields"
            case "extra_forbidden":
                names = ", ".join(self.fields_at(first.location))
                hint = f"remove it, or correct its name: {names}"
                if isinstance(detail["input"], Mapping):
                    hint += "; or install the package whose part of episodes declares this section"
                return f"is no field of {self.subject}", hint
            case "literal_error":
                return f"{detail['input']!r} is not allowed", f"use {detail['ctx']['expected']}"
            case "string_pattern_mismatch" if detail["ctx"]["pattern"] == "^/":
                return f"{detail['input']!r} is not absolute", "start it with /, as in /home/user/file"
            case "string_pattern_mismatch" | "string_too_short" | "too_short":
                return "is empty", "give it a value"
            case "tuple_type":
                return f"must be a list, not {detail['input']!r}", "write [ ... ]"
            case _:
                return first.reason, "docs/tasks.md describes each field"


def read(path: Path) -> tuple[str, dict[str, Any]]:
    """Return the text of a TOML file and its content. Raises FileNotFoundError, and TaskError when it is malformed."""
    try:
        text = path.read_text(encoding="utf-8")
        return text, tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise TaskError(f"{path}: is not UTF-8", hint="save the file as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        where = f":{line[1]}" if line else ""
        raise TaskError(f"{path}{where}: not valid TOML: {error}", hint="see https://toml.io") from error


def at(path: Path, text: str, location: Location, message: str, hint: str) -> TaskError:
    """Return the error for the field at `location` of a file with this text."""
    field = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in location).lstrip(".")
    where = f"{path}:{line_of(text, location)}"
    return TaskError(f"{where}: {field}: {message}" if field else f"{where}: {message}", hint=hint)
