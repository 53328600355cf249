"""Builds the Python package: CMake makes the compiled module, setuptools puts it beside the package's own files.

    pip install --no-build-isolation --no-deps .

A build tree that already serves this interpreter (build/release after ./test) is used again, so that little is left
to compile; else build/python-<interpreter> is made. STICTION_BUILD_DIR names another one.
"""
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
MODULE = "_core" + sysconfig.get_config_var("EXT_SUFFIX")


def project_version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(stiction VERSION ([\d.]+)", text)[1]


def cached(tree):
    """What a build tree was configured with."""
    try:
        lines = (tree / "CMakeCache.txt").read_text(encoding="utf-8").splitlines()
    except OSError:
        return {}
    entries = (line.split("=", 1) for line in lines if "=" in line and not line.startswith(("#", "//")))
    return {name.split(":")[0]: value for name, value in entries}


def serves(tree):
    """Whether a build tree makes an optimised module for this interpreter from this source."""
    cache = cached(tree)
    return (cache.get("STICTION_PYTHON_MODULE") == MODULE and cache.get("CMAKE_BUILD_TYPE") == "Release"
            and Path(cache.get("CMAKE_HOME_DIRECTORY", "")) == ROOT)


def build_tree():
    if "STICTION_BUILD_DIR" in os.environ:
        return Path(os.environ["STICTION_BUILD_DIR"]).resolve()
    if serves(ROOT / "build/release"):
        return ROOT / "build/release"
    return ROOT / "build" / ("python-" + sysconfig.get_config_var("SOABI"))


class CMakeBuild(build_ext):
    def build_extension(self, ext):
        tree = build_tree()
        if not serves(tree):
            generator = ["-G", "Ninja"] if shutil.which("ninja") and not (tree / "CMakeCache.txt").exists() else []
            subprocess.run(["cmake", "-S", ROOT, "-B", tree, *generator, "-DCMAKE_BUILD_TYPE=Release",
                            "-DSTICTION_PYTHON=ON", "-DSTICTION_TESTS=OFF", f"-DPython_EXECUTABLE={sys.executable}"],
                           check=True)
        subprocess.run(["cmake", "--build", tree, "--target", "stiction_python"], check=True)
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(tree / "python/stiction" / MODULE, target)


# Where setuptools leaves its own files (setup.cfg).
(ROOT / "build/pip").mkdir(parents=True, exist_ok=True)
setup(version=project_version(), ext_modules=[Extension("stiction._core", sources=[])],
      cmdclass={"build_ext": CMakeBuild})
