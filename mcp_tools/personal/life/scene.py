"""A life event while it is written, with what it writes into feed and forum."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from mcp_tools.personal.life.book import NOW, Draft
from mcp_tools.personal.life.cast import Somebody
from mcp_tools.personal.life.country import Place
from mcp_tools.personal.life.traces import Traces
from mcp_tools.personal.life.words import long_day

COMMENTS = (
    "t:[Nice.|Lovely.|Well done.|Enviable.|Same here.|Where is that?]",
    "t:[Good light|Fine colours|Looks cold|I want that|Next time me too].",
    "c:[Oh, how I envy you|You should have called me|I can smell it from here|That made my day], "
    "{author}! [Is that|It must be] {guess}?",
    "c:[We were there|I went] [in spring|last winter|years ago] and [it rained|the queue was "
    "endless|somebody lost a hat]!",
    "f:[A beautiful picture|Thank you for sharing this], {author}. [May I ask|I wonder] [where "
    "exactly|what the name is|when it was taken]?",
    "f:[I had no idea|How good to know] that [one can|you] [go|do this] [there|so early|in this weather].",
)
GUESS = (
    "[the bench by the gate|your new coat|still the old camera|the third floor|real snow|your own "
    "recipe|the neighbour's cat]"
)
PICTURES = (
    "[A table with|A window and|Two chairs beside|A plate of|Shoes next to|A hand with|A shelf "
    "full of] [{subject}|{subject} and a cup|"
    "{subject} in the rain|{subject} from above|{subject}, out of focus]"
)
VIEWS = (
    "[The door of|A window of|The stairs of|A clock in|A bench before|Light over|Two people "
    "outside|The sign of] {subject}"
    "[ in the rain|, from below|, out of focus|, at noon|, with pigeons||]"
)


class Scene(Traces):
    """A life event while it is written; what is here is for feed and forum."""

    def publish(
        self,
        at: datetime,
        author: Somebody,
        text: str,
        topics: Sequence[str] = (),
        place: str = "",
        picture: str = "",
        audience: str = "public",
    ) -> Draft:
        """Write a post of the feed."""
        at = self._single("feed", at)
        text = f"{text} {long_day(at.date())}." if (author.id, text) in self.shelf.used else text
        self.shelf.used.add((author.id, text))
        return self.write(
            "feed.post",
            at,
            author=author.id,
            text=text,
            topics=list(topics),
            place=place,
            picture=picture,
            audience=audience,
            at=at,
        )

    def picture(
        self,
        at: datetime,
        author: Somebody,
        text: str,
        place: Place | None,
        near: Sequence[Somebody] = (),
        topics: Sequence[str] = (),
    ) -> Draft:
        """Write a post with a picture, and what others do with it."""
        subject = (
            place.name
            if place
            else self.phrase(
                "[bread|boots|a map|apples|the stove|a kite|wool|the old bicycle|jam jars|a train window]"
            )
        )
        shown = self.phrase(VIEWS if place else PICTURES, subject=subject)
        where = f"{place.name}, {place.town}" if place else ""
        tags = topics or ([f"#{place.town.lower()}", f"#{place.kind}"] if place else ["#athome"])
        post = self.publish(at, author, text, tags, where, shown)
        self.responses(post, author, near)
        return post

    def plain(
        self,
        at: datetime,
        author: Somebody,
        text: str,
        topics: Sequence[str],
        place: str = "",
        near: Sequence[Somebody] = (),
    ) -> Draft:
        """Write a post without a picture, and what others do with it."""
        post = self.publish(at, author, text, topics, place)
        self.responses(post, author, near)
        return post

    def responses(self, post: Draft, author: Somebody, near: Sequence[Somebody] = ()) -> None:
        """Write comments and likes of those who follow, and the author's notifications if it is the main person's."""
        followers = [
            person for person in self.cast.people if (person.number, author.number) in self.shelf.follows
        ]
        for person in dict.fromkeys(
            (*[item for item in near if item in followers][:1], *self.some(followers, 0, 2))
        ):
            at = self.later(post.at, 5, 1500)
            text = self.say(person, COMMENTS, author=author.first, guess=self.phrase(GUESS))
            comment = self.write("feed.comment", at, post=post, author=person.id, text=text, at=at)
            self._notify(author, "comment", person, post, at, comment)
        for person in self.some(followers, 1, 4):
            at = self.later(post.at, 2, 2000)
            self.write("feed.like", at, post=post, person=person.id)
            self._notify(author, "like", person, post, at)

    def _notify(
        self,
        owner: Somebody,
        kind: str,
        by: Somebody,
        post: Draft,
        at: datetime,
        comment: Draft | None = None,
    ) -> None:
        if owner == self.cast.main and by != owner and post.is_kept and at < NOW:
            is_read = at < NOW - timedelta(days=3)
            self.write(
                "feed.notification",
                at,
                owner=owner.id,
                kind=kind,
                by=by.id,
                post=post,
                comment=comment or "",
                at=at,
                is_read=is_read,
            )

    def thread(self, at: datetime, author: Somebody, board: str, title: str, text: str) -> Draft:
        """Write a thread of the forum."""
        at = self._single("forum", at)
        return self.write(
            "forum.thread",
            at,
            board=self.shelf.boards[board],
            author=author.id,
            title=title,
            text=text,
            at=at,
        )

    def answer(
        self, at: datetime, thread: Draft, author: Somebody, text: str, answers: Draft | None = None
    ) -> Draft:
        """Write an answer in a thread."""
        at = self._single("forum", at)
        return self.write(
            "forum.answer", at, thread=thread, author=author.id, text=text, answers=answers or "", at=at
        )

    def votes(
        self, thread: Draft, answer: Draft | None, voters: Sequence[Somebody], value: str = "up"
    ) -> None:
        """Write votes on a thread or on an answer."""
        at = (answer or thread).at + timedelta(minutes=30)
        for voter in voters:
            self.write("forum.vote", at, owner=voter.id, thread=thread, answer=answer or "", value=value)
