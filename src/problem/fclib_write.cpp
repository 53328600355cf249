#include <cmath>
#include <filesystem>
#include <limits>

#include "stiction/common/error.h"
#include "stiction/problem/fclib.h"
#include "stiction/problem/fclib_data.h"

namespace stiction {

namespace {

using fclib::Matrix;
using fclib::Writer;

/// Where the rows of a problem go in a file: Coulomb contacts row by row, bilateral rows behind them.
struct Rows {
  std::vector<int> first;  ///< of a triple: its first row in r, or in λ for bounded ones
  int contact = 0, bilateral = 0;
};

template <class Contacts>
Rows number_rows(const std::string& path, const Contacts& contacts) {
  Rows rows;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const auto& c = contacts[k];
    if (c.law == RowLaw::rolling)
      throw InputError(path, "the problem has rolling friction, which FCLib cannot store",
                       "leave rolling friction out");
    int& next = c.law == RowLaw::bounded ? rows.bilateral : rows.contact;
    rows.first.push_back(next);
    next += c.law == RowLaw::bounded ? c.rows : 3;
    for (int row = 0; c.law == RowLaw::bounded && row < c.rows; ++row)
      if (std::isfinite(c.lower[row]) || std::isfinite(c.upper[row]))
        throw InputError(path, "triple " + std::to_string(k) + " has bounds on its impulses, which FCLib cannot store",
                         "replace bounded rows by what they do at the solution (free_of_bounds)");
  }
  return rows;
}

/// Values of triples in the order of the file: contacts, or bilateral rows.
template <class Contacts>
std::vector<double> in_order(const Contacts& contacts, const std::vector<Vec3>& triples, RowLaw law) {
  std::vector<double> values;
  for (std::size_t k = 0; k < triples.size(); ++k)
    for (int row = 0; contacts[k].law == law && row < contacts[k].rows; ++row) values.push_back(triples[k][row]);
  return values;
}

void write_info(Writer& writer, const std::string& group, const ProblemInfo& info) {
  writer.group(group);
  if (!info.title.empty()) writer.text(group + "/title", info.title);
  if (!info.description.empty()) writer.text(group + "/description", info.description);
  if (!info.math_info.empty()) writer.text(group + "/math_info", info.math_info);
}

template <class Contacts>
void write_solution_group(Writer& writer, const std::string& group, const Contacts& contacts,
                          const std::vector<Vec3>& u, const std::vector<Vec3>& r) {
  writer.group(group);
  writer.numbers(group + "/u", in_order(contacts, u, RowLaw::coulomb));
  writer.numbers(group + "/r", in_order(contacts, r, RowLaw::coulomb));
  const auto multipliers = in_order(contacts, r, RowLaw::bounded);
  if (!multipliers.empty()) writer.numbers(group + "/l", multipliers);
}

template <class Contacts>
std::vector<double> friction(const Contacts& contacts) {
  std::vector<double> mu;
  for (const auto& c : contacts)
    if (c.law == RowLaw::coulomb) mu.push_back(c.mu);
  return mu;
}

}  // namespace

void write_local_problem(const std::string& path, const LocalProblem& problem, const ProblemInfo& info,
                         const std::vector<Vec3>* solution, const std::vector<std::vector<Vec3>>& guesses) {
  const Rows rows = number_rows(path, problem.contacts);
  Matrix W{rows.contact, rows.contact, {}}, V{rows.contact, rows.bilateral, {}}, R{rows.bilateral, rows.bilateral, {}};
  for (int k = 0; k < problem.size(); ++k)
    for (int e = problem.W.start[k]; e < problem.W.start[k + 1]; ++e) {
      const int other = problem.W.column[e];
      const bool bounded = problem.contacts[k].law == RowLaw::bounded;
      const bool other_bounded = problem.contacts[other].law == RowLaw::bounded;
      if (bounded && !other_bounded) continue;  // Vᵀ
      Matrix& to = bounded ? R : other_bounded ? V : W;
      for (int i = 0; i < problem.contacts[k].rows; ++i)
        for (int j = 0; j < problem.contacts[other].rows; ++j)
          to.entries.push_back({rows.first[k] + i, rows.first[other] + j, problem.W.block[e](i, j)});
    }
  Writer writer(path);
  const std::string group = "fclib_local";
  writer.group(group);
  writer.integers(group + "/spacedim", {3});
  writer.matrix(group + "/W", W);
  writer.group(group + "/vectors");
  writer.numbers(group + "/vectors/q", in_order(problem.contacts, problem.q, RowLaw::coulomb));
  writer.numbers(group + "/vectors/mu", friction(problem.contacts));
  if (rows.bilateral > 0) {
    writer.matrix(group + "/V", V);
    writer.matrix(group + "/R", R);
    writer.numbers(group + "/vectors/s", in_order(problem.contacts, problem.q, RowLaw::bounded));
  }
  write_info(writer, group + "/info", info);
  if (solution)
    write_solution_group(writer, "solution", problem.contacts, relative_velocities(problem, *solution), *solution);
  if (!guesses.empty()) {
    writer.group("guesses");
    writer.integers("guesses/number_of_guesses", {static_cast<int>(guesses.size())});
    for (std::size_t i = 0; i < guesses.size(); ++i)
      write_solution_group(writer, "guesses/" + std::to_string(i + 1), problem.contacts,
                           relative_velocities(problem, guesses[i]), guesses[i]);
  }
  writer.close();
}

void write_global_problem(const std::string& path, const ContactProblem& problem, const ProblemInfo& info,
                          const std::vector<Vec3>* solution) {
  const Rows rows = number_rows(path, problem.contacts);
  const int dofs = 6 * problem.bodies();
  Matrix M{dofs, dofs, {}}, H{dofs, rows.contact, {}}, G{dofs, rows.bilateral, {}};
  std::vector<double> f;
  for (int body = 0; body < problem.bodies(); ++body) {
    const Vec6 momentum = problem.mass[body] * problem.v_free[body];
    for (int i = 0; i < 6; ++i) {
      f.push_back(momentum[i]);
      for (int j = 0; j < 6; ++j) M.entries.push_back({6 * body + i, 6 * body + j, problem.mass[body](i, j)});
    }
  }
  std::vector<Vec3> w;
  for (int k = 0; k < problem.size(); ++k) {
    const ProblemContact& c = problem.contacts[k];
    w.push_back(c.offset - Vec3(c.bias, 0, 0));
    Matrix& to = c.law == RowLaw::bounded ? G : H;
    c.for_each_term([&](int body, const Mat36& jacobian) {
      for (int i = 0; i < c.rows; ++i)
        for (int j = 0; j < 6; ++j) to.entries.push_back({6 * body + j, rows.first[k] + i, jacobian(i, j)});
    });
  }
  Writer writer(path);
  const std::string group = "fclib_global";
  writer.group(group);
  writer.integers(group + "/spacedim", {3});
  writer.matrix(group + "/M", M);
  writer.matrix(group + "/H", H);
  writer.group(group + "/vectors");
  writer.numbers(group + "/vectors/f", f);
  writer.numbers(group + "/vectors/w", in_order(problem.contacts, w, RowLaw::coulomb));
  writer.numbers(group + "/vectors/mu", friction(problem.contacts));
  if (rows.bilateral > 0) {
    writer.matrix(group + "/G", G);
    writer.numbers(group + "/vectors/b", in_order(problem.contacts, w, RowLaw::bounded));
  }
  write_info(writer, group + "/info", info);
  if (solution) {
    const std::vector<Vec6> v = velocities(problem, *solution);
    std::vector<Vec3> u;
    for (const ProblemContact& c : problem.contacts) u.push_back(contact_velocity(c, v) - Vec3(c.bias, 0, 0));
    write_solution_group(writer, "solution", problem.contacts, u, *solution);
    std::vector<double> all;
    for (const Vec6& body : v) all.insert(all.end(), body.data(), body.data() + 6);
    writer.numbers("solution/v", all);
  }
  writer.close();
}

void write_solution(const std::string& path, const std::string& source, const ProblemFile& file,
                    const std::vector<Vec3>& r) {
  std::error_code failure;
  if (std::filesystem::equivalent(path, source, failure))
    throw InputError(path, "is the problem itself", "give the solution another name");
  const auto flat = [&](const std::vector<Vec3>& triples) {
    std::vector<double> values;
    for (int k = 0; k < file.contacts; ++k)
      for (int row = 0; row < file.dimension; ++row) values.push_back(triples[k][row]);
    return values;
  };
  Writer writer(path, source);
  writer.remove("solution");
  writer.group("solution");
  writer.numbers("solution/u", flat(relative_velocities(file.problem, r)));
  writer.numbers("solution/r", flat(r));
  if (file.bilateral > 0) writer.numbers("solution/l", in_order(file.problem.contacts, r, RowLaw::bounded));
  writer.close();
}

ContactProblem free_of_bounds(const ContactProblem& problem, const std::vector<Vec3>& solution,
                              std::vector<Vec3>& solution_without) {
  ContactProblem result = problem;
  result.contacts.clear();
  solution_without.clear();
  std::vector<Vec3> known(problem.size(), Vec3::Zero());
  for (int k = 0; k < problem.size(); ++k) {
    ProblemContact c = problem.contacts[k];
    Vec3 r = solution[k];
    if (c.law == RowLaw::bounded) {
      int kept = 0;
      for (int row = 0; row < problem.contacts[k].rows; ++row) {
        if (!(c.lower[row] < r[row] && r[row] < c.upper[row])) {
          known[k][row] = r[row];
          continue;
        }
        const auto move_row = [&](Mat36& G) {
          for (int j = 0; j < 6; ++j) G(kept, j) = G(row, j);
        };
        move_row(c.G_a);
        move_row(c.G_b);
        for (ProblemTerm& term : c.more) move_row(term.G);
        c.offset[kept] = c.offset[row];
        r[kept++] = r[row];
      }
      if (kept == 0) continue;
      c.rows = kept;
      for (int row = 0; row < 3; ++row) {
        c.upper[row] = row < kept ? std::numeric_limits<double>::infinity() : 0;
        c.lower[row] = -c.upper[row];
      }
      for (int row = kept; row < 3; ++row) {
        for (int j = 0; j < 6; ++j) {
          c.G_a(row, j) = c.G_b(row, j) = 0;
          for (ProblemTerm& term : c.more) term.G(row, j) = 0;
        }
        c.offset[row] = r[row] = 0;
      }
    }
    result.contacts.push_back(c);
    solution_without.push_back(r);
  }
  result.v_free = velocities(problem, known);
  return result;
}

}  // namespace stiction
