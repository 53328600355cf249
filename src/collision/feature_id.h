// Names of contact points that outlive a step: which features of the two bodies meet.
#pragma once

#include <cstdint>

namespace stiction {

/// What meets at a contact point. A vertex is named alone, without what it rests on: it can touch a convex body
/// only once, so the id stays the same while it slides over edges and faces.
enum class FeatureKind : std::uint64_t {
  kSphere = 1,   ///< the one contact of a sphere with anything
  kVertexA = 2,  ///< a vertex of body_a (alone, or on a vertex of body_b)
  kVertexB = 3,  ///< a vertex of body_b
  kEdges = 4,    ///< an edge of body_a across an edge of body_b
  kNearest = 5,  ///< closest points where no corner could be named
  kPlane = 6,    ///< a vertex on a half-space
};

inline std::uint64_t feature_id(FeatureKind kind, int index_a, int index_b) {
  return std::uint64_t(kind) << 60 | std::uint64_t(std::uint32_t(index_a)) << 30 |
         std::uint64_t(std::uint32_t(index_b));
}

}  // namespace stiction
