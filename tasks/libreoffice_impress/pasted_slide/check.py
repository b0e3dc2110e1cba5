from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.slides import read_presentation

PATH = "Documents/moving.pptx"
PASTED = 3
FONT = "DejaVu Sans"


@judged
def check(guest: GuestView) -> Score:
    boxes = read_presentation(guest, f"/home/user/{PATH}").slide(PASTED).boxes
    runs = [run for box in boxes for paragraph in box.paragraphs for run in paragraph.runs]
    fonts = {run.font for run in runs if run.text.strip()}
    return Score.all_of(
        claim(f"all text of slide {PASTED} is in {FONT}", fonts == {FONT}, fonts),
        nothing_else(guest, may_change(PATH, f"slide {PASTED}", what="font")),
    )
