"""What tests of editors share: the mutants of one kind, and that they are listed and made as they should be."""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from xml.etree.ElementTree import canonicalize

from controller.proofs.mutants.additive.edits import MOST, Editor
from controller.proofs.mutants.mutant import ContentMutant


def of_kind(editor: Editor[Any], data: bytes, kind: str) -> list[ContentMutant]:
    """List the mutants of a kind, of which there must be some."""
    mutants = list(replace(editor, rules={kind: editor.rules[kind]}).mutants(data))
    assert mutants, f"no mutant of the kind {kind}"
    return mutants


def check_probe(
    editor: Editor[Any], data: bytes, kind: str, load: Callable[[bytes], Any], probe: Callable[[Any], object]
) -> None:
    """Check that what a library reads in every mutant of a kind is not what it reads in the original."""
    before = probe(load(data))
    for mutant in of_kind(editor, data, kind):
        assert probe(load(mutant.made())) != before, mutant.place


def _read_parts(data: bytes) -> dict[str, str | bytes]:
    """Return the canonical XML of an office document's parts, or a content of another form as it is."""
    if not zipfile.is_zipfile(io.BytesIO(data)):
        return {"": data}
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        contents = {name: package.read(name) for name in package.namelist()}
    return {
        name: canonicalize(content.decode()) if name.endswith((".xml", ".rels")) else content
        for name, content in contents.items()
    }


def check_listing(editor: Editor[Any], data: bytes, read: Callable[[bytes], object] = _read_parts) -> None:
    """Check that the mutants are bounded, always the same, lazily made, and that listing them changes nothing.

    `read` returns what counts of a content.
    """
    listed = [(mutant.kind, mutant.place) for mutant in editor.mutants(data)]
    assert max(Counter(kind for kind, _place in listed).values()) <= MOST
    assert listed == [(mutant.kind, mutant.place) for mutant in replace(editor, save=_unused).mutants(data)]
    document = editor.open(data)
    for rule in editor.rules.values():
        list(rule(document))
    assert read(editor.save(document)) == read(editor.save(editor.open(data)))


def _unused(document: object) -> bytes:
    raise AssertionError("listing mutants makes none")
