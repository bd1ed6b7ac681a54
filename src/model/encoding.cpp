#include "model/encoding.hpp"

#include <cstddef>

#include "error.hpp"
#include "model/error_at.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

using namespace std::string_view_literals;

unsigned byte_at(std::string_view bytes, std::size_t i) { return static_cast<unsigned char>(bytes[i]); }

// The first fault is thrown when all is converted, so that the whole line can be shown.
std::string from_utf16(std::string_view bytes, bool big_endian, const std::string& place) {
  const std::size_t units = bytes.size() / 2;
  const auto unit = [&](std::size_t i) {
    const unsigned a = byte_at(bytes, 2 * i), b = byte_at(bytes, 2 * i + 1);
    return static_cast<char32_t>(big_endian ? a << 8 | b : b << 8 | a);
  };
  std::string text;
  std::size_t half = std::string::npos;
  for (std::size_t i = 0; i < units; ++i) {
    const char32_t u = unit(i);
    if (u < 0xD800 || u > 0xDFFF) {
      append_utf8(text, u);
    } else if (u < 0xDC00 && i + 1 < units && unit(i + 1) >= 0xDC00 && unit(i + 1) <= 0xDFFF) {
      append_utf8(text, 0x10000 + ((u - 0xD800) << 10) + (unit(++i) - 0xDC00));
    } else {
      if (half == std::string::npos) half = text.size();
      append_utf8(text, 0xFFFD);
    }
  }
  if (half != std::string::npos) {
    throw error_at(text, half, place, "half of a UTF-16 character is missing here: save the file as UTF-8");
  }
  if (bytes.size() % 2 != 0) {
    throw error_at(
        text, text.size(), place,
        "the file is UTF-16, but ends in the middle of a character (an odd number of bytes): save it as UTF-8");
  }
  return text;
}

// JSON begins with two ASCII characters, so the first NULs tell UTF-16 and UTF-32.
const char* wide_encoding(std::string_view bytes) {
  const bool utf32_mark = bytes.starts_with("\xFF\xFE\0\0"sv) || bytes.starts_with("\0\0\xFE\xFF"sv);
  if (utf32_mark) return "UTF-32";
  if (bytes.size() < 4) return nullptr;
  const bool nul[] = {bytes[0] == 0, bytes[1] == 0, bytes[2] == 0, bytes[3] == 0};
  if ((nul[0] && nul[1] && nul[2] && !nul[3]) || (!nul[0] && nul[1] && nul[2] && nul[3])) return "UTF-32";
  if ((nul[0] && !nul[1] && nul[2] && !nul[3]) || (!nul[0] && nul[1] && !nul[2] && nul[3])) return "UTF-16";
  return nullptr;
}

// What the bytes may be that are not UTF-8. Each Chinese character of GBK is two bytes, the second sometimes an ASCII
// one. Where it always is (as in Müller), it may as well be Latin-1.
std::string likely_encoding(std::string_view bytes) {
  bool two_high_bytes = false;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const unsigned lead = byte_at(bytes, i);
    if (lead < 0x80) continue;
    const unsigned trail = ++i < bytes.size() ? byte_at(bytes, i) : 0;
    if (lead < 0x81 || lead > 0xFE || trail < 0x40 || trail > 0xFE || trail == 0x7F) return " (perhaps Latin-1)";
    two_high_bytes = two_high_bytes || trail >= 0x80;
  }
  return two_high_bytes ? "; it looks like GBK" : " (perhaps GBK or Latin-1)";
}

}  // namespace

std::string_view as_utf8(std::string_view bytes, std::string& storage, const std::string& place) {
  if (const char* encoding = wide_encoding(bytes)) {
    throw Error(place, "line 1: the text looks like " + std::string(encoding) + ": save it as UTF-8");
  }
  std::string_view text = bytes;
  if (bytes.starts_with("\xFF\xFE"sv) || bytes.starts_with("\xFE\xFF"sv)) {
    storage = from_utf16(bytes.substr(2), bytes.starts_with("\xFE"sv), place);
    text = storage;
  } else if (bytes.starts_with("\xEF\xBB\xBF"sv)) {
    text.remove_prefix(3);
  }

  unsigned all = 0;
  bool nul = false;
  for (const char c : text) {
    all |= static_cast<unsigned char>(c);
    nul |= c == 0;
  }
  if (all >= 0x80) {
    if (const std::size_t at = first_invalid_utf8(text); at != std::string_view::npos) {
      throw error_at(text, at, place, "the text is not UTF-8" + likely_encoding(bytes) + ": save it as UTF-8");
    }
  }
  if (nul) {
    throw error_at(text, text.find('\0'), place,
                   "found a NUL character (a byte that is 0), which no text has: is this a text file?");
  }
  return text;
}

}  // namespace mha
