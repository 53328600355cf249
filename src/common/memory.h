// How a program of ours asks the system for memory. For programs, never for the library: it changes all of a process.
#pragma once

#include <cstdlib>  // with it the C library tells its name

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace stiction {

/// Freed memory stays with the process. By default the C library hands it back at once, and a step asks for the same
/// again a moment later: with page faults that was a fifth of the solves of a small scene of deformable bodies.
inline void keep_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_TRIM_THRESHOLD, 1 << 28);
  mallopt(M_MMAP_THRESHOLD, 1 << 26);  // larger blocks still go back: few and long-lived
  mallopt(M_TOP_PAD, 1 << 24);
#endif
}

}  // namespace stiction
