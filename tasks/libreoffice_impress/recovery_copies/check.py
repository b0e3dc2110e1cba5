from checkers import GuestView, Score
from checkers.files import file_is
from checkers.office_settings import setting_is
from checkers.variants import judged_with_facts

from .variant import Facts, presentation

SAVING = "Office.Common/Save/Document"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    return Score.all_of(
        setting_is(guest, f"{SAVING}/AutoSave", "true", default="true"),
        setting_is(guest, f"{SAVING}/AutoSaveTimeIntervall", str(facts.minutes), default="10"),
        file_is(guest, f"/home/user/Documents/{facts.file}", presentation(facts)),
    )
