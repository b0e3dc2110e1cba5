from pathlib import Path
from xml.etree.ElementTree import Element

from checkers import GuestView, Score, claim
from checkers.documents import parse_document, read_document
from checkers.evidence import judged
from checkers.office_parts import office_parts
from checkers.paragraph_styles import styles_kept

ORIGINAL = Path(__file__).with_name("files") / "lease.docx"
LEASE = "/home/user/Documents/lease.docx"
WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
TEXTS = [
    "Lease of the boathouse",
    "The club rents the boathouse from the town.",
    "The rent is 260 euros a month.",
    "The lease ends on 31 December 2027.",
    "The keys are kept by the club's chair.",
    "Signed in Corvin",
]
PAGES = ["".join(TEXTS[:-1]), TEXTS[-1]]


@judged
def check(guest: GuestView) -> Score:
    document = read_document(guest, LEASE)
    bold = [
        "".join(run.text for run in paragraph.runs if run.bold).strip() for paragraph in document.paragraphs
    ]
    written = [text for text in bold if text]
    pages = texts_of_pages(office_parts(guest, LEASE).xml("word/document.xml"))
    return Score.all_of(
        claim("the texts are as Selma wants them", document.texts == TEXTS, document.texts),
        claim(
            "what is new is bold and nothing else",
            len(written) == 2
            and written[0] in ("260", "260 euros")
            and written[1].rstrip(".") in ("the club's chair", "club's chair", "by the club's chair"),
            written,
        ),
        claim("there is one page break, before the last paragraph", pages == PAGES, pages),
        styles_kept(document, parse_document(ORIGINAL.read_bytes(), ORIGINAL.name)),
    )


def texts_of_pages(body: Element) -> list[str]:
    pages = [""]
    for item in body.iter():
        if item.tag == f"{WORD}br" and item.get(f"{WORD}type") == "page":
            pages.append("")
        elif item.tag == f"{WORD}t":
            pages[-1] += item.text or ""
    return pages
