from pathlib import Path

from checkers import GuestView, Score
from checkers.files import file_is, tree_is
from checkers.vscode_extensions import extensions_are

SITE = "/home/user/projects/class-site"
FILES = Path(__file__).parent / "files" / "class-site"
KEPT = {"quarz-verlag.atlas-theme": "1.3.0", "birkenhof.slate-light": "3.0.1"}


def check(guest: GuestView) -> Score:
    pages = sorted(FILES.iterdir())
    return Score.all_of(
        extensions_are(guest, KEPT),
        tree_is(guest, SITE, [page.name for page in pages]),
        *(file_is(guest, f"{SITE}/{page.name}", page.read_bytes()) for page in pages),
    )
