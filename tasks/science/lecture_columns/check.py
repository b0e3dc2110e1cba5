from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.slides import read_presentation

SLIDES = [
    ("Moss and fern", "Mosses have no roots.", "Ferns have roots and stems."),
    ("Where they grow", "On bark and stone.", "In the shade of woods."),
]


@judged
def check(guest: GuestView) -> Score:
    slides = read_presentation(guest, "/home/user/Documents/lecture.pptx").slides
    texts = [sorted(slide.texts) for slide in slides]
    in_place = []
    for slide, (title, left, right) in zip(slides, SLIDES, strict=False):
        boxes = {box.text.strip(): box for box in slide.boxes}
        if {title, left, right} <= set(boxes):
            columns = boxes[left], boxes[right]
            beside = columns[0].x + columns[0].width <= columns[1].x
            equal = abs(columns[0].width - columns[1].width) < 0.1
            below = all(boxes[title].y < column.y for column in columns)
            in_place.append(beside and equal and below)
    return Score.all_of(
        claim("the slides have their three texts", texts == [sorted(each) for each in SLIDES], texts),
        claim("the columns are equal, below the title", in_place == [True, True], in_place),
    )
