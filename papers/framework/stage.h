// Where exhibits play: runs their scenes and gathers what they find.
#pragma once

#include <string>
#include <vector>

#include "framework/film.h"
#include "framework/findings.h"
#include "stiction/export/picture/camera.h"

namespace stiction::papers {

/// How much is run: seconds for all exhibits together (for tests), minutes, or all that the papers did.
enum class Depth { minimal, quick, full };
const char* to_string(Depth depth);

/// Of pictures in the report, pixels.
inline constexpr int kPictureWidth = 480, kPictureHeight = 270;
/// Of each picture: a report has a hundred of them.
inline constexpr int kPictureColours = 128;

class Stage {
 public:
  Stage(Depth depth, Watch watch) : depth_(depth), watch_(std::move(watch)) {}

  Depth depth() const { return depth_; }
  template <class T>
  T pick(T minimal, T quick, T full) const {
    return depth_ == Depth::minimal ? minimal : depth_ == Depth::quick ? quick : full;
  }

  /// Runs a scene that must keep well: its health goes into the report. Throws Stopped.
  Film shoot(const Scene& scene, const FilmOptions& options);
  /// Runs a scene that need not, such as one with a solver that is known to fail.
  Film try_out(const Scene& scene, const FilmOptions& options) { return Film(scene, options, watch_); }
  /// For work that is no film: throws Stopped once the user wants an end.
  void breathe() const;

  void check(const std::string& what, bool seen, const std::string& detail);
  /// The film ran without blow-up, and no body went deeper into another than `depth` (m).
  void check_sound(const Film& film, double depth);
  void compare(const std::string& table, const std::string& row, const std::string& column, double paper, double ours);
  void add(Table table) { findings_.tables.push_back(std::move(table)); }
  void add(Plot plot) { findings_.plots.push_back(std::move(plot)); }
  void note(const std::string& text) { findings_.notes.push_back(text); }
  /// Tests need none: minimal runs take no pictures.
  void picture(const Film& film, double time, const std::string& caption, const CameraWish& camera = {});
  /// Pictures at several times from one camera.
  void strip(const Film& film, const std::vector<double>& times, const std::string& caption,
             const CameraWish& camera = {});

  const Findings& findings() const { return findings_; }

 private:
  void add_pictures(const Film& film, const std::vector<double>& times, const std::string& caption,
                    const CameraWish& camera);

  Depth depth_;
  Watch watch_;
  Findings findings_;
};

/// A length in the unit that suits it.
std::string length_text(double metres);

}  // namespace stiction::papers
