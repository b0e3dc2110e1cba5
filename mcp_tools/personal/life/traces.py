"""What a life event writes into the applications, with the helpers that keep it sound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from mcp_tools.personal.apps.mail import STANDARD
from mcp_tools.personal.life.book import NOW, Draft, moment
from mcp_tools.personal.life.cast import Somebody
from mcp_tools.personal.life.choices import Choices
from mcp_tools.personal.life.grammar import CHATTY, FORMAL, expand
from mcp_tools.personal.life.words import ASIDES, CLOSINGS, GREETINGS, SIGN_OFFS

INBOX, SENT, DRAFTS, ARCHIVE, TRASH = STANDARD
KEPT_IN_INBOX = timedelta(days=45)


class Traces(Choices):
    """One life event while it is written."""

    def write(self, kind: str, at: datetime, /, **values: object) -> Draft:
        """Write a record; what would be written after now is not kept."""
        draft = self.shelf.book.write(kind, at, **values)
        draft.is_kept = draft.is_kept and at < NOW
        self.drafts.append(draft)
        return draft

    def mail(
        self,
        at: datetime,
        sender: Somebody | str,
        to: Sequence[Somebody],
        subject: str,
        body: str,
        *,
        copies: Sequence[Somebody] = (),
        answers: Draft | None = None,
        attachments: Sequence[str] = (),
        folder: str = "",
        starred: bool = False,
    ) -> Draft:
        """Write a mail into the folders of all who have a mailbox, and return one of the copies."""
        address = sender if isinstance(sender, str) else sender.address
        at = self._single("mail", at)
        own = 0 if isinstance(sender, str) else sender.number
        thread = answers.values["thread"] if answers else f"{own or address} {moment(at)}"[:60]
        subject = (
            subject if not answers or subject else f"Re: {answers.values['subject'].removeprefix('Re: ')}"
        )
        values: dict[str, object] = {
            "sender": address,
            "to": [person.address for person in to],
            "copies": [person.address for person in copies],
            "subject": subject,
            "body": body,
            "at": at,
            "thread": thread,
            "attachments": list(attachments),
        }
        drafts = []
        for person in (*to, *copies):
            if person in self.cast.owners:
                inbox = self._folder_of(person, at, folder)
                is_read = at < NOW - timedelta(days=5) or self.chance(0.4)
                flags = {"is_read": is_read, "is_starred": starred and person == self.cast.main}
                drafts.append(
                    self.write(
                        "mail.message", at, folder=self.shelf.folders[person.number, inbox], **values, **flags
                    )
                )
        if not isinstance(sender, str) and sender in self.cast.owners:
            sent = self.shelf.folders[sender.number, SENT]
            drafts.append(self.write("mail.message", at, folder=sent, **values, is_read=True))
        assert drafts, "somebody has a mailbox"
        return drafts[-1]

    def draft(self, at: datetime, to: Sequence[Somebody], subject: str, body: str) -> Draft:
        """Write a mail that the main person has not sent."""
        main, at = self.cast.main, self._single("mail", at)
        return self.write(
            "mail.message",
            at,
            folder=self.shelf.folders[main.number, DRAFTS],
            sender=main.address,
            to=[person.address for person in to],
            subject=subject,
            body=body,
            at=at,
            thread=f"{main.id} {moment(at)}",
            is_read=True,
        )

    def letter(self, writer: Somebody, to: Somebody | str, *parts: str) -> str:
        """Return the text of a mail in the manner of its writer: greeting, parts as paragraphs, closing."""
        is_formal = not isinstance(to, str) and self._is_formal(writer, to)
        name = to if isinstance(to, str) else to.name if writer.style == FORMAL and is_formal else to.first
        greeting = self.say(writer, GREETINGS, to=name)
        aside = [self.aside()] if writer.style == CHATTY and not is_formal and self.chance(0.4) else []
        ending = replace(writer, style=FORMAL) if is_formal and writer.style == CHATTY else writer
        end = self.say(ending, SIGN_OFFS) if self.chance(0.5) else ""
        closing = self.say(ending, CLOSINGS)
        signed = writer.name if ending.style == FORMAL else writer.first
        return "\n\n".join(filter(None, (greeting, *aside, *parts, end))) + f"\n\n{closing}\n{signed}"

    def aside(self) -> str:
        """Return a remark beside the matter."""
        return expand(self.pick(ASIDES), self.random, {"first": self.pick(self.cast.people[4:]).first})

    def event(
        self,
        made: datetime,
        starts: datetime,
        minutes: int,
        title: str,
        *,
        place: str = "",
        organiser: Somebody | None = None,
        guests: Sequence[Somebody] = (),
        declined: Sequence[Somebody] = (),
        tentative: Sequence[Somebody] = (),
        open_: Sequence[Somebody] = (),
        note: str = "",
        is_family: bool = False,
        reminder: int = 0,
        all_day: bool = False,
    ) -> Draft | None:
        """Write an event into the calendars of organiser and guests; all guests accept but those who are named."""
        if made >= NOW:
            return None
        organiser = organiser or self.cast.main
        made = self._single("event", made)
        unsure = (*declined, *tentative, *open_)
        values: dict[str, object] = {
            "title": title,
            "starts": starts,
            "ends": starts + timedelta(minutes=minutes),
            "place": place,
            "note": note,
            "organiser": organiser.address,
            "guests": [person.address for person in guests],
            "accepted": [person.address for person in guests if person not in unsure],
            "declined": [person.address for person in declined],
            "tentative": [person.address for person in tentative],
            "series": f"{organiser.id} {moment(made)}",
        }
        drafts = []
        for person in (organiser, *guests):
            if (person.number, "own") in self.shelf.calendars:
                is_own = person == self.cast.main
                if is_family and person == self.cast.partner and self.cast.main in (organiser, *guests):
                    continue
                calendar = self.shelf.calendars[person.number, "family" if is_own and is_family else "own"]
                drafts.append(
                    self.write(
                        "calendar.event",
                        made,
                        calendar=calendar,
                        **values,
                        reminder=reminder if is_own else 0,
                    )
                )
                if not all_day and person not in unsure:
                    self.shelf.diary.take([person.number], starts, minutes)
        return drafts[0] if drafts else None

    def group(self, name: str, members: Sequence[Somebody]) -> tuple[object, ...]:
        """Return the key of a group of the messenger."""
        return ("group", name, tuple(members))

    def chat(
        self,
        at: datetime,
        sender: Somebody,
        to: Somebody | tuple[object, ...],
        text: str,
        *,
        answers: Draft | None = None,
        edited: bool = False,
    ) -> Draft:
        """Write a message to a person or into a group."""
        if isinstance(to, Somebody):
            key: tuple[object, ...] = tuple(sorted((sender.number, to.number)))
            members: Sequence[Somebody] = sorted((sender, to), key=lambda person: person.number)
            name = ""
        else:
            _, group_name, group_members = to
            assert isinstance(group_name, str) and isinstance(group_members, tuple), "as group() makes it"
            name, members = group_name, group_members
            key = ("group", name, *(person.number for person in members))
        at = self._single(f"chat {key}", at)
        conversation = self._conversation(key, at, members, name)
        return self.write(
            "messenger.message",
            at,
            conversation=conversation,
            sender=self.person(sender),
            text=text,
            at=at,
            reply_to=answers or "",
            is_edited=edited,
        )

    def talk(self, at: datetime, one: Somebody, other: Somebody, *texts: str) -> list[Draft]:
        """Write messages of two people in turn, `one` first, some minutes apart."""
        drafts: list[Draft] = []
        for index, text in enumerate(texts):
            sender, receiver = (one, other) if index % 2 == 0 else (other, one)
            at = self.later(drafts[-1].at, 1, 25) if drafts else at
            drafts.append(self.chat(at, sender, receiver, text))
        return drafts

    def react(self, message: Draft, person: Somebody, emoji: str) -> None:
        """Write a reaction to a message."""
        at = message.at + timedelta(minutes=1)
        self.write("messenger.reaction", at, message=message, person=self.person(person), emoji=emoji)

    def post(
        self,
        at: datetime,
        author: Somebody,
        channel: str,
        text: str,
        *,
        thread: Draft | None = None,
        mentions: Sequence[Somebody] = (),
        pinned: bool = False,
    ) -> Draft:
        """Write a post into a channel of the team, or into a thread of it."""
        at = self._single(f"team {channel}", at)
        return self.write(
            "team.post",
            at,
            channel=self.shelf.channels[channel],
            author=self.person(author),
            text=text,
            at=at,
            thread=thread or "",
            mentions=[self.person(person) for person in mentions],
            is_pinned=pinned,
        )

    def page(
        self,
        at: datetime,
        notebook: str,
        title: str,
        body: str,
        *,
        above: Draft | None = None,
        edited: datetime | None = None,
        properties: Mapping[str, tuple[str, str]] | None = None,
    ) -> Draft:
        """Write a page of a notebook; `properties` are kinds and values by name."""
        times = sum((notebook, f"{title}{end}") in self.shelf.used for end in ("", " (2)", " (3)"))
        title = f"{title} ({times + 1})" if times else title
        self.shelf.used.add((notebook, title))
        page = self.write(
            "notes.page",
            at,
            notebook=self.shelf.notebooks[notebook],
            title=title,
            body=body,
            above=above or "",
            at=at,
            edited=edited if edited and edited < NOW else at,
        )
        for name, (kind, value) in (properties or {}).items():
            self.write("notes.property", at, page=page, name=name, kind=kind, value=value)
        return page

    def file(self, at: datetime, path: str, text: str, edited: datetime | None = None) -> Draft | None:
        """Write a file of the main person's vault, unless there is one at the path."""
        if path.casefold() in self.shelf.paths:
            return None
        if at < NOW:
            self.shelf.paths.add(path.casefold())
        last = edited if edited and edited < NOW else at
        return self.write(
            "vault.file", at, owner=self.person(self.cast.main), path=path, text=text, edited=last
        )

    def card(self, at: datetime, owner: Somebody, name: str, **values: object) -> Draft:
        """Write a card of somebody's address book."""
        return self.write("contacts.card", at, owner=self.person(owner), name=name, **values)

    def person(self, person: Somebody) -> Draft | str:
        """Return what refers to a person's record."""
        return person.id

    def _conversation(
        self, key: tuple[object, ...], at: datetime, members: Sequence[Somebody], name: str
    ) -> Draft:
        """The conversation of some people, which begins with its first message."""
        ids = [self.person(member) for member in members]
        if at >= NOW:
            return self.write("messenger.conversation", at, members=ids, name=name)
        if key not in self.shelf.chats:
            self.shelf.chats[key] = self.write("messenger.conversation", at, members=ids, name=name)
        known = self.shelf.chats[key]
        known.at = min(known.at, at)
        return known

    def _single(self, place: str, at: datetime) -> datetime:
        """A moment at which nothing is written at a place yet."""
        while (place, at) in self.shelf.moments:
            at += timedelta(minutes=1)
        self.shelf.moments.add((place, at))
        return at

    def _folder_of(self, person: Somebody, at: datetime, folder: str) -> str:
        if folder and person == self.cast.main:
            return folder
        is_old = at < NOW - KEPT_IN_INBOX
        return ARCHIVE if is_old and self.chance(0.6) else INBOX

    def _is_formal(self, writer: Somebody, to: Somebody) -> bool:
        near = ("main", "partner", "boss", "mate", "colleague", "family", "friend")
        return not (writer.relation in near and to.relation in near)
