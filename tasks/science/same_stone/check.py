from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.answers import answer, numbers
from checkers.evidence import examine, fetch
from checkers.files import file_is
from checkers.images import difference, open_image
from checkers.negation import affirmed

FOLDER = "/home/user/Pictures/finds"
TASK = Path(__file__).parent
CLOSE = 0.5


def check(guest: GuestView) -> Score:
    expected = open_image((TASK / "edges.png").read_bytes())

    def edges() -> tuple[bool, object]:
        found = open_image(fetch(guest, f"{FOLDER}/edges.png"))
        apart = difference(expected, found)
        return found.size == expected.size and apart <= CLOSE, (found.size, apart)

    given = numbers(affirmed(answer(guest)))
    return Score.all_of(
        claim("the answer is 3", given == [3], given),
        examine("edges.png has the edges of the third photograph", edges),
        *(
            file_is(guest, f"{FOLDER}/{original.name}", original.read_bytes())
            for original in sorted((TASK / "files").iterdir())
        ),
    )
