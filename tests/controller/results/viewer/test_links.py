"""Addresses: relative from every page, and a name for every run that no other run has."""

from __future__ import annotations

import os
import re
from pathlib import PurePosixPath
from urllib.parse import urljoin

from hypothesis import given
from hypothesis import strategies as st

from controller.results.viewer.links import (
    ATTEMPT_DEPTH,
    COMPARISON_DEPTH,
    EPISODE_DEPTH,
    RUN_DEPTH,
    Links,
    run_name,
)

PLAIN_NAMES = st.text(
    st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1, max_size=60
)
ODD_NAMES = st.lists(st.sampled_from(sorted({*range(256)} - {*b"/\0"})), min_size=1, max_size=60).map(
    lambda values: os.fsdecode(bytes(values))
)
FOLDER_NAMES = st.one_of(PLAIN_NAMES, ODD_NAMES).filter(lambda name: name not in (".", ".."))
FOLDERS = st.lists(FOLDER_NAMES, min_size=1, max_size=5).map(lambda parts: PurePosixPath(*parts))


@given(FOLDERS, FOLDERS)
def test_two_runs_have_two_names_and_each_is_one_plain_name(a: PurePosixPath, b: PurePosixPath) -> None:
    names = run_name(a), run_name(b)
    assert (names[0] == names[1]) == (a == b)
    for name in names:
        assert re.fullmatch(r"[A-Za-z0-9_=~+-][A-Za-z0-9_.=~+-]{0,200}", name)


def test_names_are_readable_where_folders_are_plain() -> None:
    assert run_name(PurePosixPath("table1/anthropic_m-1.5_gui_15")) == "table1~anthropic_m-1.5_gui_15"
    assert run_name(PurePosixPath("a b/c~d/.e=")) == "a=20b~c=7Ed~=2Ee=3D"


def test_every_link_leads_to_the_same_place_from_every_page() -> None:
    base = "http://h/"
    task, run = "os/a", "x~y"
    pages = {
        "": 0,
        f"runs/{run}/": RUN_DEPTH,
        f"compare/{run}/z/": COMPARISON_DEPTH,
        f"runs/{run}/{task}/1/": EPISODE_DEPTH,
        f"runs/{run}/{task}/1/attempt-2/": ATTEMPT_DEPTH,
    }
    for page, depth in pages.items():
        for static in (False, True):
            links = Links(depth, static)
            end = "index.html" if static else ""
            expected = {
                links.runs(): end,
                links.run(run): f"runs/{run}/{end}",
                links.episode(run, task, 3): f"runs/{run}/os/a/3/{end}",
                links.episode(run, task, 3, 2): f"runs/{run}/os/a/3/attempt-2/{end}",
                links.screen(run, task, 3, "p.png"): f"runs/{run}/os/a/3/screens/p.png",
                links.events(run, task, 3): f"runs/{run}/os/a/3/events.jsonl",
                links.events(run, task, 3, 2): f"runs/{run}/os/a/3/attempt-2/events.jsonl",
                links.comparison("p", "q"): f"compare/p/q/{end}",
                links.compare(): "compare",
                links.asset("viewer.css"): "assets/viewer.css",
            }
            for link, place in expected.items():
                assert urljoin(base + page, link) == base + place
