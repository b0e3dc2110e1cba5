from pathlib import Path

from PIL import Image

from checkers import GuestView, Score, claim
from checkers.evidence import ask, fetch, judged
from checkers.nothing_else import may_add, nothing_else

BEAN = "Pictures/bean"
FILM = f"/home/user/{BEAN}/bean.mp4"
ORIGINALS = Path(__file__).parent / "files"
ORDER = ["p31", "p07", "p22", "p40", "p03", "p28"]
COLUMNS, ROWS = 4, 3
"""Pictures are compared by the mean grey of so many fields."""
CLOSE = 6
"""A film's compression changes a field by less than this; two photos differ by more in some field."""
MOST_BYTES = 8 * 2**20
STAMPED = f"{BEAN}/*_20*_*.png"
"""What the server's tools write beside the pictures they look at, named after the time. No tool deletes it."""


@judged
def check(guest: GuestView) -> Score:
    fetch(guest, FILM, limit=MOST_BYTES)
    found = frames(guest)
    photos = [fields(ORIGINALS / f"{name}.png") for name in ORDER]
    return Score.all_of(
        claim("the film is 320 by 240 at two pictures a second", looks(guest) == ["320", "240", "2/1"]),
        claim("it has six pictures", len(found) == len(ORDER), len(found)),
        claim(
            "they are the sharp photos in the order in which they were taken",
            len(found) == len(ORDER) and all(map(alike, found, photos)),
            [frame.hex() for frame in found],
        ),
        nothing_else(guest, may_add(f"{BEAN}/bean.mp4"), may_add(STAMPED)),
    )


def looks(guest: GuestView) -> list[str]:
    """Width, height and frames a second of the film."""
    entries = ["-select_streams", "v:0", "-show_entries", "stream=width,height,r_frame_rate"]
    shown = ask(guest, ["/usr/bin/ffprobe", "-v", "error", "-f", "mov", *entries, "-of", "csv=p=0", FILM])
    return shown.stdout.decode("ascii", "replace").strip().strip(",").split(",")


def frames(guest: GuestView) -> list[bytes]:
    """The film's first pictures, each as the grey of its fields. The demuxer is given: others read further files."""
    shrunk = ["-vf", f"scale={COLUMNS}:{ROWS}:flags=area,format=gray", "-frames:v", "60"]
    film = ["/usr/bin/ffmpeg", "-v", "error", "-f", "mov", "-i", FILM, "-vsync", "passthrough", *shrunk]
    data = ask(guest, [*film, "-f", "rawvideo", "-"]).stdout
    size = COLUMNS * ROWS
    return [data[start : start + size] for start in range(0, len(data), size)]


def fields(photo: Path) -> bytes:
    return Image.open(photo).convert("L").resize((COLUMNS, ROWS), Image.Resampling.BOX).tobytes()


def alike(one: bytes, other: bytes) -> bool:
    return len(one) == len(other) and all(abs(a - b) < CLOSE for a, b in zip(one, other, strict=True))
