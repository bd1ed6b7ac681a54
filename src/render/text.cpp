// Plain text, which people hold against their paper and `mha check` reads back.
#include <algorithm>

#include "render/render.hpp"
#include "text/format.hpp"
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

  void step(const StepView& view, const Write& write) override {
    const Step& step = view.step();
    const Matrix& values = view.matrix();
    const auto [bold, plain] = options_.color ? std::pair{"\x1b[1m", "\x1b[0m"} : std::pair{"", ""};
    std::string out =
        fmt::format("## {}{}{}  [{}×{}]  {}\n", bold, step.id, plain, values.rows(), values.cols(), step.formula);
    const std::vector<std::string> row_labels = labels(step.row_labels, values.rows());
    std::size_t label_width = 0;
    for (const std::string& l : row_labels) label_width = std::max(label_width, display_width(l));
    const std::size_t widest_cell =
        view.is_blank ? width_to_write_on : widest_fixed(values.cells(), options_.precision);
    const std::size_t cell_width = std::max(widest_cell, widest_label(step, values.cols()));

    out += "#";
    out.append(label_width, ' ');
    for (std::size_t j = 0; j < values.cols(); ++j) {
      const std::string l = step.column_labels ? label((*step.column_labels)[j]) : std::to_string(j + 1);
      out.append(2 + cell_width - display_width(l), ' ');
      out += l;
    }
    out += '\n';
    for (std::size_t i = 0; i < values.rows(); ++i) {
      if (!row_labels.empty()) out += row_labels[i];
      out.append(label_width + 1 - (row_labels.empty() ? 0 : display_width(row_labels[i])), ' ');
      // The cells are written over spaces, each from its end.
      const std::size_t begin = out.size();
      out.append(values.cols() * (2 + cell_width), ' ');
      char* end = out.data() + begin;
      for (const double x : values.row(i)) {
        end += 2 + cell_width;
        if (view.is_blank)
          end[-1] = '_';
        else
          write_fixed(end, x, options_.precision);
      }
      out += '\n';
      write_if_long(out, write);
    }
    for (const CellPlace cell : view.explained) {
      if (const std::string line = explanation(view, cell, options_); !line.empty()) out += "#   " + line + '\n';
      write_if_long(out, write);
    }
    out += '\n';
    write(out);
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

  RenderOptions options_;
};

}  // namespace

std::unique_ptr<Renderer> make_text_renderer(const RenderOptions& options) {
  return std::make_unique<TextRenderer>(options);
}

}  // namespace mha
