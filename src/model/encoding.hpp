// The bytes of a file as UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace mha {

// The text without its byte order mark: a part of `bytes`, or of `storage` where it had to be converted from UTF-16
// (which is known by its mark). Throws Error with the place `place` for anything else: bytes that are not UTF-8, half a
// UTF-16 character, UTF-32, UTF-16 without a mark, a NUL character.
std::string_view as_utf8(std::string_view bytes, std::string& storage, const std::string& place);

}  // namespace mha
