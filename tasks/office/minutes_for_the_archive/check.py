import io
import zipfile
from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.differences.apart import compare_apart
from checkers.documents import parse_document, read_pdf
from checkers.evidence import ask, examine, fetch, judged
from checkers.nothing_else import may_add, nothing_else

HOME = "/home/user"
PDF = "Documents/board.pdf"
ARCHIVED = "Documents/minutes-archive.docx"
ORIGINAL = Path(__file__).with_name("files") / "minutes.docx"
COPY = f"{HOME}/{ARCHIVED}"
OPENED = """\
import io, sys, msoffcrypto
file = msoffcrypto.OfficeFile(open(sys.argv[1], "rb"))
file.load_key(password=sys.argv[2])
out = io.BytesIO()
file.decrypt(out)
sys.stdout.buffer.write(out.getvalue())
"""
PYTHON = "/opt/testbed/servers/word/venv/bin/python"
TEXTS = [
    "Minutes of the tenants' meeting",
    "Copy for the archive",
    "Present: 14 tenants.",
    "The lift is repaired in March. The costs are [amount].",
    "Next meeting: 9 June.",
]
CHANGES = [("paragraph 2", "added"), ("paragraph 3", "text")]
"""Where and how the copy differs from the minutes."""


@judged
def check(guest: GuestView) -> Score:
    def printed() -> tuple[bool, object]:
        text = " ".join(" ".join(read_pdf(guest, f"{HOME}/{PDF}")).split())
        return "The costs are 8,400 euros." in text and "Copy for" not in text, text

    def copied() -> tuple[bool, object]:
        opened = ask(guest, [PYTHON, "-I", "-c", OPENED, COPY, "heron7"], as_user=True).stdout
        texts = parse_document(opened, COPY).texts
        changes = compare_apart(ARCHIVED, {"": ORIGINAL.read_bytes()}, {"": opened})
        others = [str(change) for change in changes if (change.place, change.what) not in CHANGES]
        return texts == TEXTS and not others, others or texts

    return Score.all_of(
        examine("board.pdf has the minutes as they are", printed),
        claim("the copy cannot be read without a password", protected(guest)),
        examine("with the password it is the minutes with the archive's changes", copied),
        nothing_else(guest, may_add(PDF), may_add(ARCHIVED)),
    )


def protected(guest: GuestView) -> bool:
    return not zipfile.is_zipfile(io.BytesIO(fetch(guest, COPY)))
