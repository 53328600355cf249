#include "stiction/export/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "stiction/common/error.h"

namespace stiction {
namespace {

/// A field as CSV wants it: quoted where it holds a separator, a quote or a line break.
std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string result(1, '"');
  for (const char c : text) result.append(c == '"' ? 2 : 1, c);
  result.push_back('"');
  return result;
}

/// One line of a table in the making.
class Line {
 public:
  template <class T>
  Line& add(const T& value) {
    if (buffer_.size() > 0) buffer_.push_back(',');
    fmt::format_to(std::back_inserter(buffer_), "{}", value);
    return *this;
  }
  Line& add(const Vec3& v) { return add(v.x()).add(v.y()).add(v.z()); }
  Line& add(const Quat& q) { return add(q.w()).add(q.x()).add(q.y()).add(q.z()); }
  void write(std::ofstream& file) {
    buffer_.push_back('\n');
    file.write(buffer_.data(), std::streamsize(buffer_.size()));
    buffer_.clear();
  }

 private:
  fmt::memory_buffer buffer_;
};

std::string axes(const std::string& name, const std::string& unit) {
  return fmt::format("{0}.x [{1}],{0}.y [{1}],{0}.z [{1}]", name, unit);
}

std::string header_of(const std::string& table, const RecordingHeader& header) {
  if (table == "steps")
    return "step,time [s],error,error_worst,error_q,normal [m/s],cone [N s],complementarity [J],dissipation [J],"
           "joint,joint_gap [m],overlap [m],correction [m],correction_energy [J],converged,path,contacts,blocks,"
           "iterations,factorizations,contact_work [J],kinetic_energy [J],potential_energy [J],"
           "elastic_energy [J],cpu [s],wall [s],displacement [m],displacement_settled [m]";
  if (table == "bodies")
    return "step,time [s],body," + axes("position", "m") + ",rotation.w,rotation.x,rotation.y,rotation.z," +
           axes("velocity", "m/s") + "," + axes("angular_velocity", "rad/s");
  if (table == "contacts")
    return "step,time [s],body_a,body_b,feature," + axes("position", "m") + ",normal.x,normal.y,normal.z,gap [m],mu," +
           "force_normal [N]," + axes("force_tangent", "N") + "," + axes("slip", "m/s") + "," + axes("torque", "N m");
  if (table == "joints")
    return "step,time [s],joint,coordinate [rad or m]," + axes("force", "N") + "," + axes("torque", "N m");
  std::string text = "step,time [s]";
  for (const std::string& column : header.probe_columns) text.append(",").append(quoted(column));
  return text;
}

void write_steps(std::ofstream& file, const std::vector<StepRecord>& steps, double h) {
  Line line;
  for (const StepRecord& record : steps) {
    const StepReport& r = record.report;
    const Certificate& c = r.certificate;
    line.add(record.step).add(double(record.step) * h);
    for (const double x : {c.error, c.error_worst, c.error_q, c.normal, c.cone, c.complementarity, c.dissipation,
                           c.joint, r.joint_gap, r.overlap, r.correction, r.correction_energy})
      line.add(x);
    line.add(int(r.converged)).add(to_string(r.path));
    for (const int x : {r.contacts, r.blocks, r.iterations, r.factorizations}) line.add(x);
    for (const double x : {r.contact_work, r.kinetic_energy, r.potential_energy, r.elastic_energy, r.cpu_s, r.wall_s,
                           record.displacement, record.displacement_settled})
      line.add(x);
    line.write(file);
  }
}

/// Names as fields, looked up once.
struct Names {
  std::vector<std::string> bodies, joints;
  explicit Names(const RecordingHeader& header) {
    for (const std::string& name : header.body_names) bodies.push_back(quoted(name));
    for (const std::string& name : header.joint_names) joints.push_back(quoted(name));
  }
};

void write_frame(std::ofstream& file, const std::string& table, const Frame& frame, const Names& names, double h) {
  Line line;
  if (table == "bodies") {
    for (std::size_t i = 0; i < frame.bodies.size(); ++i) {
      const FrameBody& b = frame.bodies[i];
      line.add(frame.step).add(frame.time).add(names.bodies[i]);
      line.add(b.position).add(b.rotation).add(b.velocity).add(b.angular_velocity).write(file);
    }
  } else if (table == "contacts") {
    for (const ContactState& c : frame.contacts) {
      line.add(frame.step).add(frame.time).add(names.bodies.at(std::size_t(c.body_a)));
      line.add(names.bodies.at(std::size_t(c.body_b)))
          .add(c.feature)
          .add(c.position)
          .add(c.normal)
          .add(c.gap)
          .add(c.mu);
      line.add(c.impulse_normal / h).add(Vec3(c.impulse_tangent / h)).add(c.slip).add(Vec3(c.torque / h)).write(file);
    }
  } else if (table == "joints") {
    for (std::size_t i = 0; i < frame.joints.size(); ++i) {
      const FrameJoint& joint = frame.joints[i];
      line.add(frame.step).add(frame.time).add(names.joints[i]).add(joint.coordinate);
      line.add(joint.force).add(joint.torque).write(file);
    }
  } else {
    line.add(frame.step).add(frame.time);
    for (const double x : frame.probes) line.add(x);
    line.write(file);
  }
}

std::vector<std::string> tables_of(const Recording& recording, const std::string& table) {
  const std::vector<std::string>& known = csv_tables();
  const auto is_there = [&](const std::string& name) {
    return (name != "joints" || !recording.header().joint_names.empty()) &&
           (name != "probes" || !recording.header().probe_columns.empty());
  };
  if (table.empty()) {
    std::vector<std::string> all;
    std::copy_if(known.begin(), known.end(), std::back_inserter(all), is_there);
    return all;
  }
  if (std::find(known.begin(), known.end(), table) == known.end())
    throw InputError("--table", "is '" + table + "'", "give steps, bodies, contacts, joints or probes");
  if (!is_there(table)) throw InputError(recording.path(), "has no " + table, "choose another table");
  return {table};
}

}  // namespace

const std::vector<std::string>& csv_tables() {
  static const std::vector<std::string> names = {"steps", "bodies", "contacts", "joints", "probes"};
  return names;
}

std::vector<std::string> write_csv(const std::string& path, const std::string& table, const Recording& recording,
                                   double step, const FrameChoice& choice, const ExportProgress& progress) {
  constexpr std::int64_t kBlock = 4096;  // steps read at once
  const std::vector<std::int64_t> frames = chosen_frames(recording, choice);
  const Names names(recording.header());
  const std::string stem = path.substr(0, path.size() - (path.ends_with(".csv") ? 4 : 0));
  NewFiles files;
  std::vector<std::string> paths;
  std::vector<std::pair<std::string, std::ofstream>> streams;
  for (const std::string& name : tables_of(recording, table)) {
    paths.push_back(table.empty() ? fmt::format("{}_{}.csv", stem, name) : path);
    streams.emplace_back(name, std::ofstream(files.add(paths.back()), std::ios::binary | std::ios::trunc));
    streams.back().second << header_of(name, recording.header()) << "\n";
  }
  const double work = double(recording.step_count()) / 100 + double(frames.size());
  double done = 0;
  if (streams.front().first == "steps") {
    for (std::int64_t begin = 0; begin < recording.step_count(); begin += kBlock) {
      const std::int64_t end = std::min(begin + kBlock, recording.step_count());
      write_steps(streams.front().second, recording.steps(begin, end), step);
      done += double(end - begin) / 100;
      if (progress && !progress(done / work)) return {};
    }
  }
  const bool frames_needed = streams.size() > 1 || streams.front().first != "steps";
  for (std::size_t k = 0; frames_needed && k < frames.size(); ++k) {
    const Frame frame = recording.frame(frames[k]);
    for (auto& [name, stream] : streams) {
      if (name != "steps") write_frame(stream, name, frame, names, step);
    }
    done += 1;
    if (progress && !progress(done / work)) return {};
  }
  for (std::size_t i = 0; i < streams.size(); ++i) {
    streams[i].second.close();
    if (!streams[i].second) fail_to_write(paths[i]);
  }
  files.publish();
  return paths;
}

}  // namespace stiction
