// stiction: the command line. This file declares commands and options; each command's work has its own file.
// It is the only one that includes CLI11, which is slow to compile.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>

#include "bench_command.h"
#include "exit_codes.h"
#include "export_command.h"
#include "live_command.h"
#include "papers_command.h"
#include "problem_command.h"
#include "repeat_command.h"
#include "report_command.h"
#include "run_command.h"
#include "scene_command.h"
#include "shot_command.h"
#include "solve_command.h"
#include "stiction/common/error.h"
#include "stiction/common/memory.h"
#include "view_command.h"

namespace {

using namespace stiction::cli;

/// What the chosen command will do once all options are read.
using Action = std::function<int()>;

void add_scene_options(CLI::App& command, SceneOptions& options) {
  command.add_option("--set", options.set, "Set a parameter of a gallery scene, key=value (repeatable)")
      ->allow_extra_args(false);
  command.add_option("--seed", options.seed, "Seed of a gallery scene that has chance in it");
  command.add_option("--duration", options.duration, "Simulated time, s");
  command.add_option("--step", options.step, "Time step, s");
  command.add_option(
      "--solver", options.solver,
      "auto | staggered_projections | proximal_newton | gauss_seidel | conjugate_gradient | pcg_gauss_seidel | "
      "fischer_newton | lemke");
  command.add_option("--tolerance", options.tolerance, "Largest natural-map error of a converged step");
  command.add_option("--max-iterations", options.max_iterations, "Outer iterations a step may take");
  command.add_option("--budget-ms", options.budget_ms, "Wall time a step's solve may take, ms (not reproducible)");
}

void add_run(CLI::App& app, Action& action) {
  static RunOptions options;
  CLI::App& run = *app.add_subcommand("run", "Run a scene and record it");
  run.add_option("SCENE", options.scene.source, "Scene file, or a name from `stiction scene list`");
  add_scene_options(run, options.scene);
  run.add_option("--threads", options.threads, "Threads to use; the result is the same for any number");
  CLI::Option* output = run.add_option("-o,--output", options.output, "Recording to write (default: SCENE.h5)");
  run.add_flag("--no-record", options.no_record, "Record nothing")->excludes(output);
  run.add_option("--resume", options.resume, "Continue this recording from its last checkpoint");
  run.add_option("--final-state", options.final_state, "Write the last state to this file, as JSON");
  run.add_option("--probes", options.probes, "Write what the scene's probes read to this file, as CSV");
  run.add_flag("--strict", options.strict, "Exit with 3 if any step missed the tolerance");
  run.add_flag("--json", options.json, "Print the summary as one JSON object");
  run.add_option("--frames-per-second", options.frames_per_second,
                 "Frames recorded per simulated second (default: at most 50, and 3000 in all)");
  run.add_option("--checkpoint-every", options.checkpoint_every, "Simulated time between checkpoints, s (default: 1)");
  run.callback([&action] { action = [] { return run_command(options); }; });
}

void add_scene(CLI::App& app, Action& action) {
  static SceneOptions options;
  static std::string output;
  static bool force = false;
  CLI::App& scene = *app.add_subcommand("scene", "Look at scenes, write them out, check them");
  scene.require_subcommand(1);
  scene.add_subcommand("list", "List the gallery")->callback([&action] { action = scene_list; });

  CLI::App& show = *scene.add_subcommand("show", "Tell what a scene is and which parameters it takes");
  show.add_option("NAME", options.source, "Gallery name or file")->required();
  show.callback([&action] { action = [] { return scene_show(options.source); }; });

  CLI::App& out = *scene.add_subcommand("export", "Write a scene as JSON");
  out.add_option("NAME", options.source, "Gallery name or file")->required();
  add_scene_options(out, options);
  out.add_option("-o,--output", output, "File to write (default: standard output)");
  out.add_flag("--force", force, "Replace an existing file");
  out.callback([&action] { action = [] { return scene_export(options, output, force); }; });

  CLI::App& check = *scene.add_subcommand("check", "Check a scene file");
  check.add_option("FILE", options.source, "Scene file")->required();
  check.callback([&action] { action = [] { return scene_check(options.source); }; });
}

void add_solve(CLI::App& app, Action& action) {
  static SolveOptions options;
  CLI::App& solve = *app.add_subcommand("solve", "Solve contact problems from FCLib files, by one or many solvers");
  solve.add_option("PROBLEM", options.problems, "FCLib files (fclib_local or fclib_global)")->required();
  solve.add_option("--solver", options.solvers, "Solver to use, or all (repeatable; default: auto)")
      ->allow_extra_args(false);
  solve.add_option("--tolerance", options.tolerance, "Largest natural-map error of a solved problem (default: 1e-8)");
  solve.add_option("--time-limit", options.time_limit, "Wall time a solve may take, s (default: 60)");
  solve.add_option("--max-iterations", options.max_iterations, "Iterations a solve may take (default: 100000)");
  solve.add_option("--friction", options.friction, "pyramid | cone, of solvers that have a choice (default: cone)");
  solve.add_option("--guess", options.guess, "Start from this guess of the file, 1 is the first (default: cold)");
  solve.add_option("-o,--output", options.output, "Write the problem with the best solution to this file");
  solve.add_option("--plot", options.plot, "Write convergence, profiles, pattern and spectrum to this HTML page");
  solve.add_flag("--strict", options.strict, "Exit with 3 if any solver missed the tolerance");
  solve.add_flag("--json", options.json, "Print the results as one JSON object");
  solve.callback([&action] { action = [] { return solve_command(options); }; });
}

void add_problem(CLI::App& app, Action& action) {
  static ExtractOptions options;
  CLI::App& problem = *app.add_subcommand("problem", "Contact problems out of recordings");
  problem.require_subcommand(1);
  CLI::App& extract = *problem.add_subcommand("extract", "Write the problem of one recorded step as an FCLib file");
  extract.add_option("RECORDING", options.recording, "Recording of `stiction run`")->required();
  extract.add_option("--step", options.step, "Step, 1 is the first")->required();
  extract.add_option("-o,--output", options.output, "FCLib file to write")->required();
  extract.add_flag("--global", options.global, "Write masses and Jacobians (fclib_global) in place of W");
  extract.callback([&action] { action = [] { return problem_extract(options); }; });
}

void add_view(CLI::App& app, Action& action) {
  static ViewOptions options;
  CLI::App& view = *app.add_subcommand("view", "Look at a recording in the browser");
  view.add_option("RECORDING", options.recording, "Recording of `stiction run`")->required();
  view.add_option("--port", options.port, "Port to serve on (default: any free one)");
  view.add_option("--bind", options.bind, "Address to serve on; one that others can reach gets a token in its URL");
  view.add_flag("--no-browser", options.no_browser, "Only print the address");
  view.callback([&action] { action = [] { return view_command(options); }; });
}

void add_live(CLI::App& app, Action& action) {
  static LiveOptions options;
  CLI::App& live = *app.add_subcommand("live", "Run a scene in real time in the browser, and push it around");
  live.add_option("SCENE", options.scene.source, "Scene file, or a name from `stiction scene list`")->required();
  add_scene_options(live, options.scene);
  live.add_option("-o,--output", options.output, "Record from the start (default: when a page asks for it)");
  live.add_option("--step-budget-ms", options.budget_ms, "Time a step may take (default: four fifths of the step)");
  live.add_option("--speed", options.speed, "Simulated time over time (default: 1)");
  live.add_flag("--paused", options.paused, "Begin paused");
  live.add_option("--port", options.port, "Port to serve on (default: any free one)");
  live.add_option("--bind", options.bind, "Address to serve on; one that others can reach gets a token in its URL");
  live.add_flag("--no-browser", options.no_browser, "Only print the address");
  live.callback([&action] { action = [] { return live_command(options); }; });
}

void add_repeat(CLI::App& app, Action& action) {
  static std::string recording;
  CLI::App& repeat = *app.add_subcommand("repeat", "Simulate a recorded run again and compare it bit by bit");
  repeat.add_option("RECORDING", recording, "Recording of `stiction run` or `stiction live`")->required();
  repeat.callback([&action] { action = [] { return repeat_command(recording); }; });
}

void add_report(CLI::App& app, Action& action) {
  static ReportOptions options;
  CLI::App& report = *app.add_subcommand("report", "Write a recording as one HTML page to share");
  report.add_option("RECORDING", options.recording, "Recording of `stiction run`")->required();
  report.add_option("-o,--output", options.output, "HTML file to write")->required();
  report.add_option("--max-mb", options.megabytes, "Frames to put in, MB before compression (default: 48)");
  report.add_flag("--force", options.force, "Replace a file that is no report");
  report.callback([&action] { action = [] { return report_command(options); }; });
}

void add_export(CLI::App& app, Action& action) {
  static ExportOptions options;
  CLI::App& out = *app.add_subcommand("export", "Write a recording as glTF, CSV or VTK files");
  out.add_option("RECORDING", options.recording, "Recording of `stiction run`")->required();
  out.add_option("-o,--output", options.output, "File to write; its ending decides: .glb, .csv or .pvd (ParaView)")
      ->required();
  out.add_option("--from", options.frames.from, "First time, s");
  out.add_option("--to", options.frames.to, "Last time, s");
  out.add_option("--fps", options.frames.frames_per_second, "At most so many frames a second (default: all recorded)");
  out.add_option(
      "--table", options.table,
      "Only this table of a .csv: steps | bodies | contacts | joints | probes (default: each in its own file)");
  out.callback([&action] { action = [] { return export_command(options); }; });
}

void add_shot(CLI::App& app, Action& action) {
  static ShotOptions options;
  CLI::App& shot = *app.add_subcommand("shot", "Take a picture of a recording, still or animated");
  shot.add_option("RECORDING", options.recording, "Recording of `stiction run`")->required();
  shot.add_option("-o,--output", options.output, "PNG file to write")->required();
  shot.add_option("--time", options.time, "Time of the picture, s (default: the end)");
  shot.add_option("--size", options.size, "Width and height in pixels (default: 1280x720)");
  shot.add_option("--camera", options.camera,
                  "AZIMUTH,ELEVATION[,ZOOM] in degrees, or eye and target X,Y,Z,X,Y,Z in m (default: chosen to show "
                  "what moves)");
  shot.add_option("--fov", options.settings.camera.field_of_view, "Vertical field of view, degrees (default: 28)");
  shot.add_option("--samples", options.settings.samples, "Rays to sun and sky at each point, 1 to 64 (default: 2)");
  shot.add_flag("--contacts", options.settings.contacts,
                "Draw contact forces: red where they stick, orange where they slip");
  shot.add_flag("--dark", options.settings.dark, "Dark background");
  shot.add_option("--from", options.from, "First time of an animated picture, s");
  shot.add_option("--to", options.to, "Last time of an animated picture, s");
  shot.add_option("--fps", options.fps, "Frames a second of an animated picture (default: 25)");
  shot.add_option("--speed", options.speed, "Simulated time over time shown, of an animated picture (default: 1)");
  shot.callback([&action] { action = [] { return shot_command(options); }; });
}

void add_papers(CLI::App& app, Action& action) {
  static PapersOptions options;
  static bool list = false;
  CLI::App& papers = *app.add_subcommand("papers", "Reproduce what four papers show, and report theirs beside ours");
  papers.add_option("NAME", options.names, "Papers or exhibits (default: all)");
  papers.add_flag("--list", list, "List papers and exhibits");
  papers.add_flag("--minimal", options.minimal, "Seconds for all: what the tests run, without pictures");
  papers.add_flag("--quick", options.quick, "At most five minutes for all (the default)");
  papers.add_flag("--full", options.full, "Ten simulated minutes of every scene: hours. Goes on where it was stopped");
  papers.add_flag("--resume", options.resume, "Take over exhibits that are done; --full does so anyway");
  papers.add_flag("--again", options.again, "Run exhibits again that are done");
  papers.add_option("-o,--output", options.output, "Folder of the report (default: papers-quick or papers-full)");
  papers.add_option("--markdown", options.markdown, "Write the report to this file as well, with pictures beside it");
  papers.callback([&action] { action = [] { return list ? papers_list() : papers_command(options); }; });
}

void add_bench(CLI::App& app, Action& action) {
  CLI::App& bench = *app.add_subcommand("bench", "Measure the kernels, or stiction beside other engines");
  bench.require_subcommand(1);
  const auto add = [&](const std::string& name, const std::string& description) {
    CLI::App* command = bench.add_subcommand(name, description);
    // Everything behind the name, --help included, is for the benchmark program.
    command->set_help_flag();
    command->prefix_command();
    command->callback(
        [&action, command, name] { action = [command, name] { return bench_command(name, command->remaining()); }; });
  };
  add("kernels", "The parts of a step, by Google Benchmark");
  add("live", "A live world: what its steps cost while a scripted hand drags a brick through a wall");
  add("siconos", "Problems from files through stiction and the solvers of Siconos, judged alike");
  add("scale", "Piles of 100 to 6400 boxes: cost per step, convergence, memory, threads");
  add("smooth", "Smooth surfaces and a bowl on a table, beside the tables of the paper they follow");
  add("solvers", "The papers' solvers on problems out of running scenes, beside what the papers report");
  add("regions", "Contact regions on against off, in the scenes of their paper");
  add("soft", "Bodies that bend, beside the Staggered Projections paper");
  add("problems", "Thousands of problems out of our own scenes through the default solver, judged from outside");
  add("peers", "The same scenes through stiction, ODE, Bullet and MuJoCo");
}

/// One line on stderr, whatever the message holds.
void print_error(std::string message) {
  std::replace(message.begin(), message.end(), '\n', ' ');
  std::fprintf(stderr, "stiction: %s\n", message.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  stiction::keep_freed_memory();
  CLI::App app("Exact Signorini-Coulomb friction: bodies that stand, jam, slide or fall by friction.", "stiction");
  app.set_version_flag("--version", STICTION_VERSION);
  app.require_subcommand(1);
  app.footer("Exit codes: 0 good, 1 internal failure, 2 bad input, 3 not converged under --strict, 130 stopped.");
  Action action;
  add_run(app, action);
  add_scene(app, action);
  add_solve(app, action);
  add_problem(app, action);
  add_view(app, action);
  add_live(app, action);
  add_repeat(app, action);
  add_report(app, action);
  add_export(app, action);
  add_shot(app, action);
  add_papers(app, action);
  add_bench(app, action);
  try {
    app.parse(argc, argv);
    return action();
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help and --version
    print_error(std::string(error.what()) + "; see `stiction --help` and `stiction COMMAND --help`");
    return kBadInput;
  } catch (const stiction::InputError& error) {
    print_error(error.what());
    return kBadInput;
  } catch (const stiction::Error& error) {
    print_error(error.what());
  } catch (const std::exception& error) {
    print_error(std::string("internal failure: ") + error.what());
  }
  // Not a plain return: after a failed write HDF5's own cleaning up at exit would crash.
  std::fflush(nullptr);
  std::_Exit(kInternalFailure);
}
