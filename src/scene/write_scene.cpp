// scene_to_json: a scene as text that reads back identical.
#include <cmath>
#include <nlohmann/json.hpp>

#include "stiction/scene/elastic_fields.h"
#include "stiction/scene/probe_text.h"
#include "stiction/scene/scene.h"
#include "stiction/scene/smooth_fields.h"
#include "stiction/scene/write_joint.h"

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Vec3& x) { return Json::array({x.x(), x.y(), x.z()}); }
Json to_json(const Quat& q) { return Json::array({q.w(), q.x(), q.y(), q.z()}); }
bool turned(const Quat& q) { return q.coeffs() != Quat::Identity().coeffs(); }

/// The milliseconds that give exactly these seconds when divided by 1000.
double milliseconds(double seconds) {
  const double ms = seconds * 1000;
  for (const double candidate : {ms, std::nextafter(ms, 0), std::nextafter(ms, INFINITY)}) {
    if (candidate / 1000 == seconds) return candidate;
  }
  return ms;
}

Json solver_json(const SolverSettings& solver) {
  Json out{{"type", solver.type},
           {"tolerance", solver.tolerance},
           {"max_iterations", solver.max_iterations},
           {"warm_start", solver.warm_start},
           {"friction_samples", solver.friction_samples},
           {"form", solver.form}};
  // Options of a single solver only where they say something: others refuse them.
  const SolverSettings defaults;
  const auto write = [&](const char* name, const auto& value, const auto& usual) {
    if (value != usual) out[name] = value;
  };
  write("friction", solver.friction, defaults.friction);
  write("relaxation", solver.relaxation, defaults.relaxation);
  write("shock_propagation", solver.shock_propagation, defaults.shock_propagation);
  write("direction", solver.direction, defaults.direction);
  write("subsystem", solver.subsystem, defaults.subsystem);
  write("proximal", solver.proximal, defaults.proximal);
  write("alignments", solver.alignments, defaults.alignments);
  write("max_factorizations", solver.max_factorizations, defaults.max_factorizations);
  if (std::isfinite(solver.time_limit_s)) out["time_limit_ms"] = milliseconds(solver.time_limit_s);
  return out;
}

struct ShapeWriter {
  Json operator()(const HalfSpaceDescription& d) const {
    return {{"half_space", {{"normal", to_json(d.normal)}, {"offset", d.offset}}}};
  }
  Json operator()(const BoxDescription& d) const { return {{"box", {{"size", to_json(d.size)}}}}; }
  Json operator()(const SphereDescription& d) const { return {{"sphere", {{"radius", d.radius}}}}; }
  Json operator()(const CapsuleDescription& d) const {
    return {{"capsule", {{"radius", d.radius}, {"length", d.length}}}};
  }
  Json operator()(const CylinderDescription& d) const {
    return {{"cylinder", {{"radius", d.radius}, {"length", d.length}}}};
  }
  Json operator()(const ConeDescription& d) const { return {{"cone", {{"radius", d.radius}, {"height", d.height}}}}; }
  Json operator()(const CompoundDescription& d) const {
    Json parts = Json::array();
    for (const PartDescription& part : d.parts) {
      Json entry{{"shape", std::visit(*this, part.shape)}};
      if (!part.position.isZero(0)) entry["position"] = to_json(part.position);
      if (turned(part.rotation)) entry["rotation"] = to_json(part.rotation);
      parts.push_back(std::move(entry));
    }
    return {{"compound", std::move(parts)}};
  }
  /// Points, not the file: what is written stands alone.
  Json operator()(const ConvexDescription& d) const {
    Json points = Json::array();
    for (const Vec3& p : d.points) points.push_back(to_json(p));
    return {{"convex", {{"points", std::move(points)}}}};
  }
  /// Meshes may be large and shared by thousands of bodies: their files are named.
  Json operator()(const MeshDescription& d) const {
    Json out = source(d, d.solid->mesh());
    if (d.cells != SolidMesh::kDefaultCells) out["cells"] = d.cells;
    return {{"mesh", std::move(out)}};
  }
  Json operator()(const TerrainDescription& d) const { return {{"terrain", source(d, d.surface->mesh())}}; }
  Json operator()(const HeightFieldDescription& d) const {
    return {{"height_field",
             {{"size", Json::array({d.size.x(), d.size.y()})},
              {"rows", d.rows},
              {"columns", d.columns},
              {"heights", d.heights}}}};
  }
  Json operator()(const SmoothDescription& d) const { return smooth_json(d); }

 private:
  template <class Description>
  static Json source(const Description& d, const TriangleMesh& mesh) {
    if (!d.file.empty()) {
      Json out{{"file", d.file}, {"scale", d.scale}};
      if (d.flip) out["flip"] = true;
      return out;
    }
    Json vertices = Json::array(), triangles = Json::array();
    for (const Vec3& v : mesh.vertices) vertices.push_back(to_json(v));
    for (const auto& t : mesh.triangles) triangles.push_back(t);
    return {{"vertices", std::move(vertices)}, {"triangles", std::move(triangles)}};
  }
};

Json inertia_json(const Mat3& inertia) {
  return Json::array({inertia(0, 0), inertia(1, 1), inertia(2, 2), inertia(0, 1), inertia(0, 2), inertia(1, 2)});
}

/// Motion and placement are written where they differ from the default.
Json body_json(const BodyDescription& body) {
  Json out{{"name", body.name}};
  if (body.fixed) out["fixed"] = true;
  out["shape"] = std::visit(ShapeWriter{}, body.shape);
  out["material"] = body.material;
  if (body.mass) out["mass"] = *body.mass;
  if (body.inertia) out["inertia"] = inertia_json(*body.inertia);
  if (body.centre_of_mass) out["centre_of_mass"] = to_json(*body.centre_of_mass);
  if (!body.position.isZero(0)) out["position"] = to_json(body.position);
  if (turned(body.rotation)) out["rotation"] = to_json(body.rotation);
  if (!body.velocity.isZero(0)) out["velocity"] = to_json(body.velocity);
  if (!body.angular_velocity.isZero(0)) out["angular_velocity"] = to_json(body.angular_velocity);
  if (body.motion) out["motion"] = motion_json(*body.motion);
  if (body.elastic) write_elastic(*body.elastic, out);
  return out;
}

Json scene_json(const Scene& scene) {
  Json out{{"stiction", 1}, {"name", scene.name}};
  if (!scene.description.empty()) out["description"] = scene.description;
  out["gravity"] = to_json(scene.gravity);
  out["step"] = scene.step;
  out["duration"] = scene.duration;
  out["solver"] = solver_json(scene.solver);
  if (!scene.decompose) out["decompose"] = false;
  out["restitution_threshold"] = scene.restitution_threshold;
  if (Json evolution = evolution_json(scene.evolution); !evolution.is_null()) out["evolution"] = std::move(evolution);
  out["materials"] = Json::object();
  for (const auto& [name, m] : scene.materials) {
    out["materials"][name] = {{"mu", m.mu}, {"restitution", m.restitution}, {"density", m.density}};
    if (m.mu_static) out["materials"][name]["mu_static"] = *m.mu_static;
    if (m.rolling != 0) out["materials"][name]["rolling"] = m.rolling;
    if (m.spin != 0) out["materials"][name]["spin"] = m.spin;
  }
  if (!scene.contact_pairs.empty()) out["contact_pairs"] = Json::array();
  for (const ContactPairDescription& pair : scene.contact_pairs) {
    Json entry{{"materials", Json::array({pair.material_a, pair.material_b})}};
    if (pair.mu) entry["mu"] = *pair.mu;
    if (pair.mu_static) entry["mu_static"] = *pair.mu_static;
    if (pair.restitution) entry["restitution"] = *pair.restitution;
    if (pair.rolling) entry["rolling"] = *pair.rolling;
    if (pair.spin) entry["spin"] = *pair.spin;
    out["contact_pairs"].push_back(std::move(entry));
  }
  out["bodies"] = Json::array();
  for (const BodyDescription& body : scene.bodies) out["bodies"].push_back(body_json(body));
  if (!scene.joints.empty()) out["joints"] = Json::array();
  for (const JointDescription& joint : scene.joints) out["joints"].push_back(joint_json(joint));
  if (!scene.probes.empty()) out["probes"] = Json::array();
  for (const ProbeDescription& probe : scene.probes) out["probes"].push_back(probe_json(probe));
  return out;
}

/// One line, with a blank after each comma and colon.
std::string one_line(const Json& value) {
  if (!value.is_structured()) return value.dump();
  std::string out;
  for (const auto& [key, item] : value.items()) {
    if (!out.empty()) out += ", ";
    if (value.is_object()) out += Json(key).dump() + ": ";
    out += one_line(item);
  }
  return value.is_object() ? '{' + out + '}' : '[' + out + ']';
}

/// Indented, with every value that fits on a line kept on one.
void write(const Json& value, std::size_t indent, std::string& out) {
  constexpr std::size_t width = 110;
  const std::string line = one_line(value);
  if (!value.is_structured() || value.empty() || (indent > 0 && indent + line.size() <= width)) {
    out += line;
    return;
  }
  out += value.is_object() ? "{\n" : "[\n";
  bool first = true;
  for (const auto& [key, item] : value.items()) {
    if (!first) out += ",\n";
    first = false;
    out.append(indent + 2, ' ');
    if (value.is_object()) out += Json(key).dump() + ": ";
    write(item, indent + 2, out);
  }
  out += '\n';
  out.append(indent, ' ');
  out += value.is_object() ? '}' : ']';
}

}  // namespace

std::string scene_to_json(const Scene& scene) {
  std::string out;
  write(scene_json(scene), 0, out);
  return out + "\n";
}

}  // namespace stiction
