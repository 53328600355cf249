// The solvers of the papers measured on problems out of running scenes, beside what the papers report.
#include <tbb/global_control.h>

#include <CLI/CLI.hpp>
#include <string>

#include "../command_line.h"
#include "sections.h"

int main(int argc, char** argv) {
  CLI::App app{"The papers' solvers beside what their papers report"};
  std::string only;
  bool quick = false;
  app.add_option("--only", only, "newton | regions | lemke")->check(CLI::IsMember({"newton", "regions", "lemke"}));
  app.add_flag("--quick", quick, "A few seconds instead of minutes");
  if (const auto code = stiction::bench::parse(app, argc, argv)) return *code;
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  if (only.empty() || only == "newton") stiction::bench::newton_section(quick);
  if (only.empty() || only == "regions") stiction::bench::regions_section(quick);
  if (only.empty() || only == "lemke") stiction::bench::lemke_section(quick);
  return 0;
}
