// The papers and their exhibits: a scene or a figure each, with what must be seen in it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "framework/stage.h"

namespace stiction::papers {

struct Exhibit {
  std::string name;   ///< as on the command line: "catenary_arch"
  std::string title;  ///< for people
  std::string shows;  ///< what the paper shows
  void (*play)(Stage&) = nullptr;
  /// False while a file that it needs is not there; null where nothing is needed.
  bool (*available)() = nullptr;
};

struct Paper {
  std::string name;  ///< its folder
  std::string title, authors;
  std::string machine;  ///< that its figures were measured on
  std::vector<Exhibit> exhibits;
  /// Where we do not show what the paper shows, or not in the same way, and why; for the report.
  std::vector<std::string> falls_short = {};
};

const std::vector<Paper>& all_papers();

/// Plays an exhibit. Whatever it throws becomes a check that failed, but Stopped, and what it throws when it has to
/// stop: that is Stopped, too.
Findings play(const Exhibit& exhibit, Depth depth, const Watch& watch);

}  // namespace stiction::papers
