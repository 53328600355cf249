// Thousands of contact problems out of our own scenes, each solved from nothing by the default solver and judged from
// outside.
#include <fmt/core.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <cstdio>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "../command_line.h"
#include "report.h"
#include "stiction/common/error.h"

namespace {

using namespace stiction;
using namespace stiction::bench;

struct Options {
  int count = 2000, threads = 1;
  std::string only, folder;
  bool keep_all = false, list = false;
  std::optional<int> round;
  TrialOptions trial;
};

/// A round with fewer problems, still from all its sources and spread over the same steps.
void thin_out(std::vector<Source>& sources, int wanted) {
  int planned = 0;
  for (const Source& s : sources) planned += s.steps.count;
  if (wanted >= planned) return;
  for (Source& s : sources) {
    const int fewer = std::max(1, static_cast<int>(static_cast<long>(s.steps.count) * wanted / planned));
    s.steps.stride = std::max(1, s.steps.stride * s.steps.count / fewer);
    s.steps.count = fewer;
  }
}

std::vector<Trial> try_source(const Source& source, const Options& options) {
  std::vector<Trial> trials;
  for_each_problem(source, [&](const OwnProblem& problem) {
    trials.push_back(solve_cold(problem, options.trial));
    if (options.folder.empty() || !(options.keep_all || misses(trials.back(), options.trial.tolerance))) return;
    static std::mutex one_writer;  // HDF5 is not made for threads
    const std::lock_guard lock(one_writer);
    if (!keep(problem, options.folder))
      fmt::print(stderr, "{}: has rolling friction, which the format cannot store; not kept\n", problem.name);
  });
  return trials;
}

/// Sources in parallel, each on one thread; trials in the order of the sources.
std::vector<Trial> try_round(const std::vector<Source>& sources, const Options& options) {
  std::vector<std::vector<Trial>> found(sources.size());
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failure;
  std::mutex on_failure;
  const auto work = [&] {
    tbb::task_arena alone(1);
    for (std::size_t i = next++; i < sources.size(); i = next++) try {
        if (isatty(STDERR_FILENO)) fmt::print(stderr, "\r{:<40}", sources[i].name);
        alone.execute([&] { found[i] = try_source(sources[i], options); });
      } catch (...) {
        const std::lock_guard lock(on_failure);
        failure = std::current_exception();
        next = sources.size();
      }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < options.threads; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
  std::vector<Trial> trials;
  for (const std::vector<Trial>& some : found) trials.insert(trials.end(), some.begin(), some.end());
  return trials;
}

std::vector<Source> chosen_sources(int round, const Options& options) {
  std::vector<Source> sources = sources_of_round(round);
  std::erase_if(sources, [&](const Source& s) {
    return s.name.find(options.only) == std::string::npos && s.kind.find(options.only) == std::string::npos;
  });
  if (sources.empty()) throw InputError("--only", "names no source and no kind", "see --list");
  return sources;
}

void print_sources(const std::vector<Source>& sources) {
  for (const Source& s : sources)
    fmt::print("{}: {}, {}, mu {:.6g}, {} steps from {} by {}\n", s.kind, s.name, s.parameters, s.mu, s.steps.count,
               s.steps.first, s.steps.stride);
}

int try_all(const Options& options) {
  if (!options.folder.empty()) make_folder(options.folder);  // now, not when the first problem is missed
  std::vector<Trial> trials;
  for (int round = options.round.value_or(0); static_cast<int>(trials.size()) < options.count; ++round) {
    std::vector<Source> sources = chosen_sources(round, options);
    if (options.list) {
      print_sources(sources);
      return 0;
    }
    thin_out(sources, options.count - static_cast<int>(trials.size()));
    const std::vector<Trial> more = try_round(sources, options);
    fmt::print("{}", list_missed(more, options.trial.tolerance));
    std::fflush(stdout);
    trials.insert(trials.end(), more.begin(), more.end());
    if (options.round) break;
  }
  if (isatty(STDERR_FILENO)) fmt::print(stderr, "\r{:<40}\r", "");
  fmt::print("{}", to_table(trials, options.trial.tolerance));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Contact problems out of our own scenes, solved from nothing by `auto` and judged from outside"};
  Options options;
  app.add_option("--count", options.count, "Problems to take, about (default: 2000)")->check(CLI::Range(1, 10000000));
  app.add_option("--tolerance", options.trial.tolerance, "Error asked for (default: 1e-8)")->check(positive());
  app.add_option("--max-iterations", options.trial.max_iterations, "Of a solve (default: 2000, as in simulations)")
      ->check(CLI::Range(1, 1000000000));
  app.add_option("--largest", options.trial.largest_condensed,
                 "Triples of rows up to which a problem is solved as (W, q), too (default: 1000)")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--only", options.only, "Only kinds and sources with this in their names, such as jammed or pile");
  app.add_option("--round", options.round, "Only this round of sources; the number in their names")
      ->check(CLI::Range(0, 1000000));
  app.add_option("--keep", options.folder, "Write problems that miss the tolerance to this folder, as FCLib files");
  app.add_flag("--keep-all", options.keep_all, "Write all problems to the folder of --keep")->needs("--keep");
  app.add_flag("--list", options.list, "Only list the sources of the round (of the first, by default)");
  app.add_option("--threads", options.threads, "Scenes at a time; results are the same (default: 1)")
      ->check(CLI::Range(1, 1024));
  if (const auto code = stiction::bench::parse(app, argc, argv)) return *code;
  try {
    return try_all(options);
  } catch (const Error& error) {
    fmt::print(stderr, "stiction-bench-problems: {}\n", error.what());
    return 2;
  }
}
