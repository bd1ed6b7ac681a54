// Markdown with tables, as GitHub and most other sites show them.
#include <algorithm>

#include "render/outline.hpp"
#include "render/render.hpp"
#include "text/format.hpp"
#include "text/number.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Text that is text and nothing else, in a heading or in a cell of a table. A full stop or a colon only matters where
// something follows at once: www.example.org, http://, :smile:.
std::string plain(std::string_view text) {
  std::string out;
  const std::string safe = escaped(text);
  for (std::size_t i = 0; i < safe.size(); ++i) {
    const char c = safe[i];
    const char next = i + 1 < safe.size() ? safe[i + 1] : ' ';
    const bool is_markup = std::string_view("\\`*_[]<>#!|~&$^=@").find(c) != std::string_view::npos;
    if (is_markup || (c == '.' && is_letter(next)) || (c == ':' && next != ' ')) out += '\\';
    out += c;
  }
  return out;
}

class MarkdownRenderer : public Renderer {
 public:
  explicit MarkdownRenderer(const RenderOptions& options) : options_(options), outline_(options.language) {}

  std::string begin(const Plan& plan) override {
    return fmt::format("# {}\n\n{}\n\n{}\n", plain(plan.model->title), plain(run_in_words(options_)),
                       plain(dims_in_words(*plan.model, options_.language)));
  }

  void step(const StepView& view, const Write& write) override {
    const Step& step = view.step();
    std::string out;
    for (const Heading& h : outline_.before(step.id)) out += heading(h.level, h.text);
    out +=
        heading(Outline::level(step.id), fmt::format("`{}`: {}", step.id, step_in_words(step.id, options_.language)));
    out += fmt::format("\n`{}` ({}×{})\n\n", step.formula, view.matrix().rows(), view.matrix().cols());
    write(out + table(view) + explanations(view));
  }

  std::string end(const Plan&) override { return ""; }

 private:
  static std::string heading(int level, const std::string& text) {
    return fmt::format("\n{:#>{}} {}\n", "", level + 1, text);
  }

  std::string table(const StepView& view) const {
    const Step& step = view.step();
    const Matrix& values = view.matrix();
    std::string out = "|  |";
    for (std::size_t j = 0; j < values.cols(); ++j) out += fmt::format(" {} |", plain(label_of(step.column_labels, j)));
    out += "\n| :-- |";
    for (std::size_t j = 0; j < values.cols(); ++j) out += " --: |";
    out += '\n';
    for (std::size_t i = 0; i < values.rows(); ++i) {
      const std::string label = plain(label_of(step.row_labels, i));
      const std::string_view bold = is_unseen(label) ? "" : "**";
      out += fmt::format("| {0}{1}{0} |", bold, label);
      for (const double x : values.row(i)) {
        out += ' ';
        if (view.is_blank)
          out += '?';
        else
          append_fixed(out, x, options_.precision);
        out += " |";
      }
      out += '\n';
    }
    return out;
  }

  // Nothing to be made bold: the asterisks would be shown.
  static bool is_unseen(std::string_view label) {
    return label.empty() || label.front() == ' ' || label.back() == ' ' || display_width(label) == 0;
  }

  // No line begins with anything but a step's name, so none ends the fence.
  std::string explanations(const StepView& view) const {
    std::string lines;
    for (const CellPlace cell : view.explained) {
      if (view.is_blank) break;
      if (const std::string line = explanation(view, cell, options_); !line.empty()) lines += line + '\n';
    }
    return lines.empty() ? "" : "\n```text\n" + lines + "```\n";
  }

  RenderOptions options_;
  Outline outline_;
};

}  // namespace

std::unique_ptr<Renderer> make_markdown_renderer(const RenderOptions& options) {
  return std::make_unique<MarkdownRenderer>(options);
}

}  // namespace mha
