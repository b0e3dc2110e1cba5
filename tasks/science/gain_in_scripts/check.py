from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import number_claim
from checkers.evidence import judged
from checkers.files import file_is, read_text, tree_is

LAB = "/home/user/lab"
ORIGINALS = Path(__file__).with_name("files") / "lab"
NAMES = ("amplify.py", "notes.txt", "plot.py", "report.py")


@judged
def check(guest: GuestView) -> Score:
    amplify = (ORIGINALS / "amplify.py").read_text().replace("2.5  # of the old", "3.2  # of the new")
    plot = lines(read_text(guest, f"{LAB}/plot.py"))
    return Score.all_of(
        tree_is(guest, LAB, NAMES),
        file_is(guest, f"{LAB}/amplify.py", amplify.encode()),
        claim(
            "plot.py takes the gain from amplify.py",
            plot == ["from amplify import GAIN", "from report import line", "def points(series):", points()],
            plot,
        ),
        *(
            file_is(guest, f"{LAB}/{name}", (ORIGINALS / name).read_bytes())
            for name in ("notes.txt", "report.py")
        ),
        number_claim(affirming(guest), "the answer is the number of lines", counted(guest)),
    )


def lines(text: str) -> list[str]:
    """The lines that are not blank."""
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def points() -> str:
    return lines((ORIGINALS / "plot.py").read_text())[-1]


def counted(guest: GuestView) -> int:
    """The lines of the Python files as they are: how many blank ones plot.py has is left open."""
    return sum(len(read_text(guest, f"{LAB}/{name}").splitlines()) for name in NAMES if name.endswith(".py"))
