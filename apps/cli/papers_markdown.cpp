#include <fmt/format.h>

#include "papers_report.h"

namespace stiction::cli {
namespace {

/// Text that Markdown tables take as it is.
std::string cell_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

std::string table_text(const papers::Table& table) {
  if (table.rows.empty()) return "";
  std::string out = table.title + "\n\n|";
  for (const std::string& cell : table.header) out += fmt::format(" {} |", cell_text(cell));
  out += "\n|";
  for (std::size_t i = 0; i < table.header.size(); ++i) out += "---|";
  for (const auto& row : table.rows) {
    out += "\n|";
    for (const std::string& cell : row) out += fmt::format(" {} |", cell_text(cell));
  }
  return out + "\n\n";
}

/// Adds an exhibit to a page that lies one folder below the overview.
void add_exhibit(MarkdownReport& report, std::string& page, const PlayedExhibit& played, const std::string& folder) {
  const papers::Findings& f = played.findings;
  page += fmt::format("## {}\n\n{} (`{}`, {:.1f} s)\n\n", played.exhibit->title, played.exhibit->shows,
                      played.exhibit->name, f.wall_s);
  for (const papers::Check& check : f.checks) {
    page += fmt::format("- {}: {} ({})\n", check.seen ? "seen" : "**not seen**", check.what, check.detail);
  }
  page += "\n";
  for (const std::string& note : f.notes) page += note + "\n\n";
  int number = 0;
  for (const papers::Picture& picture : f.pictures) {
    const std::string file = fmt::format("{}/{}_{}.png", folder, played.exhibit->name, ++number);
    page += fmt::format("<img src=\"../{}\" width=320 alt=\"{}\">\n", file, picture.caption);
    report.pictures.emplace_back(file, picture.png);
  }
  if (number > 0) page += "\n";
  for (const papers::Table& table : f.tables) page += table_text(table);
}

}  // namespace

MarkdownReport to_markdown(const PapersReport& r, const std::string& pages, const std::string& pictures,
                           const std::string& long_form) {
  MarkdownReport report;
  const bool full = r.depth == papers::Depth::full;
  report.text = fmt::format(
      "# The papers, reproduced{}\n\nMade by `{}` in {:.0f} s ({:.0f} s of CPU time) on {}. The HTML report that it "
      "writes has the plots, too. "
      "What the command does and "
      "how exhibits are written: [papers/README.md](../papers/README.md).\n\n",
      full ? " in their long form" : "", r.command, r.wall_s, r.cpu_s, r.machine);
  if (full) report.text += "Ten simulated minutes of each scene, if it does not say otherwise.\n\n";
  if (!long_form.empty())
    report.text += fmt::format("The long form, as far as it was played: [{0}]({0}).\n\n", long_form);
  int count = 0;
  std::string missed;
  for (const PlayedPaper& paper : r.papers)
    for (const PlayedExhibit& exhibit : paper.exhibits) {
      ++count;
      if (!exhibit.findings.all_seen())
        missed += fmt::format("{}`{}`", missed.empty() ? "" : ", ", exhibit.exhibit->name);
    }
  report.text += fmt::format(
      "{} exhibits. {}\n\n", count,
      missed.empty() ? "All show what they must." : "Not all is seen that must be seen in: " + missed + ".");
  for (const PlayedPaper& paper : r.papers) {
    report.text += fmt::format("## {}\n\n{}. Its figures: {}.\n\n", paper.paper->title, paper.paper->authors,
                               paper.paper->machine);
    if (!paper.paper->falls_short.empty()) {
      report.text += "What falls short, or differs:\n\n";
      for (const std::string& text : paper.paper->falls_short) report.text += "- " + text + "\n";
      report.text += "\n";
    }
    if (full) {
      report.text += table_text(exhibit_table(paper.exhibits));
      report.text += table_text(health_table(paper.exhibits));
    }
    for (const papers::Table& table : comparison_tables(paper.exhibits)) report.text += table_text(table);
    const std::string name = fmt::format("{}/{}.md", pages, paper.paper->name);
    report.text += fmt::format("What was seen, with pictures: [{0}]({0}).\n\n", name);
    std::string page =
        fmt::format("# {}\n\nMade by `{}`; see [the overview](../{}.md).\n\n", paper.paper->title, r.command, pages);
    for (const PlayedExhibit& played : paper.exhibits) add_exhibit(report, page, played, pictures);
    page += table_text(health_table(paper.exhibits));
    while (page.ends_with("\n\n")) page.pop_back();
    report.pages.emplace_back(name, page);
  }
  while (report.text.ends_with("\n\n")) report.text.pop_back();
  return report;
}

}  // namespace stiction::cli
