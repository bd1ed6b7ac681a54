#define FMT_HEADER_ONLY
#include "text/format.hpp"

#include <fmt/format.h>

namespace mha::fmt {

std::string vformat(::fmt::string_view text, ::fmt::format_args args) { return ::fmt::vformat(text, args); }

}  // namespace mha::fmt
