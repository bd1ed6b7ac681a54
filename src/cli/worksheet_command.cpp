#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/progress.hpp"
#include "error.hpp"
#include "math/rounding.hpp"
#include "render/render.hpp"
#include "trace/forward.hpp"
#include "trace/run.hpp"
#include "trace/select.hpp"

namespace mha {
namespace {

// Weights, biases, gamma and beta; not the input, and not a step that stands under "given".
bool is_weight(const Plan& plan, const Step& step) {
  return is_given(step.op) && step.id.starts_with("block") && !plan.model->given.contains(step.id);
}

// The steps to fill in: those that --blank names, else all computed ones.
std::vector<bool> blanks(const Arguments& a, const Plan& plan) {
  std::vector<bool> is_blank(plan.steps.size());
  std::vector<Selection> named(plan.steps.size());
  if (a.has("--blank")) named = select(plan, a.texts("--blank"), "--blank");
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    is_blank[i] = a.has("--blank") ? named[i].is_shown : !is_given(plan.steps[i].op);
  }
  return is_blank;
}

}  // namespace

int worksheet_command(const Arguments& a, Streams& io) {
  if (a.has("--key") && a.has("--output") && is_same_file(a.text("--key"), a.text("--output"))) {
    throw Error("--key", "needs another file than --output: the sheet would take the place of the key");
  }
  const std::string format = a.word("--format", "text");
  RenderOptions options;
  options.language = language_of(a);
  options.precision = a.integer("--precision", 0, max_decimals).value_or(4);
  options.round = a.integer("--round", 0, max_decimals);
  const Config config = load_config(a.text("--config", "wo-ai-ni"), io);
  options.config = config.name;
  Plan plan = forward(config.model);
  const std::vector<bool> is_blank = blanks(a, plan);

  const std::unique_ptr<Renderer> for_sheet = make_renderer(format, options), for_key = make_renderer(format, options);
  Output sheet, key;
  const auto into = [](Output& output) { return [&output](std::string_view piece) { output.append(piece); }; };
  sheet.append(for_sheet->begin(plan));
  key.append(for_key->begin(plan));
  Progress progress(io.err, plan, options.language);
  run(plan, options.round, [&](const Step& step, std::size_t place, const Values& values) {
    progress.done(step);
    if (a.has("--key")) for_key->step({plan, place, values, {}}, into(key));
    if (a.has("--hide-weights") && is_weight(plan, step)) return;
    for_sheet->step({plan, place, values, {}, is_blank[place]}, into(sheet));
  });
  progress.end();
  sheet.append(for_sheet->end(plan));
  key.append(for_key->end(plan));
  if (a.has("--key")) key.deliver(a.text("--key"));
  deliver(sheet, a, io);
  return 0;
}

}  // namespace mha
