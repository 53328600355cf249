#include "stiction/export/replay.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "stiction/common/error.h"
#include "stiction/export/replay_rows.h"
#include "stiction/export/replay_shapes.h"
#include "stiction/export/replay_smooth.h"
#include "stiction/export/soft_skin.h"

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kMagic[] = "STICTRPL";  // eight letters
constexpr std::uint32_t kVersion = 1;
/// Steps are read in blocks, so that a long recording does not lie in memory twice.
constexpr std::int64_t kStepBlock = 4096;

Json to_json(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
Json to_json(const Quat& q) { return {q.x(), q.y(), q.z(), q.w()}; }

/// The small tables, one after the other, and what the header says about each.
struct Sections {
  Json index = Json::object();
  std::string bytes;

  void add(const std::string& name, const char* type, const std::string& data) {
    index[name] = {{"type", type}, {"offset", bytes.size()}, {"bytes", data.size()}};
    bytes += data;
    bytes.resize((bytes.size() + 7) / 8 * 8, '\0');
  }
  template <typename Number>
  void add(const std::string& name, const char* type, const std::vector<Number>& numbers) {
    add(name, type, std::string(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)));
  }
};

bool moves(const RigidBody& body) { return !body.fixed || body.motion != nullptr || body.soft != nullptr; }

/// Which of `count` frames are kept.
std::vector<std::int64_t> every_nth(std::int64_t count, std::int64_t n) {
  std::vector<std::int64_t> kept;
  for (std::int64_t i = 0; i < count; i += n) kept.push_back(i);
  if (count > 0 && kept.back() != count - 1) kept.push_back(count - 1);
  return kept;
}

/// The worst of two steps: not converged before converged, then by error; NaN is the worst of all.
bool worse(const StepRecord& a, const StepRecord& b) {
  if (a.report.converged != b.report.converged) return !a.report.converged;
  return !(a.report.certificate.error <= b.report.certificate.error);
}

void add_steps(Sections& sections, const Recording& recording, std::int64_t limit) {
  const std::int64_t count = recording.step_count();
  const std::int64_t group = limit > 0 && count > limit ? (count + limit - 1) / limit : 1;
  std::vector<std::uint32_t> number;
  std::vector<float> error, iterations, kinetic, potential, contacts, cpu, converged, path;
  const auto keep = [&](const StepRecord& r) {
    number.push_back(static_cast<std::uint32_t>(r.step));
    error.push_back(static_cast<float>(r.report.certificate.error));
    iterations.push_back(static_cast<float>(r.report.iterations));
    kinetic.push_back(static_cast<float>(r.report.kinetic_energy));
    potential.push_back(static_cast<float>(r.report.potential_energy));
    contacts.push_back(static_cast<float>(r.report.contacts));
    cpu.push_back(static_cast<float>(r.report.cpu_s));
    converged.push_back(r.report.converged ? 1.0F : 0.0F);
    path.push_back(static_cast<float>(r.report.path));
  };
  StepRecord worst;
  std::int64_t in_group = 0;
  for (std::int64_t begin = 0; begin < count; begin += kStepBlock) {
    for (const StepRecord& record : recording.steps(begin, std::min(begin + kStepBlock, count))) {
      if (in_group == 0 || worse(record, worst)) worst = record;
      if (++in_group < group && record.step < count) continue;
      keep(worst);
      in_group = 0;
    }
  }
  sections.add("steps.step", "u32", number);
  sections.add("steps.error", "f32", error);
  sections.add("steps.iterations", "f32", iterations);
  sections.add("steps.kinetic_energy", "f32", kinetic);
  sections.add("steps.potential_energy", "f32", potential);
  sections.add("steps.contacts", "f32", contacts);
  sections.add("steps.cpu_s", "f32", cpu);
  sections.add("steps.converged", "f32", converged);
  sections.add("steps.path", "f32", path);
}

/// Adds the tables of smooth bodies, if there are any; what the header says of them.
Json add_smooth(Sections& sections, const ReplaySmooth& smooth) {
  Json header = {{"bodies", smooth.bodies},
                 {"least_step", ReplaySmooth::kLeastStep},
                 {"bins_per_decade", ReplaySmooth::kBinsPerDecade},
                 {"bins", ReplaySmooth::kBins}};
  for (int i = 0; i <= static_cast<int>(SmoothEventKind::returns); ++i)
    header["kinds"].push_back(to_string(static_cast<SmoothEventKind>(i)));
  for (int i = 0; i <= static_cast<int>(SmoothLeave::unsuited); ++i)
    header["reasons"].push_back(to_string(static_cast<SmoothLeave>(i)));
  sections.add("smooth.path", "f32", smooth.path);
  sections.add("smooth.steps", "u32", smooth.steps);
  sections.add("smooth.time", "f64", smooth.time);
  sections.add("smooth.body", "i32", smooth.body);
  sections.add("smooth.kind", "i32", smooth.kind);
  sections.add("smooth.patch", "i32", smooth.patch);
  sections.add("smooth.value", "f32", smooth.value);
  return header;
}

}  // namespace

struct Replay::Impl {
  const Recording* recording = nullptr;
  std::vector<std::int64_t> frames;                                           ///< those kept
  std::vector<std::uint64_t> contact_end;                                     ///< rows, by kept frame
  std::vector<std::size_t> moving;                                            ///< bodies with a pose in every frame
  std::vector<std::pair<std::size_t, std::shared_ptr<const SoftBody>>> soft;  ///< deformable bodies
  std::uint64_t soft_vertices = 0;                                            ///< of all of them
  std::string front;                                                          ///< everything before the poses
  std::uint64_t poses_end = 0, contacts_end = 0;

  std::uint64_t pose_row() const { return moving.size() * kPoseBytes + soft_vertices * kVertexBytes; }
  std::uint64_t contact_begin(std::size_t frame) const { return frame == 0 ? 0 : contact_end[frame - 1]; }

  void choose_frames(std::uint64_t limit) {
    const std::int64_t count = recording->frame_count();
    std::uint64_t all = static_cast<std::uint64_t>(count) * pose_row();
    for (std::int64_t i = 0; i < count; ++i) {
      all += static_cast<std::uint64_t>(recording->frame_contact_count(i)) * kContactBytes;
    }
    const bool fits = limit == 0 || all <= limit;
    frames = every_nth(count, fits ? 1 : static_cast<std::int64_t>((all + limit - 1) / limit));
    std::uint64_t rows = 0;
    for (const std::int64_t i : frames) {
      rows += static_cast<std::uint64_t>(recording->frame_contact_count(i));
      contact_end.push_back(rows);
    }
  }

  Json bodies_json(const ReplayScene& scene, ReplayShapes& shapes) {
    const std::vector<FrameBody> first = recording->frame_bodies(0);
    Json list = Json::array();
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
      const RigidBody& body = scene.bodies[i];
      Json json = {{"name", body.name}, {"fixed", body.fixed && !body.soft}, {"material", scene.materials.at(i)}};
      if (!body.fixed || body.soft) json["mass"] = body.soft ? body.soft->mass() : body.mass;
      if (moves(body)) {
        json["pose"] = moving.size();
        moving.push_back(i);
      } else {
        json["pose"] = -1;
        json["position"] = to_json(first[i].position);
        json["rotation"] = to_json(first[i].rotation);
      }
      if (body.soft) {
        json["soft"] = soft_vertices;
        soft.emplace_back(i, body.soft);
        soft_vertices += body.soft->surface().rest().size();
        json["parts"] = shapes.parts_of(body.soft->surface());
      } else {
        json["parts"] = shapes.parts_of(body.shape);
      }
      list.push_back(std::move(json));
    }
    return list;
  }

  void add_frames(Sections& sections) const {
    std::vector<double> times;
    std::vector<std::uint32_t> steps, ends;
    for (std::size_t i = 0; i < frames.size(); ++i) {
      times.push_back(recording->frame_time(frames[i]));
      steps.push_back(static_cast<std::uint32_t>(recording->frame_step(frames[i])));
      ends.push_back(static_cast<std::uint32_t>(contact_end[i]));
    }
    sections.add("frames.time", "f64", times);
    sections.add("frames.step", "u32", steps);
    sections.add("frames.contact_end", "u32", ends);
  }

  void build(const ReplayScene& scene, const ReplayLimits& limits) {
    ReplayShapes shapes;
    Json header;
    header["name"] = scene.name;
    header["step"] = scene.step;
    header["tolerance"] = scene.tolerance;
    header["bodies"] = bodies_json(scene, shapes);
    header["shapes"] = shapes.shapes();
    header["joints"] = scene.joints;
    for (int i = 0; i <= static_cast<int>(SolvePath::unconverged); ++i) {
      header["paths"].push_back(to_string(static_cast<SolvePath>(i)));
    }
    choose_frames(limits.frame_bytes);
    header["moving"] = moving.size();
    if (!soft.empty()) header["soft_vertices"] = soft_vertices;
    header["frames"] = frames.size();
    header["recorded_frames"] = recording->frame_count();
    header["recorded_steps"] = recording->step_count();

    Sections sections;
    add_frames(sections);
    add_steps(sections, *recording, limits.steps);
    const ReplaySmooth smooth = smooth_tables(*recording, scene.bodies, frames);
    if (!smooth.bodies.empty()) header["smooth"] = add_smooth(sections, smooth);
    sections.add("vertices", "f32", shapes.vertices());
    sections.add("triangles", "u32", shapes.triangles());
    sections.add("summary", "text", scene.summary);
    sections.add("scene", "text", recording->header().scene_json);
    const std::uint64_t poses = frames.size() * pose_row();
    const std::uint64_t contacts = (contact_end.empty() ? 0 : contact_end.back()) * kContactBytes;
    sections.index["poses"] = {{"type", "pose"}, {"offset", sections.bytes.size()}, {"bytes", poses}};
    sections.index["contacts"] = {{"type", "contact"}, {"offset", sections.bytes.size() + poses}, {"bytes", contacts}};
    header["sections"] = sections.index;

    std::string text = header.dump(-1, ' ', false, Json::error_handler_t::replace);
    text.resize((text.size() + 7) / 8 * 8, ' ');
    const std::uint32_t numbers[2] = {kVersion, static_cast<std::uint32_t>(text.size())};
    front.assign(kMagic, 8);
    front.append(reinterpret_cast<const char*>(numbers), sizeof numbers);
    front += text + sections.bytes;
    poses_end = front.size() + poses;
    contacts_end = poses_end + contacts;
  }

  std::string pose_bytes(std::size_t frame) const {
    const std::vector<FrameBody> bodies = recording->frame_bodies(frames[frame]);
    std::string bytes;
    bytes.reserve(pose_row());
    for (const std::size_t i : moving) append_pose(bytes, bodies[i].position, bodies[i].rotation);
    if (soft.empty()) return bytes;
    const std::vector<std::vector<double>> deformations = recording->frame_deformations(frames[frame]);
    for (std::size_t k = 0; k < soft.size(); ++k) {
      const auto& [i, body] = soft[k];
      append_vertices(bytes, stiction::soft_vertices(*body, bodies[i], deformations[k]));
    }
    return bytes;
  }

  std::string contact_bytes(std::size_t frame) const {
    std::string bytes;
    for (const ContactState& contact : recording->frame_contacts(frames[frame])) append_contact(bytes, contact);
    return bytes;
  }

  /// Adds that part of `piece`, which lies at `place` in the replay, that [from, to) covers.
  static void add_overlap(std::string& out, const std::string& piece, std::uint64_t place, std::uint64_t from,
                          std::uint64_t to) {
    const std::uint64_t begin = std::max(from, place), end = std::min(to, place + piece.size());
    if (begin < end) out.append(piece, begin - place, end - begin);
  }

  std::string read(std::uint64_t from, std::uint64_t length) const {
    const std::uint64_t to = length > contacts_end || from > contacts_end - length ? contacts_end : from + length;
    std::string out;
    if (from >= to) return out;
    out.reserve(to - from);
    add_overlap(out, front, 0, from, to);
    const std::uint64_t poses = front.size();
    if (poses_end > poses && to > poses && from < poses_end) {  // there may be nothing that moves
      const std::uint64_t row = pose_row();
      const auto last = static_cast<std::size_t>((std::min(to, poses_end) - poses - 1) / row);
      for (auto f = static_cast<std::size_t>((std::max(from, poses) - poses) / row); f <= last; ++f) {
        add_overlap(out, pose_bytes(f), poses + f * row, from, to);
      }
    }
    if (to > poses_end) {
      const std::uint64_t row = (std::max(from, poses_end) - poses_end) / kContactBytes;
      auto f =
          static_cast<std::size_t>(std::upper_bound(contact_end.begin(), contact_end.end(), row) - contact_end.begin());
      for (; f < frames.size() && poses_end + contact_begin(f) * kContactBytes < to; ++f) {
        add_overlap(out, contact_bytes(f), poses_end + contact_begin(f) * kContactBytes, from, to);
      }
    }
    return out;
  }
};

Replay::Replay(const Recording& recording, const ReplayScene& scene, const ReplayLimits& limits)
    : impl_(std::make_unique<Impl>()) {
  const auto deformable = std::count_if(scene.bodies.begin(), scene.bodies.end(),
                                        [](const RigidBody& body) { return body.soft != nullptr; });
  if (scene.bodies.size() != recording.header().body_names.size() || scene.bodies.size() != scene.materials.size() ||
      deformable != std::ssize(recording.header().deformations)) {
    throw InputError(recording.path(), "holds other bodies than its scene", "run the scene again");
  }
  if (recording.frame_count() == 0) {
    throw InputError(recording.path(), "holds no frames", "run the scene again, or wait for its first frame");
  }
  impl_->recording = &recording;
  impl_->build(scene, limits);
}
Replay::~Replay() = default;
Replay::Replay(Replay&&) noexcept = default;
Replay& Replay::operator=(Replay&&) noexcept = default;

std::uint64_t Replay::size() const { return impl_->contacts_end; }
std::string Replay::read(std::uint64_t offset, std::uint64_t length) const { return impl_->read(offset, length); }
std::int64_t Replay::frame_count() const { return static_cast<std::int64_t>(impl_->frames.size()); }

}  // namespace stiction
