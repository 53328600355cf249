#include "papers_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <thread>

#include "exit_codes.h"
#include "papers_report.h"
#include "progress.h"
#include "stiction/common/error.h"
#include "stiction/export/export_job.h"
#include "stop_signal.h"

namespace stiction::cli {
namespace {

namespace fs = std::filesystem;
using papers::Depth;
using papers::Exhibit;
using papers::Findings;
using papers::Paper;

std::string file_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_file(const fs::path& path, const std::string& bytes) {
  NewFiles files;
  files.add(path.string(), bytes);
  files.publish();
}

void make_folder(const fs::path& path) {
  std::error_code failure;
  fs::create_directories(path, failure);
  if (failure) throw InputError(path.string(), "cannot be made: " + failure.message(), "give another folder to -o");
}

/// Where an exhibit's findings are kept: what it was run with, what it found, and a file for each picture.
class Shelf {
 public:
  Shelf(const fs::path& folder, const Paper& paper, const Exhibit& exhibit, Depth depth)
      : folder_(folder / paper.name), name_(exhibit.name), depth_(depth) {}

  /// Findings of an earlier run of the same depth by the same version, all pictures included.
  std::optional<Findings> earlier() const {
    std::error_code ignored;
    if (!fs::is_regular_file(json(), ignored)) return std::nullopt;
    const auto kept = nlohmann::json::parse(file_text(json()), nullptr, false);
    if (!kept.is_object() || kept.value("depth", "") != to_string(depth_) ||
        kept.value("version", "") != STICTION_VERSION || !kept.contains("findings"))
      return std::nullopt;
    Findings findings = papers::findings_from_json(kept["findings"].dump(), json().string());
    for (std::size_t i = 0; i < findings.pictures.size(); ++i) {
      findings.pictures[i].png = file_text(picture(i));
      if (findings.pictures[i].png.empty()) return std::nullopt;
    }
    return findings;
  }

  void keep(const Findings& findings) const {
    make_folder(folder_);
    for (std::size_t i = 0; i < findings.pictures.size(); ++i) write_file(picture(i), findings.pictures[i].png);
    nlohmann::ordered_json kept;
    kept["version"] = STICTION_VERSION;
    kept["depth"] = to_string(depth_);
    kept["findings"] = nlohmann::ordered_json::parse(to_json(findings));
    // Last: with it, the exhibit counts as done.
    write_file(json(), kept.dump(1) + "\n");
  }

 private:
  fs::path json() const { return folder_ / (name_ + ".json"); }
  fs::path picture(std::size_t i) const { return folder_ / fmt::format("{}_{}.png", name_, i + 1); }

  fs::path folder_;
  std::string name_;
  Depth depth_;
};

/// A line on stderr for the film that runs now.
class FilmProgress {
 public:
  void start(const std::string& prefix) { prefix_ = prefix; }
  void update(const std::string& film, double time, double end, int contacts, double error) {
    if (!line_ || film != film_) {
      film_ = film;
      line_.reset();
      line_ = std::make_unique<Progress>(prefix_ + film, 0, end);
    }
    line_->update(time, contacts, error);
  }
  void finish() { line_.reset(); }

 private:
  std::string prefix_, film_;
  std::unique_ptr<Progress> line_;
};

struct Choice {
  const Paper* paper;
  const Exhibit* exhibit;
};

std::vector<Choice> choose(const std::vector<std::string>& names) {
  std::vector<Choice> chosen;
  std::vector<bool> known(names.size(), false);
  for (const Paper& paper : papers::all_papers())
    for (const Exhibit& exhibit : paper.exhibits) {
      bool wanted = names.empty();
      for (std::size_t i = 0; i < names.size(); ++i) {
        const bool named =
            names[i] == paper.name || names[i] == exhibit.name || names[i] == paper.name + "/" + exhibit.name;
        known[i] = known[i] || named;
        wanted = wanted || named;
      }
      if (wanted) chosen.push_back({&paper, &exhibit});
    }
  const auto unknown = std::find(known.begin(), known.end(), false);
  if (unknown != known.end())
    throw InputError(names[std::size_t(unknown - known.begin())], "is no paper and no exhibit",
                     "`stiction papers --list` names them");
  return chosen;
}

Depth depth_of(const PapersOptions& options) {
  if (int(options.minimal) + int(options.quick) + int(options.full) > 1)
    throw InputError("--minimal, --quick, --full", "exclude each other", "give one of them");
  return options.full ? Depth::full : options.minimal ? Depth::minimal : Depth::quick;
}

Findings missing_model() {
  Findings findings;
  findings.checks.push_back(
      {"the model that it needs is at hand", false, "get it with tools/fetch_bunny.sh (needs npm)"});
  return findings;
}

std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "an unknown processor";
}

void print_result(const Exhibit& exhibit, const Findings& findings, bool earlier) {
  fmt::print("{:<9} {} ({})\n", findings.all_seen() ? "seen" : "NOT SEEN", exhibit.name,
             earlier ? "from an earlier run" : fmt::format("{:.1f} s", findings.wall_s));
  for (const papers::Check& check : findings.checks) {
    if (!check.seen) fmt::print("          not seen: {} ({})\n", check.what, check.detail);
  }
  std::fflush(stdout);
}

void write_reports(const PapersReport& report, const fs::path& folder, const std::string& markdown) {
  write_file(folder / "report.html", to_html(report));
  fmt::print("{}\n", (folder / "report.html").string());
  if (markdown.empty()) return;
  const fs::path file(markdown), beside = file.parent_path();
  const fs::path pictures = fs::path("images") / file.stem();
  std::string long_form = file.stem().string() + "-full.md";
  std::error_code ignored;
  if (!fs::exists(beside / long_form, ignored)) long_form.clear();
  const MarkdownReport text = to_markdown(report, file.stem().string(), pictures.string(), long_form);
  make_folder(beside / pictures);
  make_folder(beside / file.stem());
  for (const auto& [name, page] : text.pages) write_file(beside / name, page);
  for (const auto& [name, png] : text.pictures) write_file(beside / name, png);
  write_file(markdown, text.text);
  fmt::print("{}\n", markdown);
}

}  // namespace

int papers_list() {
  for (const Paper& paper : papers::all_papers()) {
    fmt::print("{}: {}\n  {}\n", paper.name, paper.title, paper.authors);
    for (const Exhibit& exhibit : paper.exhibits) fmt::print("    {:<20} {}\n", exhibit.name, exhibit.title);
  }
  return kGood;
}

int papers_command(const PapersOptions& options) {
  const Depth depth = depth_of(options);
  const std::vector<Choice> chosen = choose(options.names);
  const fs::path folder = options.output.empty() ? fmt::format("papers-{}", to_string(depth)) : options.output;
  make_folder(folder);
  catch_stop_signals();

  PapersReport report;
  report.command = fmt::format("stiction papers{}{} --{}", options.names.empty() ? "" : " ",
                               fmt::format("{}", fmt::join(options.names, " ")), to_string(depth));
  report.depth = depth;
  report.machine = fmt::format("{} ({} threads)", processor(), std::thread::hardware_concurrency());
  FilmProgress progress;
  papers::Watch watch;
  watch.go_on = [] { return !stop_requested(); };
  watch.step = [&](const std::string& film, double time, double end, int contacts, double error) {
    progress.update(film, time, end, contacts, error);
  };
  bool all_seen = true, stopped = false;
  for (std::size_t i = 0; i < chosen.size() && !stopped; ++i) {
    const auto& [paper, exhibit] = chosen[i];
    const Shelf shelf(folder, *paper, *exhibit, depth);
    // Short runs are cheap, and their results may be those of an older program.
    std::optional<Findings> findings;
    if ((depth == Depth::full || options.resume) && !options.again) findings = shelf.earlier();
    const bool earlier = findings.has_value();
    if (!findings) {
      progress.start(fmt::format("[{} of {}] ", i + 1, chosen.size()));
      try {
        const bool missing = exhibit->available && !exhibit->available();
        findings = missing ? missing_model() : play(*exhibit, depth, watch);
        // What could not be played is not done.
        if (!missing) shelf.keep(*findings);
      } catch (const papers::Stopped&) {
        stopped = true;
      }
      progress.finish();
    }
    if (!findings) continue;
    print_result(*exhibit, *findings, earlier);
    all_seen = all_seen && findings->all_seen();
    report.wall_s += findings->wall_s;
    report.cpu_s += findings->cpu_s;
    if (report.papers.empty() || report.papers.back().paper != paper) report.papers.push_back({paper, {}});
    report.papers.back().exhibits.push_back({exhibit, std::move(*findings)});
  }
  write_reports(report, folder, stopped ? "" : options.markdown);
  if (stopped) {
    fmt::print(stderr, "stiction: stopped; the same command goes on{}\n",
               depth == Depth::full ? " with the exhibit that was cut short" : ", from the start");
    return kStopped;
  }
  return all_seen ? kGood : kNotSeen;
}

}  // namespace stiction::cli
