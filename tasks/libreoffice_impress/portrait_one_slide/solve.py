import io

import pptx

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

IMPRESS = "osworld_mcp_libreoffice_impress"
FILE = "/home/user/Documents/water_cycle.pptx"


def wrong_all_slides_turned(guest: Guest) -> Solution:
    _turn(guest)
    yield ToolCall(name=f"{IMPRESS}.goto_slide", arguments={"slide_index": 3})


def wrong_gave_up_after_damage(guest: Guest) -> Solution:
    _turn(guest)
    yield Terminate(status="failure", answer="All slides turn together.")


def wrong_slide_thrown_away(guest: Guest) -> Solution:
    presentation = pptx.Presentation(io.BytesIO(guest.read_file(FILE)))
    slides = presentation.slides._sldIdLst
    slides.remove(slides[2])
    _store(guest, presentation)
    yield Terminate(status="failure", answer="The slide is now in a file of its own.")


def wrong_claimed_success(_guest: Guest) -> Solution:
    yield ToolCall(name=f"{IMPRESS}.goto_slide", arguments={"slide_index": 3})


def _turn(guest: Guest) -> None:
    presentation = pptx.Presentation(io.BytesIO(guest.read_file(FILE)))
    presentation.slide_width, presentation.slide_height = presentation.slide_height, presentation.slide_width
    _store(guest, presentation)


def _store(guest: Guest, presentation: pptx.presentation.Presentation) -> None:
    data = io.BytesIO()
    presentation.save(data)
    guest.write_file(FILE, data.getvalue())
