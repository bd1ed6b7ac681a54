// fmt::format, compiled once. fmt's implementation is large; as a header it would be compiled again in every file that
// uses it, and as a shared library it would have to be there wherever the program runs. So only format.cpp has it, and
// inside this project `fmt::format` means the function below.
#pragma once

#include <fmt/core.h>

#include <string>

namespace mha::fmt {

std::string vformat(::fmt::string_view text, ::fmt::format_args args);

template <class... Args>
std::string format(::fmt::format_string<Args...> text, Args&&... args) {
  return mha::fmt::vformat(text, ::fmt::make_format_args(args...));
}

}  // namespace mha::fmt
