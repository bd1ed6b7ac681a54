#include "cli/files.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "cli/environment.hpp"
#include "cli/platform.hpp"
#include "error.hpp"

#ifndef _WIN32
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>
#endif

using namespace mha;
namespace fs = std::filesystem;

namespace {

// A folder that is there for one test.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("mha-" + std::to_string(std::random_device{}()))) {
    fs::create_directory(path_);
  }
  ~Folder() {
    std::error_code none;
    fs::remove_all(path_, none);
  }
  std::string operator/(const std::string& name) const { return text_of(path_ / path_of(name)); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / path_of(name), std::ios::binary) << text;
  }
  std::string read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(path_ / path_of(name), std::ios::binary).rdbuf();
    return text.str();
  }
  // Names of all that is in it.
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : fs::directory_iterator(path_)) all.push_back(text_of(entry.path().filename()));
    std::sort(all.begin(), all.end());
    return all;
  }

 private:
  fs::path path_;
};

std::string message(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& e) {
    return e.what();
  }
  return "(no error)";
}

void deliver(const std::string& text, const std::string& path) {
  Output output;
  output.append(text);
  output.deliver(path);
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a file is read byte for byte, whatever its name") {
  const Folder folder;
  const std::string text("a\r\nb\0\xff\n", 7);
  for (const std::string name : {"plain.json", "我的 配置.json", "a\"b'c.json", "%s%n"}) {
    folder.write(name, text);
    CHECK(read_file(folder / name) == text);
    CHECK(exists(folder / name));
  }
  folder.write("empty", "");
  CHECK(read_file(folder / "empty").empty());
  const std::string large(3'000'001, 'x');
  folder.write("large", large);
  CHECK(read_file(folder / "large") == large);
}

TEST_CASE("what cannot be read says why") {
  const Folder folder;
  folder.write("file", "");
  CHECK(message([&] { read_file(folder / "none.json"); }) == folder / "none.json: no such file");
  CHECK(message([&] { read_file(folder / "none/a.json"); }) == folder / "none/a.json: no such file");
  CHECK(message([&] { read_file(folder / "file/a.json"); }) == folder / "file/a.json: no such file");
  CHECK(message([&] { read_file(std::string("a\0b", 3)); }) == "a\\u0000b: no such file");
  CHECK(message([&] { read_file("no\nsuch.json"); }) == "no\\nsuch.json: no such file");
  CHECK(message([&] { read_file(folder / ""); }) == folder / ": is a folder, but needs a file");
  CHECK(message([&] { read_file(""); }) == "the name of a file is empty");
  CHECK_FALSE(exists(folder / "none.json"));
  CHECK_FALSE(exists(folder / ""));
  CHECK_FALSE(exists(""));
}

TEST_CASE("more than 256 MiB is not read") {
  const Folder folder;
  folder.write("much", "");
  fs::resize_file(folder / "much", max_file_bytes + 1);
  CHECK(message([&] { read_file(folder / "much"); }) ==
        folder / "much: has 268,435,457 bytes, but at most 256 MiB (268,435,456 bytes) are read");
  fs::resize_file(folder / "much", max_file_bytes);
  CHECK(read_file(folder / "much").size() == max_file_bytes);
}

TEST_CASE("standard input is read to its end") {
  std::istringstream in("{}\n");
  CHECK(read_stream(in) == "{}\n");
  std::istringstream empty;
  CHECK(read_stream(empty).empty());
  std::istringstream broken;
  broken.setstate(std::ios::badbit);
  CHECK(message([&] { read_stream(broken); }) == "standard input: cannot be read");
}

TEST_CASE("a new file holds what was collected, and stands alone") {
  const Folder folder;
  Output output;
  output.append("one\n");
  output.append("two\r\n");
  output.deliver(folder / "结果.txt");
  CHECK(folder.read("结果.txt") == "one\ntwo\r\n");
  CHECK(folder.names() == Names{"结果.txt"});
  deliver("", folder / "结果.txt");
  CHECK(folder.read("结果.txt").empty());
}

TEST_CASE("what is larger than memory is meant for comes out the same, as often as it is asked for") {
  const Folder folder;
  Output output;
  std::string whole;
  for (int i = 0; i < 300; ++i) {
    const std::string part(100'001, static_cast<char>('a' + i % 26));
    output.append(part);
    whole += part;
  }
  std::ostringstream out;
  CHECK(output.deliver(out));
  CHECK(bool(out.str() == whole));
  output.append("end");
  whole += "end";
  output.deliver(folder / "a");
  CHECK(bool(folder.read("a") == whole));
}

TEST_CASE("what cannot be written says why and leaves nothing") {
  const Folder folder;
  fs::create_directory(folder / "sub");
  folder.write("file", "old");
  CHECK(message([&] { deliver("x", folder / "none/a"); }) == folder / "none/a: cannot be written: no such folder");
  CHECK(message([&] { deliver("x", folder / "file/a"); }) == folder / "file/a: cannot be written: no such folder");
  CHECK(message([&] { deliver("x", folder / "new/"); }) == folder / "new/: cannot be written: no such folder");
  CHECK(message([&] { deliver("x", folder / "sub"); }) == folder / "sub: is a folder, but needs a file");
  CHECK(message([&] { deliver("x", folder / "sub/"); }) == folder / "sub/: is a folder, but needs a file");
  CHECK(message([&] { deliver("x", ""); }) == "the name of the output file is empty");
  CHECK(folder.names() == Names{"file", "sub"});
  CHECK(folder.read("file") == "old");
}

TEST_CASE("a stream that takes nothing is an error") {
  Output output;
  output.append("x");
  std::ostringstream out;
  out.setstate(std::ios::badbit);
  CHECK(message([&] { output.deliver(out); }) == "standard output: cannot be written");
}

#ifndef _WIN32

namespace {

mode_t mode(const std::string& path) { return static_cast<mode_t>(fs::status(path).permissions()); }

// Runs the action in a process of its own, and returns what it returned, or how it ended.
std::string in_child(const std::function<std::string()>& action, const std::function<void(pid_t)>& meanwhile = {}) {
  std::cout.flush();
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    const std::string said = action();
    const ssize_t written = write(ends[1], said.data(), said.size());
    _exit(written < 0 ? 1 : 0);
  }
  close(ends[1]);
  if (meanwhile) meanwhile(child);
  std::string said;
  char piece[4096];
  for (ssize_t got; (got = read(ends[0], piece, sizeof piece)) > 0;) said.append(piece, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status)) : said;
}

// What happens when "x" goes to standard output, that being `fd`.
std::string to_stdout(int fd) {
  platform::prepare();
  dup2(fd, STDOUT_FILENO);
  return message([] {
    Output output;
    output.append("x");
    if (!output.deliver(std::cout)) throw Error("", "nobody reads");
  });
}

void limit_files_to(rlim_t bytes) {
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{bytes, bytes};
  setrlimit(RLIMIT_FSIZE, &limit);
}

}  // namespace

TEST_CASE("a stream without an end is cut off") {
  CHECK(message([] { read_file("/dev/zero"); }) ==
        "/dev/zero: has no end after 256 MiB (268,435,456 bytes), the most that is read");
}

TEST_CASE("standard input that cannot be read says why") {
  const auto from = [](int fd) {
    return in_child([fd] {
      dup2(fd, STDIN_FILENO);
      return message([] { read_stream(std::cin); });
    });
  };
  CHECK(from(open("/", O_RDONLY)) == "standard input: is a folder, but needs a file");
  CHECK(from(open("/dev/null", O_RDONLY)) == "(no error)");
  CHECK(in_child([] {
          close(STDIN_FILENO);
          platform::prepare();
          return message([] { read_stream(std::cin); });
        }) == "standard input: cannot be read: it is closed");
}

TEST_CASE("standard output that is full or closed is an error, and one that nobody reads is none") {
  CHECK(in_child([] { return to_stdout(open("/dev/null", O_WRONLY)); }) == "(no error)");
  CHECK(in_child([] { return to_stdout(open("/dev/full", O_WRONLY)); }) ==
        "standard output: cannot be written: the disk is full");
  CHECK(in_child([] {
          int ends[2];
          if (pipe(ends) != 0) return std::string("no pipe");
          close(ends[0]);
          return to_stdout(ends[1]);
        }) == "nobody reads");
  CHECK(in_child([] {
          close(STDOUT_FILENO);
          return to_stdout(STDOUT_FILENO);
        }) == "standard output: cannot be written: it is closed");
}

TEST_CASE("a file that is opened never takes the place of a closed standard stream") {
  const Folder folder;
  CHECK(in_child([&] {
          close(STDOUT_FILENO);
          platform::prepare();
          const std::FILE* file = platform::open(folder / "a", "x");
          return std::to_string(file != nullptr && fileno(const_cast<std::FILE*>(file)) > STDERR_FILENO);
        }) == "1");
}

TEST_CASE("a new file has the mode that the umask leaves, an old one keeps its own") {
  const Folder folder;
  const mode_t mask = umask(027);
  deliver("x", folder / "new");
  umask(mask);
  CHECK(mode(folder / "new") == 0640);
  for (const mode_t m : {0600U, 0666U, 0755U, 0620U}) {
    chmod((folder / "new").c_str(), m);
    deliver("y", folder / "new");
    CHECK(mode(folder / "new") == m);
  }
}

TEST_CASE("a symbolic link stays, and what it leads to is written") {
  const Folder folder;
  fs::create_directory(folder / "sub");
  folder.write("sub/file", "old");
  fs::create_symlink("sub/file", folder / "link");
  fs::create_symlink("link", folder / "link2");
  fs::create_symlink("sub/new", folder / "dangling");
  deliver("new", folder / "link2");
  deliver("newer", folder / "dangling");
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(fs::is_symlink(folder / "link2"));
  CHECK(fs::is_symlink(folder / "dangling"));
  CHECK(folder.read("sub/file") == "new");
  CHECK(folder.read("sub/new") == "newer");
  fs::create_symlink("loop", folder / "loop");
  CHECK(message([&] { deliver("x", folder / "loop"); }) ==
        folder / "loop: cannot be written: Too many levels of symbolic links");
  CHECK(fs::is_symlink(folder / "loop"));
  CHECK(folder.names() == Names{"dangling", "link", "link2", "loop", "sub"});
}

TEST_CASE("a hard link still leads to the same file") {
  const Folder folder;
  folder.write("a", "a long old text");
  fs::create_hard_link(folder / "a", folder / "b");
  deliver("short", folder / "a");
  CHECK(folder.read("b") == "short");
  deliver("and longer again", folder / "b");
  CHECK(folder.read("a") == "and longer again");
  CHECK(fs::hard_link_count(folder / "a") == 2);
  CHECK(folder.names() == Names{"a", "b"});
}

TEST_CASE("where there is no room, the old file stays as it was") {
  const Folder folder;
  const std::string old_text(3000, 'o');
  const std::string new_text(900'000, 'n');  // not so long that it waits in a temporary file
  folder.write("single", old_text);
  folder.write("linked", old_text);
  fs::create_hard_link(folder / "linked", folder / "link");
  for (const std::string name : {"single", "linked", "new"}) {
    CHECK(in_child([&] {
            limit_files_to(700'000);
            return message([&] { deliver(new_text, folder / name); });
          }) == folder / name + ": cannot be written: File too large");
  }
  CHECK(bool(folder.read("single") == old_text));
  CHECK(bool(folder.read("linked") == old_text));
  CHECK(fs::hard_link_count(folder / "linked") == 2);
  CHECK(folder.names() == Names{"link", "linked", "single"});
}

TEST_CASE("a device or a pipe is written through") {
  const Folder folder;
  deliver("x", "/dev/null");
  CHECK(fs::is_character_file("/dev/null"));
  CHECK(message([] { deliver("x", "/dev/full"); }) == "/dev/full: cannot be written: the disk is full");
  CHECK(fs::is_character_file("/dev/full"));

  const std::string pipe_name = folder / "pipe";
  REQUIRE(mkfifo(pipe_name.c_str(), 0600) == 0);
  std::string got;
  std::thread reader([&] { got = read_file(pipe_name); });
  deliver("through", pipe_name);
  reader.join();
  CHECK(got == "through");
  CHECK(fs::is_fifo(pipe_name));
}

TEST_CASE("/dev/stdout continues the file that standard output is") {
  const Folder folder;
  folder.write("out", "before\n");
  for (const std::string name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
    CHECK(in_child([&] {
            dup2(open((folder / "out").c_str(), O_WRONLY | O_APPEND), STDOUT_FILENO);
            return message([&] { deliver(name + "\n", name); });
          }) == "(no error)");
  }
  CHECK(folder.read("out") == "before\n/dev/stdout\n/dev/fd/1\n/proc/self/fd/1\n");
  CHECK(folder.names() == Names{"out"});
}

TEST_CASE("permissions are respected") {
  const Folder folder;
  folder.write("secret", "s");
  folder.write("fixed", "f");
  chmod((folder / "secret").c_str(), 0200);
  chmod((folder / "fixed").c_str(), 0444);
  fs::create_directory(folder / "closed");
  folder.write("closed/open", "o");
  chmod((folder / "closed/open").c_str(), 0666);
  chmod((folder / "closed").c_str(), 0555);
  const auto as_a_user = [](const std::function<void()>& action) {
    return in_child([&] {
      // Root may do everything.
      if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) return std::string("cannot be another user");
      return message(action);
    });
  };
  if (geteuid() == 0) {
    for (const std::string name : {"", "secret", "fixed"}) {
      REQUIRE(chown((folder / name).c_str(), 65534, 65534) == 0);
    }
  }
  CHECK(as_a_user([&] { read_file(folder / "secret"); }) == folder / "secret: cannot be read: no permission");
  CHECK(as_a_user([&] { deliver("x", folder / "fixed"); }) == folder / "fixed: cannot be written: no permission");
  CHECK(as_a_user([&] { deliver("x", folder / "closed/new"); }) ==
        folder / "closed/new: cannot be written: no permission");
  CHECK(folder.read("fixed") == "f");
  // What may be written is, also where its folder takes no new file.
  CHECK(as_a_user([&] { deliver("x", folder / "closed/open"); }) == "(no error)");
  CHECK(folder.read("closed/open") == "x");
  chmod((folder / "closed").c_str(), 0755);
  CHECK(folder.names() == Names{"closed", "fixed", "secret"});
}

TEST_CASE("a signal leaves the old file or the new one, and nothing beside it") {
  const Folder folder;
  const std::string new_text(40'000'000, 'n');
  int wait = 0;
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGINT, SIGTERM, SIGHUP, SIGINT, SIGTERM}) {
    folder.write("file", "old");
    std::error_code none;
    fs::remove(folder / "link", none);
    if (wait % 2 == 1) fs::create_hard_link(folder / "file", folder / "link");
    const std::string ended = in_child(
        [&] {
          for (const int n : {SIGINT, SIGTERM, SIGHUP}) std::signal(n, SIG_DFL);
          for (;;) deliver(new_text, folder / "file");
          return std::string();
        },
        [&](pid_t child) {
          std::this_thread::sleep_for(std::chrono::milliseconds(7 * ++wait));
          kill(child, number);
        });
    CHECK(ended == "signal " + std::to_string(number));
    const std::string text = folder.read("file");
    CHECK(bool(text == "old" || text == new_text));
    CHECK(folder.names() == (wait % 2 == 0 ? Names{"file", "link"} : Names{"file"}));
  }
}

#endif
