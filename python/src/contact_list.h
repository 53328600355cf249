// The contacts of one moment, as arrays.
#pragma once

#include <vector>

#include "stiction/state/world_state.h"

namespace stiction::python {

struct ContactList {
  std::vector<ContactState> contacts;
  double step = 0;  ///< s; an impulse over it is a mean force
};

}  // namespace stiction::python
