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

const char* to_string(SmoothEventKind kind) {
  switch (kind) {
    case SmoothEventKind::step:
      return "step";
    case SmoothEventKind::impact:
      return "impact";
    case SmoothEventKind::touches:
      return "touches";
    case SmoothEventKind::leaves:
      return "leaves";
    case SmoothEventKind::rolls:
      return "rolls";
    case SmoothEventKind::slides:
      return "slides";
    case SmoothEventKind::stops_spinning:
      return "stops spinning";
    case SmoothEventKind::spins:
      return "spins";
    case SmoothEventKind::crosses_own:
      return "enters a patch of its own";
    case SmoothEventKind::crosses_other:
      return "enters a patch of the other";
    case SmoothEventKind::general:
      return "general path";
    case SmoothEventKind::returns:
      return "returns";
  }
  return "unknown";
}

const char* to_string(SmoothLeave reason) {
  switch (reason) {
    case SmoothLeave::neighbours:
      return "something else is near";
    case SmoothLeave::second_contact:
      return "a second contact";
    case SmoothLeave::conforming:
      return "the surfaces nearly conform";
    case SmoothLeave::surface_ends:
      return "the end of a surface";
    case SmoothLeave::crease:
      return "a sharp edge";
    case SmoothLeave::jammed:
      return "friction jams the contact";
    case SmoothLeave::stalled:
      return "steps too small or events too many";
    case SmoothLeave::overlap:
      return "the bodies overlap";
    case SmoothLeave::pushed:
      return "a force is applied";
    case SmoothLeave::unsuited:
      return "joints, rolling friction or uneven motion";
  }
  return "unknown";
}

}  // namespace stiction
