import re

from checkers import GuestView, Score, claim
from checkers.answers import answer
from checkers.nothing_else import nothing_else
from checkers.values import ListOf, Name, value_claim

PILLARS = ("丁未", "乙巳", "癸巳", "丁巳")
SIGNS = "[甲乙丙丁戊己庚辛壬癸][子丑寅卯辰巳午未申酉戌亥]"
ANIMALS = "鼠牛虎兔龙蛇马羊猴鸡狗猪"
DENIED = re.compile("不是|並非|并非")


def check(guest: GuestView) -> Score:
    pillars = ListOf([Name(pillar, pattern=SIGNS) for pillar in PILLARS], ordered=True)
    given = answer(guest)
    return Score.all_of(
        claim("the answer denies nothing", not DENIED.search(given), given[:100]),
        value_claim(guest, f"the four pairs are {' '.join(PILLARS)}", pillars),
        value_claim(guest, "the year is the sheep's", Name("羊", others=ANIMALS)),
        nothing_else(guest),
    )
