// Splits a problem into independent blocks: bodies that no chain of contacts joins do not know of each other.
#pragma once

#include <vector>

#include "stiction/problem/contact_problem.h"

namespace stiction {

/// One block: its own problem, if asked for, and where its bodies and contacts came from.
struct ProblemBlock {
  ContactProblem problem;
  std::vector<int> bodies, contacts;  ///< indices in the whole problem, ascending
};

/// Connected components over free bodies; fixed bodies join nothing. Bodies without contact are in no block.
/// Blocks are ordered by their first body.
std::vector<ProblemBlock> decompose(const ContactProblem& problem);

/// All bodies that are in contact and all contacts as one block, to compare with. None without contacts.
std::vector<ProblemBlock> undivided(const ContactProblem& problem);

/// Which blocks there are, their problems left empty: those who can work on the whole problem need no copy of it.
struct Decomposition {
  std::vector<ProblemBlock> blocks;
  std::vector<int> place_of_body, place_of_contact;  ///< of the whole problem: index in the block, or -1
};
/// As decompose() does; `together`: as undivided().
Decomposition find_blocks(const ContactProblem& problem, bool together = false);
/// The problem of a block.
ContactProblem part_of(const ContactProblem& problem, const Decomposition& decomposition, std::size_t block);

}  // namespace stiction
