// Sharp edges of two meshes that cross between their samples.
#pragma once

#include <utility>
#include <vector>

#include "stiction/collision/sample_contacts.h"
#include "stiction/geometry/mesh/solid_mesh.h"
#include "stiction/linalg/types.h"

namespace stiction {

/// Which stretches of sharp edges of two meshes are near each other, as long as the pair hardly moves. Contacts are the
/// same with and without.
class EdgePairMemory {
 public:
  /// Stretches of a and of b (see SharpEdges::middle), in the order in which they are visited.
  using Pairs = std::vector<std::pair<int, int>>;

  /// All that can be near for this pose, or none where it is as cheap to do without.
  const Pairs* recall(const SolidMesh& a, const SolidMesh& b, const Pose& a_in_b);

 private:
  Pairs pairs_;
  Pose made_, last_;  // for which pose, and when it was asked for last
  bool is_made_ = false, is_asked_ = false;
};

/// Adds a contact wherever a sharp edge of a meets a sharp edge of b across, with a gap of at most `margin` (m) and of
/// at most a cell: further off, the samples on both tell well enough. Candidates are in the frame of b, with normals
/// from b to a, and are named kEdges with the stretches of both (see SharpEdges).
void add_edge_pairs(const SolidMesh& a, const SolidMesh& b, const Pose& a_in_b, const Pose& b_in_a, double margin,
                    SampleContacts& contacts, EdgePairMemory* memory = nullptr);

}  // namespace stiction
