// A trace in one of the formats. A renderer turns steps into text, one after another, and calculates nothing.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "text/words.hpp"
#include "trace/run.hpp"
#include "trace/trace.hpp"

namespace mha {

inline constexpr std::string_view version = "1.0";

struct RenderOptions {
  std::string config;  // the lesson's name, or the config's file name without its folder
  int precision = 4;   // decimals shown
  std::optional<int> round;
  Language language = Language::en;
  bool color = false;    // of text: headings stand out
  bool explain = false;  // steps come with cells whose arithmetic is written out
  bool to_file = false;  // what is rendered becomes a file, not standard output
};

// A step to be shown: its numbers and those of its inputs are there (the others may be null).
struct StepView {
  const Plan& plan;
  std::size_t place;  // of the step in the plan
  const Values& values;
  std::span<const CellPlace> explained;  // the cells whose arithmetic is written out: see trace/explain.hpp
  bool is_blank = false;                 // of a worksheet: its cells are to be filled in

  const Step& step() const { return plan.steps[place]; }
  const Matrix& matrix() const { return *values[place]; }
};

// Takes text, piece after piece.
using Write = std::function<void(std::string_view piece)>;

class Renderer {
 public:
  virtual ~Renderer() = default;
  virtual std::string begin(const Plan& plan) = 0;  // what stands before the first step
  virtual void step(const StepView& view, const Write& write) = 0;
  virtual std::string end(const Plan& plan) = 0;  // what stands after the last one
};

// Hands the text over once it is long enough to be a piece.
inline constexpr std::size_t piece_of_text = std::size_t{1} << 16;
inline void write_if_long(std::string& text, const Write& write) {
  if (text.size() < piece_of_text) return;
  write(text);
  text.clear();
}

struct Format {
  std::string_view name;  // as --format takes it
  std::unique_ptr<Renderer> (*make)(const RenderOptions& options);
};
std::span<const Format> formats();
std::unique_ptr<Renderer> make_renderer(std::string_view format, const RenderOptions& options);  // one of formats()

// One for each file of this folder.
std::unique_ptr<Renderer> make_text_renderer(const RenderOptions& options);
std::unique_ptr<Renderer> make_markdown_renderer(const RenderOptions& options);
std::unique_ptr<Renderer> make_latex_renderer(const RenderOptions& options);
std::unique_ptr<Renderer> make_csv_renderer(const RenderOptions& options);
std::unique_ptr<Renderer> make_json_renderer(const RenderOptions& options);
std::unique_ptr<Renderer> make_html_renderer(const RenderOptions& options);
std::unique_ptr<Renderer> make_pytorch_renderer(const RenderOptions& options);

// "mha 1.0 · wo-ai-ni · decimals 4 · round 2": the program, the config and the options that change numbers. Every
// document has it, and `mha check` reads it.
std::string run_in_words(const RenderOptions& options);

// The arithmetic of a cell in one line, with a word on terms that are left out; nothing where the cell is given.
std::string explanation(const StepView& view, CellPlace cell, const RenderOptions& options);

// "3 tokens, d_model 4, 2 heads, d_k 2, d_v 2, d_ff 8, 1 block"
std::string dims_in_words(const Model& model, Language language);

}  // namespace mha
