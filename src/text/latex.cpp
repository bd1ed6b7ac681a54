#include "text/latex.hpp"

#include "text/unicode.hpp"

namespace mha {

std::string latex_escaped(std::string_view text) {
  std::string out;
  for (const char c : escaped(text)) {
    switch (c) {
      case '\\': out += "\\textbackslash{}"; break;
      case '^': out += "\\textasciicircum{}"; break;
      case '~': out += "\\textasciitilde{}"; break;
      case '{':
      case '}':
      case '$':
      case '&':
      case '%':
      case '#':
      case '_': (out += '\\') += c; break;
      case '-':
      case '\'':
      case '`':
      case '?':
      case '!':
      case ',':
      case '<':
      case '>':
      case '"':
        (out += c) += "{}";  // without ligatures: -- would become a dash
        break;
      default: out += c;
    }
  }
  return out;
}

}  // namespace mha
