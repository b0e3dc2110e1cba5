"""Exports to Parquet, read back, and what all formats that need a package have in common."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from controller.cli.main import call
from controller.core import extras
from controller.records.run_records import RunRecords
from controller.results.export import export
from controller.results.export.episodes import open_run
from testbed.errors import UsageError
from testbed.extension_points import EXPORT_FORMATS


def test_parquet_has_the_rows_of_the_flat_tables_with_types(run: RunRecords, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert export(open_run(run.folder), "parquet", tmp_path / "out") == []
    episodes = parquet.read_table(tmp_path / "out/episodes.parquet")
    rows = episodes.to_pylist()
    assert [(row["task"], row["epoch"], row["status"], row["score"]) for row in rows] == [
        ("os/a", 1, "completed", 1.0),
        ("vlc/b", 1, "out_of_steps", 0.0),
        ("os/a", 2, "infra_error", None),
        ("vlc/b", 2, "cancelled", None),
    ]
    types = {field.name: str(field.type) for field in episodes.schema}
    assert types["score"] == "double" and types["epoch"] == "int64" and types["feasible"] == "bool"
    assert types["answer"] == "string"
    steps = parquet.read_table(tmp_path / "out/steps.parquet").to_pylist()
    assert [row["tool"] for row in steps] == ["", "a.count", "", "c.gone"]


def test_a_missing_package_is_named(
    run: RunRecords, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert call(["export", str(run.folder), "--format", "parquet", "--out", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err == (
        "error: the Python package pyarrow is not installed\nhint: pip install pyarrow\n"
    )
    assert not (tmp_path / "out").exists()


def test_another_missing_module_is_not_hidden(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "pandas.py").write_text("import no_such_module\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "pandas", raising=False)
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        extras.import_extra("pandas")


def test_an_unknown_format_lists_all(run: RunRecords, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="'xml'") as caught:
        export(open_run(run.folder), "xml", tmp_path / "out")
    assert all(form in caught.value.hint for form in EXPORT_FORMATS.names())
