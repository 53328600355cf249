// What is remembered of two deformable surfaces near each other: which features can touch while both hardly move.
//
// Contacts are the same with and without: the lists hold every feature that could touch, and these are then looked at
// in the same way.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "stiction/collision/soft_frame.h"
#include "stiction/collision/soft_touch.h"

namespace stiction {

/// A surface as it was at some time.
struct SoftShot {
  explicit SoftShot(const SoftFrame& frame);

  std::vector<Vec3> x;         ///< of the vertices, world, m
  std::vector<double> ridges;  ///< of the edges, see SoftFrame::ridge
  Vec3 mean = Vec3::Zero();    ///< of x
};

/// No vertex has moved further from one shot to the other, but for a shift of all of them, m.
double farthest_move(const SoftShot& from, const SoftShot& to, const Vec3& shift);
/// Whether edges stand out that did not.
bool has_more_ridges(const SoftShot& then, const SoftShot& now);

/// Vertices and edges of two surfaces a and b, or of one that may touch itself, with those of the other that they can
/// touch, for all shapes and places near those they were found for.
class NearFeatures {
 public:
  /// A feature, and where those of the other surface that it can touch are listed.
  struct Entry {
    int feature, first, last;
  };
  struct Lists {
    std::vector<Entry> entries;
    std::vector<int> others;
    std::span<const int> of(const Entry& entry) const {
      return std::span(others).subspan(std::size_t(entry.first), std::size_t(entry.last - entry.first));
    }
    void clear() { entries.clear(), others.clear(); }
  };

  /// How far features reach in a step at most: touch_reach of any vertex; with itself: the same relative to the mean
  /// travel.
  static double reach_of(const SoftFrame& a, const SoftFrame& b, const TouchLimits& limits);

  /// Finds them for motions up to `slack` (m) in all, and reaches up to `reach`. False, and nothing is kept, if that
  /// would take more memory than the surfaces themselves by far, or one lies deep within the other.
  bool find(const SoftFrame& a, const SoftFrame& b, const TouchLimits& limits, double reach, double slack,
            std::shared_ptr<const SoftShot> shot_a, std::shared_ptr<const SoftShot> shot_b);
  /// Whether they were found for this; also sets radius(). `moved`: no less than both together moved since they were
  /// found or asked for last (m), infinity if that is not known; `more_ridges`: whether edges may stand out that did
  /// not then.
  bool cover(const SoftShot& a, const SoftShot& b, const TouchLimits& limits, double reach, double moved,
             bool more_ridges);
  void forget();

  /// Of a, ascending if it may touch itself, with triangles of b; of b with triangles of a (none where both are the
  /// same). All triangles whose boxes are nearer than radius() are listed. A vertex without an entry touches nothing.
  const Lists& vertices_of_a() const { return vertices_a_; }
  const Lists& vertices_of_b() const { return vertices_b_; }
  double radius() const { return radius_; }
  /// Edges of a with edges of b; with edges of a that come later and share no vertex where both are the same.
  const Lists& edges() const { return edges_; }

 private:
  class Search;

  std::shared_ptr<const SoftShot> a_, b_;
  double reach_ = 0, slack_ = 0;
  double found_radius_ = 0, radius_ = -1;
  double moved_ = 0;  // since they were found, or more
  Lists vertices_a_, vertices_b_, edges_;
};

}  // namespace stiction
