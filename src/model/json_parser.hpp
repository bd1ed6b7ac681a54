// Reads JSON, with comments in it, from the first byte to the last, and hands what it finds to a JsonBuilder. Of the
// text it keeps only the piece that it is in, so that a large file is never in memory as a whole. It says whether the
// text is in order, and if not, roughly where; what is wrong there is for syntax_error.hpp to find out.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "model/json.hpp"
#include "model/json_builder.hpp"

namespace mha {

class JsonParser {
 public:
  JsonParser(TextSource& source, JsonBuilder& builder) : source_(source), builder_(builder) {}

  // False: the text is not JSON in UTF-8 (with or without a byte order mark), or the builder has refused something.
  bool parse();
  // Everything that ends before this place is in order.
  std::size_t read() const { return passed_ + static_cast<std::size_t>(at_ - buffer_.get()); }

 private:
  bool more();
  bool holds(std::size_t bytes);
  char next();
  bool comment();
  bool value();
  bool array();
  bool object();
  bool number();
  bool word(std::string_view expected);
  bool string(std::string& text);

  TextSource& source_;
  JsonBuilder& builder_;
  std::unique_ptr<char[]> buffer_;
  std::size_t size_ = 0;       // of the buffer, without a NUL that always stands behind what is in it
  const char* at_ = nullptr;   // begin of what has to stay in the buffer: the token that is read
  const char* end_ = nullptr;  // of what is in the buffer
  std::size_t passed_ = 0;     // bytes that were in the buffer before what is in it now
  bool has_ended_ = false;     // the source has nothing more
};

}  // namespace mha
