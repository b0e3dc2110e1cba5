import io
import zipfile
from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.documents import parse_document, read_pdf
from checkers.evidence import ask, examine, fetch, judged
from checkers.files import file_is

DOCUMENTS = "/home/user/Documents"
ORIGINAL = Path(__file__).with_name("files") / "minutes.docx"
COPY = f"{DOCUMENTS}/minutes-archive.docx"
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


@judged
def check(guest: GuestView) -> Score:
    def printed() -> tuple[bool, object]:
        text = " ".join(" ".join(read_pdf(guest, f"{DOCUMENTS}/board.pdf")).split())
        return "The costs are 8,400 euros." in text and "Copy for" not in text, text

    def copied() -> tuple[bool, object]:
        opened = ask(guest, [PYTHON, "-I", "-c", OPENED, COPY, "heron7"], as_user=True).stdout
        texts = parse_document(opened, COPY).texts
        return texts == TEXTS, texts

    return Score.all_of(
        file_is(guest, f"{DOCUMENTS}/minutes.docx", ORIGINAL.read_bytes()),
        examine("board.pdf has the minutes as they are", printed),
        claim("the copy cannot be read without a password", protected(guest)),
        examine("with the password it has the archive's text", copied),
    )


def protected(guest: GuestView) -> bool:
    return not zipfile.is_zipfile(io.BytesIO(fetch(guest, COPY)))
