"""Text documents made to be difficult, written with odfpy: each feature is a function that adds to a document."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Any

from odf import dc, draw, office, style, table, text
from odf.element import Element
from odf.namespaces import OFFICENS, TEXTNS
from odf.opendocument import OpenDocumentText

from tests.guest.fuzz.writer_texts import LONG, ODD, RIGHT_TO_LEFT, pixel

Feature = Callable[[Any], None]


def document(features: Sequence[str]) -> bytes:
    """An ODT file with these features, in this order."""
    made = OpenDocumentText()
    _styles(made)
    for name in features:
        FEATURES[name](made)
    stream = io.BytesIO()
    made.write(stream)
    return stream.getvalue()


def plain(made: Any) -> None:
    _paragraph(made.text, "The quick fox ran 10 km. Foxes do.")
    _paragraph(made.text, "Costs $500 & more, or 7 % (a.b) at C:\\new")


def rich(made: Any) -> None:
    """Formats that begin and end within words, a named style, letter spacing."""
    paragraph = _paragraph(made.text, "A f", "Body")
    paragraph.addElement(text.Span(stylename="Bold", text="ox in bo"))
    paragraph.addElement(text.Span(stylename="Red", text="ld and red fo"))
    paragraph.addElement(text.Span(stylename="Spaced", text="x, spaced out"))
    made.text.addElement(text.H(outlinelevel=1, stylename="Heading", text="A heading with a fox"))


def empty(made: Any) -> None:
    for content in ("", "", "between empty paragraphs", ""):
        _paragraph(made.text, content)


def long(made: Any) -> None:
    _paragraph(made.text, LONG)


def odd(made: Any) -> None:
    for content in ODD:
        _paragraph(made.text, content)
    paragraph = _paragraph(made.text, "before a tab")
    paragraph.addElement(text.Tab())
    paragraph.addText("after it")
    paragraph.addElement(text.LineBreak())
    paragraph.addText("after a line break,")
    paragraph.addElement(text.S(c=4))
    paragraph.addText("after four spaces")


def right_to_left(made: Any) -> None:
    _paragraph(made.text, RIGHT_TO_LEFT, "RightToLeft")


def links(made: Any) -> None:
    paragraph = _paragraph(made.text, "See ")
    paragraph.addElement(text.A(type="simple", href="http://fox.example/", text="the fox"))
    paragraph.addText(" and ")
    paragraph.addElement(text.BookmarkStart(name="mark"))
    paragraph.addText("a marked fox")
    paragraph.addElement(text.BookmarkEnd(name="mark"))
    paragraph.addText(" here")


def comments(made: Any) -> None:
    paragraph = _paragraph(made.text, "A fo")
    note = office.Annotation(name="note1")
    note.addElement(dc.Creator(text="Reader"))
    note.addElement(text.P(text="which fox?"))
    paragraph.addElement(note)
    paragraph.addText("x with a comment")
    paragraph.addElement(
        Element(
            qname=(OFFICENS, "annotation-end"), qattributes={(OFFICENS, "name"): "note1"}, check_grammar=False
        )
    )
    paragraph.addText(" inside")


def notes(made: Any) -> None:
    paragraph = _paragraph(made.text, "A fox")
    for number, kind in (("1", "footnote"), ("i", "endnote")):
        note = text.Note(noteclass=kind, id=f"note-{kind}")
        note.addElement(text.NoteCitation(text=number))
        body = text.NoteBody()
        body.addElement(text.P(text=f"a fox in a {kind}"))
        note.addElement(body)
        paragraph.addElement(note)
        paragraph.addText(f" with a {kind}")


def fields(made: Any) -> None:
    paragraph = _paragraph(made.text, "Page ")
    paragraph.addElement(text.PageNumber(selectpage="current", text="1"))
    paragraph.addText(" of ")
    paragraph.addElement(text.PageCount(text="1"))
    paragraph.addText(", the fox")


def hidden(made: Any) -> None:
    paragraph = _paragraph(made.text, "A fox that ")
    paragraph.addElement(text.Span(stylename="Hidden", text="hidden fox "))
    paragraph.addText("shows")


def lists(made: Any) -> None:
    made_list = text.List(stylename="Numbers")
    for content in ("first fox", "second fox"):
        item = text.ListItem()
        item.addElement(text.P(text=content))
        made_list.addElement(item)
    made.text.addElement(made_list)


def tables(made: Any) -> None:
    """A table with covered cells, and another in one of its cells."""
    inner = _table("Inner", [["inner fox"]])
    outer = _table("Outer", [["a fox in a cell", "second"], ["third", ""]])
    cells = outer.getElementsByType(table.TableCell)
    cells[3].addElement(inner)
    cells[3].addElement(text.P(text=""))
    made.text.addElement(outer)
    _paragraph(made.text, "after the tables")


def protected(made: Any) -> None:
    for name, locked in (("Locked", "true"), ("Open", "false")):
        section = text.Section(name=name, protected=locked)
        section.addElement(text.P(text=f"a fox in the section {name}"))
        made.text.addElement(section)
    _paragraph(made.text, "after the sections")


def frames(made: Any) -> None:
    paragraph = _paragraph(made.text, "A frame ")
    frame = draw.Frame(name="Box", anchortype="as-char", width="4cm", height="1cm")
    box = draw.TextBox()
    box.addElement(text.P(text="a fox in a frame"))
    frame.addElement(box)
    paragraph.addElement(frame)
    paragraph.addText(" in the line, and a picture ")
    picture = draw.Frame(name="Picture", anchortype="as-char", width="1cm", height="1cm")
    picture.addElement(draw.Image(href=made.addPictureFromString(pixel(), "image/png")))
    paragraph.addElement(picture)
    shape = draw.CustomShape(
        name="Shape", anchortype="paragraph", width="3cm", height="1cm", x="9cm", y="0cm"
    )
    shape.addElement(text.P(text="a fox in a shape"))
    paragraph.addElement(shape)


def changes(made: Any) -> None:
    """Tracked changes: an insertion and a deletion, each with a fox."""
    tracked = text.TrackedChanges()
    for identifier, kind in (("ct1", text.Insertion), ("ct2", text.Deletion)):
        region = Element(
            qname=(TEXTNS, "changed-region"), qattributes={(TEXTNS, "id"): identifier}, check_grammar=False
        )
        change = kind()
        info = office.ChangeInfo()
        info.addElement(dc.Creator(text="Editor"))
        info.addElement(dc.Date(text="2024-01-01T00:00:00"))
        change.addElement(info)
        if kind is text.Deletion:
            change.addElement(text.P(text="deleted fox "))
        region.addElement(change)
        tracked.addElement(region)
    made.text.insertBefore(tracked, made.text.firstChild)
    paragraph = _paragraph(made.text, "An ")
    paragraph.addElement(text.ChangeStart(changeid="ct1"))
    paragraph.addText("inserted fox ")
    paragraph.addElement(text.ChangeEnd(changeid="ct1"))
    paragraph.addElement(text.Change(changeid="ct2"))
    paragraph.addText("and the rest")


def header(made: Any) -> None:
    """A header and a footer, the footer with an earlier page number."""
    master = made.masterstyles.getElementsByType(style.MasterPage)[0]
    top = style.Header()
    top.addElement(text.P(text="A fox in the header"))
    master.addElement(top)
    bottom = style.Footer()
    line = text.P(text="Page ")
    line.addElement(text.PageNumber(selectpage="current", text="1"))
    bottom.addElement(line)
    master.addElement(bottom)


FEATURES: dict[str, Feature] = {
    feature.__name__: feature
    for feature in (
        plain, rich, empty, long, odd, right_to_left, links, comments, notes, fields, hidden, lists, tables,
        protected, frames, changes, header,
    )
}  # fmt: skip


def _paragraph(parent: Any, content: str, stylename: str | None = None) -> Any:
    made = text.P(stylename=stylename) if stylename else text.P()
    made.addText(content)
    parent.addElement(made)
    return made


def _table(name: str, rows: Sequence[Sequence[str]]) -> Any:
    made = table.Table(name=name)
    made.addElement(table.TableColumn(numbercolumnsrepeated=len(rows[0])))
    for row in rows:
        line = table.TableRow()
        for content in row:
            cell = table.TableCell(valuetype="string")
            if content:
                cell.addElement(text.P(text=content))
            line.addElement(cell)
        made.addElement(line)
    return made


def _styles(made: Any) -> None:
    body = style.Style(name="Body", family="paragraph")
    body.addElement(style.TextProperties(fontname="Carlito", fontfamily="Carlito", fontsize="11pt"))
    body.addElement(style.ParagraphProperties(lineheight="150%", margintop="0.2cm"))
    heading = style.Style(name="Heading", family="paragraph")
    heading.addElement(style.TextProperties(fontfamily="Liberation Sans", fontsize="18pt", fontweight="bold"))
    for named in (body, heading):
        made.styles.addElement(named)
    for name, properties in _CHARACTERS.items():
        automatic = style.Style(name=name, family="text")
        automatic.addElement(style.TextProperties(**properties))
        made.automaticstyles.addElement(automatic)
    rtl = style.Style(name="RightToLeft", family="paragraph")
    rtl.addElement(style.ParagraphProperties(writingmode="rl-tb", textalign="start"))
    made.automaticstyles.addElement(rtl)
    numbers = text.ListStyle(name="Numbers")
    level = text.ListLevelStyleNumber(level=1, numformat="1", numsuffix=".")
    numbers.addElement(level)
    made.automaticstyles.addElement(numbers)
    page = style.PageLayout(name="Page")
    page.addElement(style.PageLayoutProperties(pagewidth="21cm", pageheight="29.7cm", margin="2cm"))
    page.addElement(style.HeaderStyle())
    page.addElement(style.FooterStyle())
    made.automaticstyles.addElement(page)
    made.masterstyles.addElement(style.MasterPage(name="Standard", pagelayoutname="Page"))


_CHARACTERS: dict[str, dict[str, str]] = {
    "Bold": {"fontweight": "bold"},
    "Red": {"color": "#ff0000", "textunderlinestyle": "solid"},
    "Spaced": {"letterspacing": "0.1cm", "fontfamily": "Liberation Mono"},
    "Hidden": {"display": "none"},
}
