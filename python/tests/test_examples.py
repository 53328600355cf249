"""The examples run, and assert what they show; so does the one in README, exactly as printed."""
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).resolve().parents[1] / "examples").glob("*.py"))


def run(arguments, folder):
    result = subprocess.run([sys.executable, *map(str, arguments)], cwd=folder, capture_output=True, text=True,
                            timeout=300, env={**os.environ, "MPLBACKEND": "Agg"})
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example(path, tmp_path):
    assert run([path], tmp_path).strip()


@pytest.mark.parametrize("name", ["compare_solvers", "record_and_replay"])
def test_example_with_a_picture(name, tmp_path):
    pytest.importorskip("matplotlib")
    path, = (path for path in EXAMPLES if path.stem == name)
    run([path, "out.png"], tmp_path)
    assert (tmp_path / "out.png").stat().st_size > 5000


def blocks(text):
    return re.findall(r"```python\n(.*?)```", text, flags=re.S)


def test_readme_example(project, tmp_path):
    block, = blocks((project / "README.md").read_text(encoding="utf-8"))
    lines = [line for line in block.splitlines() if line.strip()]
    assert len(lines) == 10
    (tmp_path / "example.py").write_text(block, encoding="utf-8")
    printed = run(["example.py"], tmp_path)
    text = (project / "README.md").read_text(encoding="utf-8")
    # What README says it prints, numbers aside, is what it prints.
    shown = text.split(block)[1].split("```")[2].strip("\n").splitlines()

    def words(line):
        return re.sub(r"-?\d[\d.]*(e[-+]\d+)?", "#", line)

    assert [words(line) for line in printed.splitlines()] == [words(line) for line in shown]


def test_the_blocks_of_the_document_run(project, tmp_path):
    # One after the other, like the cells of a notebook.
    code = "\n".join(blocks((project / "docs/python.md").read_text(encoding="utf-8")))
    (tmp_path / "document.py").write_text(code, encoding="utf-8")
    run(["document.py"], tmp_path)
