// What is remembered of two meshes near each other: which samples can touch as long as the pair hardly moves.
//
// Contacts are the same with and without: a set holds every sample that could touch, and those are then looked at in
// the same way, in the same order.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "stiction/collision/edge_pairs.h"
#include "stiction/geometry/shape.h"

namespace stiction {

/// The part of a mesh's tree of samples that another mesh could touch, for all poses near the one it was made for.
class NearSamples {
 public:
  /// A sphere of the tree with such samples in it, in the order in which the tree is walked.
  struct Branch {
    int node;
    int next;              ///< index of the branch after all those within this one
    std::uint8_t samples;  ///< of a leaf: bit k for its sample number k
    bool open;             ///< SolidMesh::clear is false for this sphere, for certain
  };

  /// How well to look: exact distances cost time now and save it later.
  enum class Care { kQuick, kThorough };

  /// The samples of p that SolidMesh::distance of q may put within `margin`, for all poses of p in the frame of q that
  /// move no point by more than `slack` against this one, and all smaller margins. Lengths in m.
  void find(const SolidMesh& p, const SolidMesh& q, const Pose& p_in_q, double margin, double slack, Care care);
  /// Whether it was made for this.
  bool covers(const SolidMesh& p, const Pose& p_in_q, double margin) const;
  const std::vector<Branch>& branches() const { return branches_; }

 private:
  class Search;

  Pose pose_;
  double margin_ = -1, slack_ = -1;
  std::vector<Branch> branches_;
};

/// No sample or sphere moves further (m) between the two poses.
double farthest_move(const SphereTree& samples, const Pose& from, const Pose& to);

/// Samples of one mesh beside another: a set for small and one for large margins, made anew when it seems worth it.
class SampleMemory {
 public:
  /// The set for this pose and margin, or none where it is as cheap to do without.
  const NearSamples* recall(const SolidMesh& p, const SolidMesh& q, const Pose& p_in_q, double margin);

 private:
  struct Kept {
    NearSamples set;
    Pose last;          // when it was asked for last
    double drift = -1;  // how far the pair moves between two calls, m; -1: not asked for yet
  };
  Kept narrow_, wide_;
  double least_margin_ = std::numeric_limits<double>::infinity();
};

/// Both sides of a pair.
struct MeshPairMemory {
  SampleMemory of_a, of_b;
  EdgePairMemory edges;
  std::shared_ptr<const SolidMesh> a, b;
  std::uint64_t asked = 0;
};

}  // namespace stiction
