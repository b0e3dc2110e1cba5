"""A vault: one person's text files in folders, which link to each other by name, and have headings and tags."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from mcp_tools.messages import shorten
from mcp_tools.personal.apps.text_parts import NewPart, Part, replace_once
from mcp_tools.personal.apps.words import Limit, Words, contains
from mcp_tools.personal.declaration import App, Record, Row
from mcp_tools.personal.fields import LONGEST_TEXT, FieldType, Moment, Text
from mcp_tools.personal.people import PersonId
from mcp_tools.personal.refused import Refused
from mcp_tools.personal.world import World

LONGEST_PATH = 200
MOST_NAMED = 20
"""How many headings or tags a refusal names."""
SUFFIX = ".md"
NOT_IN_PATHS = '\\:*?"<>|#^[]`'


@dataclass(frozen=True, slots=True)
class FilePath(FieldType):
    """The path of a file in the vault: People/Mara.md."""

    def check(self, value: object, name: str) -> str:
        path: str = Text(longest=LONGEST_PATH, shortest=1).check(value, name)
        if not path.endswith(SUFFIX):
            raise Refused(f"{name} is {shorten(path)}, which does not end in {SUFFIX}")
        if marks := [mark for mark in path if mark in NOT_IN_PATHS]:
            raise Refused(f"{name} is {shorten(path)}, which must have no {marks[0]}")
        for part in _stem(path).split("/"):
            if not part or part.startswith(".") or part != part.strip() or part.casefold().endswith(SUFFIX):
                raise Refused(
                    f"{name} is {shorten(path)}, where {shorten(part)} is no name; give it as People/Mara.md"
                )
        return path

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "maxLength": LONGEST_PATH, "examples": ["People/Mara.md"]}


VAULT = App("vault", "Vault", "The user's folder of text files that link to each other")
Path = Annotated[str, FilePath(description="A file's path, which ends in .md.")]
Content = Annotated[str, Text(longest=LONGEST_TEXT, lines=True)]
_CODE = re.compile(r"^(```|~~~).*?(?:^\1|\Z)|`[^`\n]+`", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^(#{1,6})[ \t].*$", re.MULTILINE)
_TAG = re.compile(r"(?<!\S)#([\w/-]*[^\W\d][\w/-]*)")
_LINK = re.compile(r"\[\[([^\[\]|#\\\n]+)(?:[|#\\][^\[\]\n]*)?\]\]")


@VAULT.record("file", "files", prefix="file", volatile=("edited",))
@dataclass(frozen=True, kw_only=True)
class File(Record):
    """A file. No two of an owner have the same path in upper or lower case."""

    owner: PersonId
    path: Path
    text: Content = ""
    edited: Annotated[str, Moment()]


@VAULT.action("read")
def list_files(world: World, folder: Annotated[str, Text(longest=LONGEST_PATH)] = "") -> list[Row]:
    """List the files of a folder and of the folders in it, by path. Without a folder, all files."""
    files = sorted(world.find(File), key=lambda file: file.path.casefold())
    within = f"{folder.strip('/').casefold()}/" if folder.strip("/") else ""
    matches = [file for file in files if file.path.casefold().startswith(within)]
    if within and not matches:
        folders = sorted({_folder(file.path) for file in files} - {""})
        raise Refused(f"there is no folder {shorten(folder)}; there are: {_listed(folders)}")
    return [_show(world, file, "path", "edited") for file in matches]


@VAULT.action("read")
def search(
    world: World,
    words: Words = "",
    tag: Annotated[str, Text(longest=60, description="Only files with this tag or one below it.")] = "",
    limit: Limit = 20,
) -> list[Row]:
    """Find files that have all words in path or text, the last edited first."""
    tags = {file.id: _tags(file.text) for file in world.find(File)}
    wanted = tag.strip("#/").casefold()
    known = sorted({item for items in tags.values() for item in items})
    if wanted and not any(_is_below(item, wanted) for item in known):
        raise Refused(f"there is no tag {shorten(tag)}; there are: {_listed(known)}")
    matches = [
        file
        for file in world.find(File)
        if contains(f"{file.path}\n{file.text}", words)
        and (not wanted or any(_is_below(item, wanted) for item in tags[file.id]))
    ]
    matches.sort(key=lambda file: file.edited, reverse=True)
    return [_show(world, file, "path", "edited") for file in matches[:limit]]


@VAULT.action("read")
def read_file(world: World, path: Path) -> Row:
    """Show a file with its text."""
    return _show(world, _file(world, path), "path", "edited", "text")


@VAULT.action("create")
def create_file(world: World, path: Path, text: Content = "") -> Row:
    """Make a file, and the folders on its path. [[Name]] or [[Folder/Name|shown]] in its text links to another."""
    _check_free(world, path)
    made = world.create(File, owner=world.person, path=path, text=text, edited=world.moment())
    return _show(world, made, "path", "edited")


@VAULT.action("modify")
def append(
    world: World,
    path: Path,
    text: Part,
    heading: Annotated[str, Text(description="Empty: at the end of the file.")] = "",
) -> Row:
    """Add lines at the end of a file, or of the section under one of its headings."""
    file = _file(world, path)
    end = _section_end(file, heading) if heading else len(file.text)
    whole = f"{file.text[:end]}\n{text.rstrip()}{file.text[end:]}"
    return _show(world, _edit(world, file, whole), "path", "edited")


@VAULT.action("modify")
def replace_text(world: World, path: Path, old: Part, new: NewPart) -> Row:
    """Replace a part of the text of a file, which must occur in it exactly once. An empty `new` deletes it."""
    file = _file(world, path)
    changed = replace_once(file.text, old, new, file.path)
    return _show(world, _edit(world, file, changed), "path", "edited")


@VAULT.action("modify")
def move_file(world: World, path: Path, new_path: Path) -> Row:
    """Move or rename a file. The links in all files are changed so that they lead to the same files as before."""
    moved, files = _file(world, path), world.find(File)
    _check_free(world, new_path, but=moved.id)
    before = Places.of(file.path for file in files)
    after = Places.of(new_path if file.id == moved.id else file.path for file in files)
    changed = []
    for file in files:
        relinked = _relinked(file, moved, new_path, before, after)
        if relinked != file.text:
            _edit(world, file, relinked)
            changed.append(new_path if file.id == moved.id else file.path)
    moved = world.update(moved, path=new_path)
    return _show(world, moved, "path") | {"links_changed_in": sorted(changed)}


@VAULT.action("delete")
def delete_file(world: World, path: Path) -> Row:
    """Delete a file. Links to it stay."""
    gone = _file(world, path)
    row = _show(world, gone, "path") | {"linked_from": _linked_from(world, gone)}
    world.delete(gone)
    return row


@VAULT.action("read")
def list_links(world: World, path: Path) -> Row:
    """List the links of a file and the files that link to it. A link that leads nowhere has an empty `leads_to`."""
    file = _file(world, path)
    places = Places.of(item.path for item in world.find(File))
    links = [
        {"link": target, "leads_to": places.destination(target, file.path)}
        for target in dict.fromkeys(link_targets(file.text))
    ]
    return _show(world, file, "path") | {"links": links, "linked_from": _linked_from(world, file)}


@dataclass(frozen=True, slots=True)
class Places:
    """The paths of a vault by the names of the files in lower case."""

    by_name: Mapping[str, list[str]]

    @classmethod
    def of(cls, paths: Iterable[str]) -> Places:
        """Return those of some paths."""
        by_name: dict[str, list[str]] = {}
        for path in paths:
            by_name.setdefault(_name(path).casefold(), []).append(path)
        return cls(by_name)

    def destination(self, target: str, source: str) -> str:
        """Return the path of the file to which a link leads, "" for none.

        Of several files with the name, it leads to the one whose whole path is named, to one in the folder of the
        file that has the link, to the one in the fewest folders, and to the first one, in this order.

        Args:
            target: What the link has in its brackets.
            source: The path of the file that has the link.
        """
        wanted = target.casefold().removesuffix(SUFFIX)
        fitting = [
            path
            for path in self.by_name.get(wanted.rpartition("/")[2], ())
            if f"/{_stem(path).casefold()}".endswith(f"/{wanted}")
        ]

        def order(path: str) -> tuple[bool, bool, int, str]:
            is_whole = _stem(path).casefold() == wanted
            return not is_whole, _folder(path) != _folder(source), path.count("/"), path.casefold()

        return min(fitting, key=order, default="")


def link_targets(text: str) -> list[str]:
    """Return what the links of a text have in their brackets, without what is shown instead of it."""
    return [link[1].strip() for link in _links(text)]


def _relinked(file: File, moved: File, new_path: str, before: Places, after: Places) -> str:
    """The text of a file with links that lead where they led before the move."""
    place = new_path if file.id == moved.id else file.path
    text = file.text
    for link in reversed(_links(text)):
        target = link[1].strip()
        led_to = before.destination(target, file.path)
        leads_to = new_path if led_to == moved.path else led_to
        if leads_to and after.destination(target, place) != leads_to:
            name = _name(leads_to)
            is_short = "/" not in target and after.destination(name, place) == leads_to
            text = text[: link.start(1)] + (name if is_short else _stem(leads_to)) + text[link.end(1) :]
    return text


def _linked_from(world: World, file: File) -> list[str]:
    files = world.find(File)
    places = Places.of(item.path for item in files)
    return sorted(
        item.path
        for item in files
        if item.id != file.id
        and any(places.destination(target, item.path) == file.path for target in link_targets(item.text))
    )


def _section_end(file: File, heading: str) -> int:
    """Where the section under a heading ends: after its last line that is not empty."""
    headings = list(_HEADING.finditer(_without_code(file.text)))
    titles = [_title(file.text[item.start() : item.end()]) for item in headings]
    places = [index for index, title in enumerate(titles) if title.casefold() == _title(heading).casefold()]
    if not places:
        raise Refused(f"{file.path} has no heading {shorten(heading)}; it has: {_listed(titles)}")
    if len(places) > 1:
        raise Refused(f"{file.path} has {len(places)} headings {shorten(heading)}; use replace_text instead")
    level = len(headings[places[0]][1])
    following = (item.start() for item in headings[places[0] + 1 :] if len(item[1]) <= level)
    return len(file.text[: next(following, len(file.text))].rstrip())


def _title(heading: str) -> str:
    return heading.lstrip("#").strip()


def _links(text: str) -> list[re.Match[str]]:
    return [link for link in _LINK.finditer(_without_code(text)) if link[1].strip()]


def _tags(text: str) -> set[str]:
    return {tag[1].strip("/").casefold() for tag in _TAG.finditer(_without_code(text))}


def _is_below(tag: str, wanted: str) -> bool:
    return f"{tag}/".startswith(f"{wanted}/")


def _without_code(text: str) -> str:
    """The text with spaces instead of code, in which nothing is a heading, a link or a tag."""
    return _CODE.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), text)


def _file(world: World, path: str) -> File:
    files = {file.path.casefold(): file for file in world.find(File)}
    if path.casefold() in files:
        return files[path.casefold()]
    near = difflib.get_close_matches(path.casefold(), files, 1)
    meant = f"; did you mean {files[near[0]].path}?" if near else ""
    raise Refused(f"there is no file {shorten(path)}{meant}")


def _check_free(world: World, path: str, but: str = "") -> None:
    for file in world.find(File):
        if file.id != but and file.path.casefold() == path.casefold():
            raise Refused(f"there is already a file {shorten(file.path)}")


def _edit(world: World, file: File, text: str) -> File:
    return world.update(file, text=text, edited=world.moment())


def _show(world: World, file: File, *fields: str) -> Row:
    """Fields of a file without its id, which no tool takes."""
    row = world.show(file, *fields)
    return {name: row[name] for name in fields}


def _stem(path: str) -> str:
    return path.removesuffix(SUFFIX)


def _name(path: str) -> str:
    return _stem(path).rpartition("/")[2]


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _listed(names: list[str]) -> str:
    return ", ".join(names[:MOST_NAMED]) or "none"
