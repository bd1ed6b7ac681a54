// How many threads calculate.
#pragma once

#if __has_include("math/team.hpp")
#include "math/team.hpp"
inline void use(int threads) { mha::use_threads(threads); }
#else
inline void use(int) {}
#endif
