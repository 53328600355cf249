// A small problem in every form that FCLib files come in, written by hand.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "stiction/problem/fclib_data.h"

namespace stiction::testing {

enum class Form { rows, columns, triplets, long_triplets };

/// Two contacts; W has 3 on the second block's diagonal and one entry, (0, 1), without its partner. `change` may spoil
/// the file before it is closed.
inline void write_sample(const std::string& path, Form form, const std::function<void(fclib::Writer&)>& change = {}) {
  using fclib::Writer;
  const std::vector<fclib::Entry> entries = {{0, 0, 2}, {0, 1, 0.25}, {1, 0, 0.5}, {1, 1, 2}, {2, 2, 2},
                                             {3, 3, 3}, {4, 4, 3},    {5, 5, 3},   {0, 3, 1}, {3, 0, 1}};
  Writer w(path);
  w.group("fclib_local");
  w.integers("fclib_local/spacedim", {3});
  if (form == Form::rows) {
    w.matrix("fclib_local/W", {6, 6, entries});
  } else {
    std::vector<int> i, p;
    std::vector<double> x;
    const int count = static_cast<int>(entries.size());
    if (form == Form::columns) {
      p.assign(7, 0);
      for (int column = 0; column < 6; ++column) {
        for (const auto& e : entries)
          if (e.column == column) {
            i.push_back(e.row);
            x.push_back(e.value);
          }
        p[column + 1] = static_cast<int>(i.size());
      }
    } else {
      for (const auto& e : entries) {
        i.push_back(e.row);
        p.push_back(e.column);
        x.push_back(e.value);
      }
      if (form == Form::long_triplets)  // room for more than there is
        for (int spare = 0; spare < 3; ++spare) {
          i.push_back(99);
          p.push_back(-5);
          x.push_back(7);
        }
    }
    w.group("fclib_local/W");
    w.integers("fclib_local/W/nzmax", {static_cast<int>(x.size())});
    w.integers("fclib_local/W/m", {6});
    w.integers("fclib_local/W/n", {6});
    w.integers("fclib_local/W/nz", {form == Form::columns ? -1 : count});
    w.integers("fclib_local/W/p", p);
    w.integers("fclib_local/W/i", i);
    w.numbers("fclib_local/W/x", x);
  }
  w.group("fclib_local/vectors");
  w.numbers("fclib_local/vectors/q", {-1, 0, 0.5, -2, 1, 0});
  w.numbers("fclib_local/vectors/mu", {0.5, 0.25});
  if (change) change(w);
  w.close();
}

}  // namespace stiction::testing
