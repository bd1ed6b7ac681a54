#include "fuzz/fuzz.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "math/random.hpp"
#include "text/unicode.hpp"

namespace mha::fuzz {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

void require_readable(const Error& error) {
  const std::string_view said = error.what();
  require(!said.empty(), "a message says something");
  require(said.size() <= 3000, "a message is short");
  require(std::ranges::count(said, '\n') <= 6, "a message has few lines");
  require(first_invalid_utf8(said) == std::string_view::npos, "a message is UTF-8");
  require(std::ranges::none_of(said, [](char c) { return (c >= 0 && c < ' ' && c != '\n') || c == 0x7F; }),
          "a message has no control characters");
}

bool is_large(const Model& m) { return m.layers > 32 || m.heads > 32 || m.layers * m.heads > 32; }

bool is_large(const Plan& plan) {
  std::size_t cells = 0;
  for (const Step& step : plan.steps) {
    if (step.shape.rows > 1000 || step.shape.cols > 1000) return true;
    cells += step.shape.rows * step.shape.cols;
  }
  return cells > 10000;
}

std::uint64_t hash_of(std::string_view input) {
  const std::uint64_t h = fnv1a(input);
  return h ^ h >> 32;
}

unsigned Input::byte() {
  if (bytes_.empty()) return 0;
  const unsigned first = static_cast<unsigned char>(bytes_.front());
  bytes_.remove_prefix(1);
  return first;
}

std::size_t Input::below(std::size_t end) { return byte() % end; }

std::string Input::text() {
  std::string text;
  for (std::size_t length = below(6); length > 0; --length) {
    char32_t c = byte();
    if (c >= 0x80) c = (c & 0x1F) << 16 | byte() << 8 | byte();
    const bool is_character = c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF);
    append_utf8(text, is_character ? c : c & 0xFF);
  }
  return text;
}

std::string Input::number() {
  const std::size_t kind = below(8);
  std::string digits = std::to_string(below(100)) + "." + std::to_string(below(256)) + std::to_string(below(256));
  if (kind % 2 == 1) digits = "-" + digits;
  if (kind / 2 == 1) digits += "e-" + std::to_string(below(20));
  if (kind / 2 == 2) digits += "e" + std::to_string(below(20));
  return digits;
}

}  // namespace mha::fuzz
