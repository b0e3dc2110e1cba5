"""Pictures, charts, watermarks, lists, merged cells and headers of documents: what differs when one is changed."""

from __future__ import annotations

from tests.checkers.differences.documents.test_document_base import (
    BLOCKS,
    BODY,
    CHART,
    DRAWN_CHART,
    HEADER,
    NUMBERED,
    SECTION,
    V,
    cell,
    differences,
    document,
    paragraph,
    picture,
    replaced,
    run,
)
from tests.checkers.office_files import edited

WATERMARK = f"""<w:r><w:pict><v:shape {V} type="#_x0000_t136" style="position:absolute;width:400pt;height:200pt"
 fillcolor="silver" stroked="f"><v:textpath string="DRAFT"/></v:shape></w:pict></w:r>"""


def test_another_picture_is_one_difference() -> None:
    after = edited(document(), "word/media/a.png", lambda _: picture(2))
    [change] = differences(document(), after)
    assert change.startswith("paragraph 6/picture 1: content was ")


def test_a_watermark_has_its_text() -> None:
    before, after = (
        replaced((HEADER, run("The head"), WATERMARK.replace("DRAFT", text))) for text in ("DRAFT", "SECRET")
    )
    assert differences(before, after) == [
        "section 1/header default/paragraph 1/watermark 1: text was 'DRAFT', is 'SECRET'"
    ]


def test_a_chart_has_its_data() -> None:
    drawn = (BODY, run("Last."), DRAWN_CHART)
    before, after = (replaced(drawn, (CHART, "<c:v>4</c:v>", f"<c:v>{each}</c:v>")) for each in (4, 6))
    assert differences(before, after) == ["paragraph 13/chart 1/series 1: text was '4', is '6'"]


def test_a_list_that_starts_anew_differs_from_one_that_goes_on() -> None:
    anew = NUMBERED.replace('numId w:val="2"', 'numId w:val="3"')
    before, after = (replaced((BODY, BLOCKS[-1], paragraph(run("Last."), each))) for each in (NUMBERED, anew))
    assert differences(before, after) == ["paragraph 13: list number was nothing, is 1"]


def test_a_merged_cell_ends_with_the_line_of_its_last_part() -> None:
    line = '<w:tcBorders><w:bottom w:val="single" w:sz="{}" w:color="FF0000"/></w:tcBorders>'
    merged = (BODY, cell("Boat"), cell("Boat", "<w:vMerge w:val='restart'/>"))
    before, after = (
        replaced(merged, (BODY, cell("Tern"), cell("", f"<w:vMerge/>{line.format(size)}")))
        for size in (8, 16)
    )
    assert differences(before, after) == [
        "table 1/row 1/cell 1: border bottom was 'single 1 pt #FF0000', is 'single 2 pt #FF0000'"
    ]


def test_a_header_that_goes_on_is_changed_in_one_place() -> None:
    section = (BODY, BLOCKS[-1], paragraph(run("Last."), SECTION) + paragraph(run("More.")))
    later = (BODY, '<w:headerReference w:type="default" r:id="rId7"/>', "")
    before, after = (replaced(section, (HEADER, "head", text)) for text in ("head", "top"))
    assert differences(before, after) == ["section 1/header default/paragraph 1: text was 'head', is 'top'"]
    assert differences(before, replaced(section, later)) != []
