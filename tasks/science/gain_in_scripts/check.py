from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.files import read_text
from checkers.nothing_else import may_change, nothing_else
from checkers.values import Number, value_claim

LAB = "lab"
AMPLIFY = "GAIN = 3.2  # of the new amplifier"
PLOT = [
    "from amplify import GAIN",
    "from report import line",
    "def points(series):",
    "    return [(number, GAIN * volts, line(volts)) for number, volts in enumerate(series)]",
]


@judged
def check(guest: GuestView) -> Score:
    """How many blank lines plot.py has is left open."""
    amplify, plot, report = (
        read_text(guest, f"/home/user/{LAB}/{name}.py").splitlines() for name in ("amplify", "plot", "report")
    )
    written = [line.rstrip() for line in plot if line.strip()]
    count = len(amplify) + len(plot) + len(report)
    return Score.all_of(
        claim("amplify.py sets the new gain", amplify[:1] == [AMPLIFY], amplify[:1]),
        claim("plot.py takes the gain from amplify.py", written == PLOT, written),
        value_claim(
            guest,
            f"the Python files have {count} lines",
            Number(count, "lines"),
            given=f"{len(amplify)} lines, {len(plot)} lines and {len(report)} lines",
        ),
        nothing_else(
            guest,
            may_change(f"{LAB}/amplify.py", "line 1", what="text"),
            may_change(f"{LAB}/plot.py", "line *", what=("added", "removed", "text")),
        ),
    )
