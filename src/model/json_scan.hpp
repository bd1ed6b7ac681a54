// Walks through a text token by token and says at each what JSON needs there. It serves the messages about texts that
// the parser refused: it knows where things began, which the parser does not say.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace mha {

struct Token {
  enum class Kind { end, punctuation, string, open_string, open_comment, word };  // word: number, true, anything else

  Kind kind = Kind::end;
  std::size_t at = 0;
  std::string_view text;  // a string with its quotes; an open string up to the end of its line
};

enum class Needed { value, item_or_end, item, key_or_end, key, colon, member, comma, end };  // member: a key's value

struct OpenBracket {
  char bracket = '[';
  std::size_t at = 0;
  std::vector<std::size_t> keys;  // where the keys of an object stand
};

class JsonScan {
 public:
  explicit JsonScan(std::string_view text) : text_(text) {}

  Token next();
  // Whether the token may stand here; if so, needed() and open() are those after it. What a string or a word consists
  // of is not looked at.
  bool take(const Token& t);

  Needed needed() const { return needed_; }
  const std::vector<OpenBracket>& open() const { return open_; }
  const OpenBracket& closed() const { return closed_; }  // the one that was closed last
  std::size_t objects_closed() const { return objects_closed_; }

 private:
  Token token(Token::Kind kind, std::size_t size);
  Token comment();
  Token string();
  Token word();
  bool value_may_stand() const;
  void after_value() { needed_ = open_.empty() ? Needed::end : Needed::comma; }
  bool take_punctuation(const Token& t);

  std::string_view text_;
  std::size_t at_ = 0;
  Needed needed_ = Needed::value;
  std::vector<OpenBracket> open_;
  OpenBracket closed_;
  std::size_t objects_closed_ = 0;
};

// The value of \uXXXX at this place of a string, or -1 where there is none.
int unicode_escape(std::string_view text, std::size_t at);

}  // namespace mha
