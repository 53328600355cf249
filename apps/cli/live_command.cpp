#include "live_command.h"

#include <fmt/core.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "exit_codes.h"
#include "live_recorder.h"
#include "live_stream.h"
#include "recorded_run.h"
#include "serving.h"
#include "stiction/common/error.h"
#include "stiction/serve/admission.h"
#include "stiction/serve/server.h"
#include "stop_signal.h"
#include "viewer_page.h"

namespace stiction::cli {
namespace {

constexpr std::chrono::microseconds kFrame{16667};

/// The scene as a replay with one frame: a page learns from it what there is to draw.
std::string greeting_of(const Scene& scene) {
  const auto folder = std::filesystem::temp_directory_path() / ("stiction-" + random_token());
  std::filesystem::create_directory(folder);
  const std::string path = (folder / "start.h5").string();
  const World world = build_world(scene);
  WorldRecorder(path, scene, world, {}).close(world);
  std::string bytes;
  {
    const RecordedRun run(path);
    const Replay replay = run.replay();
    bytes = replay.read(0, replay.size());
  }
  std::filesystem::remove_all(folder);
  return bytes;
}

void obey(const LiveCommand& command, LiveLoop& loop, LiveRecorder& recorder) {
  switch (command.kind) {
    case LiveCommand::Kind::input:
      return loop.send(command.input);
    case LiveCommand::Kind::pause:
      return loop.pause(command.value);
    case LiveCommand::Kind::step:
      return loop.step_once();
    case LiveCommand::Kind::reset:
      return loop.reset();
    case LiveCommand::Kind::record:
      return command.value ? recorder.start(loop) : recorder.stop(loop);
  }
}

void print_summary(const LiveStatus& status, const std::vector<std::string>& recordings) {
  fmt::print(
      "\n{} steps; {:.2f} % converged; CPU of a step: median {:.3f} ms, 99 % within {:.3f} ms, 99.9 % within {:.3f} "
      "ms\n",
      status.steps, 100 * status.converged_share, 1e3 * status.p50, 1e3 * status.p99, 1e3 * status.p999);
  for (const std::string& path : recordings) fmt::print("  Recording   {}\n", path);
}

}  // namespace

int live_command(const LiveOptions& options) {
  const ServerOptions settings = server_options(options.bind, options.port);
  if (!(options.budget_ms >= 0 && std::isfinite(options.budget_ms)))
    throw InputError("--step-budget-ms", fmt::format("is {}", options.budget_ms),
                     "give a time above 0, or leave it out");
  if (!(options.speed > 0 && std::isfinite(options.speed)))
    throw InputError("--speed", fmt::format("is {}", options.speed), "give a number above 0; 1 is real time");
  const Scene scene = load(options.scene);
  std::string page(viewer_page());
  const std::size_t head = page.find("</head>");
  if (head == std::string::npos) throw Error("the viewer's page has no head");
  page.insert(head, "<meta name=\"stiction-live\" content=\"/live\">");

  // Before the loop runs: its recorder writes HDF5 on another thread, and the library is not safe to share.
  const std::string greeting = greeting_of(scene);
  LiveRecorder recorder(scene, options.output.empty() ? short_name(options.scene.source) + "-live.h5" : options.output,
                        !options.output.empty());
  LiveLoop loop([&scene] { return build_world(scene); }, {1e-3 * options.budget_ms, options.speed, options.paused},
                recorder.observer());
  const WorldModel model = build_world(scene).model();

  Resources resources;
  resources["/"] = memory_resource("text/html; charset=utf-8", page);
  Talk talk;
  talk.path = "/live";
  talk.greeting = [&greeting] { return greeting; };
  talk.heard = [&](std::string_view message) { obey(live_command_of(message), loop, recorder); };
  Server server(settings, std::move(resources), std::move(talk));
  catch_stop_signals();
  fmt::print("{}: {}\n  Ctrl-C stops\n", scene.name, server.url());
  if (std::fflush(stdout) != 0) throw Error("the address could not be written to standard output");
  if (!options.no_browser) open_browser(server.url());
  while (!stop_requested()) {
    std::this_thread::sleep_for(kFrame);
    if (server.clients() > 0)
      server.say(std::make_shared<std::string>(live_message(loop.status(), model, recorder.path())));
  }
  recorder.stop(loop);
  print_summary(loop.status(), recorder.made());
  return kGood;
}

}  // namespace stiction::cli
