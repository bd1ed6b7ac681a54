// The attention weights of a lesson's heads, and what they become when its first token is made twice as large.
#include <cstdio>
#include <mha/error.hpp>
#include <mha/model/config.hpp>
#include <mha/model/lessons.hpp>
#include <mha/trace/forward.hpp>
#include <mha/trace/run.hpp>
#include <optional>
#include <string>

void print_weights(const mha::Model& model) {
  mha::Plan plan = mha::forward(model);
  mha::run(plan, std::nullopt, [](const mha::Step& step, std::size_t place, const mha::Values& values) {
    if (!step.id.ends_with(".weights")) return;
    std::printf("%s\n", step.id.c_str());
    const mha::Matrix& weights = *values[place];
    for (std::size_t i = 0; i < weights.rows(); ++i) {
      for (const double x : weights.row(i)) std::printf("%8.4f", x);
      std::printf("   %s\n", mha::label_of(step.row_labels, i).c_str());
    }
  });
}

int main(int argc, char** argv) try {
  const std::string name = argc > 1 ? argv[1] : "wo-ai-ni";
  const mha::Lesson* lesson = mha::find_lesson(name);
  if (lesson == nullptr) throw mha::Error(name, "no such lesson");
  mha::Model model = mha::read_config(lesson->text, name, name);
  print_weights(model);

  for (double& x : model.input.matrix.row(0)) x *= 2;
  std::printf("\nthe first token twice as large:\n");
  print_weights(model);
  return 0;
} catch (const mha::Error& e) {
  std::fprintf(stderr, "weights: %s\n", e.what());
  return 2;
}
