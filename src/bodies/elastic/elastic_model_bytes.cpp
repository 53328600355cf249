#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#include "stiction/bodies/elastic/elastic_model.h"
#include "stiction/bodies/elastic/elastic_model_parts.h"
#include "stiction/common/error.h"

namespace stiction {

static_assert(std::endian::native == std::endian::little, "elastic models are stored little-endian");

namespace {

constexpr std::uint64_t kMagic = 0x314c45444f4d4c45;  // "ELMODEL1": the last character is the version
constexpr std::size_t kChecksum = sizeof(std::uint64_t);

/// Fowler, Noll and Vo's hash: catches damage, not malice.
std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

[[noreturn]] void refuse(const char* what) {
  throw InputError("elastic model", what, "delete the file: it will be made again from the mesh");
}

class Writer {
 public:
  template <typename Number>
  void number(Number value) {
    append(&value, sizeof value);
  }
  template <typename Item>
  void items(const Item* first, std::size_t count) {
    number(static_cast<std::uint64_t>(count));
    append(first, count * sizeof(Item));
  }
  void matrix(const Eigen::MatrixXd& m) {
    number(static_cast<std::uint64_t>(m.cols()));
    items(m.data(), static_cast<std::size_t>(m.size()));
  }
  std::string finish() {
    number(checksum(bytes_));
    return std::move(bytes_);
  }

 private:
  void append(const void* from, std::size_t size) { bytes_.append(static_cast<const char*>(from), size); }
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}
  template <typename Number>
  Number number() {
    Number value;
    take(&value, sizeof value);
    return value;
  }
  template <typename Item>
  std::vector<Item> items() {
    const auto count = number<std::uint64_t>();
    if (count > rest_.size() / sizeof(Item)) refuse("ends too early");
    std::vector<Item> all(count);
    take(all.data(), count * sizeof(Item));
    return all;
  }
  Eigen::MatrixXd matrix() {
    const auto columns = number<std::uint64_t>();
    const std::vector<double> all = items<double>();
    if (columns == 0 ? !all.empty() : all.size() % columns != 0) refuse("has a matrix of impossible size");
    const Eigen::Index rows = columns == 0 ? 0 : static_cast<Eigen::Index>(all.size() / columns);
    return Eigen::Map<const Eigen::MatrixXd>(all.data(), rows, static_cast<Eigen::Index>(columns));
  }
  bool at_end() const { return rest_.empty(); }

 private:
  void take(void* to, std::size_t size) {
    if (size > rest_.size()) refuse("ends too early");
    if (size > 0) std::memcpy(to, rest_.data(), size);
    rest_.remove_prefix(size);
  }
  std::string_view rest_;
};

void check_consistent(const ElasticModel& model) {
  const Eigen::Index vertices = static_cast<Eigen::Index>(model.mesh.vertices.size());
  const bool linear = model.kind == ElasticKind::kLinearModal;
  if (model.masses.size() != vertices || model.basis.rows() != 3 * vertices ||
      model.frequencies.size() > model.basis.cols() || (linear && model.frequencies.size() != model.basis.cols()) ||
      linear == static_cast<bool>(model.polynomial)) {
    refuse("has parts that do not fit together");
  }
  for (const auto& tet : model.mesh.tets) {
    for (int v : tet) {
      if (v < 0 || v >= vertices) refuse("has parts that do not fit together");
    }
  }
}

}  // namespace

std::string to_bytes(const ElasticModel& model) {
  Writer to;
  to.number(kMagic);
  to.number(static_cast<std::int32_t>(model.kind));
  const ElasticMaterial& m = model.material;
  for (double value : {m.density, m.youngs_modulus, m.poisson_ratio, m.mass_damping, m.stiffness_damping})
    to.number(value);
  for (double value : {model.centre.x(), model.centre.y(), model.centre.z()}) to.number(value);
  to.matrix(stacked_positions(model.mesh.vertices));
  to.items(model.mesh.tets.data(), model.mesh.tets.size());
  to.items(model.fixed_vertices.data(), model.fixed_vertices.size());
  to.matrix(model.masses);
  to.matrix(model.basis);
  to.matrix(model.frequencies);
  to.matrix(model.polynomial ? Eigen::MatrixXd(model.polynomial->coefficients()) : Eigen::MatrixXd(0, 0));
  return to.finish();
}

ElasticModel elastic_model_from_bytes(std::string_view bytes) {
  if (bytes.size() < sizeof kMagic + kChecksum) refuse("ends too early");
  std::uint64_t found;
  std::memcpy(&found, bytes.data(), sizeof found);
  if (found != kMagic) refuse("is of another kind or version");
  std::memcpy(&found, bytes.data() + bytes.size() - kChecksum, kChecksum);
  bytes.remove_suffix(kChecksum);
  if (found != checksum(bytes)) refuse("is damaged (its checksum is wrong)");

  Reader from(bytes);
  ElasticModel model;
  from.number<std::uint64_t>();
  const auto kind = from.number<std::int32_t>();
  if (kind != 0 && kind != 1) refuse("is of another kind or version");
  model.kind = static_cast<ElasticKind>(kind);
  ElasticMaterial& m = model.material;
  for (double* value : {&m.density, &m.youngs_modulus, &m.poisson_ratio, &m.mass_damping, &m.stiffness_damping}) {
    *value = from.number<double>();
  }
  for (int i = 0; i < 3; ++i) model.centre(i) = from.number<double>();
  const Eigen::MatrixXd positions = from.matrix();
  for (Eigen::Index v = 0; v < positions.size() / 3; ++v)
    model.mesh.vertices.push_back(positions.col(0).segment<3>(3 * v));
  model.mesh.tets = from.items<std::array<int, 4>>();
  model.fixed_vertices = from.items<int>();
  const Eigen::MatrixXd masses = from.matrix();
  model.masses = Eigen::Map<const Eigen::VectorXd>(masses.data(), masses.size());
  model.basis = from.matrix();
  const Eigen::MatrixXd frequencies = from.matrix();
  model.frequencies = Eigen::Map<const Eigen::VectorXd>(frequencies.data(), frequencies.size());
  const Eigen::MatrixXd coefficients = from.matrix();
  if (!from.at_end()) refuse("is longer than it should be");
  if (coefficients.size() > 0) {
    model.polynomial = std::make_shared<const ReducedStVenantKirchhoff>(
        model.size(), Eigen::Map<const Eigen::VectorXd>(coefficients.data(), coefficients.size()));
  }
  check_consistent(model);
  complete_model(model);
  return model;
}

}  // namespace stiction
