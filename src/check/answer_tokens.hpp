// The words, separators and brackets of one line of answers.
#pragma once

#include <cstddef>
#include <string_view>

namespace mha {

struct AnswerToken {
  enum class Kind {
    end,     // of the line, or a # comment
    word,    // a number, a label, anything else
    string,  // "…", with its quotes
    open_string,
    comma,
    semicolon,
    ampersand,
    bar,
    row_end,    // \\ of LaTeX
    open,       // ( [ { and \begin{…}
    open_call,  // array( and tensor(: what is in it counts, not that it is in brackets
    close,
    equals,
    colon,
    about,  // ≈ or ~ alone
  };
  Kind kind = Kind::end;
  std::size_t at = 0;
  std::string_view text;
  char bracket = 0;  // the ASCII one that closes it; of \begin and \end 'e'
};

class AnswerTokens {
 public:
  AnswerTokens(std::string_view text, std::size_t begin, std::size_t end) : text_(text.substr(0, end)), at_(begin) {}
  AnswerToken next();

 private:
  AnswerToken token(AnswerToken::Kind kind, std::size_t bytes, char bracket = 0);
  AnswerToken string();
  AnswerToken word();
  std::size_t after_braces(std::size_t at) const;

  std::string_view text_;
  std::size_t at_;
};

}  // namespace mha
