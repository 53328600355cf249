#include "stiction/export/picture/colour_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr int kBits = 6;  // of each channel that are told apart

std::size_t cell_of(const Colour& c) {
  constexpr int drop = 8 - kBits;
  return std::size_t(c[0] >> drop) << (2 * kBits) | std::size_t(c[1] >> drop) << kBits | std::size_t(c[2] >> drop);
}

/// Pixels whose colours fall into one cell.
struct Cell {
  double count = 0;
  std::array<double, 3> sum{};

  double mean(std::size_t channel) const { return sum[channel] / count; }
};

/// Cells [begin, end) and along which channel they differ most.
struct Group {
  std::size_t begin = 0, end = 0, channel = 0;
  double spread = 0;  ///< sum of squared distances from the mean along that channel
};

Group measured(const std::vector<Cell>& cells, std::size_t begin, std::size_t end) {
  Group group{begin, end};
  for (std::size_t channel = 0; channel < 3; ++channel) {
    double count = 0, sum = 0, squares = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const double x = cells[i].mean(channel);
      count += cells[i].count;
      sum += cells[i].count * x;
      squares += cells[i].count * x * x;
    }
    const double spread = squares - sum * sum / count;
    if (spread > group.spread) {
      group.spread = spread;
      group.channel = channel;
    }
  }
  return group;
}

}  // namespace

std::vector<Colour> colour_table(const std::vector<Image>& images, int count) {
  std::vector<Cell> all(std::size_t(1) << (3 * kBits));
  for (const Image& image : images) {
    for (const Colour& colour : image.pixels) {
      Cell& cell = all[cell_of(colour)];
      cell.count += 1;
      for (std::size_t k = 0; k < 3; ++k) cell.sum[k] += colour[k];
    }
  }
  std::vector<Cell> cells;
  for (Cell cell : all) {
    if (cell.count == 0) continue;
    // Small things matter more than their few pixels: a card's edge as against the sky.
    const double weight = 1 / std::sqrt(cell.count);
    cell.count *= weight;
    for (double& s : cell.sum) s *= weight;
    cells.push_back(cell);
  }
  std::vector<Group> groups = {measured(cells, 0, cells.size())};
  while (std::ssize(groups) < count) {
    const auto widest = std::max_element(groups.begin(), groups.end(),
                                         [](const Group& a, const Group& b) { return a.spread < b.spread; });
    if (widest->end - widest->begin < 2) break;
    const Group group = *widest;
    const std::size_t channel = group.channel;
    std::stable_sort(cells.begin() + std::ptrdiff_t(group.begin), cells.begin() + std::ptrdiff_t(group.end),
                     [&](const Cell& a, const Cell& b) { return a.mean(channel) < b.mean(channel); });
    double total = 0, mean = 0;
    for (std::size_t i = group.begin; i < group.end; ++i) {
      total += cells[i].count;
      mean += cells[i].sum[channel];
    }
    mean /= total;
    std::size_t cut = group.begin + 1;
    while (cut + 1 < group.end && cells[cut].mean(channel) < mean) ++cut;
    *widest = measured(cells, group.begin, cut);
    groups.push_back(measured(cells, cut, group.end));
  }
  std::vector<Colour> table;
  for (const Group& group : groups) {
    Cell cell;
    for (std::size_t i = group.begin; i < group.end; ++i) {
      cell.count += cells[i].count;
      for (std::size_t k = 0; k < 3; ++k) cell.sum[k] += cells[i].sum[k];
    }
    Colour colour;
    for (std::size_t k = 0; k < 3; ++k) colour[k] = std::uint8_t(std::lround(cell.mean(k)));
    table.push_back(colour);
  }
  return table;
}

NearestColour::NearestColour(const std::vector<Colour>& table)
    : table_(table), known_(std::size_t(1) << (3 * kBits), -1) {}

int NearestColour::operator()(const Colour& colour) {
  std::int16_t& known = known_[cell_of(colour)];
  if (known >= 0) return known;
  int best = std::numeric_limits<int>::max();
  for (std::size_t i = 0; i < table_.size(); ++i) {
    int distance = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const int d = int(table_[i][k]) - int(colour[k]);
      distance += (k == 1 ? 4 : k == 0 ? 2 : 1) * d * d;  // about as the eye weighs green, red and blue
    }
    if (distance < best) {
      best = distance;
      known = std::int16_t(i);
    }
  }
  return known;
}

}  // namespace stiction
