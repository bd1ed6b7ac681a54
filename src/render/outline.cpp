#include "render/outline.hpp"

#include <algorithm>

#include "text/say.hpp"

namespace mha {
namespace {

// "2" of block2.head1.Q for the word "block", "1" for "head"; nothing where the id has no such part.
std::string_view number_after(std::string_view id, std::string_view word) {
  for (std::size_t begin = 0; begin < id.size(); begin = std::min(id.find('.', begin), id.size() - 1) + 1) {
    const std::string_view part = id.substr(begin, id.find('.', begin) - begin);
    if (part.starts_with(word)) return part.substr(word.size());
  }
  return "";
}

}  // namespace

int Outline::level(std::string_view id) {
  return number_after(id, "block").empty() ? 1 : number_after(id, "head").empty() ? 2 : 3;
}

std::vector<Heading> Outline::before(std::string_view id) {
  const std::string_view block = number_after(id, "block");
  const std::string_view head = number_after(id, "head");
  std::vector<Heading> headings;
  if (block != block_ && !block.empty()) headings.push_back({1, say(language_, Phrase::heading_block, block)});
  if ((block != block_ || head != head_) && !head.empty()) {
    headings.push_back({2, say(language_, Phrase::heading_head, head)});
  }
  block_ = block;
  head_ = head;
  return headings;
}

}  // namespace mha
