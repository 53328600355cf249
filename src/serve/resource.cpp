#include "stiction/serve/resource.h"

#include <memory>

namespace stiction {

Resource memory_resource(std::string type, std::string content) {
  const auto shared = std::make_shared<const std::string>(std::move(content));
  return {std::move(type), shared->size(), [shared](std::uint64_t offset, std::uint64_t length) {
            return offset < shared->size() ? shared->substr(offset, length) : std::string();
          }};
}

}  // namespace stiction
