#include "stiction/export/vtk.h"

#include <fmt/format.h>

#include <bit>
#include <filesystem>
#include <type_traits>
#include <vector>

namespace stiction {
namespace {

static_assert(std::endian::native == std::endian::little, "the files say that numbers are little-endian");
constexpr int kSegments = 24;

template <class T>
constexpr const char* type_name() {
  if constexpr (std::is_same_v<T, float>) return "Float32";
  if constexpr (std::is_same_v<T, double>) return "Float64";
  if constexpr (std::is_same_v<T, std::int32_t>) return "Int32";
  if constexpr (std::is_same_v<T, std::int64_t>) return "Int64";
}

/// A PolyData file whose numbers follow the XML as raw bytes.
class PolyData {
 public:
  PolyData(double time, std::size_t points, std::size_t vertices, std::size_t polygons) {
    xml_ =
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
        "header_type=\"UInt64\">\n<PolyData>\n<FieldData>\n";
    xml_ += fmt::format(
        "<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">{}</DataArray>\n", time);
    xml_ += fmt::format(
        "</FieldData>\n<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"0\" NumberOfStrips=\"0\" "
        "NumberOfPolys=\"{}\">\n",
        points, vertices, polygons);
  }

  void begin(const std::string& section, const std::string& attributes = "") {
    section_ = section;
    xml_ += "<" + section + attributes + ">\n";
  }
  void end() { xml_ += "</" + section_ + ">\n"; }

  template <class T>
  void add(const std::string& name, int width, const std::vector<T>& numbers) {
    xml_ += fmt::format(
        "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" offset=\"{}\"/>\n",
        type_name<T>(), name, width, data_.size());
    const std::uint64_t size = numbers.size() * sizeof(T);
    data_.append(reinterpret_cast<const char*>(&size), sizeof size);
    data_.append(reinterpret_cast<const char*>(numbers.data()), size);
  }

  std::string finish() const {
    return xml_ + "</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_" + data_ +
           "\n</AppendedData>\n</VTKFile>\n";
  }

 private:
  std::string xml_, data_, section_;
};

void append(std::vector<double>& numbers, const Vec3& v) { numbers.insert(numbers.end(), v.data(), v.data() + 3); }

std::string bodies_file(const Frame& frame, const ShownWorld& world, const Display& display) {
  std::vector<double> points, velocity;
  std::vector<float> normals, colour;
  std::vector<std::int64_t> connectivity, offsets;
  std::vector<std::int32_t> body, fixed;
  for (std::size_t i = 0; i < display.items.size(); ++i) {
    const DisplayItem& item = display.items[i];
    const FrameBody& at = frame.bodies[i];
    SurfaceMesh room;
    const SurfaceMesh& mesh = mesh_at(display, i, at, frame.deformations, room);
    const Pose pose = pose_of(at);
    const auto first = std::int64_t(points.size() / 3);
    for (const Vec3f& x : mesh.positions) {
      const Vec3 arm = pose.R * x.cast<double>();
      append(points, at.position + arm);
      append(velocity, at.velocity + at.angular_velocity.cross(arm));
    }
    for (const Vec3f& n : mesh.normals) {
      const Vec3f turned = (pose.R * n.cast<double>()).cast<float>();
      normals.insert(normals.end(), turned.data(), turned.data() + 3);
    }
    for (const auto& triangle : mesh.triangles) {
      for (const std::uint32_t v : triangle) connectivity.push_back(first + v);
      offsets.push_back(std::int64_t(connectivity.size()));
      body.push_back(std::int32_t(i));
      fixed.push_back(world.bodies[i].fixed);
      colour.insert(colour.end(), item.colour.data(), item.colour.data() + 3);
    }
  }
  PolyData file(frame.time, points.size() / 3, 0, offsets.size());
  file.begin("PointData", " Normals=\"normals\"");
  file.add("normals", 3, normals);
  file.add("velocity", 3, velocity);
  file.end();
  file.begin("CellData");
  file.add("body", 1, body);
  file.add("fixed", 1, fixed);
  file.add("colour", 3, colour);
  file.end();
  file.begin("Points");
  file.add("points", 3, points);
  file.end();
  file.begin("Polys");
  file.add("connectivity", 1, connectivity);
  file.add("offsets", 1, offsets);
  file.end();
  return file.finish();
}

std::string contacts_file(const Frame& frame, double h) {
  std::vector<double> points, normal, force, force_normal, slip, gap, mu;
  std::vector<std::int32_t> body_a, body_b;
  std::vector<std::int64_t> connectivity, offsets;
  for (const ContactState& c : frame.contacts) {
    append(points, c.position);
    append(normal, c.normal);
    append(force, (c.impulse_normal * c.normal + c.impulse_tangent) / h);
    append(slip, c.slip);
    force_normal.push_back(c.impulse_normal / h);
    gap.push_back(c.gap);
    mu.push_back(c.mu);
    body_a.push_back(c.body_a);
    body_b.push_back(c.body_b);
    connectivity.push_back(std::int64_t(connectivity.size()));
    offsets.push_back(std::int64_t(connectivity.size()));
  }
  PolyData file(frame.time, frame.contacts.size(), frame.contacts.size(), 0);
  file.begin("PointData");
  file.add("normal", 3, normal);
  file.add("force", 3, force);
  file.add("force_normal", 1, force_normal);
  file.add("slip", 3, slip);
  file.add("gap", 1, gap);
  file.add("mu", 1, mu);
  file.add("body_a", 1, body_a);
  file.add("body_b", 1, body_b);
  file.end();
  file.begin("Points");
  file.add("points", 3, points);
  file.end();
  file.begin("Verts");
  file.add("connectivity", 1, connectivity);
  file.add("offsets", 1, offsets);
  file.end();
  return file.finish();
}

/// Text inside an XML attribute.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '"')
      result += "&quot;";
    else
      result += c;
  }
  return result;
}

}  // namespace

bool write_vtk(const std::string& path, const Recording& recording, const ShownWorld& world, const FrameChoice& choice,
               const ExportProgress& progress) {
  const std::vector<std::int64_t> frames = chosen_frames(recording, choice);
  const Display display =
      make_display(world, recording.frame(frames.front()).bodies, extent_of(world, recording), kSegments);
  const std::filesystem::path target(path);
  const std::string folder_name = target.stem().string() + "_frames";
  const std::string folder = (target.parent_path() / folder_name).string();
  NewFiles files;
  files.add_folder(folder);
  std::string list =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" "
      "byte_order=\"LittleEndian\">\n<Collection>\n";
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const Frame frame = recording.frame(frames[k]);
    const auto add = [&](int part, const char* kind, const std::string& content) {
      const std::string name = fmt::format("{}_{:06}.vtp", kind, frames[k]);
      files.add(folder + "/" + name, content);
      list += fmt::format("<DataSet timestep=\"{}\" part=\"{}\" name=\"{}\" file=\"{}/{}\"/>\n", frame.time, part, kind,
                          escaped(folder_name), name);
    };
    add(0, "bodies", bodies_file(frame, world, display));
    add(1, "contacts", contacts_file(frame, world.step));
    if (progress && !progress(double(k + 1) / double(frames.size()))) return false;
  }
  files.add(path, list + "</Collection>\n</VTKFile>\n");
  files.publish();
  return true;
}

}  // namespace stiction
