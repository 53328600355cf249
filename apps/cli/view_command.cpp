#include "view_command.h"

#include <fmt/core.h>

#include <chrono>
#include <cstdio>
#include <thread>

#include "exit_codes.h"
#include "recorded_run.h"
#include "serving.h"
#include "stiction/common/error.h"
#include "stiction/serve/admission.h"
#include "stiction/serve/server.h"
#include "stop_signal.h"
#include "viewer_page.h"

namespace stiction::cli {

int view_command(const ViewOptions& options) {
  const ServerOptions settings = server_options(options.bind, options.port);
  const std::string page(viewer_page());
  const RecordedRun run(options.recording);
  const Replay replay = run.replay();

  Resources resources;
  resources["/"] = memory_resource("text/html; charset=utf-8", page);
  resources["/replay.bin"] = {
      "application/octet-stream", replay.size(),
      [&replay](std::uint64_t offset, std::uint64_t length) { return replay.read(offset, length); }};
  const Server server(settings, std::move(resources));
  catch_stop_signals();
  fmt::print("{}: {}\n  Ctrl-C stops\n", options.recording, server.url());
  if (std::fflush(stdout) != 0) throw Error("the address could not be written to standard output");
  if (!options.no_browser) open_browser(server.url());
  while (!stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  return kGood;
}

}  // namespace stiction::cli
