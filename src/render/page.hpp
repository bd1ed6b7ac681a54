// The files of the page that `--format html` writes: src/render/page/, built into the binary.
#pragma once

#include <span>
#include <string_view>

namespace mha {

struct PageFile {
  std::string_view name;  // page.css
  std::string_view text;
};

std::span<const PageFile> page_files();

}  // namespace mha
