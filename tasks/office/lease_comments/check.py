from xml.etree.ElementTree import Element

from checkers import GuestView, Score, claim
from checkers.differences.apart import read_apart
from checkers.differences.compare import compare
from checkers.documents import parse_document
from checkers.evidence import examine, fetch, judged
from checkers.nothing_else import may_change, nothing_else
from checkers.office_parts import office_parts

PATH = "Documents/lease.docx"
LEASE = f"/home/user/{PATH}"
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
    data = fetch(guest, LEASE)
    document = parse_document(data, PATH)
    bold = [
        "".join(run.text for run in paragraph.runs if run.bold).strip() for paragraph in document.paragraphs
    ]
    written = [text for text in bold if text]
    pages = texts_of_pages(office_parts(guest, LEASE).xml("word/document.xml"))
    return Score.all_of(
        claim("the texts are as Selma wants them", document.texts == TEXTS, document.texts),
        claim(
            "what is new is bold, not the words around it",
            len(written) == 2
            and written[0] in ("260", "260 euros")
            and written[1].rstrip(".") in ("the club's chair", "club's chair", "by the club's chair"),
            written,
        ),
        claim("there is one page break, before the last paragraph", pages == PAGES, pages),
        examine("that one looks as the others do", lambda: last_as_others(data)),
        nothing_else(
            guest,
            may_change(PATH, "paragraph 3", "paragraph 5", what=("text", "bold", "comment")),  # comments done
            may_change(PATH, "paragraph 6", "paragraph 7", what="added"),
        ),
    )


def last_as_others(data: bytes) -> tuple[bool, object]:
    paragraphs = [node for node in read_apart(PATH, data).children if node.kind == "paragraph"]
    if len(paragraphs) < len(TEXTS):
        return False, len(paragraphs)
    changes = compare(paragraphs[1], paragraphs[-1])
    looks = [str(change) for change in changes if change.what not in ("text", "break before")]
    return not looks, looks


def texts_of_pages(body: Element) -> list[str]:
    pages = [""]
    for item in body.iter():
        if item.tag == f"{WORD}br" and item.get(f"{WORD}type") == "page":
            pages.append("")
        elif item.tag == f"{WORD}t":
            pages[-1] += item.text or ""
    return pages
