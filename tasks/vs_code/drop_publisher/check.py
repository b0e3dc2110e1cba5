from checkers import Claim, GuestView, Score
from checkers.evidence import examine
from checkers.nothing_else import may_change, may_remove, nothing_else
from checkers.vscode_extensions import extensions

EXTENSIONS = ".local/share/code-server/extensions"


def check(guest: GuestView) -> Score:
    return Score.all_of(
        publisher_has_none(guest),
        nothing_else(
            guest,
            may_change(f"{EXTENSIONS}/extensions.json", "extension quarzo.*", what="removed"),
            may_remove(f"{EXTENSIONS}/quarzo.*"),
        ),
    )


def publisher_has_none(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        installed = extensions(guest)
        return not any(name.startswith("quarzo.") for name in installed), sorted(installed)

    return examine("no extension of the publisher quarzo is installed", look)
