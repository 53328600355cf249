#include "stiction/export/gltf.h"

#include <fmt/core.h>

#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>
#include <vector>

#include "stiction/common/error.h"

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFloat = 5126, kUnsigned = 5125, kVertices = 34962, kIndices = 34963;  // glTF's own numbers
constexpr int kSegments = 48;
/// Both lengths of a .glb are 32-bit numbers; some room is left for the JSON part.
constexpr double kMaxBytes = 4.0e9;

/// The binary part and what the JSON part says about it.
class Buffer {
 public:
  /// A list of numbers as an accessor; returns its index. `bounds` as some uses of an accessor demand.
  int add(std::span<const float> numbers, int width, int target, bool bounds) {
    const std::size_t count = numbers.size() / std::size_t(width);
    Json accessor = {{"bufferView", append(numbers.data(), numbers.size_bytes(), target)},
                     {"componentType", kFloat},
                     {"count", count},
                     {"type", width == 1 ? "SCALAR" : fmt::format("VEC{}", width)}};
    if (bounds) {
      std::vector<float> low(numbers.begin(), numbers.begin() + width), high = low;
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::size_t k = i % std::size_t(width);
        low[k] = std::min(low[k], numbers[i]);
        high[k] = std::max(high[k], numbers[i]);
      }
      accessor["min"] = low;
      accessor["max"] = high;
    }
    accessors.push_back(std::move(accessor));
    return int(accessors.size()) - 1;
  }

  int add(const std::vector<std::array<std::uint32_t, 3>>& triangles) {
    accessors.push_back({{"bufferView", append(triangles.data(), triangles.size() * sizeof(triangles[0]), kIndices)},
                         {"componentType", kUnsigned},
                         {"count", 3 * triangles.size()},
                         {"type", "SCALAR"}});
    return int(accessors.size()) - 1;
  }

  std::string bytes;
  Json views = Json::array(), accessors = Json::array();

 private:
  int append(const void* data, std::size_t size, int target) {
    Json view = {{"buffer", 0}, {"byteOffset", bytes.size()}, {"byteLength", size}};
    if (target != 0) view["target"] = target;
    views.push_back(std::move(view));
    bytes.append(static_cast<const char*>(data), size);  // numbers of 4 bytes: always aligned
    return int(views.size()) - 1;
  }
};

std::span<const float> floats(const std::vector<Vec3f>& vectors) {
  return {vectors.empty() ? nullptr : vectors.front().data(), 3 * vectors.size()};
}

/// Poses of one body over the frames.
struct Track {
  std::vector<float> translation, rotation;  // x y z, and glTF's x y z w

  void add(const FrameBody& body) {
    for (int k = 0; k < 3; ++k) translation.push_back(float(body.position[k]));
    // q and -q are the same rotation, but what lies between two frames is only right if neighbours are near.
    Eigen::Vector4f q = body.rotation.normalized().coeffs().cast<float>();
    if (rotation.size() >= 4 && q.dot(Eigen::Map<const Eigen::Vector4f>(&rotation[rotation.size() - 4])) < 0) q = -q;
    rotation.insert(rotation.end(), q.data(), q.data() + 4);
  }
  static bool is_constant(const std::vector<float>& numbers, std::size_t width) {
    for (std::size_t i = width; i < numbers.size(); ++i) {
      if (numbers[i] != numbers[i - width]) return false;
    }
    return true;
  }
};

/// Shapes of one deformable body over the frames, after that of the first: each becomes a morph target, whose weight is
/// 1 in its frame. Between two frames players then move vertices straight, as they move bodies.
struct Deforming {
  SurfaceMesh first;
  std::vector<std::vector<Vec3f>> positions, normals;  // differences from the first frame's

  void add(SurfaceMesh mesh) {
    if (first.positions.empty()) {
      first = std::move(mesh);
      return;
    }
    for (std::size_t i = 0; i < first.positions.size(); ++i) {
      mesh.positions[i] -= first.positions[i];
      mesh.normals[i] -= first.normals[i];
    }
    positions.push_back(std::move(mesh.positions));
    normals.push_back(std::move(mesh.normals));
  }
};

class Writer {
 public:
  Writer(const ShownWorld& world, const Display& display) : world_(world), display_(display) {
    document_["asset"] = {{"version", "2.0"}, {"generator", "stiction"}};
    document_["scene"] = 0;
    document_["scenes"] = {{{"name", world.name}, {"nodes", {0}}}};
    const double half = std::sqrt(0.5);
    nodes_.push_back({{"name", "z up"}, {"rotation", {-half, 0, 0, half}}});
  }

  /// `deforming`: one for each deformable body.
  void add_bodies(const std::vector<FrameBody>& poses, const std::vector<Deforming>& deforming) {
    Json children = Json::array();
    for (std::size_t i = 0; i < display_.items.size(); ++i) {
      Track pose;
      pose.add(poses[i]);
      Json node = {{"name", world_.bodies[i].name}, {"translation", pose.translation}, {"rotation", pose.rotation}};
      const DisplayItem& item = display_.items[i];
      if (!display_.meshes[std::size_t(item.mesh)].triangles.empty()) node["mesh"] = mesh_of(item);
      if (item.skin) add_targets(meshes_[node["mesh"].get<std::size_t>()], deforming[item.deformation]);
      children.push_back(nodes_.size());
      nodes_.push_back(std::move(node));
    }
    if (!children.empty()) nodes_[0]["children"] = children;
  }

  void add_animation(const std::vector<float>& times, std::vector<Track> tracks) {
    Json channels = Json::array(), samplers = Json::array();
    int input = -1;
    const auto add = [&](std::size_t body, const char* path, const std::vector<float>& numbers, int width) {
      if (Track::is_constant(numbers, std::size_t(width))) return;
      if (input < 0) input = buffer_.add(times, 1, 0, true);
      channels.push_back({{"sampler", samplers.size()}, {"target", {{"node", body + 1}, {"path", path}}}});
      samplers.push_back({{"input", input}, {"output", buffer_.add(numbers, width, 0, false)}});
    };
    for (std::size_t i = 0; i < tracks.size(); ++i) {
      add(i, "translation", tracks[i].translation, 3);
      add(i, "rotation", tracks[i].rotation, 4);
      tracks[i] = {};  // large recordings are not held twice
    }
    int weights = -1;  // the same for all
    for (std::size_t i = 0; i < display_.items.size(); ++i) {
      if (!display_.items[i].skin) continue;
      if (input < 0) input = buffer_.add(times, 1, 0, true);
      if (weights < 0) weights = buffer_.add(weights_of(times.size()), 1, 0, false);
      channels.push_back({{"sampler", samplers.size()}, {"target", {{"node", i + 1}, {"path", "weights"}}}});
      samplers.push_back({{"input", input}, {"output", weights}});
    }
    if (!channels.empty())
      document_["animations"] = {{{"name", "recording"}, {"channels", channels}, {"samplers", samplers}}};
  }

  void finish(std::ostream& file) {
    document_["nodes"] = std::move(nodes_);
    if (!meshes_.empty()) document_["meshes"] = std::move(meshes_);
    if (!materials_.empty()) document_["materials"] = std::move(materials_);
    if (!buffer_.bytes.empty()) {
      document_["buffers"] = {{{"byteLength", buffer_.bytes.size()}}};
      document_["bufferViews"] = std::move(buffer_.views);
      document_["accessors"] = std::move(buffer_.accessors);
    }
    // Names may hold anything; what is no UTF-8 is replaced.
    std::string text = document_.dump(-1, ' ', false, Json::error_handler_t::replace);
    text.resize((text.size() + 3) / 4 * 4, ' ');
    const auto number = [&](std::size_t x) {
      for (int k = 0; k < 4; ++k) file.put(char(x >> (8 * k) & 0xff));
    };
    const std::size_t binary = buffer_.bytes.empty() ? 0 : 8 + buffer_.bytes.size();
    file << "glTF";
    number(2);
    number(20 + text.size() + binary);
    number(text.size());
    file << "JSON" << text;
    if (binary > 0) {
      number(buffer_.bytes.size());
      file.write("BIN\0", 4);
      file.write(buffer_.bytes.data(), std::streamsize(buffer_.bytes.size()));
    }
  }

 private:
  /// Frame by frame, a weight for every frame but the first.
  static std::vector<float> weights_of(std::size_t frames) {
    std::vector<float> weights(frames * (frames - 1), 0.0F);
    for (std::size_t k = 1; k < frames; ++k) weights[k * (frames - 1) + k - 1] = 1;
    return weights;
  }

  void add_targets(Json& mesh, const Deforming& deforming) {
    Json targets = Json::array();
    for (std::size_t k = 0; k < deforming.positions.size(); ++k) {
      const int positions = buffer_.add(floats(deforming.positions[k]), 3, kVertices, true);
      targets.push_back(
          {{"POSITION", positions}, {"NORMAL", buffer_.add(floats(deforming.normals[k]), 3, kVertices, false)}});
    }
    if (!targets.empty()) mesh["primitives"][0]["targets"] = std::move(targets);
  }

  struct Attributes {
    int positions, normals, indices;
  };

  /// A mesh of glTF has its colour with it: one for each pair of shape and colour, on the same numbers.
  int mesh_of(const DisplayItem& item) {
    const int material = material_of(item.colour);
    const auto [entry, is_new] = mesh_index_.try_emplace({item.mesh, material}, int(meshes_.size()));
    if (!is_new) return entry->second;
    const auto [shape, is_new_shape] = attributes_.try_emplace(item.mesh);
    Attributes& a = shape->second;
    if (is_new_shape) {
      const SurfaceMesh& mesh = display_.meshes[std::size_t(item.mesh)];
      a.positions = buffer_.add(floats(mesh.positions), 3, kVertices, true);
      a.normals = buffer_.add(floats(mesh.normals), 3, kVertices, false);
      a.indices = buffer_.add(mesh.triangles);
    }
    meshes_.push_back({{"primitives",
                        {{{"attributes", {{"POSITION", a.positions}, {"NORMAL", a.normals}}},
                          {"indices", a.indices},
                          {"material", material}}}}});
    return entry->second;
  }

  int material_of(const Vec3f& colour) {
    const std::array<float, 3> key = {colour.x(), colour.y(), colour.z()};
    const auto [entry, is_new] = material_index_.try_emplace(key, int(materials_.size()));
    if (is_new)
      materials_.push_back(
          {{"pbrMetallicRoughness",
            {{"baseColorFactor", {key[0], key[1], key[2], 1}}, {"metallicFactor", 0}, {"roughnessFactor", 0.65}}}});
    return entry->second;
  }

  const ShownWorld& world_;
  const Display& display_;
  Json document_, nodes_ = Json::array(), meshes_ = Json::array(), materials_ = Json::array();
  Buffer buffer_;
  std::map<std::pair<int, int>, int> mesh_index_;
  std::map<int, Attributes> attributes_;
  std::map<std::array<float, 3>, int> material_index_;
};

}  // namespace

bool write_gltf(const std::string& path, const Recording& recording, const ShownWorld& world, const FrameChoice& choice,
                const ExportProgress& progress) {
  const std::vector<std::int64_t> frames = chosen_frames(recording, choice);
  Display display = make_display(world, recording.frame(frames.front()).bodies, extent_of(world, recording), kSegments);
  std::vector<Deforming> deforming;
  double numbers = double(world.bodies.size()) * 7;  // a frame
  for (const DisplayItem& item : display.items) {
    if (!item.skin) continue;
    deforming.emplace_back();
    numbers += 6 * double(display.meshes[std::size_t(item.mesh)].positions.size());
  }
  if (!deforming.empty()) numbers += double(frames.size());  // weights
  const double bytes = double(frames.size()) * numbers * sizeof(float);
  if (bytes > kMaxBytes)
    throw InputError(path, fmt::format("would be {:.1f} GB long, more than a .glb can be", bytes / 1e9),
                     "take fewer frames with --fps, --from and --to");
  std::vector<Track> tracks(world.bodies.size());
  std::vector<float> times;
  std::vector<FrameBody> first;
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const Frame frame = recording.frame(frames[k]);
    if (k == 0) first = frame.bodies;
    // Animations start at 0, or players would wait for the first frame.
    times.push_back(float(frame.time - recording.frame_time(frames.front())));
    for (std::size_t i = 0; i < tracks.size(); ++i) {
      tracks[i].add(frame.bodies[i]);
      const DisplayItem& item = display.items[i];
      SurfaceMesh room;
      if (item.skin) deforming[item.deformation].add(mesh_at(display, i, frame.bodies[i], frame.deformations, room));
    }
    if (progress && !progress(0.9 * double(k + 1) / double(frames.size()))) return false;
  }
  for (const DisplayItem& item : display.items) {
    if (item.skin) display.meshes[std::size_t(item.mesh)] = deforming[item.deformation].first;
  }
  Writer writer(world, display);
  writer.add_bodies(first, deforming);
  if (frames.size() > 1) writer.add_animation(times, std::move(tracks));
  NewFiles files;
  std::ofstream file(files.add(path), std::ios::binary | std::ios::trunc);
  writer.finish(file);
  file.close();
  if (!file) fail_to_write(path);
  if (progress && !progress(1)) return false;
  files.publish();
  return true;
}

}  // namespace stiction
