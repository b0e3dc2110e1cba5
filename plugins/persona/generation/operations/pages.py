"""Notes: pages with properties, and files of the vault."""

from __future__ import annotations

from collections.abc import Iterator

from plugins.persona.generation.lived import Lived
from plugins.persona.generation.operations.messages import VALUES, said
from plugins.persona.generation.parts import Call, Fact, Operation, kind_of, operation


@operation(fact=VALUES)
def new_page(lived: Lived, fact: Fact) -> Iterator[Operation]:
    """Keep a value on a new page of a notebook."""
    notebook = next(
        key for key, data in lived.view.records["notes.notebook"].items() if data["name"] == "Private"
    )
    text, other = said("fact", fact)
    yield Operation(
        unit="new_page",
        kind="create",
        asked='Keep {fact} on a new page "To remember" of my notebook Private.',
        takes={"fact": fact},
        lookups=(),
        effect=Call("notes_create_page", {"title": "To remember", "notebook": notebook, "body": text}),
        also={"body": other},
        claim="the new page has it",
        check='Created("{claim}", "notes.page", {"notebook": "%s", "title": "To remember"}, {"body": mentions(%s)})'
        % (notebook, kind_of(fact)),
    )
