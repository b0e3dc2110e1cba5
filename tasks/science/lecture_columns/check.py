from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_add, nothing_else
from checkers.slide_model import Box, Slide
from checkers.slides import read_presentation

LECTURE = "Documents/lecture.pptx"
SLIDES = [
    ("Moss and fern", "Mosses have no roots.", "Ferns have roots and stems."),
    ("Where they grow", "On bark and stone.", "In the shade of woods."),
]


@judged
def check(guest: GuestView) -> Score:
    """Colours and the title's size depend on the arguments of the server's tool."""
    slides = read_presentation(guest, f"/home/user/{LECTURE}").slides
    texts = [sorted(slide.texts) for slide in slides]
    pairs = list(zip(slides, SLIDES, strict=False))
    runs = [run for slide in slides for box in slide.boxes for line in box.paragraphs for run in line.runs]
    return Score.all_of(
        claim("the slides have their three texts", texts == [sorted(each) for each in SLIDES], texts),
        claim("the columns are equal, below the title", all(has_columns(*pair) for pair in pairs), texts),
        claim(
            "the texts look as in the template",
            all(run.font == "Segoe UI" and run.bold and run.colour for run in runs),
            runs,
        ),
        claim("they are shown, without notes", not any(each.hidden or each.notes.strip() for each in slides)),
        nothing_else(guest, may_add(LECTURE)),
    )


def has_columns(slide: Slide, texts: tuple[str, str, str]) -> bool:
    title, left, right = map(slide.box, texts)
    beside = left.x + left.width <= right.x and abs(left.width - right.width) < 0.1
    larger = size(title) > size(left) == size(right)
    return beside and title.y < min(left.y, right.y) and larger


def size(box: Box) -> float:
    """The largest size of its characters."""
    return max((run.size or 0.0 for line in box.paragraphs for run in line.runs), default=0.0)
