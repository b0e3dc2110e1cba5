from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.variants import judged_with_facts

from .variant import Facts, lines


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    texts = read_document(guest, f"/home/user/Documents/{facts.file}").texts
    expected = lines(facts)
    taken = [point.versions[point.taken] for point in facts.points]
    left = [point.versions[1 - point.taken] for point in facts.points]
    return Score.all_of(
        *(claim(f"there is, without its mark: {text}", text in texts, texts) for text in taken),
        *(claim(f"removed is: {text}", not any(text in each for each in texts), texts) for text in left),
        claim(
            "all other paragraphs are as they were, in their order",
            [text for text in texts if text not in taken] == [text for text in expected if text not in taken],
            texts,
        ),
        claim("each version stands below the line that names its point", texts == expected, texts),
    )
