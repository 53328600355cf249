#include <fmt/format.h>

#include <cstdint>

#include "chart.h"
#include "papers_report.h"

namespace stiction::cli {
namespace {

std::string base64(const std::string& bytes) {
  constexpr char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve(bytes.size() * 4 / 3 + 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      out += i + k <= bytes.size() ? kLetters[group >> (18 - 6 * k) & 63U] : '=';
    }
  }
  return out;
}

std::string table_html(const papers::Table& table) {
  if (table.rows.empty()) return "";
  std::string out = "<h4>" + html_text(table.title) + "</h4><table><tr>";
  for (const std::string& cell : table.header) out += "<th>" + html_text(cell) + "</th>";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (const std::string& cell : row) out += "<td>" + html_text(cell) + "</td>";
  }
  return out + "</table>";
}

std::string plot_html(const papers::Plot& plot) {
  Chart chart(plot.x_label, plot.y_label, plot.log_x, plot.log_y);
  int colour = 0;
  for (const papers::Curve& curve : plot.curves) {
    chart.add(curve.name, curve.points, curve.colour >= 0 ? curve.colour : colour, curve.dashed, curve.dots);
    ++colour;
  }
  return "<figure>" + chart.svg() + "<figcaption>" + html_text(plot.title) + "</figcaption></figure>";
}

std::string exhibit_html(const PlayedExhibit& played) {
  const papers::Findings& f = played.findings;
  std::string out = fmt::format("<h3 id=\"{0}\">{1} <small>{0}, {2:.1f} s</small></h3><p>{3}</p><ul>",
                                html_text(played.exhibit->name), html_text(played.exhibit->title), f.wall_s,
                                html_text(played.exhibit->shows));
  for (const papers::Check& check : f.checks) {
    out += fmt::format("<li class={}><b>{}</b> {}<br><small>{}</small></li>", check.seen ? "seen" : "missed",
                       check.seen ? "seen" : "NOT SEEN", html_text(check.what), html_text(check.detail));
  }
  out += "</ul>";
  for (const std::string& note : f.notes) out += "<p>" + html_text(note) + "</p>";
  out += "<div class=row>";
  for (const papers::Picture& picture : f.pictures) {
    out += fmt::format("<figure><img src=\"data:image/png;base64,{}\" width=420><figcaption>{}</figcaption></figure>",
                       base64(picture.png), html_text(picture.caption));
  }
  for (const papers::Plot& plot : f.plots) out += plot_html(plot);
  out += "</div>";
  for (const papers::Table& table : f.tables) out += table_html(table);
  return out;
}

}  // namespace

std::string to_html(const PapersReport& report) {
  std::string page =
      "<!doctype html><html lang=en><meta charset=utf-8><title>stiction papers</title><style>"
      "body{font:14px system-ui,sans-serif;margin:2em auto;max-width:1320px;color:#24292f;background:#fff}"
      "svg{font:11px system-ui,sans-serif}.g{stroke:#d8dee4;fill:none}.row{display:flex;flex-wrap:wrap}"
      "figure{margin:0 1em 1em 0}figcaption{max-width:620px;color:#57606a}"
      "table{border-collapse:collapse;margin-bottom:1em}td,th{border:1px solid #d8dee4;padding:2px 8px;text-align:left}"
      ".seen b{color:#1a7f37}.missed b{color:#d1242f}small{color:#57606a;font-weight:normal}h2{margin-top:2em}</style>";
  page += fmt::format(
      "<h1>The papers, reproduced</h1><p>Made by <code>{}</code> in {:.0f} s ({:.0f} s of CPU time) on {}.</p><ul>",
      html_text(report.command), report.wall_s, report.cpu_s, html_text(report.machine));
  for (const PlayedPaper& paper : report.papers)
    for (const PlayedExhibit& played : paper.exhibits)
      page +=
          fmt::format("<li class={}><b>{}</b> <a href=\"#{}\">{}</a></li>",
                      played.findings.all_seen() ? "seen" : "missed", played.findings.all_seen() ? "seen" : "NOT SEEN",
                      html_text(played.exhibit->name), html_text(played.exhibit->title));
  page += "</ul>";
  for (const PlayedPaper& paper : report.papers) {
    page += fmt::format("<h2>{}</h2><p>{}. Its figures: {}.</p>", html_text(paper.paper->title),
                        html_text(paper.paper->authors), html_text(paper.paper->machine));
    if (!paper.paper->falls_short.empty()) {
      page += "<p>What falls short, or differs:</p><ul>";
      for (const std::string& text : paper.paper->falls_short) page += "<li>" + html_text(text) + "</li>";
      page += "</ul>";
    }
    for (const papers::Table& table : comparison_tables(paper.exhibits)) page += table_html(table);
    for (const PlayedExhibit& played : paper.exhibits) page += exhibit_html(played);
    page += table_html(health_table(paper.exhibits));
  }
  return page + "</html>\n";
}

}  // namespace stiction::cli
