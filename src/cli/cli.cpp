#include "cli/cli.hpp"

#include <algorithm>
#include <new>
#include <ostream>
#include <thread>

#include "cli/commands.hpp"
#include "cli/help.hpp"
#include "cli/options.hpp"
#include "cli/platform.hpp"
#include "error.hpp"
#include "math/team.hpp"
#include "render/render.hpp"
#include "text/format.hpp"

namespace mha {
namespace {

int dispatch(const std::vector<std::string>& args, Streams& io) {
  const Command* command = args.empty() ? nullptr : find_command(args[0]);
  const bool is_named = command != nullptr;
  if (!is_named) command = &commands().front();
  const Arguments a(*command, {args.begin() + (is_named ? 1 : 0), args.end()});
  if (args.empty() || a.has("--help")) {
    deliver(help(*command, language_of(a)), a, io);
    return 0;
  }
  if (a.has("--version")) {
    deliver(fmt::format("mha {}\n", version), a, io);
    return 0;
  }
  const int cores = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, max_threads);
  use_threads(a.integer("--threads", 1, max_threads).value_or(cores), platform::leave_signals_to_others);
  return command->run(a, io);
}

}  // namespace

int run(const std::vector<std::string>& args, std::istream& in, std::ostream& out, std::ostream& err) {
  platform::prepare();
  Streams io{in, out, err};
  try {
    return dispatch(args, io);
  } catch (const Error& e) {
    err << "mha: " << e.what() << '\n';
  } catch (const std::bad_alloc&) {
    err << "mha: out of memory: this calculation is too large for this machine\n";
  }
  return 2;
}

}  // namespace mha
