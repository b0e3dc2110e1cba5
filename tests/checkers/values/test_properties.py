"""Random values in random notations, and answers that attack the parser."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from checkers.values import Date, Duration, Kind, ListOf, Money, Name, Number, Outcome, TimeOfDay, judge
from tests.checkers.values.renderings import CENTS, DATES, MINUTES_OF_DAY, SECONDS, SENTENCES, WHOLE
from tests.checkers.values.tables import is_right

pytestmark = pytest.mark.sampled

SAMPLES: list[tuple[Callable[[Any], Kind], st.SearchStrategy[Any], Sequence[Callable[[Any], str]]]] = [
    (Number, st.integers(0, 10**8), WHOLE),
    (lambda n: Number(n, "jobs"), st.integers(0, 10**6), [lambda n, r=r: f"{r(n)} jobs" for r in WHOLE]),
    (lambda n: Number(n, "km"), st.integers(0, 10**6), [lambda n, r=r: f"{r(n)} km" for r in WHOLE]),
    (lambda n: Money(n / 100, "EUR"), st.integers(1, 10**8), CENTS),
    (Duration, st.integers(1, 59 * 60), SECONDS),
    (lambda n: TimeOfDay(n // 60, n % 60), st.integers(0, 1439), MINUTES_OF_DAY),
    (lambda d: Date(d.year, d.month, d.day), st.dates(date(1990, 1, 1), date(2060, 12, 31)), DATES),
]
KINDS = [
    Number(82),
    Number(0, "packets"),
    Number(82, "million euros"),
    Number(3, "photo", ordinal=True),
    Number(-3, "°C", decimals=1),
    Money(82, "EUR"),
    Duration(253),
    TimeOfDay(16, 5),
    Date(2026, 5, 3),
    Name("Inkwell", ["Papierhof", "Tintenfix"], partial=True),
    ListOf([Name("Fortran", ["R"]), Name("R", ["Fortran"])]),
]


@pytest.mark.parametrize(("kind", "values", "renderings"), SAMPLES)
@given(data=st.data())
def test_a_value_is_found_in_any_notation(kind: Any, values: Any, renderings: Any, data: Any) -> None:
    value = data.draw(values)
    answer = data.draw(st.sampled_from(SENTENCES)).format(data.draw(st.sampled_from(renderings))(value))
    assert is_right(answer, kind(value)), answer


@pytest.mark.parametrize(("kind", "values", "renderings"), SAMPLES)
@given(data=st.data())
def test_another_value_is_not(kind: Any, values: Any, renderings: Any, data: Any) -> None:
    value, other = data.draw(values), data.draw(values)
    rendering = data.draw(st.sampled_from(renderings))
    answer = data.draw(st.sampled_from(SENTENCES)).format(rendering(other))
    assume(not _may_be(kind(other), rendering(value)) and not _may_be(kind(value), rendering(other)))
    assert not is_right(answer, kind(value)), answer


@pytest.mark.parametrize(("kind", "values", "renderings"), SAMPLES)
@given(data=st.data())
def test_a_choice_between_two_values_is_not(kind: Any, values: Any, renderings: Any, data: Any) -> None:
    value, other = data.draw(values), data.draw(values)
    first, second = (
        data.draw(st.sampled_from(renderings))(item) for item in data.draw(st.permutations([value, other]))
    )
    assume(value != other and not (_may_be(kind(value), first) and _may_be(kind(value), second)))
    joint = data.draw(
        st.sampled_from(["{} or {}", "{}, maybe {}", "either {} or {}", "{}, or rather perhaps {}"])
    )
    answer = data.draw(st.sampled_from(["{}", "It is {}.", "Answer: {}"])).format(joint.format(first, second))
    assert not is_right(answer, kind(value)), answer


@pytest.mark.parametrize(("kind", "values", "renderings"), SAMPLES)
@pytest.mark.parametrize(
    "denial", ["It is not {}.", "It isn't {}", "anything but {}", "Never {}", "{} is wrong."]
)
@given(data=st.data())
def test_a_denied_value_is_not(denial: str, kind: Any, values: Any, renderings: Any, data: Any) -> None:
    value = data.draw(values)
    answer = denial.format(data.draw(st.sampled_from(renderings))(value))
    assert not is_right(answer, kind(value)), answer


def _may_be(kind: Kind, text: str) -> bool:
    """Whether a text has the value, too, for what may mean two things, such as 03/05/2026 and 1.234."""
    return judge(text, kind).outcome is Outcome.RIGHT


@pytest.mark.parametrize("kind", KINDS)
@given(
    text=st.text(
        st.sampled_from(
            "0123456789.,:;'\"/-\u2013+*_`$\\{}[]()|~#<>=^%\u20ac\u00a3\u00bd\n aehmnopstxkM\u6708\u65e5\u5e74\u70b9"
        ),
        max_size=60,
    )
    | st.text(max_size=60)
)
def test_any_text_is_judged(kind: Kind, text: str) -> None:
    judge(text, kind, given=text)


RIVALS: list[list[tuple[Kind, list[str]]]] = [
    [
        (Number(n, "minutes"), [f"{n} minutes", f"{n}", f"{n} min", f"{n} m", f"{n} km"])
        for n in (12, 17, 29)  # the last one is the sum of the others
    ],
    [
        (Number(n), [f"{n}", f"{n}.0", f"{n} km", f"{n} trains", f"row {n}", f"{n} euros each"])
        for n in (12, 17, 29)
    ],
    [(Money(n, "EUR"), [f"{n} euros", f"{n}", f"\u20ac{n}.00", f"{n} euros each"]) for n in (12, 17, 29)],
    [(Duration(n), [f"0:{n}", f"{n} s", f"{n}", f"{n} seconds"]) for n in (12, 17, 29)],
    [(Date(2026, 5, n), [f"{n} May 2026", f"May {n}", f"the {n}th", f"2026-05-{n}"]) for n in (14, 15, 16)],
    [
        (TimeOfDay(n, 20), [f"{n}:20", f"{n}.20 h", f"{n} h 20", f"{n}.20", f"by {n}:20"])
        for n in (13, 14, 15)
    ],
    [
        (Name(name, ["Corvin", "Hollin", "Dunholt"]), [name, f"the {name}"])
        for name in ("Corvin", "Hollin", "Dunholt")
    ],
]
PHRASES = """
{}|{}.|It is {}.|**{}**|Answer: {}|\\boxed{{{}}}|So {}.|{} in total|total: {}|({})|(or {})|({} too)|not {}|than {}|
it would be {}|= {}|+ {}|or {}|and {}|{},|{};|maybe {}|Actually, {}.|wait, {}|I first thought {}|~~{}~~|- {}#|of {}|
The walk takes {}.|Corvin costs {}.|{} and more|-|#|##|,|;|which is {}|while {}|first
"""


@pytest.mark.parametrize("rivals", RIVALS)
@given(data=st.data())
def test_no_answer_is_right_for_two_values(rivals: list[tuple[Kind, list[str]]], data: Any) -> None:
    """So an agent that does not know the answer gains nothing by giving several."""
    phrases = st.sampled_from(PHRASES.replace("\n", "").replace("#", "\n").split("|"))
    forms = st.sampled_from([form for _, forms in rivals for form in forms])
    pieces = [
        phrase.format(data.draw(forms)) for phrase in data.draw(st.lists(phrases, min_size=2, max_size=6))
    ]
    answer = data.draw(st.sampled_from([" ", "\n", ""])).join(pieces)
    right = [kind for kind, _ in rivals if is_right(answer, kind)]
    assert len(right) <= 1, answer


PIECES = """
8|82 |1,|1, |1 or |82 or 85 |3, |3 May |May 3 |not |not 82 |n't |**|**8** |*a |__a|`|$|$8|$8$ |\\boxed{8} |\\boxed{|{|}
|\\text{|(|((8|[1](|[8](a) |~~|~~8~~ |- 8#|1. 8#|--- |---#| |#|##|16:05 |16:|4 min 13 s |4m|1 h 22 |four |
one hundred and |five past |half |a |and a half |€|€8 |12,- |1/2|1/|1'|4'13"|1e9|10^|^2|x 10^6|+ 8 |82 = |
than |maybe |or |/|/a|a/|http://|a@b|T461|a-1-|1a|a1a1|1.1|1.1.1|wait, 8 |i first thought |answer: 8 |in total 8 |
inkwell |inkwell or |R; |82% of |none |no packets |loss of 8 |八|8万|5月|<b>|<b>8</b>|<|½|é|\u0301|
Sunday 3 May 2026, |in 2026 |8x8|8 x 8 = |no, |. |8. |, |8 (8) |approx. |a#8#
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece", [*PIECES.replace("\n", "").replace("#", "\n").split("|"), "|", "| 8 |\n", "|8", "#"]
)
def test_a_long_answer_is_judged_in_time(piece: str) -> None:
    """It takes 0.1 s for most of these, on a busy machine 1 s for the worst; quadratic time would be minutes."""
    text = (piece * 20_000)[:20_000]
    started = time.process_time()
    judge(text, ListOf([Number(82, "million euros"), Name("Inkwell", ["Papierhof"], partial=True)]))
    assert time.process_time() - started < 5
