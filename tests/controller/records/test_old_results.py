"""Results of earlier versions."""

from __future__ import annotations

from typing import Any

from controller.records.run_info import EpisodeResult, Recheck

CLAIMS = [
    {"text": "done", "holds": True},
    {"text": "judge key_points: the episode is a success", "holds": False, "judge": "key_points"},
]
JUDGING: dict[str, Any] = {
    "key": "k",
    "model": "m_1",
    "votes": 1,
    "checker": 1.0,
    "created": "2026-11-01",
    "verdicts": [
        {"judge": "key_points", "model": "m_1", "prompt_hash": "p", "status": "decided", "passed": False}
    ],
}
RESULT: dict[str, Any] = {
    "task": "os/a", "epoch": 1, "seed": 0, "status": "completed", "steps": 1, "tool_calls": 0, "gui_actions": 1
}  # fmt: skip


def test_a_score_and_claims_become_the_verdict_of_the_checker() -> None:
    old = {"score": 1.0, "claims": CLAIMS[:1], "safety": CLAIMS[:1], "truth": "4"}
    result = EpisodeResult.model_validate(RESULT | old)
    assert len(result.verdicts) == 1 and (result.score, result.truth) == (1.0, "4")
    assert [claim.text for claim in result.claims] == ["done"] and result.safety == result.claims
    assert EpisodeResult.model_validate(RESULT | {"score": None}).verdicts == ()


def test_a_judge_has_a_verdict_of_its_own() -> None:
    for record in ({"judging": JUDGING}, {"parts": {"judges": JUDGING}}):
        result = EpisodeResult.model_validate(RESULT | {"score": 0.0, "claims": CLAIMS} | record)
        assert [(item.part, item.score, len(item.claims)) for item in result.verdicts] == [
            ("", 1.0, 1),
            ("judges", 0.0, 1),
        ]
        assert result.verdicts[1].title == "the judge m_1" and result.parts["judges"].votes == 1
        assert EpisodeResult.model_validate_json(result.model_dump_json()) == result


def test_a_later_verdict_keeps_the_hash_of_its_checker() -> None:
    old = {"score": 0.0, "was": 1.0, "claims": CLAIMS, "checker": "abc", "created": "2026-11-02"}
    later = Recheck.model_validate(old | {"parts": {"judges": JUDGING}})
    assert later.checked is not None and (later.checked.score, later.checked.checker) == (1.0, "abc")
    assert (later.score, later.was, later.verdicts[1].part) == (0.0, 1.0, "judges")
