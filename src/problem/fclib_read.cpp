#include <Eigen/SparseCore>
#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/problem/fclib.h"
#include "stiction/problem/fclib_data.h"

namespace stiction {

namespace {

using fclib::Entry;
using fclib::Matrix;
using fclib::Reader;
using Sparse = Eigen::SparseMatrix<double>;

/// Where rows of a file lie in the triples of a problem: contacts first, then bilateral rows, three to a triple.
struct Layout {
  int dimension = 3, contacts = 0, bilateral = 0;
  int triples() const { return contacts + (bilateral + 2) / 3; }
  int contact_rows() const { return dimension * contacts; }
  /// Row of all triples, 3k + row within the triple; rows of λ count on from those of the contacts.
  int place(int row) const {
    if (row < contact_rows()) return 3 * (row / dimension) + row % dimension;
    return 3 * contacts + row - contact_rows();
  }
};

/// Square matrix of all rows to 3×3 blocks with a symmetric pattern and all diagonal blocks.
BlockRows to_blocks(const Layout& layout, const std::vector<Entry>& entries) {
  std::vector<std::pair<int, int>> pattern;
  pattern.reserve(2 * entries.size() + layout.triples());
  for (int k = 0; k < layout.triples(); ++k) pattern.emplace_back(k, k);
  for (const Entry& e : entries) {
    const std::pair block(layout.place(e.row) / 3, layout.place(e.column) / 3);
    if (!pattern.empty() && pattern.back() == block) continue;
    pattern.push_back(block);
  }
  const std::size_t count = pattern.size();
  for (std::size_t i = 0; i < count; ++i) pattern.emplace_back(pattern[i].second, pattern[i].first);
  std::sort(pattern.begin(), pattern.end());
  pattern.erase(std::unique(pattern.begin(), pattern.end()), pattern.end());
  BlockRows W;
  W.start.assign(layout.triples() + 1, 0);
  for (const auto& [row, column] : pattern) {
    ++W.start[row + 1];
    W.column.push_back(column);
  }
  for (int k = 0; k < layout.triples(); ++k) W.start[k + 1] += W.start[k];
  W.block.assign(pattern.size(), Mat3::Zero());
  for (const Entry& e : entries) {
    const int i = layout.place(e.row), j = layout.place(e.column);
    const auto first = W.column.begin() + W.start[i / 3], last = W.column.begin() + W.start[i / 3 + 1];
    W.block[std::lower_bound(first, last, j / 3) - W.column.begin()](i % 3, j % 3) += e.value;
  }
  if (layout.dimension == 2)  // a tangent of its own, as compliant as the other rows: nothing moves along it
    for (int k = 0; k < layout.contacts; ++k) {
      const auto first = W.column.begin() + W.start[k], last = W.column.begin() + W.start[k + 1];
      Mat3& own = W.block[std::lower_bound(first, last, k) - W.column.begin()];
      own(2, 2) = 0.5 * (own(0, 0) + own(1, 1));
    }
  return W;
}

std::vector<Vec3> to_triples(const Layout& layout, const std::vector<double>& contact,
                             const std::vector<double>& rest) {
  std::vector<Vec3> triples(layout.triples(), Vec3::Zero());
  for (int i = 0; i < layout.contact_rows() + layout.bilateral; ++i) {
    const int place = layout.place(i);
    triples[place / 3][place % 3] = i < layout.contact_rows() ? contact[i] : rest[i - layout.contact_rows()];
  }
  return triples;
}

std::vector<LocalContact> laws(const Layout& layout, const std::vector<double>& mu) {
  std::vector<LocalContact> contacts(layout.triples());
  for (int k = 0; k < layout.contacts; ++k) contacts[k].mu = mu[k];
  for (int k = layout.contacts; k < layout.triples(); ++k) {
    LocalContact& c = contacts[k];
    c.law = RowLaw::bounded;
    c.rows = std::min(3, layout.bilateral - 3 * (k - layout.contacts));
    c.upper.head(c.rows).setConstant(std::numeric_limits<double>::infinity());
    c.lower = -c.upper;
  }
  return contacts;
}

double asymmetry(const BlockRows& W) {
  double difference = 0, largest = 0;
  for (int k = 0; k < W.size(); ++k)
    for (int e = W.start[k]; e < W.start[k + 1]; ++e) {
      const int j = W.column[e];
      const auto first = W.column.begin() + W.start[j], last = W.column.begin() + W.start[j + 1];
      const Mat3& other = W.block[std::lower_bound(first, last, k) - W.column.begin()];
      difference = std::max(difference, (W.block[e] - other.transpose()).cwiseAbs().maxCoeff());
      largest = std::max(largest, W.block[e].cwiseAbs().maxCoeff());
    }
  return largest > 0 ? difference / largest : 0;
}

/// Spatial dimension and number of contacts, from the number of their rows.
Layout read_layout(const Reader& reader, const std::string& group, int rows, const std::string& rows_of) {
  Layout layout;
  const std::int64_t dimension = reader.integer(group + "/spacedim");
  if (dimension != 2 && dimension != 3)
    reader.fail(group + "/spacedim", "is " + std::to_string(dimension), "give 2 or 3");
  layout.dimension = static_cast<int>(dimension);
  if (rows % layout.dimension != 0)
    reader.fail(rows_of, "is " + std::to_string(rows) + ", no multiple of spacedim", "give all rows of every contact");
  layout.contacts = rows / layout.dimension;
  return layout;
}

std::vector<double> read_friction(const Reader& reader, const std::string& name, int contacts) {
  const auto mu = reader.numbers(name, contacts);
  for (int k = 0; k < contacts; ++k)
    if (mu[k] < 0) reader.fail(name + "[" + std::to_string(k) + "]", "is negative", "give 0 or more");
  return mu;
}

void need(const Reader& reader, const std::string& name, int value, int expected, const std::string& why) {
  if (value != expected)
    reader.fail(name, "is " + std::to_string(value), "it needs " + std::to_string(expected) + ", " + why);
}

Layout read_local(const Reader& reader, LocalProblem& problem) {
  const std::string group = "fclib_local";
  const Matrix W = reader.matrix(group + "/W");
  need(reader, group + "/W/n", W.columns, W.rows, "as W is square");
  Layout layout = read_layout(reader, group, W.rows, group + "/W/m");
  const auto q = reader.numbers(group + "/vectors/q", W.rows);
  std::vector<double> s;
  std::vector<Entry> entries = W.entries;
  if (reader.has(group + "/V") || reader.has(group + "/R")) {
    const Matrix V = reader.matrix(group + "/V"), R = reader.matrix(group + "/R");
    need(reader, group + "/V/m", V.rows, W.rows, "the rows of W");
    need(reader, group + "/R/m", R.rows, V.columns, "the columns of V");
    need(reader, group + "/R/n", R.columns, V.columns, "as R is square");
    layout.bilateral = V.columns;
    s = reader.numbers(group + "/vectors/s", V.columns);
    for (const Entry& e : V.entries) {
      entries.push_back({e.row, W.rows + e.column, e.value});
      entries.push_back({W.rows + e.column, e.row, e.value});
    }
    for (const Entry& e : R.entries) entries.push_back({W.rows + e.row, W.rows + e.column, e.value});
  }
  problem.W = to_blocks(layout, entries);
  problem.q = to_triples(layout, q, s);
  problem.contacts = laws(layout, read_friction(reader, group + "/vectors/mu", layout.contacts));
  return layout;
}

/// FCLib writes vectors into a group of their own; some put them beside the matrices.
std::string vector_name(const Reader& reader, const std::string& name) {
  const std::string usual = "fclib_global/vectors/" + name, other = "fclib_global/" + name;
  return !reader.has(usual) && reader.has(other) ? other : usual;
}

Layout read_global(const Reader& reader, LocalProblem& problem) {
  const std::string group = "fclib_global";
  const Matrix M = reader.matrix(group + "/M"), H = reader.matrix(group + "/H");
  need(reader, group + "/M/n", M.columns, M.rows, "as M is square");
  need(reader, group + "/H/m", H.rows, M.rows, "the rows of M");
  Layout layout = read_layout(reader, group, H.columns, group + "/H/n");
  const auto f = reader.numbers(vector_name(reader, "f"), M.rows);
  const auto w = reader.numbers(vector_name(reader, "w"), H.columns);
  std::vector<double> b;
  std::vector<Eigen::Triplet<double>> mass, rows;
  for (const Entry& e : M.entries) mass.emplace_back(e.row, e.column, e.value);
  for (const Entry& e : H.entries) rows.emplace_back(e.row, e.column, e.value);
  if (reader.has(group + "/G")) {
    const Matrix G = reader.matrix(group + "/G");
    need(reader, group + "/G/m", G.rows, M.rows, "the rows of M");
    layout.bilateral = G.columns;
    b = reader.numbers(vector_name(reader, "b"), G.columns);
    for (const Entry& e : G.entries) rows.emplace_back(e.row, H.columns + e.column, e.value);
  }
  Sparse mass_matrix(M.rows, M.rows), J(M.rows, H.columns + layout.bilateral);
  mass_matrix.setFromTriplets(mass.begin(), mass.end());
  J.setFromTriplets(rows.begin(), rows.end());
  Eigen::SparseLU<Sparse> factor;
  if (M.rows > 0) factor.compute(mass_matrix);
  if (M.rows > 0 && factor.info() != Eigen::Success)
    reader.fail(group + "/M", "is singular", "give a positive definite mass matrix");
  const Sparse compliance = M.rows > 0 ? Sparse(J.transpose() * Sparse(factor.solve(J))) : Sparse(J.cols(), J.cols());
  const Eigen::VectorXd q =
      M.rows > 0 ? Eigen::VectorXd(J.transpose() * factor.solve(Eigen::Map<const Eigen::VectorXd>(f.data(), M.rows)))
                 : Eigen::VectorXd::Zero(J.cols());
  std::vector<Entry> entries;
  for (int column = 0; column < compliance.outerSize(); ++column)
    for (Sparse::InnerIterator e(compliance, column); e; ++e)
      entries.push_back({static_cast<int>(e.row()), column, e.value()});
  std::vector<double> contact(w), rest(b);
  for (int i = 0; i < H.columns; ++i) contact[i] += q[i];
  for (int i = 0; i < layout.bilateral; ++i) rest[i] += q[H.columns + i];
  const bool finite =
      std::all_of(entries.begin(), entries.end(), [](const Entry& e) { return std::isfinite(e.value); });
  if (!finite || !q.allFinite())
    reader.fail(group + "/M", "has no usable inverse", "give a positive definite mass matrix");
  problem.W = to_blocks(layout, entries);
  problem.q = to_triples(layout, contact, rest);
  problem.contacts = laws(layout, read_friction(reader, vector_name(reader, "mu"), layout.contacts));
  return layout;
}

ProblemSolution read_solution(const Reader& reader, const std::string& group, const Layout& layout,
                              const LocalProblem& problem) {
  ProblemSolution solution;
  std::vector<double> multipliers(layout.bilateral, 0);
  if (layout.bilateral > 0 && reader.has(group + "/l")) multipliers = reader.numbers(group + "/l", layout.bilateral);
  solution.r = to_triples(layout, reader.numbers(group + "/r", layout.contact_rows()), multipliers);
  solution.u = reader.has(group + "/u") ? to_triples(layout, reader.numbers(group + "/u", layout.contact_rows()),
                                                     std::vector<double>(layout.bilateral, 0))
                                        : relative_velocities(problem, solution.r);
  return solution;
}

}  // namespace

ProblemFile read_problem(const std::string& path) {
  const Reader reader(path);
  ProblemFile file;
  file.global = reader.has("fclib_global");
  if (!file.global && !reader.has("fclib_local"))
    reader.fail("fclib_local", "and fclib_global are missing", "name an FCLib problem file");
  const Layout layout = file.global ? read_global(reader, file.problem) : read_local(reader, file.problem);
  file.dimension = layout.dimension;
  file.contacts = layout.contacts;
  file.bilateral = layout.bilateral;
  file.asymmetry = asymmetry(file.problem.W);
  const std::string info = std::string(file.global ? "fclib_global" : "fclib_local") + "/info/";
  file.info = {reader.text(info + "title"), reader.text(info + "description"), reader.text(info + "math_info")};
  if (reader.has("solution/r")) file.solution = read_solution(reader, "solution", layout, file.problem);
  if (reader.has("guesses/number_of_guesses")) {
    const std::int64_t guesses = reader.integer("guesses/number_of_guesses");
    for (std::int64_t i = 1; i <= guesses; ++i)
      file.guesses.push_back(read_solution(reader, "guesses/" + std::to_string(i), layout, file.problem));
  }
  return file;
}

}  // namespace stiction
