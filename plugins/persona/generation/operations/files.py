"""The vault: files in folders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from plugins.persona.generation.lived import Lived
from plugins.persona.generation.operations.given import (
    VALUES,
    Code,
    anything,
    changed,
    created,
    deleted,
    kept,
    kept_and,
    rows_of,
    said,
    told,
    told_too,
    words,
)
from plugins.persona.generation.operations.literals import ANY, AWAY, FILES, LINKING, TAGS, pick, pick_free
from plugins.persona.generation.parts import Call, Fact, Operation, Read, operation

OPEN = re.compile(r"^- \[ \] (.+)$", re.MULTILINE)


@operation(fact=VALUES)
def new_file(lived: Lived, fact: Fact) -> Iterator[Operation]:
    """Keep a value in a new file."""
    text, other = said("fact", fact)
    path = pick_free(lived, fact, {ANY: FILES}, _paths(lived))
    if path:
        name = path.removesuffix(".md").rpartition("/")[2]
        yield Operation(
            unit="new_file",
            kind="create",
            asked=f'In a new file "{path}" of my vault, note {{fact}}.',
            takes={"fact": fact},
            effect=Call("vault_create_file", {"path": path, "text": text}),
            also={"text": other},
            wrong={"in_another_place": {"path": "New.md"}},
            claim=f"the new file {name!r} has it",
            check=created("vault.file", {"owner": lived.me, "path": path}, {"text": told(fact)}),
        )


@operation(file=("file",), fact=VALUES)
def append_to_file(lived: Lived, file: Fact, fact: Fact) -> Iterator[Operation]:
    """Add a value to a file."""
    text, other = said("fact", fact)
    for path, data in rows_of(lived, file, anything)[:1]:
        if fact.value in data["text"]:
            continue
        yield Operation(
            unit="append_to_file",
            kind="modify",
            asked="At the end of {file}, write down {fact}.",
            takes={"file": file, "fact": fact},
            effect=Call("vault_append", {"path": "{file}", "text": text}),
            also={"text": other},
            claim=f"the file {path} has it too",
            check=changed("vault.file", data["id"], {"text": told_too(fact, data["text"])}),
            record=f"vault.file {data['id']}",
        )


@operation(file=("file",))
def tag_file(lived: Lived, file: Fact) -> Iterator[Operation]:
    """Add a tag to a file."""
    tag = pick(lived, file, TAGS)
    for path, data in rows_of(lived, file, lambda _, data: tag not in data["text"])[:1]:
        yield Operation(
            unit="tag_file",
            kind="modify",
            asked=f"Add the tag {tag} to {{file}}.",
            takes={"file": file},
            effect=Call("vault_append", {"path": "{file}", "text": tag}),
            also={"text": f"More: {tag}"},
            wrong={"with_another_tag": {"text": "#later"}},
            claim=f"the file {path} has the tag",
            check=changed("vault.file", data["id"], {"text": kept_and(data["text"], words(tag))}),
            record=f"vault.file {data['id']}",
        )


@operation(file=("file",))
def link_to_file(lived: Lived, file: Fact) -> Iterator[Operation]:
    """Make a file with a link to a file."""
    new = pick_free(lived, file, LINKING, _paths(lived))
    for path, data in rows_of(lived, file, anything)[: 1 if new else 0]:
        name = path.removesuffix(".md").rpartition("/")[2]
        linked = Code(f"lambda text: '[[' in text and {words(name)}(text)")
        yield Operation(
            unit="link_to_file",
            kind="create",
            asked=f'Make a file "{new}" in my vault with a link to {{file}}.',
            takes={"file": file},
            effect=Call("vault_create_file", {"path": new, "text": "[[{file}]]"}),
            also={"text": "Look at [[{file}]] soon."},
            wrong={"without_the_link": {"text": name}},
            claim=f"a new file links to {path}",
            check=created(
                "vault.file",
                {"owner": lived.me, "path": new},
                {"text": linked},
            ),
            record=f"vault.file {data['id']}",
        )


@operation(file=("file",))
def move_file(lived: Lived, file: Fact) -> Iterator[Operation]:
    """Move a file into another folder."""
    rows = rows_of(lived, file, anything)
    folders = {path.rpartition("/")[0] for path, _ in rows}
    away = pick(lived, file, AWAY)
    if len(folders) != 1 or folders <= {"", away} or _is_linked_by_path(lived, *folders):
        return
    begin = len(next(iter(folders))) + 1
    for path, data in rows[:1]:
        yield Operation(
            unit="move_file",
            kind="modify",
            asked=f'Move {{file}} into a folder "{away}" of my vault.',
            takes={"file": file},
            effect=Call("vault_move_file", {"path": "{file}", "new_path": f"{away}/{{file[{begin}:]}}"}),
            wrong={"under_another_name": {"new_path": f"{away}/Other.md"}},
            claim=f"the file {path} is in {away}",
            check=changed("vault.file", data["id"], {"path": words(away, path[begin:])}),
            record=f"vault.file {data['id']}",
        )


@operation(file=("file",))
def delete_file(lived: Lived, file: Fact) -> Iterator[Operation]:
    """Delete a file."""
    for path, data in rows_of(lived, file, anything)[:1]:
        yield Operation(
            unit="delete_file",
            kind="delete",
            asked="Delete {file} from my vault.",
            takes={"file": file},
            effect=Call("vault_delete_file", {"path": "{file}"}),
            claim=f"the file {path} is gone",
            check=deleted("vault.file", data["id"]),
            record=f"vault.file {data['id']}",
        )


@operation(file=("file",))
def tick_in_file(lived: Lived, file: Fact) -> Iterator[Operation]:
    """Tick the first open item of a list in a file."""

    def has_one(_: str, data: Any) -> bool:
        found = OPEN.search(data["text"])
        return found is not None and data["text"].count(found[0]) == 1

    for path, data in rows_of(lived, file, has_one)[:1]:
        found = OPEN.search(data["text"])
        if found is None:
            continue
        new = data["text"].replace(found[0], f"- [x] {found[1]}")
        yield Operation(
            unit="tick_in_file",
            kind="modify",
            asked="Tick off the first item that is still open in {file}.",
            takes={"file": file},
            lookups=(Call("vault_read_file", {"path": "{file}"}, (Read("item", "text", r"- \[ \] (.+)"),)),),
            effect=Call(
                "vault_replace_text", {"path": "{file}", "old": "- [ ] {item}", "new": "- [x] {item}"}
            ),
            wrong={"taken_out": {"new": ""}},
            claim=f"{found[1]!r} in {path} is ticked",
            check=changed("vault.file", data["id"], {"text": Code(f"lambda text: {kept(new)}(text)")}),
            record=f"vault.file {data['id']}",
        )


def _paths(lived: Lived) -> set[str]:
    """The paths of the main person's files."""
    return {data["path"] for data in lived.records("vault.file").values()}


def _is_linked_by_path(lived: Lived, folder: str) -> bool:
    """Whether a file links to files of a folder by their paths, so that moving one changes it."""
    return any(f"[[{folder}/" in data["text"] for data in lived.records("vault.file").values())
