#include "check/lint.hpp"
#include "cli/commands.hpp"
#include "math/rounding.hpp"
#include "trace/forward.hpp"

namespace mha {

int lint_command(const Arguments& a, Streams& io) {
  const Language language = language_of(a);
  const int decimals = a.integer("--precision", 0, max_decimals).value_or(4);
  const Config config = load_config(a.text("--config", "wo-ai-ni"), io);
  Plan plan = forward(config.model);
  deliver(lint_text(lint(plan, decimals), language), a, io);
  return 0;
}

}  // namespace mha
