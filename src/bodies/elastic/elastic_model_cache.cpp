#include <optional>

#include "stiction/bodies/elastic/elastic_model.h"
#include "stiction/common/disk_cache.h"
#include "stiction/common/error.h"

namespace stiction {

ElasticModel elastic_model_cached(const TetMesh& mesh, const ElasticMaterial& material,
                                  const ElasticModelOptions& options, const Progress& progress) {
  ContentHash key;
  key.add_all(mesh.vertices).add_all(mesh.tets).add_all(options.fixed_vertices);
  for (const double number : {material.density, material.youngs_modulus, material.poisson_ratio, material.mass_damping,
                              material.stiffness_damping})
    key.add(number);
  for (const int number : {int(options.kind), options.modes, options.linear_modes, int(options.strain)})
    key.add(number);
  std::optional<ElasticModel> model;
  const auto read = [&](const std::string& bytes) {
    try {
      model = elastic_model_from_bytes(bytes);
    } catch (const InputError&) {
      return false;
    }
    return true;
  };
  const auto compute = [&] {
    model = elastic_model(mesh, material, options, progress);
    return to_bytes(*model);
  };
  // The number of the computation is raised whenever the same input would give another model.
  cached("elastic-1", key, compute, read);
  return *std::move(model);
}

}  // namespace stiction
