#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>

#include "stiction/common/disk_cache.h"
#include "stiction/common/error.h"
#include "stiction/geometry/tet/stuffing.h"
#include "stiction/geometry/tet/tet_files.h"

namespace stiction {

namespace {

static_assert(std::is_trivially_copyable_v<StuffingReport>);

/// The report, then the mesh.
std::optional<TetMesh> unpacked(const std::string& bytes, StuffingReport& report) {
  if (bytes.size() < sizeof report) return std::nullopt;
  std::memcpy(&report, bytes.data(), sizeof report);
  try {
    return tets_from_bytes(std::string_view(bytes).substr(sizeof report));
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace

TetMesh stuff_cached(const TriangleMesh& mesh, const StuffingOptions& options, StuffingReport* report) {
  ContentHash key;
  key.add_all(mesh.vertices).add_all(mesh.triangles).add(options.size).add(options.droppable);
  // The number of the computation is raised whenever the same input would give another mesh.
  StuffingReport told;
  std::optional<TetMesh> tets;
  const auto compute = [&] {
    tets = stuff(mesh, options, &told);
    return std::string(reinterpret_cast<const char*>(&told), sizeof told) + tets_to_bytes(*tets);
  };
  cached("tets-1", key, compute, [&](const std::string& bytes) { return (tets = unpacked(bytes, told)).has_value(); });
  if (report) *report = told;
  return *std::move(tets);
}

}  // namespace stiction
