"""States of documents of LibreOffice in languages of each group of scripts."""

from __future__ import annotations

from typing import Final

from tests.guest.fuzz.office import OfficeSubject
from tests.guest.states.office_ways import run
from tests.guest.states.table import AppState, nothing

LOCALES: Final = {
    "German": ("CharLocale", "de", "DE"),
    "Japanese": ("CharLocaleAsian", "ja", "JP"),
    "Arabic": ("CharLocaleComplex", "ar", "EG"),
}
"""A document's default language, by group of scripts: the property, language and country."""


def locales(app: str, holder: str) -> tuple[AppState, ...]:
    """The states of a document in the languages of `LOCALES`; `holder` is what has them, over UNO."""

    def state(language: str) -> AppState:
        name, *locale = LOCALES[language]

        def prepare(subject: OfficeSubject) -> None:
            run(
                subject,
                f"locale = struct('com.sun.star.lang.Locale', Language={locale[0]!r}, Country={locale[1]!r})\n"
                f"{holder}.setPropertyValue({name!r}, locale)\ndocument.setModified(False)",
            )

        return AppState(app, f"document in {language}", nothing, prepare=prepare)

    return tuple(map(state, LOCALES))
