// Four numbers at once, for kernels whose loops the compiler does not turn into vector code by itself.
#pragma once

#include <cstring>

namespace stiction::packs {

using Pack = double __attribute__((vector_size(32)));

inline Pack load(const double* p) {
  Pack x;
  std::memcpy(&x, p, sizeof x);
  return x;
}
inline void store(double* p, const Pack& x) { std::memcpy(p, &x, sizeof x); }
inline Pack all(double x) { return Pack{x, x, x, x}; }
inline double sum(const Pack& x) { return (x[0] + x[2]) + (x[1] + x[3]); }

}  // namespace stiction::packs
