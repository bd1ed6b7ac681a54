#include "cli/platform.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
// After it:
#include <fcntl.h>
#include <io.h>
#include <shellapi.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string_view>
#include <utility>
#else
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#endif

#include "cli/environment.hpp"

namespace mha::platform {

#ifdef _WIN32

namespace {

// The console as it was found; it is one and the same for all programs that run in it.
struct Console {
  HANDLE handle = nullptr;  // of standard output, where that is the console
  DWORD mode = 0;
  UINT code_page = 0;  // 0: not changed

  void leave() const {
    if (code_page != 0) SetConsoleOutputCP(code_page);
    if (handle != nullptr) SetConsoleMode(handle, mode);
  }
};
Console console;

std::atomic<bool> is_holding = false;
std::atomic<bool> has_come = false;

// In a thread of its own. What it leaves to the next handler ends the program.
BOOL WINAPI on_signal(DWORD) {
  has_come = true;
  while (is_holding) Sleep(1);
  console.leave();
  return FALSE;
}

HANDLE handle_of(std::FILE* file) {
  const int fd = _fileno(file);
  return fd < 0 ? INVALID_HANDLE_VALUE : reinterpret_cast<HANDLE>(_get_osfhandle(fd));
}

std::string utf8(std::wstring_view text) {
  const int length = static_cast<int>(text.size());
  std::string result(text.size() * 3, '\0');
  result.resize(static_cast<std::size_t>(WideCharToMultiByte(CP_UTF8, 0, text.data(), length, result.data(),
                                                             static_cast<int>(result.size()), nullptr, nullptr)));
  return result;
}

}  // namespace

void prepare() {
  for (std::FILE* stream : {stdin, stdout, stderr}) {
    if (_fileno(stream) >= 0) _setmode(_fileno(stream), _O_BINARY);
  }
  static bool is_prepared = false;
  if (std::exchange(is_prepared, true)) return;
  const UINT code_page = GetConsoleOutputCP();  // 0: there is no console
  if (code_page != 0 && code_page != CP_UTF8 && SetConsoleOutputCP(CP_UTF8) != 0) console.code_page = code_page;
  const HANDLE out = handle_of(stdout);
  if (GetConsoleMode(out, &console.mode) != 0 &&
      SetConsoleMode(out, console.mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0) {
    console.handle = out;
  }
  std::atexit([] { console.leave(); });
  SetConsoleCtrlHandler(on_signal, TRUE);
}

void leave_signals_to_others() {}  // a handler has a thread of its own there

std::vector<std::string> arguments(int, char**) {
  int count = 0;
  const std::unique_ptr<wchar_t*, decltype(&LocalFree)> words(CommandLineToArgvW(GetCommandLineW(), &count), LocalFree);
  std::vector<std::string> result;
  for (int i = 1; i < count; ++i) result.push_back(utf8(words.get()[i]));
  return result;
}

std::vector<std::string> expanded(const std::string& word) {
  std::vector<std::string> files;
  WIN32_FIND_DATAW file;
  const std::filesystem::path pattern = path_of(word);
  const HANDLE search =
      word.find_first_of("*?") == std::string::npos ? INVALID_HANDLE_VALUE : FindFirstFileW(pattern.c_str(), &file);
  if (search != INVALID_HANDLE_VALUE) {
    do {
      const bool is_folder = (file.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
      if (!is_folder) files.push_back(text_of(pattern.parent_path() / file.cFileName));
    } while (FindNextFileW(search, &file) != 0);
    FindClose(search);
  }
  if (files.empty()) return {word};
  std::sort(files.begin(), files.end());
  return files;
}

bool speaks_chinese() { return PRIMARYLANGID(GetUserDefaultUILanguage()) == LANG_CHINESE; }

bool is_terminal(std::FILE* file) {
  DWORD mode = 0;
  return GetConsoleMode(handle_of(file), &mode) != 0;  // _isatty() takes NUL for one too
}

// Before Windows 10 the console shows the escape sequences themselves.
bool is_terminal_with_colors(std::FILE* file) {
  DWORD mode = 0;
  return GetConsoleMode(handle_of(file), &mode) != 0 && (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

std::FILE* open(const std::filesystem::path& path, const char* mode) {
  if (std::strcmp(mode, "x") != 0) return _wfopen(path.c_str(), std::wstring(mode, mode + std::strlen(mode)).c_str());
  const int fd = _wopen(path.c_str(), _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY, _S_IREAD | _S_IWRITE);
  return fd < 0 ? nullptr : _fdopen(fd, "wb");
}

std::FILE* open_nameless() {
  // std::tmpfile() writes to the root of the drive there, where an ordinary user may not.
  wchar_t folder[MAX_PATH + 1];
  wchar_t name[MAX_PATH + 1];
  if (GetTempPathW(MAX_PATH + 1, folder) == 0 || GetTempFileNameW(folder, L"mha", 0, name) == 0) return nullptr;
  return _wfopen(name, L"w+bTD");  // D: deleted when closed
}

bool sync(std::FILE* file) { return std::fflush(file) == 0 && _commit(_fileno(file)) == 0; }

bool take_owner_and_mode(std::FILE*, const std::filesystem::path&) { return true; }  // a new file inherits the folder's

// What errno says of a pipe depends on the C library, but nothing else can go wrong with one.
bool nobody_reads(std::FILE* file, int error) {
  return error == EPIPE || GetFileType(handle_of(file)) == FILE_TYPE_PIPE;
}

HoldSignals::HoldSignals() { is_holding = true; }
HoldSignals::~HoldSignals() {
  is_holding = false;
  if (has_come) Sleep(INFINITE);  // until on_signal() has ended the program
}
bool HoldSignals::one_has_come() const { return has_come; }

#else

void prepare() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on file sizes: an error of write() as well
  // Opened the wrong way round, so that using it is the same error (EBADF) as if it were closed. The lowest free number
  // is given out first.
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (fcntl(fd, F_GETFD) == -1) ::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

void leave_signals_to_others() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

std::vector<std::string> arguments(int count, char** words) { return {words + (count > 0 ? 1 : 0), words + count}; }

std::vector<std::string> expanded(const std::string& word) { return {word}; }  // by the shell

bool speaks_chinese() { return false; }  // the environment says it

bool is_terminal(std::FILE* file) { return isatty(fileno(file)) != 0; }

bool is_terminal_with_colors(std::FILE* file) {
  const char* kind = std::getenv("TERM");
  return is_terminal(file) && kind != nullptr && *kind != '\0' && std::strcmp(kind, "dumb") != 0;
}

std::FILE* open(const std::filesystem::path& path, const char* mode) {
  if (std::strcmp(mode, "x") != 0) return std::fopen(path.c_str(), mode);
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);  // less the umask
  return fd < 0 ? nullptr : fdopen(fd, "wb");
}

std::FILE* open_nameless() { return std::tmpfile(); }

bool sync(std::FILE* file) {
  // EINVAL: a file that cannot be synchronized, and so has nothing to lose.
  return std::fflush(file) == 0 && (fsync(fileno(file)) == 0 || errno == EINVAL);
}

bool take_owner_and_mode(std::FILE* file, const std::filesystem::path& path) {
  const int fd = fileno(file);
  struct stat now {};
  struct stat wanted {};
  if (fstat(fd, &now) != 0 || stat(path.c_str(), &wanted) != 0) return false;
  const bool same_owner = now.st_uid == wanted.st_uid && now.st_gid == wanted.st_gid;
  if (!same_owner && fchown(fd, wanted.st_uid, wanted.st_gid) != 0) return false;
  return fchmod(fd, wanted.st_mode & 07777) == 0;
}

bool nobody_reads(std::FILE*, int error) { return error == EPIPE; }

namespace {

sigset_t held_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (int number : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&set, number);
  return set;
}

sigset_t before;  // what was held already; one HoldSignals at a time

}  // namespace

HoldSignals::HoldSignals() {
  const sigset_t set = held_signals();
  sigprocmask(SIG_BLOCK, &set, &before);
}

HoldSignals::~HoldSignals() { sigprocmask(SIG_SETMASK, &before, nullptr); }

bool HoldSignals::one_has_come() const {
  sigset_t waiting;
  if (sigpending(&waiting) != 0) return false;
  for (int number : {SIGINT, SIGTERM, SIGHUP}) {
    if (sigismember(&waiting, number) == 1 && sigismember(&before, number) == 0) return true;
  }
  return false;
}

#endif

}  // namespace mha::platform
