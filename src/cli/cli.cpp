#include "cli/cli.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
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

constexpr const char* too_large = "mha: out of memory: this calculation is too large for this machine\n";

// Whether this thread helps to calculate: what it throws outside of a task nobody would catch.
thread_local bool is_helper = false;

void begin_helper() {
  is_helper = true;
  platform::leave_signals_to_others();
}

[[noreturn]] void out_of_memory() {
  if (!is_helper && !is_at_work()) throw std::bad_alloc();
  std::fputs(too_large, stderr);
  std::_Exit(2);  // nothing is written before all is calculated, so there is nothing to take away
}

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
  use_threads(a.integer("--threads", 1, max_threads).value_or(cores), begin_helper);
  std::set_new_handler(out_of_memory);
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
    err << too_large;
  }
  return 2;
}

}  // namespace mha
