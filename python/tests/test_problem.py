"""Contact problems through every solver."""
import numpy as np
import pytest
import stiction


def one_block(push):
    """A unit mass pressed on a surface with mu = 0.5: q = (-1, push, 0), W = 1."""
    return stiction.Problem(np.eye(3), [[-1, push, 0]], 0.5)


@pytest.mark.parametrize("solver", stiction.solver_names())
def test_every_solver_finds_the_known_answer(solver):
    sticking = one_block(0.3).solve(solver)
    assert sticking.r == pytest.approx(np.array([[1, -0.3, 0]]), abs=1e-6)
    assert sticking.u == pytest.approx(np.zeros((1, 3)), abs=1e-6)
    sliding = one_block(2.0).solve(solver)
    assert sliding.r == pytest.approx(np.array([[1, -0.5, 0]]), abs=1e-6)
    assert sliding.u == pytest.approx(np.array([[0, 1.5, 0]]), abs=1e-6)
    assert sliding.converged and sliding.certificate.error <= 1e-8


def test_impulses_are_judged_from_outside():
    problem = one_block(2.0)
    assert problem.certify([[1, -0.5, 0]]).error == pytest.approx(0, abs=1e-15)
    assert problem.certify([[1, 0.5, 0]]).error > 0.1
    assert problem.certify([[1, -0.6, 0]]).cone == pytest.approx(0.1)


def test_sparse_and_dense_are_the_same():
    sparse = pytest.importorskip("scipy.sparse")
    world = stiction.World("tent")
    world.run(0.05)
    problem = world.problem
    dense = stiction.Problem(problem.W, problem.q, problem.mu)
    same = stiction.Problem(sparse.csr_matrix(problem.W), problem.q.ravel(), problem.mu)
    for a, b in zip(dense.W_blocks, same.W_blocks):
        assert np.array_equal(a, b)
    assert np.array_equal(dense.solve().r, same.solve().r)


def test_the_world_s_own_problem():
    world = stiction.World("card_house", levels=2)
    world.run(0.1)
    problem = world.problem
    assert len(problem) == world.report.contacts and problem.known.shape == (len(problem), 3)
    assert problem.certify(problem.known).error <= 1e-6
    assert np.allclose(problem.W, problem.W.T, atol=1e-12 * np.abs(problem.W).max())
    assert problem.eigenvalues()[0] > -1e-9 * problem.eigenvalues()[-1]
    solution = problem.solve(start=problem.known)
    assert solution.converged
    cold = problem.solve("staggered_projections", tolerance=1e-6)
    assert cold.converged and cold.iterations > 0


def test_compare_and_trace():
    world = stiction.World("stack", count=3)
    world.run(0.05)
    solutions = world.problem.compare(trace=True, tolerance=1e-6)
    assert {"auto", "gauss_seidel"} <= set(solutions)
    curve = solutions["gauss_seidel"].trace
    assert curve.shape[1] == 4 and len(curve) > 1 and np.all(np.diff(curve[:, 1]) >= 0)
    assert solutions["auto"].converged
    with pytest.raises(stiction.InputError):
        world.problem.compare(["nonsense"])


def test_files(tmp_path):
    world = stiction.World("tent")
    world.run(0.05)
    path = tmp_path / "tent.h5"
    problem = world.problem
    problem.write(str(path), problem.known)
    again = stiction.Problem.read(path)
    assert np.allclose(again.W, problem.W, rtol=1e-14) and np.allclose(again.q, problem.q, rtol=1e-14)
    assert np.allclose(again.known, problem.known) and again.title == problem.title
    with pytest.raises(stiction.InputError, match="nothing.h5"):
        stiction.Problem.read(tmp_path / "nothing.h5")


def test_what_is_no_problem_is_refused():
    with pytest.raises(stiction.InputError, match=r"W: does not fit q; give a matrix of shape \(3, 3\)"):
        stiction.Problem(np.eye(4), [[0, 0, 0]], 0.5)
    with pytest.raises(stiction.InputError, match=r"mu\[0\]: is -1"):
        stiction.Problem(np.eye(3), [[0, 0, 0]], -1)
    with pytest.raises(stiction.InputError, match="mu: has 2 entries"):
        stiction.Problem(np.eye(3), [[0, 0, 0]], [1, 1])
    with pytest.raises(stiction.InputError, match="q: holds a number that is not finite"):
        stiction.Problem(np.eye(3), [[0, np.nan, 0]], 1)
    with pytest.raises(stiction.InputError, match="no positive diagonal for contact 0"):
        stiction.Problem(np.zeros((3, 3)), [[0, 0, 0]], 1)
    with pytest.raises(TypeError, match="needs W, q and mu"):
        stiction.Problem(np.eye(3))
    with pytest.raises(TypeError, match="unexpected option 'speed'"):
        one_block(1).solve(speed=3)
    with pytest.raises(stiction.InputError, match="start: has shape"):
        one_block(1).solve(start=[0, 0])
    with pytest.raises(stiction.InputError, match="before the first step"):
        stiction.World("tent").problem
    with pytest.raises(stiction.InputError, match="auto"):
        one_block(1).solve("magic")
