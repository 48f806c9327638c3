"""Runs the notebooks in the current folder; with --write it saves the output of their cells."""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient


def shown(notebook: nbformat.NotebookNode) -> list[str]:
    """The output of the cells as text."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    outputs = [output for cell in cells for output in cell.outputs]
    texts = [output.get("data", {}).get("text/plain") or output.get("text", "") for output in outputs]
    # The speed of a Python player differs from run to run.
    lasting = lambda text: [line for line in text.splitlines() if " is written in Python: " not in line]
    return ["\n".join(lasting(text)) for text in texts]


for path in sorted(Path.cwd().glob("*.ipynb")):
    notebook = nbformat.read(path, as_version=4)
    before = shown(notebook)
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    if "--write" in sys.argv:
        for cell in notebook.cells:
            cell.metadata = {}
        notebook.metadata = {"kernelspec": notebook.metadata["kernelspec"]}
        nbformat.write(notebook, path)
    elif shown(notebook) != before:
        sys.exit(f"{path.name} shows something else now: run .ci/python --write")
    print(f"{path.name}: {len(notebook.cells)} cells")
