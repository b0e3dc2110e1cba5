from checkers import GuestView, Score
from checkers.personal import Created, Shown, has_words, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            'what "Hay fever study" says was read',
            (
                "vault.file file-43",
                "mail.message mail-511",
                "mail.message mail-537",
                "mail.message mail-561",
                "mail.message mail-580",
                "mail.message mail-619",
            ),
        ),
        Shown("the organisation of Levin Hazelden was read", "contacts.card card-71"),
        Shown('the file "Hay fever study" was found', "vault.file file-43"),
        Created(
            "the channel general has it",
            "team.post",
            {"channel": "channel-1", "author": "person-1"},
            {"text": mentions(Name("Bruun Kennels", others=["Dunholt Animal Clinic"]))},
        ),
        Created(
            "a new file links to Projects/Hay fever study.md",
            "vault.file",
            {"owner": "person-1", "path": "Start here.md"},
            {"text": lambda text: "[[" in text and has_words("Hay fever study")(text)},
        ),
    )
