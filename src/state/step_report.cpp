#include "stiction/state/step_report.h"

namespace stiction {

const char* to_string(SolvePath path) {
  switch (path) {
    case SolvePath::none:
      return "none";
    case SolvePath::carried:
      return "carried";
    case SolvePath::newton:
      return "newton";
    case SolvePath::staggered:
      return "staggered";
    case SolvePath::proximal:
      return "proximal";
    case SolvePath::chosen:
      return "chosen";
    case SolvePath::unconverged:
      return "unconverged";
  }
  return "unknown";
}

}  // namespace stiction
