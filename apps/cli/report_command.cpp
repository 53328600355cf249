#include "report_command.h"

#include <fmt/core.h>

#include <filesystem>
#include <fstream>

#include "exit_codes.h"
#include "recorded_run.h"
#include "stiction/common/error.h"
#include "stiction/common/new_file.h"
#include "viewer_page.h"

namespace stiction::cli {
namespace {

/// More rows than a plot has pixels show nothing.
constexpr std::int64_t kMostSteps = 20000;
/// The viewer's page, and so every report, has this near its beginning.
constexpr const char* kMark = "name=\"generator\" content=\"stiction\"";
constexpr std::size_t kMarkWithin = 1024;

void check_output(const ReportOptions& options) {
  namespace fs = std::filesystem;
  std::error_code failure;
  const fs::path folder = fs::absolute(options.output, failure).parent_path();
  if (!fs::is_directory(folder, failure)) {
    throw InputError(options.output, "cannot be written: there is no folder " + folder.string(), "create it first");
  }
  if (fs::is_directory(options.output, failure)) throw InputError(options.output, "is a folder", "give a file name");
  if (options.force || !fs::exists(options.output, failure)) return;
  std::string head(kMarkWithin, '\0');
  std::ifstream(options.output).read(head.data(), static_cast<std::streamsize>(head.size()));
  if (head.find(kMark) == std::string::npos) {
    throw InputError(options.output, "exists and is not a report, so it is not overwritten",
                     "give another name to -o, or --force");
  }
}

}  // namespace

int report_command(const ReportOptions& options) {
  if (!(options.megabytes > 0 && options.megabytes <= 1000)) {
    throw InputError("--max-mb", fmt::format("is {:g}", options.megabytes), "give more than 0 and at most 1000");
  }
  check_output(options);
  viewer_page();
  const RecordedRun run(options.recording);
  const Replay replay = run.replay({static_cast<std::uint64_t>(options.megabytes * 1e6), kMostSteps});
  const std::string page = viewer_page_with(replay.read(0, replay.size()));

  NewFile target(options.output);
  std::ofstream file(target.draft(), std::ios::binary);
  file.write(page.data(), static_cast<std::streamsize>(page.size()));
  file.close();
  if (!file) throw InputError(options.output, "could not be written", "check the folder's permissions and free space");
  target.publish();
  fmt::print("{}: {} frames, {:.1f} MB; open it in any browser\n", options.output, replay.frame_count(),
             static_cast<double>(page.size()) / 1e6);
  if (replay.frame_count() < run.recording().frame_count()) {
    fmt::print("  of the {} frames recorded; --max-mb {:g} holds no more (`stiction view` shows all)\n",
               run.recording().frame_count(), options.megabytes);
  }
  return kGood;
}

}  // namespace stiction::cli
