// What the program itself says, for the page's script to be held against:
//
//   facts fixed < NUMBERS             each line is a number and its decimals; prints it as it is shown
//   facts explain LESSON DECIMALS [ROUND]
//                                     each line is a cell: ["id", row, column, "its arithmetic", [its sources]], a
//                                     source being ["id", first row, first column, rows, columns], all counted from 0
#include <iostream>
#include <string>

#include "model/config.hpp"
#include "model/lessons.hpp"
#include "render/render.hpp"
#include "text/format.hpp"
#include "text/number.hpp"
#include "text/unicode.hpp"
#include "trace/explain.hpp"
#include "trace/forward.hpp"

using namespace mha;

namespace {

void print_cell(const StepView& view, CellPlace cell, const RenderOptions& options) {
  std::string sources;
  const Explanation e = explain(view.plan, view.place, view.values, cell, {options.precision, options.round});
  for (const Source& s : e.sources) {
    sources +=
        mha::fmt::format("{}[{}, {}, {}, {}, {}]", sources.empty() ? "" : ", ", json_string(view.plan.steps[s.step].id),
                         s.first.row, s.first.column, s.rows, s.columns);
  }
  std::cout << mha::fmt::format("[{}, {}, {}, {}, [{}]]\n", json_string(view.step().id), cell.row, cell.column,
                                json_string(explanation(view, cell, options)), sources);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "fixed") {
    double x = 0;
    for (int decimals = 0; std::cin >> x >> decimals;) std::cout << fixed(x, decimals) << '\n';
    return 0;
  }
  const Lesson* lesson = what == "explain" && argc > 3 ? find_lesson(argv[2]) : nullptr;
  if (!lesson) return 2;
  RenderOptions options;
  options.precision = std::stoi(argv[3]);
  if (argc > 4) options.round = std::stoi(argv[4]);
  const Model model = read_config(lesson->text, argv[2], argv[2]);
  Plan plan = forward(model);
  run(plan, options.round, [&](const Step& step, std::size_t place, const Values& values) {
    if (is_given(step.op)) return;
    for (std::size_t i = 0; i < values[place]->rows(); ++i) {
      for (std::size_t j = 0; j < values[place]->cols(); ++j) print_cell({plan, place, values, {}}, {i, j}, options);
    }
  });
  return 0;
}
