from checkers import GuestView, Score
from checkers.evidence import examine
from checkers.files import read_text
from checkers.nothing_else import may_add, nothing_else
from checkers.values import ListOf, Name, value_claim

EXAMPLE = "Documents/HalfStars.tsx"
CODE = """
import React from 'react';
import { Rate } from 'antd';
const App: React.FC = () => <Rate allowHalf defaultValue={2.5} />;
export default App;
"""
VERSIONS = [
    Name(version, aliases={version: [f"v{version}"]}, pattern=r"v?\d+\.\d+\.\d+")
    for version in ("5.18.0", "4.4.0")
]


def check(guest: GuestView) -> Score:
    def example() -> tuple[bool, object]:
        found = read_text(guest, f"/home/user/{EXAMPLE}")
        return found.split() == CODE.split(), found[:300]

    return Score.all_of(
        examine("HalfStars.tsx has the example", example),
        value_claim(guest, "the versions are 5.18.0 and 4.4.0", ListOf(VERSIONS, ordered=True)),
        nothing_else(guest, may_add(EXAMPLE)),
    )
