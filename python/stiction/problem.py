"""Contact problems on their own: from arrays, files or worlds, through any solver."""
from __future__ import annotations

import os
from typing import Any, Iterable, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _core
from .errors import input_error
from .shapes import Path


class Problem(_core.Problem):
    """One frictional contact problem, u = W r + q with Coulomb's law at every contact.

    Rows come in triples (normal, tangent, tangent); u and q in m/s, r in N·s, W in 1/kg. solve() runs any solver on it,
    certify() judges any impulses.
    """

    def __init__(self, W: Any, q: Optional[npt.ArrayLike] = None,
                 mu: Optional[Union[float, npt.ArrayLike]] = None) -> None:
        """W: (3n, 3n), dense or a scipy sparse matrix; q: (n, 3) or (3n,), m/s; mu: a number, or one per contact."""
        if isinstance(W, _core.Problem):
            super().__init__(W)
            return
        if q is None or mu is None:
            raise TypeError("Problem() needs W, q and mu")
        q = np.asarray(q, dtype=float)
        if hasattr(W, "tobsr"):
            if W.shape != (q.size, q.size) or q.size % 3:
                raise input_error("W", f"has shape {W.shape}", f"give ({q.size}, {q.size}), three rows per contact")
            blocks = W.tobsr(blocksize=(3, 3))
            super().__init__(_core.Problem._from_blocks(blocks.indptr, blocks.indices, blocks.data, q, mu))
        else:
            super().__init__(_core.Problem._from_dense(W, q, mu))

    @classmethod
    def read(cls, path: Path) -> Problem:
        """Reads an FCLib file (HDF5), local or global."""
        return cls(_core.Problem._read(os.fspath(path)))

    @classmethod
    def of_world(cls, world: _core.World) -> Problem:
        """The problem of a world's last step; `known` holds the impulses that the step found."""
        return cls(_core.Problem._of_world(world))

    def compare(self, solvers: Optional[Iterable[str]] = None, **options: Any) -> dict[str, _core.Solution]:
        """Solves it with several solvers (all of them by default): a dict from name to Solution.

        Solvers that cannot take the problem are left out. options: as of solve().
        """
        out = {}
        for name in solvers if solvers is not None else _core.solver_names():
            try:
                out[name] = self.solve(name, **options)
            except _core.InputError:
                if solvers is not None:
                    raise
        return out
