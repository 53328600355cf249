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
  kPlane = 6,    ///< a vertex on a half-space (of round shapes: see core_footprint.h)
  kCentre = 7,   ///< under the centre of a body, where its features turn too fast to be named
};

inline std::uint64_t feature_id(FeatureKind kind, int index_a, int index_b) {
  return std::uint64_t(kind) << 60 | std::uint64_t(std::uint32_t(index_a)) << 30 |
         std::uint64_t(std::uint32_t(index_b));
}

/// The feature of a contact between parts of compounds. Features of single shapes count below 2^19, parts below 2^10.
inline std::uint64_t part_feature(std::uint64_t feature, std::size_t part_a, std::size_t part_b) {
  return feature ^ std::uint64_t(part_a) << 49 ^ std::uint64_t(part_b) << 19;
}

/// Which parts of compounds a feature belongs to: equal for contacts of the same two parts.
inline std::uint64_t parts_of(std::uint64_t feature) {
  constexpr std::uint64_t mask = 0x3ff;
  return feature & (mask << 49 | mask << 19);
}

/// Contacts that are foreseen within a step carry this bit, so that they never meet detected ones.
inline constexpr std::uint64_t kForeseen = std::uint64_t{1} << 63;

/// Foreseen contacts at different places of one feature, such as a rim, are told apart by these bits, which no other
/// part of a name uses.
inline constexpr std::uint64_t kOtherPlaces[] = {0, std::uint64_t{1} << 59, std::uint64_t{1} << 29,
                                                 std::uint64_t{1} << 59 | std::uint64_t{1} << 29};

}  // namespace stiction
