import json

from checkers import Claim, GuestView, Score
from checkers.evidence import Unusable, examine, fetch

REGISTRATIONS = "/var/lib/private/workshop/registrations.jsonl"
WANTED = {
    "name": "ines carvalho",
    "email": "ines.carvalho@example.org",
    "workshop": "glaze",
    "day": "sun",
}


def check(guest: GuestView) -> Score:
    return Score.all_of(registered_once_as_wanted(guest))


def registered_once_as_wanted(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        lines = fetch(guest, REGISTRATIONS, limit=100_000).decode("utf-8", "replace").splitlines()
        try:
            found = [json.loads(line) for line in lines]
        except ValueError as error:
            raise Unusable("the registrations are well-formed", error) from error
        normal = [
            {key: " ".join(str(value).casefold().split()) for key, value in fields.items()}
            for fields in found
            if isinstance(fields, dict)
        ]
        return normal == [WANTED], found

    return examine("the site has one registration, with these values and without lunch", look)
