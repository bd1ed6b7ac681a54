#include "text/suggest.hpp"

#include <algorithm>
#include <optional>

#include "text/unicode.hpp"

namespace mha {
namespace {

constexpr std::size_t word_width = 60;   // columns of a word that is shown
constexpr std::size_t list_width = 200;  // columns of a list of all that is known

std::u32string code_points(std::string_view text) {
  std::u32string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = decode(text, at);
    // A byte that is not UTF-8 is a character of its own, behind the last one of Unicode.
    result += c.bytes == 0 ? char32_t{0x110000} + static_cast<unsigned char>(text[at]) : c.value;
    at += std::max<std::size_t>(c.bytes, 1);
  }
  return result;
}

// Without what people take lightly: letter case, '-', '_' and spaces.
std::u32string plain(std::string_view text) {
  std::u32string result = code_points(text);
  std::erase_if(result, [](char32_t c) { return c == '-' || c == '_' || c == ' '; });
  for (char32_t& c : result) {
    if (c >= 'A' && c <= 'Z') c += 'a' - 'A';
  }
  return result;
}

// The table of distances between the beginnings of two words. An object, so that a search among many words needs no
// new memory for each.
class DistanceTable {
 public:
  // The distance, or anything over `limit` where it is over. Only cells that can stay within the limit are worked out:
  // row i needs the columns i − limit … i + limit.
  std::size_t distance(std::u32string_view a, std::u32string_view b, std::size_t limit) {
    while (!a.empty() && !b.empty() && a.front() == b.front()) {
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
    while (!a.empty() && !b.empty() && a.back() == b.back()) {
      a.remove_suffix(1);
      b.remove_suffix(1);
    }
    limit = std::min(limit, std::max(a.size(), b.size()));
    const std::size_t too_far = limit + 1;
    if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > limit) return too_far;

    for (std::vector<std::size_t>* each : {&before_, &above_, &row_}) each->resize(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) above_[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
      const std::size_t first = i > limit ? i - limit : 1;
      const std::size_t last = std::min(b.size(), i + limit);
      row_[first - 1] = first == 1 ? i : too_far;
      std::size_t least = row_[first - 1];
      for (std::size_t j = first; j <= last; ++j) {
        const std::size_t removed = (j == i + limit ? too_far : above_[j]) + 1;
        const std::size_t inserted = row_[j - 1] + 1;
        const std::size_t changed = above_[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U);
        const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
        row_[j] = std::min({removed, inserted, changed, swapped ? before_[j - 2] + 1 : changed});
        least = std::min(least, row_[j]);
      }
      if (least > limit) return too_far;
      std::swap(before_, above_);
      std::swap(above_, row_);
    }
    return above_[b.size()];
  }

 private:
  std::vector<std::size_t> before_, above_, row_;  // rows i − 2, i − 1 and i
};

// One begins or ends with the other, which is long enough to mean something: mean → ln1.mean, attention_heads → heads.
bool contains_at_an_end(std::u32string_view a, std::u32string_view b) {
  if (a.size() < b.size()) std::swap(a, b);
  return b.size() >= 3 && (a.starts_with(b) || a.ends_with(b));
}

struct Candidate {
  std::size_t distance;
  const std::string* word;
};

std::vector<Candidate> nearest_in_spelling(const std::u32string& word, const std::vector<std::string>& known) {
  std::vector<Candidate> result;
  std::optional<std::size_t> best;
  DistanceTable table;
  for (const std::string& each : known) {
    const std::u32string other = plain(each);
    const std::size_t length = std::max(word.size(), other.size());
    const std::size_t near_enough = std::max<std::size_t>(1, length / 3);
    const std::size_t limit = best ? std::min(*best, near_enough) : near_enough;
    const std::size_t found = table.distance(word, other, limit);
    if (found > limit || (found > 0 && found == length)) continue;  // nothing of the word left: no likeness
    if (!best || found < *best) result.clear();
    best = found;
    result.push_back({found, &each});
  }
  return result;
}

std::vector<Candidate> nearest_by_an_end(const std::u32string& word, const std::vector<std::string>& known) {
  std::vector<Candidate> result;
  for (const std::string& each : known) {
    const std::u32string other = plain(each);
    if (!contains_at_an_end(word, other)) continue;
    result.push_back({std::max(word.size(), other.size()) - std::min(word.size(), other.size()), &each});
  }
  return result;
}

std::string in_quotes(const std::string& word) { return '"' + shortened(word, word_width) + '"'; }

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  return DistanceTable().distance(code_points(a), code_points(b), std::string_view::npos);
}

std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& known, std::size_t most) {
  const std::u32string sought = plain(word);
  if (sought.empty()) return {};
  std::vector<Candidate> found = nearest_in_spelling(sought, known);
  if (found.empty()) found = nearest_by_an_end(sought, known);
  std::ranges::stable_sort(found, {}, &Candidate::distance);
  std::vector<std::string> result;
  for (const Candidate& each : found) {
    if (result.size() == most) break;
    result.push_back(*each.word);
  }
  return result;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  const std::vector<std::string> near = nearest(word, known);
  std::string out;
  if (!near.empty()) {
    for (std::size_t i = 0; i < near.size(); ++i) {
      out += i == 0 ? "; did you mean " : i + 1 == near.size() ? " or " : ", ";
      out += in_quotes(near[i]);
    }
    return out + "?";
  }
  if (known.empty()) return out;
  std::size_t width = 0;
  for (const std::string& each : known) {
    const std::string next = in_quotes(each);
    width += display_width(next) + 2;
    if (!out.empty() && width > list_width) return out + ", …";
    out += (out.empty() ? "; known are " : ", ") + next;
  }
  return out;
}

}  // namespace mha
