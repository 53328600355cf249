// Contacts that detection at the start of a step cannot see: features that meet because bodies turn, or because a body
// is struck in this very step. They are found by trying the step out and looking at where it ends.
#pragma once

#include <utility>
#include <vector>

#include "stiction/bodies/rigid/rigid_body.h"
#include "stiction/collision/contact_point.h"
#include "stiction/collision/mesh_memory.h"

namespace stiction {

/// What to look for: all, or only the impacts of fast bodies on their way (see sweep.h).
enum class Foresight { kAll, kSwept };

/// Contacts by which the bodies would overlap (more than they do now) after a step with velocities `v`, one for every
/// body. Pairs that `never_touch` are left out. Each is a speculative contact of this step: its gap is the one that,
/// closed at the contact's present speed, ends in touch. Pairs that travel further than they are thick are followed on
/// their way. Empty if no body moves far enough to matter, as at rest.
///
/// `seen` holds the velocities that were looked at before in this step, none at first: pairs of bodies that move as
/// they did then are not looked at again. `memory`: see detect_contacts.
std::vector<ContactPoint> foresee_contacts(const std::vector<RigidBody>& bodies, const std::vector<BodyState>& states,
                                           const std::vector<Vec6>& v, const std::vector<ContactPoint>& known,
                                           const std::vector<std::pair<int, int>>& never_touch, double h,
                                           Foresight what = Foresight::kAll, std::vector<Vec6>* seen = nullptr,
                                           MeshMemory* memory = nullptr);

/// No body moves far enough in a step for contacts to be foreseen.
bool all_quiet(const std::vector<RigidBody>& bodies, const std::vector<Vec6>& v, double h);

/// Puts `more` into `contacts`, keeping the order by body pair, and makes room (zero) in `impulses` and
/// `torques`, which have an entry for each contact.
void insert_contacts(const std::vector<ContactPoint>& more, std::vector<ContactPoint>& contacts,
                     std::vector<Vec3>& impulses, std::vector<Vec3>& torques);

}  // namespace stiction
