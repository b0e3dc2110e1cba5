"""Writer's tools that insert something: a formula, a picture, a page break, page numbers."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import Field

from mcp_tools.libreoffice.documents import WRITER, document
from mcp_tools.libreoffice.in_process.paragraphs import PARAGRAPH, body
from mcp_tools.libreoffice.office import name_of, struct, uno
from mcp_tools.libreoffice.page_number_format import parse_format
from mcp_tools.libreoffice.paragraphs import view_cursor
from mcp_tools.libreoffice.pictures import fit, pixels, read_picture
from mcp_tools.libreoffice.uno_bridge import run_in_process
from mcp_tools.libreoffice.writer_text import check_formats_are_kept, writable_text
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError, tool

MATH = "078B7ABA-54FC-457F-8551-6147e776a997"
"""The class of LibreOffice Math's objects."""

_PARAGRAPH_BREAK = 0
"""Value of com.sun.star.text.ControlCharacter."""

MAX_FORMULA = 2_000
"""Characters of a formula; LibreOffice Math reads a formula by recursion."""

_LATEX = re.compile(r"\\[A-Za-z]{2,}|\$")
_QUOTED = re.compile(r'"[^"]*"')

Pixels = Annotated[
    int, Field(description="In pixels of 1/96 inch; without it, in proportion.", ge=1, le=5000)
]


@tool("osworld_mcp_libreoffice_writer.insert_formula_at_cursor", app="libreoffice_writer")
def insert_formula_at_cursor(
    formula: Annotated[
        str,
        Field(
            description='In LibreOffice Math\'s notation, such as "x = {-b +- sqrt{b^2 - 4ac}} over {2a}"; '
            "no LaTeX.",
            min_length=1,
        ),
    ],
) -> str:
    """Insert a formula as an object at the cursor of the open text document; a selection is replaced.

    Does not save.
    """
    formula = writable_text(formula, "formula")
    if match := _LATEX.search(_QUOTED.sub('""', formula)):
        raise ToolError(
            f'"{match[0][:20]}" is LaTeX. Write LibreOffice Math\'s notation: {{a}} over {{b}} for a fraction, '
            "sqrt{x}, sum from{i=1} to n x_i, int, %alpha, x^2, a <= b, a cdot b."
        )
    if not formula.strip() or len(formula) > MAX_FORMULA:
        raise ToolError(f"formula must have 1 to {MAX_FORMULA:,} characters, not {shorten(formula)}.")
    with document(WRITER) as text_document:
        check_formats_are_kept(text_document, "formulas")
        cursor = view_cursor(text_document)
        embedded = text_document.createInstance("com.sun.star.text.TextEmbeddedObject")
        embedded.setPropertyValue("CLSID", MATH)
        _insert(text_document, cursor, embedded)
        model = embedded.getEmbeddedObject()
        if model is None:
            raise ToolError("LibreOffice Math is not installed (package libreoffice-math).")
        if not run_in_process("formulas.set_formula", model=model, formula=formula):
            raise ToolError(
                f"LibreOffice Math cannot read the formula {shorten(formula)}, so it was not inserted. Give each "
                "operator its operands and each brace its partner; put text in quotes."
            )
        return f"Inserted the formula {shorten(formula)} into {name_of(text_document)}."


@tool("osworld_mcp_libreoffice_writer.insert_image_at_cursor", app="libreoffice_writer")
def insert_image_at_cursor(
    image_path: Annotated[str, Field(description="Absolute path of a picture file.", min_length=1)],
    width: Pixels | None = None,
    height: Pixels | None = None,
) -> str:
    """Insert a picture at the cursor of the open text document, in the line like a character.

    A selection is replaced. Without width and height it has its own size, made smaller when wider than the page's text.
    Does not save.
    """
    with document(WRITER) as text_document:
        check_formats_are_kept(text_document, "pictures")
        cursor = view_cursor(text_document)
        picture = read_picture(image_path)
        area = _text_area(text_document, cursor)
        if width or height:
            size = picture.scale(width and pixels(width), height and pixels(height))
        else:
            size = fit((picture.width, picture.height), area)
        if size[1] > area[1]:  # beside footnotes LibreOffice tries to lay it out without end
            raise ToolError(
                f"A picture of {_centimetres(*size)} is higher than a page's text ({_centimetres(*area)}). Choose "
                "another width and height."
            )
        image = text_document.createInstance("com.sun.star.text.TextGraphicObject")
        image.setPropertyValue("Graphic", picture.graphic)
        image.setPropertyValue("Size", struct("com.sun.star.awt.Size", Width=size[0], Height=size[1]))
        _insert(text_document, cursor, image)
        kept = image.getPropertyValue("Size")
        if (kept.Width, kept.Height) != size:
            raise ToolError(
                f"LibreOffice does not show the picture at {_centimetres(*size)} (but at "
                f"{_centimetres(kept.Width, kept.Height)}). Choose another width and height."
            )
        return f"Inserted {shorten(image_path)} into {name_of(text_document)}, {_centimetres(*size)}."


@tool("osworld_mcp_libreoffice_writer.insert_page_break", app="libreoffice_writer")
def insert_page_break(position: Literal["at_cursor", "end_of_document"] = "at_cursor") -> str:
    """Start a new page at the cursor of the open text document, or after its last text. Does not save.

    The cursor is then at the start of the new page.
    """
    with document(WRITER) as text_document:
        check_formats_are_kept(text_document, "page breaks")
        text = text_document.getText()
        controller = text_document.getCurrentController()
        if position == "end_of_document":
            run_in_process("text_cursor.check_last", text_document=text_document)
            cursor = _after_all(text_document)
        else:
            visible_cursor = view_cursor(text_document)
            if visible_cursor.getText() != text:
                raise ToolError(
                    "The cursor is in a table, frame, header, footer or note, where no page can start. "
                    "Click into the text itself, or pass position=end_of_document."
                )
            cursor = text.createTextCursorByRange(visible_cursor.getEnd())
        broken = text.createTextCursorByRange(cursor)
        broken.gotoEndOfParagraph(True)
        run_in_process(
            "recorded_changes.check_formats_outlive_undo", text_document=text_document, paragraphs=(broken,)
        )
        text.insertControlCharacter(cursor, _PARAGRAPH_BREAK, False)
        cursor.setPropertyValue("BreakType", uno().Enum("com.sun.star.style.BreakType", "PAGE_BEFORE"))
        controller.select(cursor)  # the view cursor cannot leave a selected picture
        return (
            f"A new page starts at the cursor in {name_of(text_document)}, "
            f"which has {controller.getPropertyValue('PageCount')} pages now."
        )


@tool("osworld_mcp_libreoffice_writer.add_page_numbers", app="libreoffice_writer", idempotent=True)
def add_page_numbers(
    position: Annotated[
        Literal["bottom_left", "bottom_center", "bottom_right", "top_left", "top_center", "top_right"],
        Field(description="In the footer (bottom) or header (top)."),
    ],
    start_number: Annotated[int, Field(description="Number of the first page.", ge=1, le=32767)] = 1,
    format: Annotated[
        str,
        Field(
            description='1 stands for the page, N for the last: "1", "Page 1", "1 of N", "- 1 -"; "i", "I", "a" '
            'and "A" for roman numbers and letters.',
            min_length=1,
        ),
    ] = "1",
) -> str:
    """Show page numbers on all pages of the open text document. Does not save.

    A line of earlier page numbers is replaced, other text of header and footer stays.
    """
    pieces = parse_format(format)
    with document(WRITER) as text_document:
        check_formats_are_kept(text_document, "page numbers")
        edge, alignment = position.split("_")
        where = "Header" if edge == "top" else "Footer"
        styles = run_in_process(
            "page_numbers.put_page_numbers",
            text_document=text_document,
            side=where,
            adjust=uno().Enum("com.sun.star.style.ParagraphAdjust", alignment.upper()),
            pieces=tuple((piece.kind, piece.text, piece.numbering) for piece in pieces),
            this_page=uno().Enum("com.sun.star.text.PageNumberType", "CURRENT"),
            number=start_number,
        )
        return (
            f"Page numbers are in the {where.lower()} ({alignment}) of {name_of(text_document)}, "
            f"from {start_number} on; page styles: {', '.join(styles)}."
        )


def _insert(text_document: Any, cursor: Any, content: Any) -> None:
    """Insert at the view cursor, as a character, instead of what is selected; the cursor is after it then."""
    content.setPropertyValue(
        "AnchorType", uno().Enum("com.sun.star.text.TextContentAnchorType", "AS_CHARACTER")
    )
    cursor.getText().insertTextContent(cursor, content, True)
    if not cursor.isCollapsed():
        text_document.getCurrentController().getViewCursor().collapseToEnd()


def _after_all(text_document: Any) -> Any:
    """A text cursor at the end of the last paragraph, which is made when a table is the last."""
    text = text_document.getText()
    *_, last = body(text_document)
    if last.supportsService(PARAGRAPH):
        return text.createTextCursorByRange(last.getEnd())
    text.insertTextContentAfter(text_document.createInstance(PARAGRAPH), last)
    cursor = text.createTextCursor()
    cursor.gotoEnd(False)
    return cursor


def _centimetres(width: int, height: int) -> str:
    return f"{width / 1000:.1f} x {height / 1000:.1f} cm"


def _text_area(text_document: Any, cursor: Any) -> tuple[int, int]:
    """Width and height, in hundredths of a millimetre, of the text on the cursor's page."""
    name = cursor.getPropertyValue("PageStyleName")
    style = text_document.getStyleFamilies().getByName("PageStyles").getByName(name)
    names = ("Width", "Height", "LeftMargin", "RightMargin", "TopMargin", "BottomMargin")
    width, height, left, right, top, bottom = (style.getPropertyValue(item) for item in names)
    return max(1, width - left - right), max(1, height - top - bottom)
