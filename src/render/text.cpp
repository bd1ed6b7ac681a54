// Plain text, which people hold against their paper and `mha check` reads back.
#include <algorithm>

#include "render/render.hpp"
#include "text/label.hpp"
#include "text/number.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

constexpr std::size_t width_to_write_on = 8;  // of a blank cell

class TextRenderer : public Renderer {
 public:
  explicit TextRenderer(const RenderOptions& options) : options_(options) {}

  std::string begin(const Plan& plan) override {
    return fmt::format("# {}\n# {} — {}\n\n", run_in_words(options_), escaped(plan.model->title),
                       dims_in_words(*plan.model, options_.language));
  }

  std::string step(const StepView& view) override {
    const Step& step = view.step();
    const Matrix& values = view.matrix();
    const auto [bold, plain] = options_.color ? std::pair{"\x1b[1m", "\x1b[0m"} : std::pair{"", ""};
    std::string out =
        fmt::format("## {}{}{}  [{}×{}]  {}\n", bold, step.id, plain, values.rows(), values.cols(), step.formula);
    const std::vector<std::string> row_labels = labels(step.row_labels, values.rows());
    std::size_t label_width = 0;
    for (const std::string& l : row_labels) label_width = std::max(label_width, display_width(l));
    const std::vector<std::size_t> width = write_cells(values, view.is_blank);
    const std::size_t cell_width = std::max(widest_cell_, widest_label(step, values.cols()));

    out += "#";
    out.append(label_width, ' ');
    for (std::size_t j = 0; j < values.cols(); ++j) {
      const std::string l = step.column_labels ? label((*step.column_labels)[j]) : std::to_string(j + 1);
      out.append(2 + cell_width - display_width(l), ' ');
      out += l;
    }
    out += '\n';
    std::size_t begin = 0;
    for (std::size_t i = 0; i < values.rows(); ++i) {
      if (!row_labels.empty()) out += row_labels[i];
      out.append(label_width + 1 - (row_labels.empty() ? 0 : display_width(row_labels[i])), ' ');
      for (std::size_t j = 0; j < values.cols(); ++j) {
        const std::size_t size = width[i * values.cols() + j];
        out.append(2 + cell_width - size, ' ');
        out.append(cells_, begin, size);
        begin += size;
      }
      out += '\n';
    }
    for (const CellPlace cell : view.explained) {
      if (const std::string line = explanation(view, cell, options_); !line.empty()) out += "#   " + line + '\n';
    }
    out += '\n';
    return out;
  }

  std::string end(const Plan&) override { return ""; }

 private:
  // Rows that only are 1, 2, 3, … have no label: a number at the beginning of a line is a cell.
  static std::vector<std::string> labels(const Labels& from, std::size_t rows) {
    std::vector<std::string> out;
    for (std::size_t i = 0; from && i < rows; ++i) out.push_back(label((*from)[i]));
    return out;
  }

  static std::size_t widest_label(const Step& step, std::size_t columns) {
    if (!step.column_labels) return std::to_string(columns).size();
    std::size_t widest = 0;
    for (const std::string& l : *step.column_labels) widest = std::max(widest, display_width(label(l)));
    return widest;
  }

  // Writes all cells into cells_, one after another, and returns how long each is.
  std::vector<std::size_t> write_cells(const Matrix& values, bool is_blank) {
    std::vector<std::size_t> sizes;
    sizes.reserve(values.cells().size());
    cells_.clear();
    widest_cell_ = is_blank ? width_to_write_on : 0;
    for (const double x : values.cells()) {
      const std::size_t before = cells_.size();
      if (is_blank)
        cells_ += '_';
      else
        append_fixed(cells_, x, options_.precision);
      sizes.push_back(cells_.size() - before);
      widest_cell_ = std::max(widest_cell_, sizes.back());
    }
    return sizes;
  }

  RenderOptions options_;
  std::string cells_;
  std::size_t widest_cell_ = 0;
};

}  // namespace

std::unique_ptr<Renderer> make_text_renderer(const RenderOptions& options) {
  return std::make_unique<TextRenderer>(options);
}

}  // namespace mha
