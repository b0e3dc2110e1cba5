"""Filing mails: stars, folders, the trash."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plugins.persona.generation.lived import Lived
from plugins.persona.generation.operations.given import changed, rows_of, short
from plugins.persona.generation.operations.literals import FOLDERS, pick
from plugins.persona.generation.parts import Call, Fact, Operation, operation


@operation(mail=("mail",))
def star_mail(lived: Lived, mail: Fact) -> Iterator[Operation]:
    """Mark a mail with a star."""
    rows = rows_of(lived, mail, lambda _, data: not data["is_starred"])
    for key, data in rows[:1]:
        yield Operation(
            unit="star_mail",
            kind="modify",
            asked="Put a star on {mail}.",
            takes={"mail": mail},
            effect=Call("mail_set_flags", {"message": "{mail}", "starred": "yes"}),
            claim=f"the mail {short(data['subject'])!r} has a star",
            check=changed("mail.message", key, {"is_starred": True}),
            record=f"mail.message {key}",
        )


@operation(mail=("mail",))
def file_mail(lived: Lived, mail: Fact) -> Iterator[Operation]:
    """Move a mail into a folder."""
    name = pick(lived, mail, FOLDERS)
    folder = lived.folder(name)
    for key, data in rows_of(lived, mail, lambda _, data: data["folder"] != folder)[:1]:
        yield Operation(
            unit="file_mail",
            kind="modify",
            asked=f"Move {{mail}} into the folder {name}.",
            takes={"mail": mail},
            effect=Call("mail_move", {"message": "{mail}", "folder": name}),
            wrong={"into_the_trash": {"folder": "Trash"}},
            claim=f"the mail {short(data['subject'])!r} is in {name}",
            check=changed("mail.message", key, {"folder": folder}),
            record=f"mail.message {key}",
        )


@operation(mail=("mail",))
def delete_mail(lived: Lived, mail: Fact) -> Iterator[Operation]:
    """Put a mail into the trash."""
    trash = lived.folder("Trash")
    for key, data in rows_of(lived, mail, lambda _, data: data["folder"] != trash)[:1]:
        yield Operation(
            unit="delete_mail",
            kind="delete",
            asked="Delete {mail}.",
            takes={"mail": mail},
            effect=Call("mail_delete", {"message": "{mail}"}),
            claim=f"the mail {short(data['subject'])!r} is in the trash",
            check=changed("mail.message", key, {"folder": trash}),
            record=f"mail.message {key}",
        )


@operation(mail=("mail",))
def unread_mail(lived: Lived, mail: Fact) -> Iterator[Operation]:
    """Mark a mail as unread, so that it is read again."""

    def is_read(_: str, data: Any) -> bool:
        return bool(data["is_read"])

    for key, data in rows_of(lived, mail, is_read)[:1]:
        yield Operation(
            unit="unread_mail",
            kind="modify",
            asked="Mark {mail} as unread.",
            takes={"mail": mail},
            effect=Call("mail_set_flags", {"message": "{mail}", "read": "no"}),
            claim=f"the mail {short(data['subject'])!r} is unread",
            check=changed("mail.message", key, {"is_read": False}),
            record=f"mail.message {key}",
        )
