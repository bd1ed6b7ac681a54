// measure PROGRAM [ARGUMENT…]: runs it without its output and prints the seconds it took and the KiB of memory that it
// had at most. (A large program, such as Python, cannot measure this: until its child is another program, the child has
// its memory.)
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <chrono>
#include <cstdio>

extern char** environ;

int main(int, char** argv) {
  posix_spawn_file_actions_t no_output;
  posix_spawn_file_actions_init(&no_output);
  posix_spawn_file_actions_addopen(&no_output, 1, "/dev/null", O_WRONLY, 0);
  const auto begin = std::chrono::steady_clock::now();
  pid_t child = 0;
  if (posix_spawn(&child, argv[1], &no_output, nullptr, argv + 1, environ) != 0) return 2;
  int status = 0;
  rusage used{};
  if (wait4(child, &status, 0, &used) != child || status != 0) return 2;
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  std::printf("%.6f %ld\n", seconds.count(), used.ru_maxrss);
}
