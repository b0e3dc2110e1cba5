from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Date, Name, value_claim

LUNAR_DAYS = (
    r"(?<![\d-])\d{1,2}-\d{1,2}(?![\d-])|[正一二三四五六七八九十冬腊]{1,2}月[初十廿三][一二三四五六七八九十]"
)
MANSIONS = "[角亢氐房心尾箕斗牛女虚危室壁奎娄胃昴毕觜参井鬼柳星张翼轸][木金土日月火水].[吉凶]"


def check(guest: GuestView) -> Score:
    return Score.all_of(
        value_claim(
            guest, "the date is 1924-12-18", Date(1924, 12, 18, year_needed=True), given="11-22, the 22nd"
        ),
        value_claim(
            guest,
            "it is the 22nd of the eleventh month",
            Name("11-22", aliases={"11-22": ["十一月廿二", "冬月廿二"]}, pattern=LUNAR_DAYS),
        ),
        value_claim(guest, "the mansion is the Well", Name("井木犴吉", pattern=MANSIONS)),
        nothing_else(guest),
    )
