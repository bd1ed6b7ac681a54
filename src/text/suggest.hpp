// "Did you mean …?" for an unknown word.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mha {

// Damerau–Levenshtein distance (restricted: a swap of neighbours counts 1), in code points.
std::size_t edit_distance(std::string_view a, std::string_view b);

// Up to `most` of the known words that are near enough to be meant, best first. Letter case, '-', '_' and spaces are
// taken lightly (D_MODEL, dmodel, d-model → d_model).
std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& known, std::size_t most = 3);

// `; did you mean "heads"?`, or, where nothing is near, `; known are "a", "b", "c"` (the list is cut after a line or
// so).
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace mha
