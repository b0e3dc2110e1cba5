"""The section `[persona]` of a task: whose life it is about, what the prompt tells of it, and its checkpoints."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Kind = Literal["generic_search", "personal_search", "create", "modify", "delete", "other"]
"""A checkpoint's kind in MCP-Persona: searches of two kinds, operations on a record, and what is only noted."""
SEARCHES = ("generic_search", "personal_search")
Paragraph = Annotated[str, Field(min_length=1, max_length=2_000)]


class CheckpointSection(BaseModel):
    """A checkpoint, whose credit is that of the checker's claim with the same text.

    Attributes:
        claim: The text of the claim.
        kind: What is done there.
        tool: The tool that a standard solution calls, with its server's prefix; "" for none.
        arguments: The arguments of that call.
        record: The record that is looked up or changed, as "mail.message mail-12"; "" for none of these applications.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    claim: str = Field(min_length=1, max_length=300)
    kind: Kind
    tool: str = ""
    arguments: dict[str, Any] = {}
    record: str = Field("", pattern=r"^([a-z_]+\.[a-z_]+ \S+)?$")


class PersonaSection(BaseModel):
    """The section.

    Attributes:
        life: The number of the life; 0 is the one that every guest has.
        tree: A file in the task's folder with records as JSON, instead of a life; "" for none.
        person: The id of the person for whom the tools act; "" for the life's main person.
        context: Paragraphs that the instruction needs.
        unnecessary: Paragraphs that it does not need.
        chain: The units that Persona-Gen made it of, and how they share facts; () for a task by hand.
        checkpoint: The checkpoints, in order.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    life: int = Field(0, ge=0, le=1_000_000)
    tree: str = ""
    person: str = ""
    context: tuple[Paragraph, ...] = ()
    unnecessary: tuple[Paragraph, ...] = ()
    chain: tuple[str, ...] = ()
    checkpoint: tuple[CheckpointSection, ...] = ()

    @model_validator(mode="after")
    def _is_one_state(self) -> PersonaSection:
        if self.tree and (self.life or not self.person):
            raise ValueError("tree is instead of life, and needs the person for whom the tools act")
        return self
