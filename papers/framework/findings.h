// What an exhibit found out, as plain values: for the report, and to be kept until a later run goes on.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace stiction::papers {

/// Something that must be seen, and whether it was.
struct Check {
  std::string what;
  bool seen = false;
  std::string detail;  ///< the numbers that decided
};

/// One figure of the paper beside ours. Those of one table and row make a row of the report.
struct Comparison {
  std::string table, row, column;
  double paper = 0;  ///< NaN: the paper has none
  double ours = 0;
};

struct Table {
  std::string title;
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows = {};
};

struct Curve {
  std::string name;
  std::vector<std::pair<double, double>> points;
  bool dashed = false, dots = false;
  int colour = -1;  ///< -1: the next one
};

struct Plot {
  std::string title, x_label, y_label;
  bool log_x = false, log_y = false;
  std::vector<Curve> curves = {};
};

struct Picture {
  std::string caption;
  std::string png;  ///< the file's bytes
};

/// How exact the steps of a run were.
struct Health {
  std::string film;
  double simulated_s = 0;
  std::int64_t steps = 0;
  double share_4 = 1, share_6 = 1;  ///< of the steps whose certificate is at or under 1e-4 and 1e-6
  double worst_error = 0;           ///< worst certificate
  double worst_penetration = 0;     ///< m
};

struct Findings {
  std::vector<Check> checks = {};
  std::vector<Comparison> comparisons = {};
  std::vector<Table> tables = {};
  std::vector<Plot> plots = {};
  std::vector<Picture> pictures = {};
  std::vector<Health> health = {};
  std::vector<std::string> notes = {};
  double wall_s = 0, cpu_s = 0;  ///< that the exhibit took

  bool all_seen() const;
};

/// As JSON, pictures left out; the second takes them from `pictures`, in order. Throws InputError for text that is no
/// such thing, naming `where`.
std::string to_json(const Findings& findings);
Findings findings_from_json(const std::string& text, const std::string& where);

}  // namespace stiction::papers
