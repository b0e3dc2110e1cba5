"""docs/notebook.ipynb runs, and its stored outputs are what it prints today."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.docs.pages import DOCS

nbformat = pytest.importorskip("nbformat")
pytest.importorskip("nbclient")

NOTEBOOK = DOCS / "notebook.ipynb"


@pytest.mark.slow
def test_the_notebook_prints_what_it_has_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from scripts.notebook import execute, outputs

    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    stored = outputs(nbformat.read(NOTEBOOK, as_version=4))
    assert len(stored) >= 6
    assert outputs(execute()) == stored, "run scripts/notebook.py"


def test_no_output_of_the_notebook_is_an_error_or_names_a_place() -> None:
    cells = json.loads(NOTEBOOK.read_text())["cells"]
    kinds = [output["output_type"] for cell in cells for output in cell.get("outputs", ())]
    assert "error" not in kinds and "display_data" in kinds
    assert "/tmp/" not in NOTEBOOK.read_text()
