from checkers import GuestView, Score
from checkers.nothing_else import may_change, nothing_else
from checkers.office_settings import setting_is
from checkers.variants import judged_with_facts

from .variant import Facts

SETTINGS = ".config/libreoffice/4/user/registrymodifications.xcu"
SAVING = "Office.Common/Save/Document/AutoSave"
INTERVAL = "Office.Common/Save/Document/AutoSaveTimeIntervall"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    return Score.all_of(
        setting_is(guest, SAVING, "true", default="true"),
        setting_is(guest, INTERVAL, str(facts.minutes), default="10"),
        nothing_else(guest, may_change(SETTINGS, f"setting {SAVING}", f"setting {INTERVAL}")),
    )
