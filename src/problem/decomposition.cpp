#include "stiction/problem/decomposition.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "stiction/common/parallel.h"

namespace stiction {

namespace {

/// Fewer contacts than this are not worth a second task.
constexpr int kContactsPerTask = 400;

int find_root(std::vector<int>& parent, int i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

}  // namespace

Decomposition find_blocks(const ContactProblem& problem, bool together) {
  const int n = problem.bodies();
  std::vector<int> parent(n);
  std::iota(parent.begin(), parent.end(), 0);
  std::vector<char> touched(n, 0);
  int first = -1;
  for (const auto& c : problem.contacts) {
    if (!together) first = -1;
    c.for_each_term([&](int body, const Mat36&) {
      touched[body] = 1;
      const int root = find_root(parent, body);
      if (first < 0) first = root;
      first = parent[root] = parent[first] = std::min(first, root);
    });
  }

  Decomposition found;
  std::vector<ProblemBlock>& blocks = found.blocks;
  std::vector<int> block_of(n, -1);
  found.place_of_body.assign(n, -1);
  for (int i = 0; i < n; ++i) {
    if (!touched[i]) continue;
    const int root = find_root(parent, i);
    if (root == i) {
      block_of[i] = static_cast<int>(blocks.size());
      blocks.emplace_back();
    }
    block_of[i] = block_of[root];
    auto& block = blocks[block_of[i]];
    found.place_of_body[i] = static_cast<int>(block.bodies.size());
    block.bodies.push_back(i);
  }
  const auto block_of_contact = [&](const ProblemContact& c) { return block_of[c.body_a >= 0 ? c.body_a : c.body_b]; };
  std::vector<std::size_t> sizes(blocks.size());
  for (const auto& c : problem.contacts) ++sizes[block_of_contact(c)];
  for (std::size_t b = 0; b < blocks.size(); ++b) blocks[b].contacts.reserve(sizes[b]);
  found.place_of_contact.resize(problem.size());
  for (int k = 0; k < problem.size(); ++k) {
    ProblemBlock& block = blocks[block_of_contact(problem.contacts[k])];
    found.place_of_contact[k] = static_cast<int>(block.contacts.size());
    block.contacts.push_back(k);
  }
  return found;
}

ContactProblem part_of(const ContactProblem& problem, const Decomposition& decomposition, std::size_t block) {
  const std::vector<int>&bodies = decomposition.blocks[block].bodies, &local = decomposition.place_of_body;
  const std::vector<int>& contacts = decomposition.blocks[block].contacts;
  ContactProblem part;
  const auto take = [&](const auto& of_all, auto& of_part) {
    if (of_all.empty()) return;
    of_part.reserve(bodies.size());
    for (const int i : bodies) of_part.push_back(of_all[i]);
  };
  take(problem.mass, part.mass);
  take(problem.inverse_mass, part.inverse_mass);
  take(problem.v_free, part.v_free);
  take(problem.v_start, part.v_start);
  part.contacts.reserve(contacts.size());
  for (const int k : contacts) {
    ProblemContact& c = part.contacts.emplace_back(problem.contacts[k]);
    if (c.body_a >= 0) c.body_a = local[c.body_a];
    if (c.body_b >= 0) c.body_b = local[c.body_b];
    for (ProblemTerm& term : c.more) term.body = local[term.body];
    if (c.parent >= 0) c.parent = decomposition.place_of_contact[c.parent];
  }
  return part;
}

namespace {

std::vector<ProblemBlock> split(const ContactProblem& problem, bool together) {
  Decomposition found = find_blocks(problem, together);
  const std::size_t count = found.blocks.size(), at_once = problem.size() < kContactsPerTask ? count : 1;
  parallel_each(count, at_once, [&](std::size_t b) { found.blocks[b].problem = part_of(problem, found, b); });
  return std::move(found.blocks);
}

}  // namespace

std::vector<ProblemBlock> decompose(const ContactProblem& problem) { return split(problem, false); }

std::vector<ProblemBlock> undivided(const ContactProblem& problem) { return split(problem, true); }

}  // namespace stiction
