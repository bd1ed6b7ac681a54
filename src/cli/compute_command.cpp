#include <algorithm>

#include "cli/commands.hpp"
#include "cli/environment.hpp"
#include "cli/files.hpp"
#include "cli/progress.hpp"
#include "math/rounding.hpp"
#include "render/render.hpp"
#include "trace/forward.hpp"
#include "trace/run.hpp"
#include "trace/select.hpp"

namespace mha {
namespace {

std::vector<CellPlace> all_cells(Shape shape) {
  std::vector<CellPlace> cells;
  for (std::size_t i = 0; i < shape.rows; ++i) {
    for (std::size_t j = 0; j < shape.cols; ++j) cells.push_back({i, j});
  }
  return cells;
}

}  // namespace

int compute_command(const Arguments& a, Streams& io) {
  const std::string format = a.word("--format", "text");
  RenderOptions options;
  options.language = language_of(a);
  options.precision = a.integer("--precision", 0, max_decimals).value_or(4);
  options.round = a.integer("--round", 0, max_decimals);
  const std::string color = a.word("--color", "auto");
  options.color = color == "always" || (color == "auto" && !a.has("--output") && shows_color(io.out));
  options.to_file = a.has("--output");

  const Config config = load_config(a.text("--config", "wo-ai-ni"), io);
  options.config = config.name;
  Plan plan = forward(config.model);
  const bool shows_all = a.has("--trace") || a.has("--explain") || format == "html";
  std::vector<Selection> wanted(plan.steps.size(), Selection{shows_all, shows_all, {}});
  if (a.has("--only"))
    wanted = select(plan, a.texts("--only"), "--only");
  else
    wanted[plan.output].is_shown = true;
  options.explain =
      a.has("--explain") || std::ranges::any_of(wanted, [](const Selection& s) { return !s.cells.empty(); });

  const std::unique_ptr<Renderer> renderer = make_renderer(format, options);
  Output output;
  const Write write = [&output](std::string_view piece) { output.append(piece); };
  output.append(renderer->begin(plan));
  Progress progress(io.err, plan, options.language);
  run(plan, options.round, [&](const Step& step, std::size_t place, const Values& values) {
    Selection& s = wanted[place];
    if (s.is_whole && a.has("--explain")) s.cells = all_cells(values[place]->shape());
    if (s.is_shown) renderer->step({plan, place, values, s.cells}, write);
    s.cells = {};
    progress.done(step);
  });
  progress.end();
  output.append(renderer->end(plan));
  deliver(output, a, io);
  return 0;
}

}  // namespace mha
