// The report of `stiction papers`: one HTML page that needs nothing else, or Markdown with picture files beside it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "framework/paper.h"

namespace stiction::cli {

struct PlayedExhibit {
  const papers::Exhibit* exhibit = nullptr;
  papers::Findings findings;
};

struct PlayedPaper {
  const papers::Paper* paper = nullptr;
  std::vector<PlayedExhibit> exhibits;
};

struct PapersReport {
  std::string command;  ///< that makes it
  papers::Depth depth = papers::Depth::quick;
  std::string machine;           ///< that it was made on
  double wall_s = 0, cpu_s = 0;  ///< of all exhibits, those of earlier runs included
  std::vector<PlayedPaper> papers;
};

std::string to_html(const PapersReport& report);

/// Markdown: an overview, a page for each paper, and the pictures that they refer to; file names from the overview's
/// folder, and contents.
struct MarkdownReport {
  std::string text;
  std::vector<std::pair<std::string, std::string>> pages, pictures;
};
/// @param pages, pictures  folders beside the overview
/// @param long_form        file beside it that tells of the long form, empty where there is none
MarkdownReport to_markdown(const PapersReport& report, const std::string& pages, const std::string& pictures,
                           const std::string& long_form);

/// Comparisons as rows of one table: the paper's figure, ours, and the paper's over ours.
std::vector<papers::Table> comparison_tables(const std::vector<PlayedExhibit>& exhibits);
/// What the exhibits cost and whether all was seen.
papers::Table exhibit_table(const std::vector<PlayedExhibit>& exhibits);
/// Steps of every film: how many converged, the worst certificate, the deepest overlap.
papers::Table health_table(const std::vector<PlayedExhibit>& exhibits);

}  // namespace stiction::cli
