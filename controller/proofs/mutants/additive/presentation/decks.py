"""Edits of slides as a whole, of their backgrounds, transitions and animations, and of layouts and masters."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import partial
from typing import Any

from pptx.opc.constants import RELATIONSHIP_TYPE
from pptx.oxml import parse_xml
from pptx.oxml.ns import nsdecls, qn
from pptx.util import Cm

from controller.proofs.mutants.additive.edits import Edit, Rule
from controller.proofs.mutants.additive.package import OFFICE
from controller.proofs.mutants.additive.presentation.places import Presentation, slides
from controller.proofs.mutants.additive.presentation.texts import COLOUR

_OWN_PARTS = (RELATIONSHIP_TYPE.SLIDE_LAYOUT, RELATIONSHIP_TYPE.NOTES_SLIDE, RELATIONSHIP_TYPE.COMMENTS)
_TRANSITION = f'<p:transition {nsdecls("p")} spd="slow"><p:push dir="u"/></p:transition>'
_MARK = f"""
<p:sp {nsdecls("p", "a")}><p:nvSpPr><p:cNvPr id="9001" name="Added"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>
<a:xfrm><a:off x="360000" y="360000"/><a:ext cx="900000" cy="900000"/></a:xfrm>
<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="C2185B"/></a:solidFill></p:spPr></p:sp>"""
_APPEAR = """
<p:timing {namespaces}><p:tnLst><p:par><p:cTn id="1" dur="indefinite" restart="never" nodeType="tmRoot"><p:childTnLst>
<p:seq concurrent="1" nextAc="seek"><p:cTn id="2" dur="indefinite" nodeType="mainSeq"><p:childTnLst>
<p:par><p:cTn id="3" fill="hold"><p:stCondLst><p:cond delay="indefinite"/></p:stCondLst><p:childTnLst>
<p:par><p:cTn id="4" fill="hold"><p:stCondLst><p:cond delay="0"/></p:stCondLst><p:childTnLst>
<p:par><p:cTn id="5" presetID="1" presetClass="entr" presetSubtype="0" fill="hold" nodeType="clickEffect">
<p:stCondLst><p:cond delay="0"/></p:stCondLst><p:childTnLst>
<p:set><p:cBhvr><p:cTn id="6" dur="1" fill="hold"><p:stCondLst><p:cond delay="0"/></p:stCondLst></p:cTn>
<p:tgtEl><p:spTgt spid="{shape}"/></p:tgtEl><p:attrNameLst><p:attrName>style.visibility</p:attrName></p:attrNameLst>
</p:cBhvr><p:to><p:strVal val="visible"/></p:to></p:set>
</p:childTnLst></p:cTn></p:par></p:childTnLst></p:cTn></p:par></p:childTnLst></p:cTn></p:par></p:childTnLst></p:cTn>
<p:prevCondLst><p:cond evt="onPrev" delay="0"><p:tgtEl><p:sldTgt/></p:tgtEl></p:cond></p:prevCondLst>
<p:nextCondLst><p:cond evt="onNext" delay="0"><p:tgtEl><p:sldTgt/></p:tgtEl></p:cond></p:nextCondLst></p:seq>
</p:childTnLst></p:cTn></p:par></p:tnLst></p:timing>"""
"""A shape appears at a click."""


def _colour_slides(presentation: Presentation) -> Iterator[Edit]:
    for place, slide in slides(presentation):
        yield Edit(place, partial(_colour, slide))


def _shade_slides(presentation: Presentation) -> Iterator[Edit]:
    """Give slides a background that passes from one colour to another."""
    for place, slide in slides(presentation):
        yield Edit(place, partial(_shade, slide))


def _colour_layouts(presentation: Presentation) -> Iterator[Edit]:
    """Colour the layouts of slides without a background of their own."""
    used = {
        id(slide.slide_layout): slide.slide_layout
        for _place, slide in slides(presentation)
        if slide.follow_master_background
    }
    for layout in used.values():
        yield Edit(f"layout {layout.name}", partial(_colour, layout))


def _colour_masters(presentation: Presentation) -> Iterator[Edit]:
    """Colour the masters of slides that have no background of their own or of their layout."""
    layouts = [slide.slide_layout for _place, slide in slides(presentation) if slide.follow_master_background]
    masters = {id(each.slide_master): each.slide_master for each in layouts if each._element.cSld.bg is None}
    for number, master in enumerate(masters.values(), 1):
        yield Edit(f"master {number}", partial(_colour, master))


def _hide_slides(presentation: Presentation) -> Iterator[Edit]:
    for place, slide in slides(presentation):
        if slide._element.get("show") not in ("0", "false"):
            yield Edit(place, partial(slide._element.set, "show", "0"))


def _show_slides(presentation: Presentation) -> Iterator[Edit]:
    for place, slide in slides(presentation):
        if slide._element.get("show") in ("0", "false"):
            yield Edit(place, partial(slide._element.set, "show", "1"))


def _duplicate_slides(presentation: Presentation) -> Iterator[Edit]:
    for place, slide in slides(presentation):
        yield Edit(f"{place}, after the last", partial(_append_copy, presentation, slide))


def _add_slides(presentation: Presentation) -> Iterator[Edit]:
    for place, slide in list(slides(presentation))[-1:]:
        yield Edit(f"after {place}", partial(presentation.slides.add_slide, slide.slide_layout))


def _change_notes(presentation: Presentation) -> Iterator[Edit]:
    for place, slide in slides(presentation):
        yield Edit(place, partial(_append_note, slide))


def _change_transitions(presentation: Presentation) -> Iterator[Edit]:
    """Add a transition, or remove one."""
    for place, slide in slides(presentation):
        yield Edit(place, partial(_change_transition, slide))


def _change_animations(presentation: Presentation) -> Iterator[Edit]:
    """Let the first shape appear at a click, or remove the animations."""
    for place, slide in slides(presentation):
        if len(slide.shapes):
            yield Edit(place, partial(_change_animation, slide))


def _change_layouts(presentation: Presentation) -> Iterator[Edit]:
    """Base slides on another layout, which gives places to what has none of its own."""
    for place, slide in slides(presentation):
        if all(any(True for _ in each._element.iter(qn("a:xfrm"))) for each in slide.placeholders):
            continue
        layouts = list(slide.slide_layout.slide_master.slide_layouts)
        others = [layout for layout in layouts if layout.part is not slide.slide_layout.part]
        for layout in others[-1:]:
            yield Edit(f"{place}, to {layout.name}", partial(_set_layout, slide, layout))


def _change_size(presentation: Presentation) -> Iterator[Edit]:
    wider = presentation.slide_width + Cm(4)
    yield Edit("all slides", partial(setattr, presentation, "slide_width", wider))


def _mark_masters(presentation: Presentation) -> Iterator[Edit]:
    """Put a box on masters, which all slides that are based on them show."""
    masters = {
        id(slide.slide_layout.slide_master): slide.slide_layout.slide_master
        for _place, slide in slides(presentation)
    }
    for number, master in enumerate(masters.values(), 1):
        yield Edit(f"master {number}", partial(master.shapes._spTree.append, parse_xml(_MARK)))


def _colour(page: Any) -> None:
    page.background.fill.solid()
    page.background.fill.fore_color.rgb = COLOUR


def _shade(page: Any) -> None:
    page.background.fill.gradient()


def _append_copy(presentation: Presentation, slide: Any) -> None:
    added = presentation.slides.add_slide(slide.slide_layout)
    ids = {
        key: added.part.rels._add_relationship(relation.reltype, relation._target, relation.is_external)
        for key, relation in slide.part.rels.items()
        if relation.reltype not in _OWN_PARTS
    }
    content = copy.deepcopy(slide._element.cSld)
    added._element.replace(added._element.cSld, content)
    for element in content.iter():
        for name, value in element.attrib.items():
            if name.startswith(f"{{{OFFICE}}}") and value in ids:
                element.set(name, ids[value])


def _append_note(slide: Any) -> None:
    frame = slide.notes_slide.notes_text_frame
    frame.text = f"{frame.text} Added note.".strip()


def _change_transition(slide: Any) -> None:
    """Change the transition; LibreOffice also writes one without an effect, which is none."""
    former = [each for each in slide._element if any(True for _ in each.iter(qn("p:transition")))]
    effects = [
        effect for each in former for transition in each.iter(qn("p:transition")) for effect in transition
    ]
    for each in former:
        slide._element.remove(each)
    if not effects:
        slide._element.insert_element_before(parse_xml(_TRANSITION), "p:timing", "p:extLst")


def _change_animation(slide: Any) -> None:
    former = slide._element.findall(qn("p:timing"))
    for each in former:
        slide._element.remove(each)
    if not former:
        timing = _APPEAR.format(namespaces=nsdecls("p"), shape=slide.shapes[0].shape_id)
        slide._element.insert_element_before(parse_xml(timing), "p:extLst")


def _set_layout(slide: Any, layout: Any) -> None:
    (relation,) = (
        each for each in slide.part.rels.values() if each.reltype == RELATIONSHIP_TYPE.SLIDE_LAYOUT
    )
    relation._target = layout.part


RULES: dict[str, Rule[Presentation]] = {
    "slide background changed": _colour_slides,
    "slide gradient added": _shade_slides,
    "layout background changed": _colour_layouts,
    "master background changed": _colour_masters,
    "box added to master": _mark_masters,
    "slide hidden": _hide_slides,
    "slide shown": _show_slides,
    "slide duplicated": _duplicate_slides,
    "slide added": _add_slides,
    "notes changed": _change_notes,
    "transition changed": _change_transitions,
    "animation changed": _change_animations,
    "layout changed": _change_layouts,
    "slide size changed": _change_size,
}
