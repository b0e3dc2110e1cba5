"""Rules on notes, vault, feed and forum, and on what texts say."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date

from mcp_tools.personal.apps.notes import canonical
from mcp_tools.personal.apps.vault import Places, link_targets
from mcp_tools.personal.life.country import delivery, products, trains
from mcp_tools.personal.life.rules import rule
from mcp_tools.personal.life.view import View, moment, sentences
from mcp_tools.personal.life.words import MONTHS, WEEKDAYS
from mcp_tools.personal.refused import Refused

MOST_TIMES = 30
LEAST_VARIETY = 0.6
_DAY = re.compile(rf"({'|'.join(WEEKDAYS)}) (\d{{1,2}}) ({'|'.join(MONTHS)})")
_LINE = re.compile(r"^(\d+) x (.+), (\d+\.\d\d) euros each$", re.MULTILINE)
_TOTALS = re.compile(r"Goods (\d+\.\d\d) euros, delivery (\d+\.\d\d) euros, total (\d+\.\d\d) euros")
_TRAIN = re.compile(r"^(\w+ \d+ \w+): (T\d+) (\w+) (\d\d:\d\d) to (\w+) (\d\d:\d\d)", re.MULTILINE)
_LEFT_OVER = re.compile(r"\{[a-z_]+\}|\[[^\]\n]*\|[^\]\n]*\]| {2}|lorem|\bNone\b", re.IGNORECASE)


@rule
def pages_are_under_pages_of_their_notebook(view: View) -> Iterator[str]:
    """A page is under an earlier one of its notebook, and was edited when it was there."""
    pages = view.records["notes.page"]
    for key, page in pages.items():
        if page["edited"] < page["at"]:
            yield key
        if page["above"] and (
            pages[page["above"]]["notebook"] != page["notebook"] or pages[page["above"]]["at"] > page["at"]
        ):
            yield key


@rule
def properties_are_of_one_kind(view: View) -> Iterator[str]:
    """A property has one kind on all pages of a notebook, and a value in the form of its kind."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for key, item in view.records["notes.property"].items():
        found[view.records["notes.page"][item["page"]]["notebook"], item["name"]].add(item["kind"])
        try:
            if canonical(item["kind"], item["value"], "value") != item["value"]:
                yield key
        except Refused as refusal:
            yield f"{key}: {refusal}"
    yield from (f"{place}" for place, found_kinds in found.items() if len(found_kinds) > 1)


@rule
def files_link_to_files(view: View) -> Iterator[str]:
    """At least eight links of the vault lead to a file."""
    files = view.records["vault.file"].values()
    known = Places.of(file["path"] for file in files)
    leading = sum(
        bool(known.destination(target, file["path"]))
        for file in files
        for target in link_targets(file["text"])
    )
    if leading < 8:
        yield f"{leading} links"


@rule
def who_comments_sees_the_post(view: View) -> Iterator[str]:
    """Who likes or comments on a post of a private profile or for followers follows its author; comments come later."""
    private = {item["of"] for item in view.records["feed.profile"].values() if item["is_private"]}
    follows = {
        (item["follower"], item["followed"])
        for item in view.records["feed.follow"].values()
        if item["is_accepted"]
    }
    posts = view.records["feed.post"]
    for name, field in (("feed.comment", "author"), ("feed.like", "person")):
        for key, item in view.records[name].items():
            post, person = posts[item["post"]], item[field]
            is_open = post["audience"] == "public" and post["author"] not in private
            if not is_open and person != post["author"] and (person, post["author"]) not in follows:
                yield key
            if item.get("at", post["at"]) < post["at"]:
                yield f"{key} is earlier than the post"


@rule
def notifications_say_what_happened(view: View) -> Iterator[str]:
    """A notification of a like or comment has the post of its owner, and the like or comment is there."""
    posts, comments = view.records["feed.post"], view.records["feed.comment"]
    likes = {(item["post"], item["person"]) for item in view.records["feed.like"].values()}
    for key, item in view.records["feed.notification"].items():
        is_like = item["kind"] == "like" and (item["post"], item["by"]) in likes
        is_comment = item["kind"] == "comment" and comments[item["comment"]]["author"] == item["by"]
        if not (is_like or is_comment) or posts[item["post"]]["author"] != item["owner"]:
            yield key


@rule
def answers_in_the_forum_come_later(view: View) -> Iterator[str]:
    """An answer is later than its thread and than the answer of the same thread that it answers."""
    answers, threads = view.records["forum.answer"], view.records["forum.thread"]
    for key, answer in answers.items():
        above = answers[answer["answers"]] if answer["answers"] else None
        if answer["at"] <= threads[answer["thread"]]["at"]:
            yield key
        if above and (above["thread"] != answer["thread"] or above["at"] >= answer["at"]):
            yield key


@rule
def nobody_votes_for_themselves(view: View) -> Iterator[str]:
    """A vote is on an answer of its thread, and not on what its owner wrote."""
    answers, threads = view.records["forum.answer"], view.records["forum.thread"]
    for key, vote in view.records["forum.vote"].items():
        item = answers[vote["answer"]] if vote["answer"] else threads[vote["thread"]]
        if item["author"] == vote["owner"] or (vote["answer"] and item["thread"] != vote["thread"]):
            yield key


@rule
def days_of_the_week_agree(view: View) -> Iterator[str]:
    """A day of the week that stands beside a date is that of the year in which it is nearest."""
    for text in view.texts:
        if not text.at:
            continue
        written = moment(text.at).date()
        for weekday, day, month in _DAY.findall(text.text):
            years = (written.year - 1, written.year, written.year + 1)
            options = [date(year, MONTHS.index(month) + 1, int(day)) for year in years]
            if WEEKDAYS[min(options, key=lambda option: abs((option - written).days)).weekday()] != weekday:
                yield f"{text.key}: {weekday} {day} {month}"


@rule
def prices_are_the_shops(view: View) -> Iterator[str]:
    """Orders have the prices of the shop, and their sums are right; prices beside a product are its."""
    by_name = {item.name: item.price for item in products()}
    beside = re.compile(rf"({'|'.join(map(re.escape, by_name))}), (\d+\.\d\d) euros")
    for text in view.texts:
        for name, price in beside.findall(text.text):
            if float(price) != by_name[name]:
                yield f"{text.key}: {name}, {price}"
        if totals := _TOTALS.search(text.text):
            goods = round(sum(int(count) * float(price) for count, _, price in _LINE.findall(text.text)), 2)
            wanted = (goods, delivery(goods), round(goods + delivery(goods), 2))
            if tuple(map(float, totals.groups())) != wanted:
                yield f"{text.key}: the sums are not {wanted}"


@rule
def trains_are_of_the_timetable(view: View) -> Iterator[str]:
    """A train in a mail runs from and to these towns at these times on that day."""
    for mail in view.single_messages:
        for day, number, origin, start, destination, end in _TRAIN.findall(mail["body"]):
            found = [train for train in trains().get((origin, destination), ()) if train.number == number]
            weekday = WEEKDAYS.index(day.split()[0])
            fits = found and (found[0].departs, found[0].arrives) == (start, end)
            if not fits or found[0].weekdays[weekday] != "1":
                yield f"{mail['subject']}: {number}"


@rule
def texts_are_finished(view: View) -> Iterator[str]:
    """No text has an open slot, an alternative that was not chosen, two spaces, or filling."""
    for text in view.texts:
        if found := _LEFT_OVER.search(text.text.replace("- [ ]", "-")):
            yield f"{text.key} {text.field}: {found[0]}"


@rule
def no_sentence_is_said_often(view: View) -> Iterator[str]:
    """No sentence of four words or more is said more than 30 times, copies for others left out."""
    texts = {(text.text, text.at) for text in view.texts}
    counts = Counter(sentence for text, _ in texts for sentence in sentences(text))
    yield from (f"{count} x {sentence}" for sentence, count in counts.items() if count > MOST_TIMES)


@rule
def texts_are_varied(view: View) -> Iterator[str]:
    """Of the sequences of five words, copies for others left out, at least three of five occur for the first time."""
    share = variety(view)
    if share < LEAST_VARIETY:
        yield f"{share:.2f}"


def variety(view: View) -> float:
    """Return the share of distinct sequences of five words among all, with one copy of each text."""
    texts = {(text.kind, text.field, text.text) for text in view.texts}
    grams: Counter[tuple[str, ...]] = Counter()
    for _, _, text in texts:
        words = re.findall(r"[\w'.:-]+", text.lower())
        grams.update(zip(words, words[1:], words[2:], words[3:], words[4:], strict=False))
    return len(grams) / max(1, sum(grams.values()))
