"""A text document saved as ODT, read from its XML as paths and values; LibreOffice is not asked.

Paths of a paragraph, counted as env_info does: `body/3/text`, `/runs`, `/look` (fonts and sizes), `/style`,
`/paragraph`, `/marks`, `/within`; the same below `cell/TABLE/ROW.COLUMN`, `header/PAGE STYLE/header`, `note/0`,
`frame/NAME`, `shape/NAME`. `order/body` is the order of paragraphs and tables.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping
from typing import Any

from defusedxml.ElementTree import fromstring

from tests.guest.fuzz.promises import State

Properties = dict[str, str]

_VOLATILE = {"rsid", "paragraph-rsid", "soft-page-break-id"}
_ZERO_WIDTH = {
    "bookmark", "bookmark-start", "bookmark-end", "reference-mark", "reference-mark-start", "reference-mark-end",
    "annotation-end", "change", "change-start", "change-end",
}  # fmt: skip
_OWN_STYLES = {
    "graphic": {"Formula", "Frame", "Graphics", "OLE"},
    "text": {"Line_20_numbering"},
}
"""LibreOffice's own, which it saves from the first frame of the kind or recorded change on, also when taken back."""
_HEADER_STYLES = {
    "Header": {"Header"},
    "Footer": {"Footer"},
    "Header_20_and_20_Footer": {"Header", "Footer"},
}
"""LibreOffice's own too, each with the styles of text that make it one in use."""
_IGNORED = {"soft-page-break", "sequence-decls", "tracked-changes", "forms", "variable-decls"}


def read_document(data: bytes) -> State:
    """The state of a saved text document."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        content, styles = fromstring(archive.read("content.xml")), fromstring(archive.read("styles.xml"))
        formulas = {
            name.partition("/")[0]: _formula(archive.read(name))
            for name in archive.namelist()
            if name.startswith("Object ") and name.endswith("/content.xml")
        }
    reader = _Reader(formulas)
    reader.read_styles(styles)
    reader.automatic = _automatic(content)
    reader.read_fonts(content)
    body = _descendant(content, "text", inside="body")
    reader.read_text("body", body)
    tracked = [item for item in body if _name(item) == "tracked-changes"]
    reader.state["changes"] = [_change(region) for changes in tracked for region in changes]
    return reader.state


class _Reader:
    def __init__(self, formulas: Mapping[str, str]) -> None:
        self.state: State = {}
        self.automatic: dict[tuple[str, str], Any] = {}
        self._formulas = formulas
        self._notes = self._comments = 0
        self._fonts: dict[str, str] = {}
        self._named: dict[tuple[str, str], tuple[str, Properties]] = {}

    def read_styles(self, root: Any) -> None:
        """Named styles, page layouts, headers and footers."""
        self.automatic = _automatic(root)
        self.read_fonts(root)
        for style in _descendant(root, "styles"):
            if _name(style) == "style":
                family, name = _get(style, "family"), _get(style, "name")
                if name in _OWN_STYLES.get(family, ()):
                    continue
                self.state[f"style/{family}/{name}"] = _contents(style)
            if _name(style) in ("style", "default-style"):
                key = (_get(style, "family"), _get(style, "name"))
                self._named[key] = (_get(style, "parent-style-name"), self._text_properties(style))
        for master in _descendant(root, "master-styles"):
            name = _get(master, "name")
            layout = self.automatic.get(("page-layout", _get(master, "page-layout-name")))
            self.state[f"page/{name}"] = [_get(master, "next-style-name"), _contents(layout)]
            for part in master:
                self.read_text(f"header/{name}/{_name(part)}", part)
        used = {
            value[0]
            for path, value in self.state.items()
            if path.startswith("header/") and path.endswith("/style") and isinstance(value, list)
        }
        for name, needed in _HEADER_STYLES.items():
            if not used & needed:
                self.state.pop(f"style/paragraph/{name}", None)

    def read_fonts(self, root: Any) -> None:
        """What the names of fonts in styles stand for."""
        for face in _descendant(root, "font-face-decls"):
            self._fonts[_get(face, "name")] = _get(face, "font-family").strip("'")

    def read_text(self, path: str, holder: Any) -> None:
        """The paragraphs and tables of a text."""
        order: list[str] = []
        self._read_blocks(path, holder, order, [])
        self.state[f"order/{path}"] = order

    def _read_blocks(self, path: str, holder: Any, order: list[str], within: list[str]) -> None:
        for item in holder:
            name = _name(item)
            if name in ("p", "h"):
                index = sum(entry == "p" for entry in order)
                order.append("p")
                self._read_paragraph(f"{path}/{index}", item, within)
            elif name == "table":
                order.append(f"table {_get(item, 'name')}")
                self._read_table(item)
            elif name == "section":
                label = f"section {_get(item, 'name')}"
                self.state[label.replace(" ", "/", 1)] = _get(item, "protected")
                self._read_blocks(path, item, order, [*within, label])
            elif name in ("list", "list-item", "list-header"):
                self._read_blocks(path, item, order, [*within, name])
            elif name not in _IGNORED:
                order.append(name)

    def _read_table(self, table: Any) -> None:
        for row, line in enumerate(_own_rows(table)):
            for column, cell in enumerate(line):
                self.read_text(f"cell/{_get(table, 'name')}/{row}.{column}", cell)

    def _read_paragraph(self, path: str, paragraph: Any, within: list[str]) -> None:
        style = self._resolved("paragraph", _get(paragraph, "style-name"))
        found = _Content()
        self._read_inline(paragraph, style.text, found)
        self.state[f"{path}/text"] = found.text
        self.state[f"{path}/runs"] = found.runs if found.text else [[0, style.text]]
        inherited = self._inherited(style.name)
        self.state[f"{path}/look"] = _merged(
            (length, _look({**inherited, **run})) for length, run in found.runs
        )
        self.state[f"{path}/style"] = [style.name, _name(paragraph), _get(paragraph, "outline-level")]
        self.state[f"{path}/paragraph"] = style.paragraph
        self.state[f"{path}/marks"] = found.marks
        self.state[f"{path}/within"] = within

    def _read_inline(self, item: Any, properties: Properties, found: _Content) -> None:
        found.add(item.text or "", properties)
        for child in item:
            name = _name(child)
            if name == "span":
                style = self._resolved("text", _get(child, "style-name"))
                named = {"style": style.name} if style.name else {}
                self._read_inline(child, {**properties, **named, **style.text}, found)
            elif name == "a":
                self._read_inline(child, {**properties, "href": _get(child, "href")}, found)
            elif name == "s":
                found.add(" " * int(_get(child, "c") or 1), properties)
            elif name == "tab":
                found.add("\t", properties)
            elif name == "line-break":
                found.add("\n", properties)
            elif name in ("meta", "ruby", "ruby-base"):
                self._read_inline(child, properties, found)
            elif name not in _IGNORED:
                found.marks.append([len(found.text), *self._mark(child, name)])
                if name not in _ZERO_WIDTH and name not in ("note", "annotation", "frame", "custom-shape"):
                    found.add("\x7f", properties)
            found.add(child.tail or "", properties)

    def _mark(self, item: Any, name: str) -> list[str]:
        """What stands between characters: a field, note, comment, frame, bookmark, change."""
        if name == "note":
            self.read_text(f"note/{self._notes}", next(part for part in item if _name(part) == "note-body"))
            self._notes += 1
            return [name, _get(item, "note-class")]
        if name == "annotation":
            self.state[f"comment/{self._comments}"] = "".join(item.itertext())
            self._comments += 1
            return [name]
        if name in ("frame", "custom-shape"):
            return self._frame(item, name)
        if name in _ZERO_WIDTH:
            return [name, "" if name.startswith("change") else _get(item, "name")]
        return [name, _get(item, "num-format"), _get(item, "select-page")]

    def _frame(self, item: Any, kind: str) -> list[str]:
        label = _get(item, "name")
        size = [_get(item, "width"), _get(item, "height"), _get(item, "anchor-type")]
        for part in item:
            part_name = _name(part)
            if part_name == "text-box":
                self.read_text(f"frame/{label}", part)
                return [kind, "text", label]
            if part_name == "object":
                place = _get(part, "href").removeprefix("./")
                return [kind, "formula", self._formulas.get(place, ""), size[2]]
            if part_name == "image":
                return [kind, "image", *size]
        self.read_text(f"shape/{label}", item)
        return [kind, label, *size]

    def _resolved(self, family: str, name: str) -> _Style:
        """A style's own name and the direct formats that stand for an automatic one."""
        automatic = self.automatic.get((family, name))
        if automatic is None:
            return _Style(name, {}, {})
        groups = {_name(part): part for part in automatic}
        paragraph = groups.get("paragraph-properties")
        direct = _contents(paragraph) if paragraph is not None else {}
        if _get(automatic, "master-page-name"):
            direct["master-page-name"] = _get(automatic, "master-page-name")
        return _Style(_get(automatic, "parent-style-name"), self._text_properties(automatic), direct)

    def _text_properties(self, style: Any) -> Properties:
        part = next((part for part in style if _name(part) == "text-properties"), None)
        properties = _attributes(part)
        for name in ("font-name", "font-name-asian", "font-name-complex"):
            if name in properties:
                properties[name] = self._fonts.get(properties[name], properties[name])
        for name in ("font-size", "font-size-asian", "font-size-complex"):
            if properties.get(name, "").endswith("pt"):  # LibreOffice writes 10.3 pt as 10.3000001907349pt
                properties[name] = f"{float(properties[name].removesuffix('pt')):.6g}pt"
        return properties

    def _inherited(self, name: str) -> Properties:
        """The text's properties that a paragraph style and those above it give."""
        chain = [self._named.get(("paragraph", ""), ("", {}))[1]]
        styles = []
        while (found := self._named.get(("paragraph", name))) and name:
            styles.append(found[1])
            name = found[0]
        return {key: value for part in (*chain, *reversed(styles)) for key, value in part.items()}


class _Style:
    def __init__(self, name: str, text: Properties, paragraph: dict[str, Any]) -> None:
        self.name, self.text, self.paragraph = name, text, paragraph


class _Content:
    """A paragraph's text; runs of equal formats as length and properties; marks as offset and kind."""

    def __init__(self) -> None:
        self.text = ""
        self.runs: list[list[Any]] = []
        self.marks: list[list[Any]] = []

    def add(self, text: str, properties: Properties) -> None:
        if not text:
            return
        self.text += text
        if self.runs and self.runs[-1][1] == properties:
            self.runs[-1][0] += len(text)
        else:
            self.runs.append([len(text), dict(properties)])


def _look(properties: Properties) -> list[str]:
    return [properties.get("font-name", ""), properties.get("font-size", "")]


def _merged(runs: Iterable[tuple[int, list[str]]]) -> list[list[Any]]:
    merged: list[list[Any]] = []
    for length, look in runs:
        if merged and merged[-1][1:] == look:
            merged[-1][0] += length
        else:
            merged.append([length, *look])
    return merged


def _automatic(root: Any) -> dict[tuple[str, str], Any]:
    return {
        (_get(style, "family") or _name(style), _get(style, "name")): style
        for style in _descendant(root, "automatic-styles")
    }


def _attributes(item: Any) -> Properties:
    if item is None:
        return {}
    return {_local(key): value for key, value in item.attrib.items() if _local(key) not in _VOLATILE}


def _contents(item: Any) -> dict[str, Any]:
    """An element's attributes and, by name, those of its parts."""
    if item is None:
        return {}
    parts = [(_name(part), _contents(part)) for part in item]
    return {**_attributes(item), **({"parts": parts} if parts else {})}


def _change(region: Any) -> list[str]:
    change = region[0]
    info = change[0]
    author = next((part.text or "" for part in info if _name(part) == "creator"), "")
    deleted = "".join("".join(part.itertext()) for part in change[1:])
    return [_name(change), author, deleted]


def _formula(data: bytes) -> str:
    return next((item.text or "" for item in fromstring(data).iter() if _name(item) == "annotation"), "")


def _own_rows(table: Any) -> list[Any]:
    rows: list[Any] = []
    for item in table:
        if _name(item) == "table-row":
            rows.append(item)
        elif _name(item) in ("table-header-rows", "table-rows"):
            rows += [row for row in item if _name(row) == "table-row"]
    return rows


def _descendant(root: Any, name: str, *, inside: str = "") -> Any:
    holders = [item for item in root.iter() if _name(item) == inside] if inside else [root]
    return next((part for holder in holders for part in holder if _name(part) == name), ())


def _name(item: Any) -> str:
    return _local(str(item.tag))


def _local(name: str) -> str:
    return name.rpartition("}")[2]


def _get(item: Any, name: str) -> str:
    return next((value for key, value in item.attrib.items() if _local(key) == name), "")
