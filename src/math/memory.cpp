#include "math/memory.hpp"

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace mha {

void keep_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20);  // the most it allows
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

}  // namespace mha
