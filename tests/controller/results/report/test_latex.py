"""Tables in LaTeX: what is escaped, how they are made narrow, and that LaTeX sets them all."""

from __future__ import annotations

import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from controller.results.report.latex import escape, latex
from controller.results.report.model import Column, Row, Table
from controller.results.report.source import ReportInput
from controller.results.report.write import make_tables

HOSTILE = (
    "m_1 & co 100% $x$ #1 {y} ~a^b <i>|\"quoted\" 'so' ''twice'' ,,low,, ``ticks`` --epochs ---",
    r"\input{/etc/passwd} \\ \end{tabular} \write18{id} \def\x{y} ^^M %",
    "[0pt] *{9}c",
    "*",
    "[]",
    "ÄÖÜß éèê łŁ šž ÿ Ő ± – — … † ≤ ≥ → − × ÷ ° µ € ™ “q” ‘q’ ¿¡ ħſŀ",
    "模型 😀 кот שלום \u202eevil\u200b e\u0301 \udcff",
    "line\nbreak\ttab\x00nul",
    "",
)


def hostile_table(columns: int) -> Table:
    kinds = [Column(f"c{at}", HOSTILE[at % len(HOSTILE)], "text", HOSTILE[at % 3]) for at in range(columns)]
    cells = [
        {column.key: HOSTILE[(at + row) % len(HOSTILE)] for at, column in enumerate(kinds)}
        for row in range(9)
    ]
    rows = [Row(HOSTILE[row % 5], "run", cell) for row, cell in enumerate(cells)]
    return Table("hostile", f"Table 1: {HOSTILE[0]}", kinds, rows, HOSTILE[:6])


def test_what_latex_would_read_as_commands_is_escaped() -> None:
    assert escape(r"a_b & 5% of $x #1 {y} \input{z} ~^<>") == (
        r"a\_b \& 5\% of \$x \#1 \{y\} \textbackslash{}input\{z\} "
        r"\textasciitilde{}\textasciicircum{}\textless{}\textgreater{}"
    )
    assert escape("--epochs – 3") == "-{}-epochs -- 3"
    assert escape("---, ''x'', ,,y") == "-{}-{}-, '{}'x'{}', ,{},y"
    assert escape("[0pt] *") == "{[}0pt{]} {*}"


def test_letters_that_no_font_has_become_numbers() -> None:
    assert escape("Ärger łódź e\u0301") == "Ärger łódź é"
    assert escape("模 \u202e\udcff") == "{[}U+6A21{]} {[}U+202E{]}{[}U+DCFF{]}"
    assert escape("a\n\tb\x00") == "a  b{[}U+0000{]}"
    for text in HOSTILE:
        escape(text).encode("utf-8")


def test_rows_and_rules_are_the_tables() -> None:
    columns = [
        Column("a", "agent"),
        Column("x", "acc. %", "percent", "over_all"),
        Column("y", "ACS", "number", "over_all"),
    ]
    rows = [
        Row("Ours", "run", {"a": "m_1 & co", "x": 12.345, "y": None}),
        Row("The paper", "paper", {"a": "b", "x": 1}),
    ]
    lines = latex(Table("t_1", "A_title", columns, rows)).splitlines()
    assert r"m\_1 \& co & 12.3 & -- \\" in lines
    assert r"\multicolumn{1}{c}{} & \multicolumn{2}{c}{over\_all} \\" in lines
    assert r"\cmidrule(lr){2-3}" in lines and r"\multicolumn{3}{l}{\emph{The paper}} \\" in lines
    assert [line for line in lines if "rule" in line and "cmid" not in line] == [
        r"\toprule",
        r"\midrule",
        r"\midrule",
        r"\bottomrule",
    ]


def test_long_heads_take_several_lines() -> None:
    columns = [Column("a", "tool filter, order"), Column("x", "not offered %", "percent")]
    text = latex(Table("t", "T", columns, [Row("", "run", {"a": "a text that is not so short", "x": 1})]))
    assert r"\begin{tabular}[b]{@{}l@{}}tool\\ filter,\\ order\end{tabular} & " in text
    assert r"\begin{tabular}[b]{@{}r@{}}not\\ offered %\end{tabular} \\".replace("%", r"\%") in text
    assert r"a text that is not so short & 1.0 \\" in text


def test_of_very_many_columns_those_that_tell_nothing_apart_are_told_once() -> None:
    columns = [Column(f"c{at}", f"head_{at}") for at in range(14)]
    rows = [
        Row("", "run", {f"c{at}": f"c{at}&{row if at < 3 else ''}" for at in range(14)}) for row in range(2)
    ]
    text = latex(Table("t", "T", columns, rows))
    assert r"\begin{tabular}{lll}" in text and r"c0\&0 & c1\&0 & c2\&0 \\" in text
    assert r"The same in all rows: head\_3 c3\&; head\_4 c4\&; " in text
    few = replace(Table("t", "T", columns[:5], rows))
    assert r"\begin{tabular}{lllll}" in latex(few)
    alone = Table("t", "T", columns, rows[:1])
    assert rf"\begin{{tabular}}{{{'l' * 14}}}" in latex(alone)


def test_every_table_of_a_report_has_whole_rows(report_input: ReportInput) -> None:
    for table in make_tables(report_input):
        lines = latex(table).splitlines()
        body = lines[lines.index(r"\toprule") : lines.index(r"\bottomrule")]
        plain = [line for line in body if line.endswith(r"\\") and "multicolumn" not in line]
        begin = next(line for line in lines if line.startswith(r"\sbox2{\begin{tabular}{"))
        columns = begin.rpartition("{")[2].removesuffix("}")
        assert {line.replace(r"\&", "").count("&") for line in plain} == {len(columns) - 1}, table.name
        assert len(plain) == len(table.rows) + 1


DOCUMENT = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage{booktabs}
\usepackage{graphicx}
\begin{document}
%s
\end{document}
"""


@pytest.mark.latex
def test_latex_sets_every_table_and_hostile_ones(report_input: ReportInput, tmp_path: Path) -> None:
    tables = [*make_tables(report_input), hostile_table(4), hostile_table(16), hostile_table(24)]
    for number, table in enumerate(tables):
        (tmp_path / f"{number}.tex").write_text(latex(table), "utf-8")
    inputs = "\n".join(rf"\input{{{number}.tex}}\clearpage" for number in range(len(tables)))
    (tmp_path / "all.tex").write_text(DOCUMENT % inputs)
    # Nothing is drawn: fonts would be made first.
    command = ["pdflatex", "-draftmode", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape"]
    done = subprocess.run(
        [*command, "all.tex"],
        cwd=tmp_path,
        env={**os.environ, "HOME": str(tmp_path), "TEXMFVAR": str(tmp_path / "var")},
        capture_output=True,
        timeout=120,
    )
    said = (tmp_path / "all.log").read_text("latin-1")
    assert done.returncode == 0, said[-3000:]
    assert "Missing character" not in said and "Float too large" not in said
    assert f"[{len(tables)}]" in said  # a page a table
