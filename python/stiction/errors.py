"""Errors of the Python layer, in the form of the engine's own: where, what is wrong there, what would be right."""
from __future__ import annotations

from ._core import InputError


def input_error(where: str, problem: str, remedy: str) -> InputError:
    """An InputError with its three parts, as the engine makes them."""
    error = InputError(f"{where}: {problem}; {remedy}")
    error.where, error.problem, error.remedy = where, problem, remedy
    return error
