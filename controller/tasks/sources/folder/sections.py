"""The sections of `task.toml` that parts of episodes declare, each a table of the part's name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from controller.core.parts import all_parts
from controller.tasks.sources.folder.placeholders import fill
from controller.tasks.sources.folder.toml_form import Form, at


def section_names() -> list[str]:
    """Return the names of the sections that installed parts declare."""
    return [name for name, spec in all_parts().items() if spec.section]


def read_sections(path: Path, text: str, data: Mapping[str, Any]) -> dict[str, BaseModel]:
    """Return the sections in the file at `path`, which has this text and content, by name. Raises TaskError."""
    sections: dict[str, BaseModel] = {}
    for name in section_names():
        if name not in data:
            continue
        if not isinstance(data[name], Mapping):
            raise at(path, text, (name,), "is a section", f"write it as a table: [{name}]")
        sections[name] = _form(name).validate(path, text, data[name])
    return sections


def fill_sections(path: Path, sections: Mapping[str, BaseModel], facts: object) -> dict[str, BaseModel]:
    """Return sections with the facts of a variant for their placeholders. Raises TaskError."""
    return {
        name: fill(path, _form(name), section, facts, type(section).model_fields)
        for name, section in sections.items()
    }


def _form(name: str) -> Form[BaseModel]:
    model = all_parts()[name].section
    assert model is not None, name
    return Form(model, f"the section {name}", lambda _location: list(model.model_fields), (name,))
