import re

from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import answer

SIGNS = re.compile(r"[甲乙丙丁戊己庚辛壬癸][子丑寅卯辰巳午未申酉戌亥]")
ANIMALS = re.compile(r"[鼠牛虎兔龙蛇马羊猴鸡狗猪]")
DENIED = re.compile(r"不是|並非|并非")


def check(guest: GuestView) -> Score:
    given = answer(affirming(guest))
    pairs, animals = SIGNS.findall(given), ANIMALS.findall(given)
    return Score.all_of(
        claim("the answer denies nothing", not DENIED.search(given), given[:100]),
        claim("the four pairs are those of the hour", pairs == ["丁未", "乙巳", "癸巳", "丁巳"], pairs),
        claim("the year is the sheep's", animals == ["羊"], animals),
    )
