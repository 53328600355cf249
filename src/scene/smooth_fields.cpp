#include "stiction/scene/smooth_fields.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "stiction/common/error.h"
#include "stiction/scene/checks.h"
#include "stiction/scene/limits.h"
#include "stiction/scene/read_mesh.h"
#include "stiction/scene/smooth_model.h"
#include "stiction/scene/suggest.h"

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

const std::vector<std::string> forms = {"sphere", "ellipsoid", "torus", "plane", "paraboloid", "bezier", "loop"};
constexpr int kMostSegments = 256;
constexpr std::size_t kMostPatches = 10000;

Vec2 read_vec2(const JsonNode& node) {
  const std::vector<double> x = node.numbers();
  if (x.size() != 2) node.fail(fmt::format("has {} entries", x.size()), "give two numbers [x, y]");
  return {x[0], x[1]};
}

SmoothParaboloid read_paraboloid(const JsonNode& node) {
  node.expect_object({"radii", "size", "bowl"});
  SmoothParaboloid paraboloid{read_vec2(node.at("radii")), read_vec2(node.at("size")), false};
  if (const auto bowl = node.find("bowl")) paraboloid.bowl = bowl->boolean();
  return paraboloid;
}

SmoothBezier read_bezier(const JsonNode& node) {
  node.expect_object({"patches"});
  const JsonNode patches = node.at("patches");
  SmoothBezier bezier;
  if (patches.array_size() == 0 || patches.array_size() > kMostPatches)
    patches.fail(fmt::format("has {} patches", patches.array_size()), fmt::format("give 1 to {}", kMostPatches));
  for (std::size_t i = 0; i < patches.array_size(); ++i) {
    const JsonNode points = patches.item(i);
    if (points.array_size() != 16)
      points.fail(fmt::format("has {} control points", points.array_size()), "give 16 points [x, y, z], row by row");
    auto& net = bezier.patches.emplace_back();
    for (std::size_t k = 0; k < 16; ++k) net[k] = points.item(k).vec3();
  }
  return bezier;
}

SmoothLoop read_loop(const JsonNode& node, MeshLibrary& library) {
  node.expect_object({"builtin", "file", "scale", "vertices", "triangles"});
  SmoothLoop loop;
  const int sources = int(node.has("builtin")) + int(node.has("file")) + int(node.has("vertices"));
  if (sources != 1)
    node.fail(fmt::format("names {} control meshes", sources),
              "give one of \"builtin\", \"file\", or \"vertices\" with \"triangles\"");
  if (const auto scale = node.find("scale")) {
    loop.scale = scale->number();
    check_range(scale->path(), loop.scale, 1e-9, 1e9);
  }
  if (const auto builtin = node.find("builtin")) {
    loop.builtin = builtin->text();
    check_choice(builtin->path(), loop.builtin, {"bowl", "table"});
  } else if (const auto file = node.find("file")) {
    loop.file = file->text();
    try {
      loop.control = library.control_mesh(loop.file);
    } catch (const InputError& error) {
      throw error.within(file->path());
    }
  } else {
    loop.control = read_triangles(node);
  }
  return loop;
}

struct FormWriter {
  static Json pair(const Vec2& x) { return Json::array({x.x(), x.y()}); }
  static Json point(const Vec3& x) { return Json::array({x.x(), x.y(), x.z()}); }
  Json operator()(const SmoothSphere& d) const { return {{"radius", d.radius}}; }
  Json operator()(const SmoothEllipsoid& d) const { return {{"semi_axes", point(d.semi_axes)}}; }
  Json operator()(const SmoothTorus& d) const { return {{"ring", d.ring}, {"tube", d.tube}}; }
  Json operator()(const SmoothPlane& d) const { return {{"size", pair(d.size)}}; }
  Json operator()(const SmoothParaboloid& d) const {
    Json out{{"radii", pair(d.radii)}, {"size", pair(d.size)}};
    if (d.bowl) out["bowl"] = true;
    return out;
  }
  Json operator()(const SmoothBezier& d) const {
    Json patches = Json::array();
    for (const auto& net : d.patches) {
      Json points = Json::array();
      for (const Vec3& p : net) points.push_back(point(p));
      patches.push_back(std::move(points));
    }
    return {{"patches", std::move(patches)}};
  }
  Json operator()(const SmoothLoop& d) const {
    Json out = Json::object();
    if (!d.builtin.empty()) {
      out["builtin"] = d.builtin;
      return out;
    }
    if (!d.file.empty()) {
      out["file"] = d.file;
    } else {
      out["vertices"] = Json::array();
      for (const Vec3& p : d.control.vertices) out["vertices"].push_back(point(p));
      out["triangles"] = d.control.triangles;
    }
    if (d.scale != 1) out["scale"] = d.scale;
    return out;
  }
};

struct FormCheck {
  static void length(const std::string& field, double value) {
    check_range("shape.smooth." + field, value, limits::min_size, limits::max_size, "m");
  }
  static void lengths(const std::string& field, const Vec2& value) {
    for (int i = 0; i < 2; ++i) length(fmt::format("{}[{}]", field, i), value[i]);
  }
  void operator()(const SmoothSphere& d) const { length("sphere.radius", d.radius); }
  void operator()(const SmoothEllipsoid& d) const {
    for (int i = 0; i < 3; ++i) length(fmt::format("ellipsoid.semi_axes[{}]", i), d.semi_axes[i]);
  }
  void operator()(const SmoothTorus& d) const {
    length("torus.ring", d.ring);
    length("torus.tube", d.tube);
    if (d.tube >= d.ring)
      throw InputError("shape.smooth.torus.tube", "is not below ring", "give a tube thinner than the ring");
  }
  void operator()(const SmoothPlane& d) const { lengths("plane.size", d.size); }
  void operator()(const SmoothParaboloid& d) const {
    lengths("paraboloid.radii", d.radii);
    lengths("paraboloid.size", d.size);
  }
  void operator()(const SmoothBezier& d) const {
    for (std::size_t i = 0; i < d.patches.size(); ++i)
      for (const Vec3& p : d.patches[i])
        check_vector(fmt::format("shape.smooth.bezier.patches[{}]", i), p, limits::max_size, "m");
  }
  void operator()(const SmoothLoop& d) const {
    for (const Vec3& p : d.control.vertices) check_vector("shape.smooth.loop", p, limits::max_size, "m");
  }
};

}  // namespace

SmoothDescription read_smooth(const JsonNode& node, MeshLibrary& library) {
  std::vector<std::string> fields = forms;
  fields.emplace_back("segments");
  node.expect_object(fields);
  SmoothDescription smooth;
  if (const auto segments = node.find("segments")) {
    smooth.segments = segments->integer();
    check_range(segments->path(), smooth.segments, 1, kMostSegments);
  }
  std::vector<std::string> given = node.fields();
  std::erase(given, "segments");
  if (given.size() != 1)
    node.fail(fmt::format("names {} surfaces", given.size()), "give exactly one of: " + join_names(forms));
  const JsonNode form = node.at(given[0]);
  if (given[0] == "sphere") {
    form.expect_object({"radius"});
    smooth.form = SmoothSphere{form.at("radius").number()};
  } else if (given[0] == "ellipsoid") {
    form.expect_object({"semi_axes"});
    smooth.form = SmoothEllipsoid{form.at("semi_axes").vec3()};
  } else if (given[0] == "torus") {
    form.expect_object({"ring", "tube"});
    smooth.form = SmoothTorus{form.at("ring").number(), form.at("tube").number()};
  } else if (given[0] == "plane") {
    form.expect_object({"size"});
    smooth.form = SmoothPlane{read_vec2(form.at("size"))};
  } else if (given[0] == "paraboloid") {
    smooth.form = read_paraboloid(form);
  } else if (given[0] == "bezier") {
    smooth.form = read_bezier(form);
  } else {
    smooth.form = read_loop(form, library);
  }
  return smooth;
}

Json smooth_json(const SmoothDescription& smooth) {
  Json out{{forms[smooth.form.index()], std::visit(FormWriter{}, smooth.form)}};
  if (smooth.segments > 0) out["segments"] = smooth.segments;
  return {{"smooth", std::move(out)}};
}

void validate_smooth(const BodyDescription& body, const SmoothDescription& smooth) {
  std::visit(FormCheck{}, smooth.form);
  check_range("shape.smooth.segments", smooth.segments, 0, kMostSegments);
  if (body.elastic) throw InputError("elastic", "is given for a smooth surface", "remove it, or give another shape");
  if (!body.fixed && has_no_inside(smooth))
    throw InputError("fixed", "is false for a surface that has no inside", "add \"fixed\": true");
  if (!smooth.surface) throw InputError("shape.smooth", "has not been made", "call complete()");
  if (body.fixed || smooth.closed) return;
  const std::string remedy = "give mass, inertia and centre_of_mass";
  if (!body.mass) throw InputError("mass", "is missing; an open surface has no volume", remedy);
  if (!body.inertia) throw InputError("inertia", "is missing; an open surface has no volume", remedy);
  if (!body.centre_of_mass) throw InputError("centre_of_mass", "is missing; an open surface has no volume", remedy);
}

SmoothSettings read_evolution(const JsonNode& node) {
  node.expect_object({"enabled", "method", "max_step", "min_step", "tolerance", "entry_speed", "flight_step",
                      "tangential_restitution", "viscous_slip", "viscous_turn", "linear_drag", "angular_drag",
                      "bounce_at_vertices"});
  SmoothSettings s;
  const auto number = [&](const char* field, double& value) {
    if (const auto found = node.find(field)) value = found->number();
  };
  if (const auto enabled = node.find("enabled")) s.enabled = enabled->boolean();
  if (const auto method = node.find("method")) s.method = method->text();
  if (const auto bounce = node.find("bounce_at_vertices")) s.bounce_at_vertices = bounce->boolean();
  number("max_step", s.max_step);
  number("min_step", s.min_step);
  number("tolerance", s.tolerance);
  number("entry_speed", s.entry_speed);
  number("flight_step", s.flight_step);
  number("tangential_restitution", s.tangential_restitution);
  number("viscous_slip", s.viscous_slip);
  number("viscous_turn", s.viscous_turn);
  number("linear_drag", s.linear_drag);
  number("angular_drag", s.angular_drag);
  return s;
}

Json evolution_json(const SmoothSettings& s) {
  const SmoothSettings usual;
  Json out;
  const auto write = [&](const char* name, const auto& value, const auto& other) {
    if (value != other) out[name] = value;
  };
  write("enabled", s.enabled, usual.enabled);
  write("method", s.method, usual.method);
  write("max_step", s.max_step, usual.max_step);
  write("min_step", s.min_step, usual.min_step);
  write("tolerance", s.tolerance, usual.tolerance);
  write("entry_speed", s.entry_speed, usual.entry_speed);
  write("flight_step", s.flight_step, usual.flight_step);
  write("tangential_restitution", s.tangential_restitution, usual.tangential_restitution);
  write("viscous_slip", s.viscous_slip, usual.viscous_slip);
  write("viscous_turn", s.viscous_turn, usual.viscous_turn);
  write("linear_drag", s.linear_drag, usual.linear_drag);
  write("angular_drag", s.angular_drag, usual.angular_drag);
  write("bounce_at_vertices", s.bounce_at_vertices, usual.bounce_at_vertices);
  return out;
}

void validate_evolution(const SmoothSettings& s) {
  check_choice("evolution.method", s.method, {"dormand_prince", "runge_kutta4"});
  check_range("evolution.max_step", s.max_step, limits::min_step, limits::max_step, "s");
  check_range("evolution.min_step", s.min_step, limits::min_step, limits::max_step, "s");
  check_range("evolution.tolerance", s.tolerance, limits::min_tolerance, 1e-2);
  check_range("evolution.entry_speed", s.entry_speed, 1e-9, limits::max_speed, "m/s");
  check_range("evolution.flight_step", s.flight_step, limits::min_step, limits::max_step, "s");
  check_range("evolution.tangential_restitution", s.tangential_restitution, -1, 1);
  check_range("evolution.viscous_slip", s.viscous_slip, 0, limits::max_force, "N s/m");
  check_range("evolution.viscous_turn", s.viscous_turn, 0, limits::max_force, "N m s");
  check_range("evolution.linear_drag", s.linear_drag, 0, limits::max_force, "N s/m");
  check_range("evolution.angular_drag", s.angular_drag, 0, limits::max_force, "N m s");
}

}  // namespace stiction
