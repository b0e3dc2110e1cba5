"""How a run plays a task where it has a choice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from controller.tasks.added_servers import NONE, AddedServers

InstructionForm = Literal["concrete", "fuzzy"]
"""A task's own instruction, or the one that says it as a user would, without names of tools and steps (MCP-Bench)."""


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """How a run plays a task. A task that has no such choice is played as it is.

    Attributes:
        variant: The number of the variant: 0 for the canonical one, and for a task without variants.
        form: The form of the instruction: "concrete" for a task without a fuzzy one.
        added: Servers of the user's own, which a task can name beside those of the pool.
        with_pool: Whether the set-up of a task with servers offers all servers of the pool.
        judged: Whether the run has a judge: a task without a checker has none to complain of there.
        context: Paragraphs that the prompt has beside the instruction.
    """

    variant: int = 0
    form: InstructionForm = "concrete"
    added: AddedServers = NONE
    with_pool: bool = False
    judged: bool = False
    context: tuple[str, ...] = ()


AS_LOADED: Final = PlayOptions()
"""How a task is played before a run has chosen."""
