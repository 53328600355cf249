#include "stiction/geometry/tet/stencils.h"

#include <algorithm>
#include <utility>

namespace stiction {

namespace {

using Corners = std::array<int, 4>;

/// Cuts up one tetrahedron after the other. Faces of two inside nodes p and q and one outside node m leave a
/// quadrilateral p, q, and the cuts on their edges to m, halved by a diagonal. Which one depends on the face alone, so
/// that both its tetrahedra agree: with edges of different lengths it starts at the inside end of the short edge; with
/// two short ones, at the inside node of even parity. This never lets the three diagonals of a prism chase each other.
class Stuffer {
 public:
  explicit Stuffer(const WarpedLattice& warped)
      : warped_(warped),
        node_vertex_(std::size_t(warped.lattice().nodes()), -1),
        cut_vertex_(warped.cuts().size(), -1) {}

  void add(const Corners& nodes) {
    Corners order;  // inside, then on the surface, then outside
    std::size_t inside = 0, outside = 0, next = 0;
    for (const int wanted : {1, 0, -1}) {
      for (const int node : nodes) {
        if (warped_.sign(node) == wanted) order[next++] = node;
      }
      if (wanted == 1) inside = next;
      if (wanted == 0) outside = 4 - next;
    }
    if (inside == 0) return;
    if (outside == 0) return emit(nodes);
    const bool odd = is_odd(nodes, order);
    if (inside == 1) return one_inside(order, outside, odd);
    if (inside == 2 && outside == 1) return two_inside_one_outside(order, odd);
    if (inside == 2) return two_inside_two_outside(order, odd);
    three_inside(order, odd);
  }

  TetMesh take() { return std::move(mesh_); }

 private:
  /// Whether an odd permutation leads from one order to the other.
  static bool is_odd(const Corners& from, const Corners& to) {
    bool odd = false;
    Corners now = from;
    for (std::size_t i = 0; i < 4; ++i) {
      const auto at = std::size_t(std::find(now.begin(), now.end(), to[i]) - now.begin());
      if (at == i) continue;
      std::swap(now[i], now[at]);
      odd = !odd;
    }
    return odd;
  }

  /// The diagonal in the face of p, q (inside) and m (outside) runs from p to the cut between q and m.
  bool beats(int p, int q, int m) const {
    const BccLattice& lattice = warped_.lattice();
    const bool p_long = lattice.is_long(p, m), q_long = lattice.is_long(q, m);
    if (p_long != q_long) return q_long;
    return lattice.parity(p) == 0;
  }

  int vertex(int node) {
    int& v = node_vertex_[std::size_t(node)];
    if (v < 0) {
      v = int(mesh_.vertices.size());
      mesh_.vertices.push_back(warped_.position(node));
    }
    return v;
  }
  int cut(int inside, int outside) {
    const int index = warped_.cut(inside, outside);
    int& v = cut_vertex_[std::size_t(index)];
    if (v < 0) {
      v = int(mesh_.vertices.size());
      mesh_.vertices.push_back(warped_.cuts()[std::size_t(index)].position);
    }
    return v;
  }
  void emit(const Corners& nodes) {
    emit_vertices({vertex(nodes[0]), vertex(nodes[1]), vertex(nodes[2]), vertex(nodes[3])}, false);
  }
  void emit_vertices(Corners tet, bool odd) {
    if (odd) std::swap(tet[2], tet[3]);
    mesh_.tets.push_back(tet);
  }

  void one_inside(const Corners& n, std::size_t outside, bool odd) {
    Corners tet{vertex(n[0]), 0, 0, 0};
    for (std::size_t i = 1; i < 4; ++i) tet[i] = i < 4 - outside ? vertex(n[i]) : cut(n[0], n[i]);
    emit_vertices(tet, odd);
  }

  /// A pyramid over the quadrilateral of p, q and their cuts, with its tip on the surface.
  void two_inside_one_outside(const Corners& n, bool odd) {
    int p = n[0], q = n[1];
    const int tip = n[2], m = n[3];
    if (!beats(p, q, m)) {
      std::swap(p, q);
      odd = !odd;
    }
    emit_vertices({vertex(p), vertex(q), vertex(tip), cut(q, m)}, odd);
    emit_vertices({vertex(p), cut(q, m), vertex(tip), cut(p, m)}, odd);
  }

  /// A prism with columns A, B, C from its lower triangle to its upper one, by its diagonals: from the foot of A to the
  /// heads of B and C, and from the foot of B to the head of C. (A, B, C, any head) has the given orientation.
  struct Column {
    int foot, head;
  };
  void prism(const Column& a, const Column& b, const Column& c, bool odd) {
    emit_vertices({a.foot, b.foot, c.foot, c.head}, odd);
    emit_vertices({a.foot, b.foot, c.head, b.head}, odd);
    emit_vertices({a.foot, b.head, c.head, a.head}, odd);
  }

  void three_inside(const Corners& n, bool odd) {
    const int m = n[3];
    std::array<int, 3> p{n[0], n[1], n[2]};
    const auto settle = [&](std::size_t i, std::size_t j) {
      if (beats(p[i], p[j], m)) return;
      std::swap(p[i], p[j]);
      odd = !odd;
    };
    settle(0, 1);
    settle(1, 2);
    settle(0, 1);
    const auto column = [&](int node) { return Column{vertex(node), cut(node, m)}; };
    const Column a = column(p[0]), b = column(p[1]), c = column(p[2]);
    prism(a, b, c, odd);
  }

  /// A prism that lies on the surface: its columns run from p to q, and along the two faces between cuts.
  void two_inside_two_outside(const Corners& n, bool odd) {
    const int p = n[0], q = n[1], m = n[2], k = n[3];
    const Column a{vertex(p), vertex(q)};
    Column b{cut(p, m), cut(q, m)}, c{cut(p, k), cut(q, k)};
    bool a_beats_b = beats(p, q, m), a_beats_c = beats(p, q, k);
    // The quadrilateral on the surface is nobody else's: where the other two leave a choice, its shorter diagonal.
    const auto squared = [&](int v, int w) {
      return (mesh_.vertices[std::size_t(v)] - mesh_.vertices[std::size_t(w)]).squaredNorm();
    };
    const bool b_beats_c = a_beats_b == a_beats_c ? squared(b.foot, c.head) <= squared(c.foot, b.head) : a_beats_c;
    if (!b_beats_c) {
      std::swap(b, c);
      std::swap(a_beats_b, a_beats_c);
      odd = !odd;
    }
    // Now B beats C; A goes before, between or behind them, by an even, odd or even number of swaps.
    if (a_beats_b) return prism(a, b, c, odd);
    if (a_beats_c) return prism(b, a, c, !odd);
    prism(b, c, a, odd);
  }

  const WarpedLattice& warped_;
  std::vector<int> node_vertex_, cut_vertex_;
  TetMesh mesh_;
};

}  // namespace

TetMesh inside_tets(const WarpedLattice& warped) {
  Stuffer stuffer(warped);
  warped.lattice().tets([&](const std::array<int, 4>& nodes) { stuffer.add(nodes); });
  return stuffer.take();
}

}  // namespace stiction
