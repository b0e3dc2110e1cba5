"""Short lists of English words that decide what the words around a number mean."""

from __future__ import annotations

from checkers.values.tokens import Token


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


FUNCTION_WORDS = word_set("""
    a about above after again against ago all along also although altogether am among an and any apart
    approximately are around as at away back be because been before being below besides between both but by
    can cannot could did do does done down during each either else even every exactly except for from further
    get gets give gives given had has have he hence her here his how however i if in including inclusive
    indeed instead into is it its itself just later less like may me means might more most much must my namely
    near nor not now of off on once one ones only onto or other otherwise our out over overall per plus rather
    respectively she should since so some still such than that the their them then there therefore these they
    this those though through throughout thus till to together too total toward towards under unless until up
    upon us versus via vs was we were what when where whereas whether which while who whose why will with
    within without would yes yet you your last next today yesterday tomorrow tonight currently nowadays already
    x times minus und oder von bis et ou de y o sind ist est es son
    """)
"""A number before one of these counts nothing that the word names."""

PREDICATES = word_set("available free in left missing new remaining remain remains short spare unused vacant")
"""A number before one of these, and nothing after it, stands for itself: "7 left"."""

VERBS = word_set("""
    costs cost makes make takes took lasts weighs comes come goes leaves left arrives departs applies follows seems
    looks appears equals equal brings brought stands fits works opens closes wins belongs results corresponds shows
    means suffices counts
    """)

LABELS = word_set("""
    # annex appendix article box bus chapter class column day ferry figure file flight floor frame gate grade group
    house id image item key layer level line lines locker meter model no nr option page paragraph part phase
    photo picture place plan platform product question room route row season seat section sheet shelf shop slide stage
    step stop table track train trip version week year
    """)
"""Nouns that a number may follow as a name: "row 3"."""

DEFINITE = word_set("the these those all both our my your its their other his her")
AND = word_set("and und et y &")


def is_noun(token: Token) -> bool:
    """Test whether a word may name what a number before it counts."""
    if token.kind != "word" or token.low in FUNCTION_WORDS or token.low in VERBS:
        return False
    return "'" not in token.low or not token.low.endswith(("n't", "'s", "'re", "'ll", "'d", "'ve"))
