"""The type stubs tell the truth, everything is documented, and the Python layer is soundly typed."""
import ast
import inspect
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import stiction
from stiction import _core

PACKAGE = Path(stiction.__file__).resolve().parent
SOURCE = Path(__file__).resolve().parents[1] / "stiction"
STUB = ast.parse((SOURCE / "_core.pyi").read_text(encoding="utf-8"))


def stub_members(body):
    """Names to their definitions; of a property the getter, of overloads all."""
    out = {}
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            out.setdefault(node.name, []).append(node)
        elif isinstance(node, ast.AnnAssign):
            out.setdefault(node.target.id, []).append(node)
    return out


def is_ours(name):
    return not name.startswith("__") or name in ("__len__", "__version__")


def signature_of(function):
    """Parameter names that pybind11 writes on the first line of a docstring."""
    lines = function.__doc__.splitlines()
    text = next((line for line in lines if re.match(r"\w+\(.*\) ->", line)), lines[0])
    inside = text[text.index("(") + 1:text.rindex(") ->")]
    inside = re.sub(r"\[[^\[\]]*\]", "", re.sub(r"\[[^\[\]]*\]", "", inside))
    return [part.split(":")[0].strip() for part in inside.split(", ") if part.strip() not in ("*", "")]


def test_the_stub_names_what_is_there():
    members = stub_members(STUB.body)
    runtime = {name for name in vars(_core) if is_ours(name)}
    assert set(members) == runtime
    for name, (node, *_) in members.items():
        if isinstance(node, ast.ClassDef) and not name.endswith("Error"):
            inside = {n for n in stub_members(node.body) if is_ours(n)}
            assert inside == {n for n in vars(getattr(_core, name)) if is_ours(n) and n != "_pybind11_conduit_v1_"}, name


@pytest.mark.parametrize("name", [n.name for n in STUB.body if isinstance(n, ast.ClassDef)])
def test_parameters_and_properties_agree(name):
    cls = getattr(_core, name)
    for member, nodes in stub_members(next(n for n in STUB.body if getattr(n, "name", "") == name).body).items():
        node = nodes[0]
        if not isinstance(node, ast.FunctionDef) or member.startswith("__"):
            continue
        decorators = {d.id for d in node.decorator_list if isinstance(d, ast.Name)}
        attribute = inspect.getattr_static(cls, member)
        if "property" in decorators:
            assert isinstance(attribute, property), f"{name}.{member}"
            has_setter = len(nodes) > 1
            assert (attribute.fset is not None) == has_setter, f"{name}.{member}"
        else:
            stub = [a.arg for a in node.args.args + node.args.kwonlyargs if a.arg != "self"]
            stub += ["**" + node.args.kwarg.arg] if node.args.kwarg else []
            runtime = [p for p in signature_of(getattr(cls, member)) if p not in ("self", "arg0")]
            assert stub == runtime, f"{name}.{member}"


def test_functions_agree():
    for node in STUB.body:
        if isinstance(node, ast.FunctionDef):
            assert [a.arg for a in node.args.args] == signature_of(getattr(_core, node.name)), node.name


def test_everything_public_is_documented():
    missing = []
    for name in stiction.__all__:
        value = getattr(stiction, name)
        if name == "__version__":
            continue
        if not inspect.getdoc(value):
            missing.append(name)
        if inspect.isclass(value) and value.__module__.startswith("stiction"):
            for member, attribute in inspect.getmembers(value):
                if not member.startswith("_") and (callable(attribute) or isinstance(attribute, property)):
                    text = inspect.getdoc(attribute) or ""
                    # pybind11 writes a signature even where nobody documented a function.
                    if not re.sub(r"^\w+\(.*\) -> .*$", "", text, flags=re.M).strip():
                        missing.append(f"{name}.{member}")
    assert not missing


def test_the_package_says_it_is_typed():
    assert (PACKAGE / "py.typed").exists()


@pytest.mark.skipif(shutil.which("mypy") is None, reason="mypy is not installed")
def test_mypy_finds_no_fault(tmp_path):
    run = subprocess.run(["mypy", "--strict", "--python-executable", sys.executable, "--cache-dir", tmp_path,
                          "--ignore-missing-imports", "-p", "stiction"],
                         cwd=SOURCE.parent, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stdout + run.stderr
