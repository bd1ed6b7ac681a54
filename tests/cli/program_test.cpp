// The program as a shell runs it: full disks, closed streams and pipes, signals, permissions, little memory, and the
// environment. What the files themselves go through is tested in files_test.cpp.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace fs = std::filesystem;

namespace {

using Names = std::vector<std::string>;

std::string read(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

struct Ran {
  int status = 0;  // the exit status; of what a signal ended, 128 and its number
  std::string out;
  std::string err;
};

// A folder to run commands in, with a sheet of answers in it. The program is `mha` there.
class Shell {
 public:
  Shell() : path_(fs::temp_directory_path() / ("mha-program-" + std::to_string(std::random_device{}()))) {
    fs::create_directories(work());
    fs::create_directory(path_ / "bin");
    // Another user may not be allowed to go where the program was built.
    fs::copy_file(MHA_PROGRAM, path_ / "bin/mha");
    run("mha --only '*.Q' >sheet.txt");
  }
  ~Shell() {
    std::error_code none;
    fs::remove_all(path_, none);
  }
  Shell(const Shell&) = delete;
  Shell& operator=(const Shell&) = delete;

  fs::path work() const { return path_ / "work"; }
  fs::path operator/(const std::string& name) const { return work() / name; }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(work() / name, std::ios::binary) << text;
  }

  // A build that counts which lines are run would say so where it cannot: GCOV_ERROR_FILE.
  Ran run(const std::string& command) const {
    const std::string line = "cd '" + work().string() + "' && export PATH='" + (path_ / "bin").string() +
                             "':\"$PATH\" LC_ALL=C GCOV_ERROR_FILE=/dev/null && { " + command + "\n}";
    std::ofstream(path_ / "command") << line << '\n';
    // Messages come through a pipe, which has no limit on its size.
    std::FILE* pipe = popen(
        ("sh '" + (path_ / "command").string() + "' 2>&1 >'" + (path_ / "out").string() + "' </dev/null").c_str(), "r");
    REQUIRE(pipe != nullptr);
    Ran ran;
    char piece[4096];
    while (const std::size_t got = std::fread(piece, 1, sizeof piece, pipe)) ran.err.append(piece, got);
    const int status = pclose(pipe);
    ran.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    ran.out = read(path_ / "out");
    return ran;
  }

  Names names() const {
    Names all;
    for (const auto& entry : fs::directory_iterator(work())) all.push_back(entry.path().filename().string());
    std::ranges::sort(all);
    return all;
  }

 private:
  fs::path path_;
};

// One for each command that writes something.
const Names commands = {
    "mha --config wo-ai-ni",
    "mha --trace",
    "mha --trace --explain -f markdown",
    "mha -f latex",
    "mha -f json",
    "mha -f html",
    "mha -f pytorch",
    "mha check sheet.txt",
    "mha check sheet.txt -f json",
    "mha worksheet",
    "mha lint",
    "mha new",
    "mha cost --config wo-ai-ni",
    "mha list",
    "mha schema",
    "mha --help",
    "mha --version",
};

// A config that takes a while, and whose trace is long.
const char* const long_config = R"({"tokens": [)"
                                R"("a","b","c","d","e","f","g","h","i","j","k","l","m","n","o","p","q","r","s","t"],)"
                                R"("d_model": 200, "heads": 4, "d_ff": 800, "layers": 2, "init": {}})";

bool is_instrumented() {
#if defined(__SANITIZE_ADDRESS__)
  return true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
  return true;
#endif
#endif
  return false;
}

}  // namespace

TEST_CASE("standard output that is full or closed is an error, of every command") {
  const Shell shell;
  for (const std::string& command : commands) {
    CAPTURE(command);
    const Ran full = shell.run(command + " >/dev/full");
    CHECK(full.status == 2);
    CHECK(full.err == "mha: standard output: cannot be written: the disk is full\n");
    const Ran closed = shell.run(command + " >&-");
    CHECK(closed.status == 2);
    CHECK(closed.err == "mha: standard output: cannot be written: it is closed\n");
  }
  // Nobody can be told.
  CHECK(shell.run("mha >/dev/full 2>&-").status == 2);
  CHECK(shell.run("mha >&- 2>&-").status == 2);
  CHECK(shell.run("mha >/dev/full 2>/dev/full").status == 2);
}

TEST_CASE("a pipe that nobody reads any more ends every command quietly, with the status it would have had") {
  const Shell shell;
  shell.write("long.json", long_config);
  Names all = commands;
  all.push_back("mha --config long.json --trace");
  for (const std::string& command : all) {
    CAPTURE(command);
    const Ran r = shell.run("{ sleep 0.02; " + command + "; echo $? >status; } | :");
    CHECK(r.err.empty());
    CHECK(read(shell / "status") == "0\n");
  }
  const Ran first = shell.run("{ mha --config long.json --trace; echo $? >status; } | head -n 1");
  CHECK(first.err.empty());
  CHECK(read(shell / "status") == "0\n");
  shell.write("wrong.txt", "# mha 1.0 · wo-ai-ni · decimals 1\n## block1.head1.Q\n9 9\n9 9\n9 9\n");
  const Ran wrong = shell.run("{ sleep 0.02; mha check wrong.txt; echo $? >status; } | :");
  CHECK(wrong.err.empty());
  CHECK(read(shell / "status") == "1\n");
  const Ran bad = shell.run("{ sleep 0.02; mha --trac; echo $? >status; } | :");
  CHECK(bad.err.starts_with("mha: --trac: no such option"));
  CHECK(read(shell / "status") == "2\n");
}

TEST_CASE("every command writes the same to a file as to standard output, whatever the file is called") {
  const Shell shell;
  fs::create_directory(shell / "我的 文件夹");
  const Names files = {"我的 文件夹/结果 1.txt", "--", "%s", "a\"b", "$HOME"};
  for (std::size_t i = 0; i < commands.size(); ++i) {
    const std::string& command = commands[i];
    CAPTURE(command);
    const std::string expected = shell.run(command).out;
    CHECK_FALSE(expected.empty());
    const std::string& file = files[i % files.size()];
    const Ran r = shell.run(command + " -o '" + file + "'");
    CHECK(r.status == 0);
    CHECK(r.out.empty());
    CHECK(r.err.empty());
    CHECK(bool(read(shell / file) == expected));
  }
}

TEST_CASE("a file that cannot be written is an error, of every command, and nothing is left") {
  const Shell shell;
  const Names before = shell.names();
  for (const std::string& command : commands) {
    CAPTURE(command);
    const auto check = [&](const std::string& file, const std::string& message) {
      const Ran r = shell.run(command + " -o " + file);
      CHECK(r.status == 2);
      CHECK(r.out.empty());
      CHECK(r.err == "mha: " + file + ": " + message + "\n");
    };
    check("none/x", "cannot be written: no such folder");
    check("sheet.txt/x", "cannot be written: no such folder");
    check(".", "is a folder, but needs a file");
    check("/dev/full", "cannot be written: the disk is full");
    check("/proc/x", "cannot be written: no such folder");
    CHECK(shell.names() == before);
  }
}

TEST_CASE("where the disk is full, every command leaves the old file as it was") {
  const Shell shell;
  const std::string disk = (shell / "disk").string();
  fs::create_directory(disk);
  const bool is_mounted =
      geteuid() == 0 && shell.run("mount -t tmpfs -o size=64k,mode=777 none '" + disk + "'").status == 0;
  if (is_mounted) {
    shell.run("echo old >disk/old && echo old >disk/linked && ln disk/linked disk/link && cat /dev/zero >disk/filler");
    const Ran r = shell.run("df --output=avail disk | tail -n 1");
    CHECK_MESSAGE(r.out.find_first_not_of(" 0\n") == std::string::npos, r.out);
    for (const std::string& command : commands) {
      CAPTURE(command);
      for (const std::string file : {"disk/old", "disk/new"}) {
        const Ran full = shell.run(command + " -o " + file);
        CHECK(full.status == 2);
        CHECK(full.err == "mha: " + file + ": cannot be written: the disk is full\n");
      }
      CHECK(shell.run("cat disk/old").out == "old\n");
      // Over what a file holds there is room for so much: a block.
      const Ran linked = shell.run(command + " -o disk/linked");
      CHECK(shell.run("cmp disk/linked disk/link").status == 0);
      if (linked.status != 0) CHECK(linked.err == "mha: disk/linked: cannot be written: the disk is full\n");
      shell.run("rm disk/filler; echo old >disk/linked; cat /dev/zero >disk/filler");
      CHECK(shell.run("ls -A disk").out == "filler\nlink\nlinked\nold\n");
    }
    CHECK(shell.run("umount '" + disk + "'").status == 0);
  } else {
    MESSAGE("no disk can be mounted here: a limit on the size of files stands for a full one");
  }
  for (const std::string& command : commands) {
    CAPTURE(command);
    shell.write("old", "old");
    const Ran r = shell.run("ulimit -f 0; " + command + " -o old");
    CHECK(r.status == 2);
    CHECK(r.out.empty());
    CHECK(r.err == "mha: old: cannot be written: File too large\n");
    CHECK(read(shell / "old") == "old");
    CHECK(shell.names() == Names{"disk", "old", "sheet.txt"});
  }
}

TEST_CASE("after a bad config or bad answers no file is touched") {
  const Shell shell;
  shell.write("old", "old");
  shell.write("bad.json", "{");
  shell.write("bad.txt", "## Q\nx x x\n");
  for (const std::string command : {"mha --config bad.json", "mha --config none.json", "mha -p 99", "mha --only none",
                                    "mha check bad.txt", "mha check none.txt", "mha worksheet --config bad.json",
                                    "mha worksheet --blank none", "mha lint --config bad.json", "mha new --heads 3",
                                    "mha cost --config bad.json", "mha worksheet --config bad.json --key old"}) {
    CAPTURE(command);
    const Ran r = shell.run(command + " -o old");
    CHECK(r.status == 2);
    CHECK(r.out.empty());
    CHECK(r.err.starts_with("mha: "));
    CHECK(read(shell / "old") == "old");
    CHECK(shell.run(command + " -o new").status == 2);
    CHECK_FALSE(fs::exists(shell / "new"));
  }
}

TEST_CASE("the key of a worksheet is not written over by the sheet") {
  const Shell shell;
  shell.run("mkdir sub; touch there; ln -s there link");
  for (const std::string files : {"x ./sub/../x", "there link", "there there"}) {
    CAPTURE(files);
    const std::size_t space = files.find(' ');
    const Ran r = shell.run("mha worksheet --key " + files.substr(0, space) + " -o" + files.substr(space));
    CHECK(r.status == 2);
    CHECK(r.err == "mha: --key: needs another file than --output: the sheet would take the place of the key\n");
    CHECK(read(shell / "there").empty());
    CHECK_FALSE(fs::exists(shell / "x"));
  }
  CHECK(shell.run("mha worksheet --key key -o sheet").status == 0);
}

TEST_CASE("an existing file keeps its mode, its owner and the links to it, with every command") {
  const Shell shell;
  fs::create_directory(shell / "sub");
  for (const std::string& command : commands) {
    CAPTURE(command);
    const std::string expected = shell.run(command).out;
    shell.run("echo old >sub/file; ln -sf sub/file soft; ln -f sub/file hard; chmod 640 sub/file");
    const bool has_owner = geteuid() == 0 && chown((shell / "sub/file").c_str(), 65534, 65534) == 0;
    CHECK(shell.run(command + " -o soft").status == 0);
    CHECK(fs::is_symlink(shell / "soft"));
    CHECK(bool(read(shell / "hard") == expected));
    CHECK(fs::hard_link_count(shell / "hard") == 2);
    fs::remove(shell / "hard");
    CHECK(shell.run(command + " -o sub/file").status == 0);
    CHECK(bool(read(shell / "soft") == expected));
    struct stat now {};
    REQUIRE(stat((shell / "sub/file").c_str(), &now) == 0);
    CHECK((now.st_mode & 07777) == 0640);
    if (has_owner) CHECK(now.st_uid == 65534);
    CHECK(shell.names() == Names{"sheet.txt", "soft", "sub"});
    fs::remove(shell / "sub/file");
  }
}

TEST_CASE("a folder or file of somebody else is an error, of every command") {
  const Shell shell;
  shell.run("echo old >old; chmod 444 old; mkdir closed; chmod 555 closed .");
  std::string as_user;
  if (geteuid() == 0) {
    as_user = "setpriv --reuid 65534 --regid 65534 --clear-groups ";  // root may do everything
    if (shell.run(as_user + "true").status != 0) {
      MESSAGE("skipped: root cannot be another user here");
      return;
    }
  }
  for (const std::string& command : commands) {
    CAPTURE(command);
    for (const std::string file : {"old", "closed/new"}) {
      const Ran r = shell.run(as_user + command + " -o " + file);
      CHECK(r.status == 2);
      CHECK(r.err == "mha: " + file + ": cannot be written: no permission\n");
    }
  }
  CHECK(read(shell / "old") == "old\n");
  shell.run("chmod 755 . closed");
  CHECK(shell.names() == Names{"closed", "old", "sheet.txt"});
}

TEST_CASE("a signal ends the program at once and leaves no part of a file") {
  const Shell shell;
  shell.write("long.json", long_config);
  const auto started = std::chrono::steady_clock::now();
  REQUIRE(shell.run("mha --config long.json --trace -o whole").status == 0);
  const auto takes = std::chrono::steady_clock::now() - started;
  const std::string whole = read(shell / "whole");
  fs::remove(shell / "whole");
  int ended = 0;
  for (int i = 0; i < 12; ++i) {
    const std::string name = i % 3 == 0 ? "INT" : i % 3 == 1 ? "TERM" : "HUP";
    const int number = i % 3 == 0 ? SIGINT : i % 3 == 1 ? SIGTERM : SIGHUP;
    shell.write("out", "old");
    // A shell starts what runs beside it with SIGINT ignored, so the program is the child of this one.
    const pid_t child = fork();
    if (child == 0) {
      for (const int n : {SIGINT, SIGTERM, SIGHUP}) std::signal(n, SIG_DFL);
      if (chdir(shell.work().c_str()) == 0)
        execl(MHA_PROGRAM, "mha", "--config", "long.json", "--trace", "-o", "out", nullptr);
      _exit(127);
    }
    std::this_thread::sleep_for(takes * (2 * i + 1) / 24);
    kill(child, number);
    int status = 0;
    waitpid(child, &status, 0);
    const std::string text = read(shell / "out");
    CHECK(bool(text == "old" || text == whole));
    if (WIFSIGNALED(status)) {
      CHECK(WTERMSIG(status) == number);
      ++ended;
    } else {
      CHECK(WEXITSTATUS(status) == 0);
      CHECK(bool(text == whole));
    }
    CHECK(shell.names() == Names{"long.json", "out", "sheet.txt"});
  }
  CHECK(ended > 0);
}

TEST_CASE("little memory is an error, and nothing else happens") {
  if (is_instrumented()) return;  // which itself takes more than all memory there is
  const Shell shell;
  shell.write("long.json", long_config);
  std::string rows;
  for (int i = 0; i < 3000; ++i) rows += (i == 0 ? "[" : ", [") + std::string("1, 2, 3, 4]");
  shell.write("large.json", "{\"input\": [" + rows + "], \"init\": {}}");
  shell.write(
      "large.txt", "# mha 1.0 · wo-ai-ni\n## X0\n" + [] {
        std::string lines;
        for (int i = 0; i < 100000; ++i) lines += "1 2 3 4\n";
        return lines;
      }());
  int refused = 0;
  for (const std::string command : {"mha --config long.json --trace --threads 4", "mha --config large.json -f json",
                                    "mha check large.txt", "mha --config large.json --trace -o out"}) {
    CAPTURE(command);
    for (int kibibytes = 5000; kibibytes < 150000; kibibytes = kibibytes * 5 / 4) {
      CAPTURE(kibibytes);
      const Ran r = shell.run("( ulimit -v " + std::to_string(kibibytes) + "; " + command + ")");
      if (r.status == 127 || r.err.find("error while loading") != std::string::npos) continue;  // not even the program
      CHECK(r.status <= 2);
      if (r.status != 2) continue;
      ++refused;
      CHECK(r.out.empty());
      CHECK(r.err.starts_with("mha: "));
      CHECK(r.err.find("memory") != std::string::npos);
      CHECK_FALSE(fs::exists(shell / "out"));
    }
  }
  CHECK(refused > 0);
}

TEST_CASE("neither locale nor terminal change what is printed") {
  const Shell shell;
  std::string locale;  // with a comma in numbers, where it can be made
  if (shell.run("mkdir locales && localedef -i de_DE -f UTF-8 locales/de_DE.UTF-8").status == 0) {
    locale = "LOCPATH=\"$PWD/locales\" LC_ALL=de_DE.UTF-8 ";
  } else {
    MESSAGE("there is no localedef here: no locale with a comma is tried");
  }
  for (const std::string command :
       {"mha --trace --explain --lang en", "mha -f json --lang en", "mha new --low -0.5 --lang en",
        "mha lint --lang en", "mha check sheet.txt --show --lang en", "mha cost --config wo-ai-ni --lang en",
        "mha --help --lang en"}) {
    CAPTURE(command);
    const std::string expected = shell.run(command).out;
    for (const std::string& environment :
         {std::string("env -i PATH=\"$PATH\" "), std::string("LC_ALL= LANG=zh_CN.UTF-8 "), std::string("LC_ALL=xx "),
          std::string("LC_ALL=de_DE.UTF-8 "), std::string("TERM= "), std::string("TERM=dumb "),
          std::string("NO_COLOR=1 "), std::string("LC_NUMERIC=de_DE.UTF-8 LC_ALL= "), locale}) {
      CAPTURE(environment);
      const Ran r = shell.run(environment + command);
      CHECK(r.status == 0);
      CHECK(bool(r.out == expected));
      CHECK(r.err.empty());
    }
  }
}

TEST_CASE("the language is that of LC_ALL, else LC_MESSAGES, else LANG, and --lang comes before them") {
  const Shell shell;
  const std::string en = shell.run("mha list --lang en").out, zh = shell.run("mha list --lang zh").out;
  CHECK(en != zh);
  const std::string none = "unset LC_ALL LC_MESSAGES LANG; ";
  CHECK(shell.run(none + "mha list").out == en);
  CHECK(shell.run(none + "LANG=zh_CN.UTF-8 mha list").out == zh);
  CHECK(shell.run(none + "LANG=zh_TW mha list").out == zh);
  CHECK(shell.run(none + "LANG=en_US.UTF-8 LC_MESSAGES=zh_CN.UTF-8 mha list").out == zh);
  CHECK(shell.run(none + "LANG=zh_CN.UTF-8 LC_MESSAGES=C mha list").out == en);
  CHECK(shell.run("LC_ALL=C LANG=zh_CN.UTF-8 mha list").out == en);
  CHECK(shell.run("LC_ALL= LANG=zh_CN.UTF-8 mha list").out == zh);
  CHECK(shell.run("LC_ALL=zh_CN.UTF-8 mha list --lang en").out == en);
}

TEST_CASE("configs and answers are found by any name, and come from standard input with -") {
  const Shell shell;
  fs::create_directory(shell / "我的 文件夹");
  shell.run("mha new --seed 5 >'我的 文件夹/练习 一.json'");
  const std::string expected = shell.run("mha --config '我的 文件夹/练习 一.json' -f csv").out;
  CHECK_FALSE(expected.empty());
  CHECK(shell.run("mha --config - -f csv <'我的 文件夹/练习 一.json'").out == expected);
  CHECK(shell.run("cat '我的 文件夹/练习 一.json' | mha --config=- -f csv").out == expected);
  CHECK(shell.run("mha --config=\"$PWD/我的 文件夹/练习 一.json\" -f csv").out == expected);

  // The answers' first line names the config, which stands beside them.
  shell.run("mha --config '我的 文件夹/练习 一.json' --trace >'我的 文件夹/答 案.txt'");
  const Ran marked = shell.run("mha check '我的 文件夹/答 案.txt' --lang en");
  CHECK(marked.status == 0);
  CHECK(marked.out.starts_with("Nothing is wrong."));
  CHECK(shell.run("cd '我的 文件夹' && mha check - --lang en <'答 案.txt'").out == marked.out);
  CHECK(shell.run("mha check - --config '我的 文件夹/练习 一.json' --lang en <'我的 文件夹/答 案.txt'").out ==
        marked.out);
  CHECK(shell.run("mha check '我的 文件夹/答 案.txt' --config - --lang en <'我的 文件夹/练习 一.json'").out ==
        marked.out);
  const Ran both = shell.run("mha check - --config - <'我的 文件夹/练习 一.json'");
  CHECK(both.status == 2);
  CHECK(both.err.starts_with("mha: standard input: "));

  // What looks like an option is a file behind --.
  shell.run("cp '我的 文件夹/答 案.txt' ./-o");
  CHECK(shell.run("mha check --lang en --config '我的 文件夹/练习 一.json' -- -o").out == marked.out);
  CHECK(shell.run("cp '我的 文件夹/练习 一.json' ./--trace && mha --config=--trace -f csv").out == expected);
  CHECK(shell.run("mha check -- --").err == "mha: --: no such file\n");

  const Ran closed = shell.run("mha --config - <&-");
  CHECK(closed.status == 2);
  CHECK(closed.err == "mha: standard input: cannot be read: it is closed\n");
}

TEST_CASE("worksheets with a key, and configs for a class, are whole or absent") {
  const Shell shell;
  fs::create_directory(shell / "班 级");
  const Ran key = shell.run("mha worksheet --config wo-ai-ni --lang en --key '班 级/答案.txt'");
  CHECK(key.status == 0);
  CHECK(key.out == shell.run("mha worksheet --config wo-ai-ni --lang en").out);
  CHECK(read(shell / "班 级/答案.txt") == shell.run("mha --config wo-ai-ni --lang en --trace").out);
  const Ran no_key = shell.run("mha worksheet --key none/key -o new");
  CHECK(no_key.status == 2);
  CHECK(no_key.err == "mha: none/key: cannot be written: no such folder\n");
  CHECK_FALSE(fs::exists(shell / "new"));

  shell.write("names.txt", "小 明\n小红\n");
  const Ran made = shell.run("mha new --for names.txt -o '班 级'");
  CHECK(made.status == 0);
  CHECK(made.out == "班 级/小 明.json\n班 级/小红.json\n");
  CHECK(shell.run("mha --config '班 级/小 明.json'").status == 0);
  const std::string before = read(shell / "班 级/小 明.json");
  const Ran full = shell.run("ulimit -f 0; mha new --for names.txt --seed 9 -o '班 级'");
  CHECK(full.status == 2);
  CHECK(full.err == "mha: 班 级/小 明.json: cannot be written: File too large\n");
  CHECK(read(shell / "班 级/小 明.json") == before);
}

#if defined(__linux__)

TEST_CASE("colours are for a terminal that has them") {
  const Shell shell;
  // What the program prints to a terminal.
  const auto on_terminal = [&](const std::string& environment, const std::string& options) {
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    REQUIRE(terminal >= 0);
    REQUIRE(grantpt(terminal) == 0);
    REQUIRE(unlockpt(terminal) == 0);
    const std::string name = ptsname(terminal);
    const int slave = open(name.c_str(), O_RDWR | O_NOCTTY);
    const Ran r = shell.run(environment + "mha --only block1.mha " + options + " >" + name);
    CHECK(r.status == 0);
    close(slave);
    std::string out;
    char piece[4096];
    for (ssize_t got; (got = ::read(terminal, piece, sizeof piece)) > 0;)
      out.append(piece, static_cast<std::size_t>(got));
    close(terminal);
    CHECK(out.find("block1.mha") != std::string::npos);
    return out.find('\x1b') != std::string::npos;
  };
  CHECK(on_terminal("TERM=xterm ", ""));
  CHECK(on_terminal("TERM=xterm NO_COLOR= ", ""));
  CHECK_FALSE(on_terminal("TERM=xterm NO_COLOR=1 ", ""));
  CHECK_FALSE(on_terminal("TERM=dumb ", ""));
  CHECK_FALSE(on_terminal("unset TERM; ", ""));
  CHECK_FALSE(on_terminal("TERM=xterm ", "--color never"));
  CHECK(on_terminal("TERM=dumb NO_COLOR=1 ", "--color always"));
  CHECK(shell.run("TERM=xterm mha --only block1.mha --color always").out.find("\x1b[1m") != std::string::npos);
  CHECK(shell.run("TERM=xterm mha --only block1.mha").out.find('\x1b') == std::string::npos);
}

#endif
