// Lets the schema test ask the reader: `scene_probe export FOLDER` writes every gallery scene,
// `scene_probe check FILE...` prints one line for each file: "ok", or "bad" and the message.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

#include "stiction/common/error.h"
#include "stiction/scene/gallery.h"

namespace {

void export_gallery(const std::filesystem::path& folder) {
  for (const stiction::GalleryEntry& entry : stiction::gallery()) {
    if (!entry.is_available()) continue;
    const stiction::Scene scene = stiction::build_gallery_scene(entry.name);
    std::ofstream(folder / (entry.name + ".json")) << stiction::scene_to_json(scene);
  }
}

void check(const std::string& file) {
  try {
    stiction::load_scene(file);
    std::cout << "ok\n";
  } catch (const stiction::InputError& error) {
    std::cout << "bad " << error.what() << "\n";
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string command = argc > 2 ? argv[1] : "";
  if (command != "export" && command != "check") {
    std::cerr << "usage: scene_probe export FOLDER | check FILE...\n";
    return 2;
  }
  for (int i = 2; i < argc; ++i) {
    command == "export" ? export_gallery(argv[i]) : check(argv[i]);
  }
  return 0;
}
