#include "cli/platform.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace mha::platform {

#ifdef _WIN32

void prepare() {
  for (std::FILE* stream : {stdin, stdout, stderr}) _setmode(_fileno(stream), _O_BINARY);
}

void leave_signals_to_others() {}  // a handler has a thread of its own there

bool is_terminal(std::FILE* file) { return _isatty(_fileno(file)) != 0; }

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

bool nobody_reads(int error) { return error == EPIPE || error == EINVAL; }

// Ctrl-C is ignored for that moment; there is nothing to ask.
HoldSignals::HoldSignals() { SetConsoleCtrlHandler(nullptr, TRUE); }
HoldSignals::~HoldSignals() { SetConsoleCtrlHandler(nullptr, FALSE); }
bool HoldSignals::one_has_come() const { return false; }

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

bool is_terminal(std::FILE* file) { return isatty(fileno(file)) != 0; }

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

bool nobody_reads(int error) { return error == EPIPE; }

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
