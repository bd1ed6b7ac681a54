// The bytes of a config → load, whole and in pieces → trace → every format.
#include <algorithm>
#include <vector>

#include "fuzz/fuzz.hpp"
#include "math/rounding.hpp"
#include "model/config.hpp"
#include "render/render.hpp"
#include "trace/forward.hpp"

using namespace mha;

namespace {

constexpr std::size_t explained_cells = 4;  // of each step: many sums are alike

// As a file or a pipe gives it.
class Pieces : public TextSource {
 public:
  Pieces(std::string_view text, std::size_t size) : text_(text), size_(size) {}
  std::size_t read(char* into, std::size_t most) override {
    const std::size_t bytes = text_.copy(into, std::min(size_, most), at_);
    at_ += bytes;
    return bytes;
  }
  std::string whole() override { return std::string(text_); }

 private:
  std::string_view text_;
  std::size_t size_, at_ = 0;
};

std::string why_not_in_pieces(std::string_view text, std::size_t size) {
  Pieces pieces(text, size);
  try {
    read_config(pieces, "my.json", "my");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

void render(const Model& model, const Format& format, const RenderOptions& options) {
  Plan plan = forward(model);
  if (fuzz::is_large(plan)) return;
  const std::unique_ptr<Renderer> renderer = format.make(options);
  std::string out = renderer->begin(plan);
  run(plan, options.round, [&](const Step& step, std::size_t place, const Values& values) {
    std::vector<CellPlace> cells;
    for (std::size_t i = 0; options.explain && i < step.shape.rows && cells.size() < explained_cells; ++i) {
      cells.push_back({i, (i + place) % step.shape.cols});
    }
    const bool is_blank = !options.explain && place % 7 == 0;
    renderer->step({plan, place, values, cells, is_blank}, [&](std::string_view piece) { out += piece; });
  });
  out += renderer->end(plan);
  fuzz::require(!out.empty(), "a trace is not empty");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::uint64_t chosen = fuzz::hash_of(text);
  const std::string in_pieces = why_not_in_pieces(text, 1 + chosen % 40);
  bool is_read = false;
  try {
    const Model model = read_config(text, "my.json", "my");
    is_read = true;
    fuzz::require(in_pieces.empty(), "what is read whole is read in pieces");
    if (fuzz::is_large(model)) return 0;
    RenderOptions options;
    options.config = "my.json";
    options.precision = static_cast<int>(chosen % (max_decimals + 1));
    if (chosen >> 4 & 1) options.round = static_cast<int>(chosen >> 5 & 3);
    options.language = chosen >> 7 & 1 ? Language::zh : Language::en;
    options.color = chosen >> 9 & 1;
    options.to_file = chosen >> 10 & 1;
    for (const Format& format : formats()) {
      options.explain = format.name == formats()[(chosen >> 11) % formats().size()].name;
      render(model, format, options);
    }
  } catch (const Error& error) {
    fuzz::require_readable(error);
    fuzz::require(is_read || in_pieces == error.what(),
                  "what is refused whole is refused in pieces, by the same words");
  }
  return 0;
}
