from __future__ import annotations

from controller.tasks.domains import PAPER_DOMAINS, domain_order


def test_the_papers_domains_come_first_and_others_by_name() -> None:
    domains = ["astronomy", "zoology", *reversed(PAPER_DOMAINS), "finance"]
    assert sorted(domains, key=domain_order) == [*PAPER_DOMAINS, "astronomy", "finance", "zoology"]
