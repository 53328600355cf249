"""pip installs the package offline into a fresh environment, and it works there."""
import os
import subprocess
import sys
from pathlib import Path

import pytest

CODE = """
import pathlib, sys, stiction
assert pathlib.Path(stiction.__file__).is_relative_to(sys.prefix), stiction.__file__
folder = pathlib.Path(stiction.__file__).parent
assert (folder / "py.typed").exists() and (folder / "_core.pyi").exists()
world = stiction.World("card_house", levels=2)
assert world.run(0.1).converged == 10
print(stiction.__version__)
"""


def clean_environment():
    """Without the paths of the build tree, and with no way to a network."""
    drop = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
    return {**{k: v for k, v in os.environ.items() if k not in drop}, "PIP_NO_INDEX": "1",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def test_pip_install(project, tmp_path):
    pytest.importorskip("setuptools")
    pytest.importorskip("wheel")
    environment = clean_environment()

    def run(*command):
        result = subprocess.run(list(map(str, command)), capture_output=True, text=True, cwd=tmp_path, timeout=1500,
                                env=environment)
        assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
        return result.stdout

    run(sys.executable, "-m", "venv", "--system-site-packages", tmp_path / "venv")
    python = tmp_path / "venv/bin/python"
    run(python, "-m", "pip", "install", "--no-build-isolation", "--no-deps", project)
    version = run(python, "-c", CODE).strip()
    assert f"project(stiction VERSION {version} " in Path(project, "CMakeLists.txt").read_text(encoding="utf-8")
    assert not list(Path(project).glob("*.egg-info"))
