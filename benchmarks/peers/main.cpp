// stiction bench peers: the same scenes through stiction and through other engines, in one run.
#include <fmt/format.h>
#include <tbb/global_control.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "../command_line.h"
#include "comparison.h"
#include "stiction/common/error.h"

namespace {

using namespace stiction;         // NOLINT: a program of one file
using namespace stiction::peers;  // NOLINT

/// The entries whose name was asked for, in their own order; all of them if none was.
template <class Entry>
std::vector<Entry> chosen(std::vector<Entry> all, const std::vector<std::string>& names, const std::string& option) {
  if (names.empty()) return all;
  std::string known;
  for (const Entry& entry : all) known += (known.empty() ? "" : ", ") + entry.name;
  for (const std::string& name : names) {
    if (std::none_of(all.begin(), all.end(), [&](const Entry& entry) { return entry.name == name; })) {
      throw InputError(option, "there is no '" + name + "'", "choose from: " + known);
    }
  }
  std::erase_if(all,
                [&](const Entry& entry) { return std::find(names.begin(), names.end(), entry.name) == names.end(); });
  return all;
}

void run(double duration, const std::vector<std::string>& scenes, const std::vector<std::string>& engines, bool json) {
  // Peers use one thread, so does stiction here: CPU time of the thread then tells all.
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  const auto choices = chosen(engine_choices(), engines, "--engine");
  const auto selected = chosen(cases(), scenes, "--scene");
  if (!json) {
    fmt::print(
        "CPU time of the thread for each step; x = stiction's time / this engine's; steps are timed until a body has\n"
        "moved a quarter of its size; an answer is yes under 1 %. moved: farthest way of a corner; drift: the same "
        "after the first second.\n");
    for (const EngineChoice& choice : choices) fmt::print("  {:<15} {}\n", choice.name, choice.settings);
  }
  std::vector<CaseResult> results;
  for (const Case& what : selected) {
    if (isatty(STDERR_FILENO)) fmt::print(stderr, "{} ...\r", what.name);
    results.push_back(compare(what, choices, duration));
    if (!json) fmt::print("{}", to_table(results.back()));
    std::fflush(stdout);
  }
  if (json) fmt::print("{}\n", to_json(results));
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("The same scenes through stiction and through other engines, in one run", "stiction bench peers");
  double duration = 10;
  std::vector<std::string> scenes, engines;
  bool json = false;
  app.add_option("--duration", duration, "simulated time of each scene, s")
      ->check(stiction::bench::positive())
      ->check(CLI::Range(0.1, 1e5))
      ->capture_default_str();
  app.add_option("--scene", scenes, "only this scene (may be repeated)")->take_all();
  app.add_option("--engine", engines, "only this engine (may be repeated)")->take_all();
  app.add_flag("--json", json, "the results as JSON on stdout");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  try {
    run(duration, scenes, engines, json);
  } catch (const InputError& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
  return 0;
}
