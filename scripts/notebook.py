"""Execute docs/notebook.ipynb and store its outputs.

.venv/bin/python scripts/notebook.py
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).resolve().parents[1] / "docs" / "notebook.ipynb"
CELL_SECONDS = 300


def execute(path: Path = NOTEBOOK) -> Any:
    """Execute a notebook in its folder and return it with the new outputs.

    Raises:
        nbclient.exceptions.CellExecutionError: A cell raised an error.
    """
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=CELL_SECONDS,
        kernel_name="python3",
        record_timing=False,
        resources={"metadata": {"path": str(path.parent)}},
    )
    return client.execute()


def outputs(notebook: Any) -> list[str]:
    """What each code cell printed or returned, as text; pictures are left out."""
    texts = []
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            if output.output_type == "stream":
                texts.append(output.text)
            elif "image/png" not in output.get("data", {}):
                texts.append(output.data["text/plain"])
    return texts


if __name__ == "__main__":
    nbformat.write(execute(), NOTEBOOK)
