// For spreadsheets and data frames: one cell of a step on each line.
#include <algorithm>
#include <cmath>
#include <utility>

#include "render/render.hpp"
#include "text/number.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

// A spreadsheet takes for a formula what begins with = + - @, also in their full width, after spaces too. An apostrophe
// in front makes it text; what begins with one gets another, so that it can be taken away again.
std::string without_formula(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  const std::string_view rest = first == std::string::npos ? "" : std::string_view(text).substr(first);
  for (const std::string_view start : {"=", "+", "-", "@", "＝", "＋", "－", "＠", "'"}) {
    if (rest.starts_with(start)) return "'" + text;
  }
  return text;
}

// RFC 4180.
std::string field(const std::string& text) {
  const std::string safe = without_formula(escaped(text));
  if (safe.find_first_of(",\"") == std::string::npos && !safe.starts_with(' ') && !safe.ends_with(' ')) return safe;
  std::string out = "\"";
  for (const char c : safe) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

class CsvRenderer : public Renderer {
 public:
  explicit CsvRenderer(const RenderOptions& options) : options_(options) {}

  std::string begin(const Plan&) override {
    const std::string byte_order_mark = options_.to_file ? "\uFEFF" : "";  // Excel reads UTF-8 only after one
    return byte_order_mark + "step,row,column,value" + (options_.explain ? ",explanation\n" : "\n");
  }

  void step(const StepView& view, const Write& write) override {
    const Matrix& values = view.matrix();
    const std::vector<std::string> rows = fields(view.step().row_labels, values.rows());
    const std::vector<std::string> columns = fields(view.step().column_labels, values.cols());
    std::vector<CellPlace> explained(view.explained.begin(), view.explained.end());
    const auto before = [](CellPlace a, CellPlace b) {
      return std::pair(a.row, a.column) < std::pair(b.row, b.column);
    };
    std::ranges::sort(explained, before);
    std::string out;
    for (std::size_t i = 0; i < values.rows(); ++i) {
      for (std::size_t j = 0; j < values.cols(); ++j) {
        ((((out += view.step().id) += ',') += rows[i]) += ',') += columns[j];
        out += ',';
        if (std::isfinite(values(i, j)))
          append_fixed(out, values(i, j), options_.precision);
        else
          out += "−∞";  // -inf would be the formula −(inf)
        if (options_.explain) out += ',';
        if (std::ranges::binary_search(explained, CellPlace{i, j}, before)) {
          out += field(explanation(view, {i, j}, options_));
        }
        out += '\n';
      }
      write_if_long(out, write);
    }
    write(out);
  }

  std::string end(const Plan&) override { return ""; }

 private:
  static std::vector<std::string> fields(const Labels& labels, std::size_t count) {
    std::vector<std::string> out(count);
    for (std::size_t i = 0; i < count; ++i) out[i] = field(label_of(labels, i));
    return out;
  }

  RenderOptions options_;
};

}  // namespace

std::unique_ptr<Renderer> make_csv_renderer(const RenderOptions& options) {
  return std::make_unique<CsvRenderer>(options);
}

}  // namespace mha
