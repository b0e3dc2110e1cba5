"""The agent's answer to the user."""

from __future__ import annotations

from collections.abc import Iterator

from plugins.persona.generation.lived import Lived
from plugins.persona.generation.operations.messages import said
from plugins.persona.generation.parts import Call, Fact, Operation, kind_of, operation


@operation(fact=("day", "time", "price", "place", "code", "name", "person"))
def answer(lived: Lived, fact: Fact) -> Iterator[Operation]:  # noqa: ARG001
    """Tell the user a value."""
    text, other = said("fact", fact)
    yield Operation(
        unit="answer",
        kind="other",
        asked="Tell me {fact}.",
        takes={"fact": fact},
        effect=Call("", {"answer": text}),
        also={"answer": other},
        claim="the answer has it",
        check='Answered("{claim}", %s)' % kind_of(fact),
    )
