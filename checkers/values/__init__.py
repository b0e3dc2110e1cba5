"""The expected value in what an agent has answered, in whatever words and notation it is there."""

from checkers.values.candidates import Candidate, Kind
from checkers.values.date import Date
from checkers.values.duration import Duration
from checkers.values.list_of import ListOf
from checkers.values.money import Money
from checkers.values.name import Name
from checkers.values.number import Number
from checkers.values.passage import Passage, read_passage
from checkers.values.time_of_day import TimeOfDay
from checkers.values.verdict import Outcome, Verdict, judge, value_claim

__all__ = [
    "Candidate",
    "Date",
    "Duration",
    "Kind",
    "ListOf",
    "Money",
    "Name",
    "Number",
    "Outcome",
    "Passage",
    "TimeOfDay",
    "Verdict",
    "judge",
    "read_passage",
    "value_claim",
]
