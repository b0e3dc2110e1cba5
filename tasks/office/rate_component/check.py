from checkers import GuestView, Score, claim
from checkers.answers import answer
from checkers.evidence import examine
from checkers.files import read_text

CODE = """
import React from 'react';
import { Rate } from 'antd';
const App: React.FC = () => <Rate allowHalf defaultValue={2.5} />;
export default App;
"""


def check(guest: GuestView) -> Score:
    versions = [part.strip(" .") for part in answer(guest).split(";")]

    def example() -> tuple[bool, object]:
        found = read_text(guest, "/home/user/Documents/HalfStars.tsx")
        return found.split() == CODE.split(), found[:300]

    return Score.all_of(
        examine("HalfStars.tsx has the example", example),
        claim("the versions are 5.18.0 and 4.4.0", versions == ["5.18.0", "4.4.0"], versions),
    )
