#include "cli/files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <memory>
#include <random>
#include <system_error>
#include <utility>

#include "cli/environment.hpp"
#include "cli/platform.hpp"
#include "error.hpp"
#include "text/number.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t piece_bytes = std::size_t{1} << 18;
constexpr std::size_t spool_bytes = std::size_t{1} << 20;

constexpr const char* most_in_words = "256 MiB (268,435,456 bytes)";
static_assert(max_file_bytes == 268'435'456);

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

std::string shown(const std::string& path) { return shortened(path, 300); }

std::string reason(int error) {
  switch (error) {
    case EACCES:
    case EPERM: return "no permission";
    case ENOSPC: return "the disk is full";
    case EROFS: return "the disk is read-only";
    case EBADF: return "it is closed";
    case EISDIR: return "it is a folder";
    default: return std::generic_category().message(error);
  }
}

// The errno of what has just failed; never 0, as some failures leave it.
int failure() { return errno != 0 ? errno : EIO; }

[[noreturn]] void fail_reading(const std::string& place, int error) {
  if (error == ENOENT || error == ENOTDIR) throw Error(place, "no such file");
  if (error == EISDIR) throw Error(place, "is a folder, but needs a file");
  throw Error(place, "cannot be read: " + reason(error));
}

[[noreturn]] void fail_as_endless(const std::string& place) {
  throw Error(place, std::string("has no end after ") + most_in_words + ", the most that is read");
}

[[noreturn]] void fail_writing(const std::string& place, int error) {
  if (error == ENOENT || error == ENOTDIR) throw Error(place, "cannot be written: no such folder");
  if (error == EISDIR) throw Error(place, "is a folder, but needs a file");
  throw Error(place, "cannot be written: " + reason(error));
}

std::string read_all(std::FILE* file, const std::string& place) {
  std::string text;
  std::size_t used = 0;
  do {
    // One byte more than is allowed shows that there is too much.
    text.resize(std::min(std::max(std::size_t{1} << 16, used * 2), max_file_bytes + 1));
    errno = 0;
    used += std::fread(text.data() + used, 1, text.size() - used, file);
    if (std::ferror(file) != 0) fail_reading(place, errno);
    if (used > max_file_bytes) fail_as_endless(place);
  } while (used == text.size());
  text.resize(used);
  text.shrink_to_fit();
  return text;
}

bool is_in_proc(const fs::path& path) {
  std::error_code none;
  return fs::canonical(fs::absolute(path, none).parent_path(), none).native().starts_with(fs::path("/proc/").native());
}

// The file that `path` leads to over symbolic links; it need not exist. What looks like a link in /proc is none
// (/dev/stdout leads there, and may be a pipe or a file that is to be continued): it is left as it is.
fs::path followed(fs::path path) {
  std::error_code none;
  for (int links = 0; links < 40 && fs::is_symlink(path, none) && !is_in_proc(path); ++links) {
    path = path.parent_path() / fs::read_symlink(path, none);  // an absolute target stands for itself
  }
  return path;
}

// Copies all of one file to the start of another. 0, or the errno of what failed.
int copy(std::FILE* from, std::FILE* to) {
  std::string piece(piece_bytes, '\0');
  errno = 0;
  if (std::fseek(from, 0, SEEK_SET) != 0 || std::fseek(to, 0, SEEK_SET) != 0) return failure();
  while (const std::size_t got = std::fread(piece.data(), 1, piece.size(), from)) {
    if (std::fwrite(piece.data(), 1, got, to) != got) return failure();
  }
  return std::ferror(from) != 0 || std::fflush(to) != 0 ? failure() : 0;
}

// Takes a file away again, unless it has been renamed.
struct Remove {
  fs::path path;
  ~Remove() {
    std::error_code none;
    if (!path.empty()) fs::remove(path, none);
  }
};

}  // namespace

bool exists(const std::string& path) {
  std::error_code none;
  const fs::file_status status = fs::status(path_of(path), none);
  return fs::exists(status) && !fs::is_directory(status);
}

TextFile::TextFile(const std::string& path) : place_(shown(path)), file_(nullptr, std::fclose) {
  if (path.empty()) throw Error("", "the name of a file is empty");
  if (path.find('\0') != std::string::npos) fail_reading(place_, ENOENT);
  const fs::path name = path_of(path);
  std::error_code none;
  if (fs::is_directory(name, none)) fail_reading(place_, EISDIR);
  file_.reset(platform::open(name, "rb"));
  if (!file_) fail_reading(place_, errno);
  if (!fs::is_regular_file(name, none)) {
    is_read_once_ = true;
    text_ = read_all(file_.get(), place_);
    return;
  }
  std::setvbuf(file_.get(), nullptr, _IONBF, 0);  // the pieces are large
  const std::uintmax_t bytes = fs::file_size(name, none);
  if (!none && bytes > max_file_bytes) {
    throw Error(place_, "has " + grouped(bytes) + " bytes, but at most " + most_in_words + " are read");
  }
}

std::size_t TextFile::read(char* into, std::size_t most) {
  std::size_t count = 0;
  if (is_read_once_) {
    count = text_.copy(into, most, read_);
  } else {
    errno = 0;
    count = std::fread(into, 1, most, file_.get());
    if (std::ferror(file_.get()) != 0) fail_reading(place_, errno);
  }
  read_ += count;
  if (read_ > max_file_bytes) fail_as_endless(place_);
  return count;
}

std::string TextFile::whole() {
  if (is_read_once_) return std::move(text_);
  std::rewind(file_.get());
  return read_all(file_.get(), place_);
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code none;
  const fs::path first = fs::absolute(path_of(a), none), second = fs::absolute(path_of(b), none);
  return fs::equivalent(first, second, none) || first.lexically_normal() == second.lexically_normal();
}

std::string read_file(const std::string& path) { return TextFile(path).whole(); }

std::string read_stream(std::istream& in) {
  const std::string place = "standard input";
  if (&in == &std::cin) return read_all(stdin, place);  // which, unlike a stream, says why it failed
  std::string text;
  std::string piece(piece_bytes, '\0');
  while (in) {
    in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    text.append(piece, 0, static_cast<std::size_t>(in.gcount()));
    if (text.size() > max_file_bytes) fail_as_endless(place);
  }
  if (in.bad()) throw Error(place, "cannot be read");
  return text;
}

Output::~Output() {
  if (spool_ != nullptr) std::fclose(spool_);
}

void Output::append(std::string_view text) {
  if (spool_ == nullptr) {
    text_ += text;
    if (text_.size() < spool_bytes) return;
    spool_ = platform::open_nameless();
    if (spool_ == nullptr) return;  // nowhere to put it: it stays in memory
    text = text_;
  }
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), spool_) != text.size()) fail_writing("temporary file", errno);
  text_ = {};
}

bool Output::deliver(std::ostream& out) {
  const std::string place = "standard output";
  if (&out == &std::cout) return write_through(stdout, place);
  each_piece([&](std::string_view piece) {
    out.write(piece.data(), static_cast<std::streamsize>(piece.size()));
    return bool(out);
  });
  if (!out.flush()) throw Error(place, "cannot be written");
  return true;
}

void Output::deliver(const std::string& path) {
  if (path.empty()) throw Error("", "the name of the output file is empty");
  const std::string place = shown(path);
  const fs::path name = followed(path_of(path));
  std::error_code error;
  const fs::file_status status = fs::status(name, error);
  if (status.type() == fs::file_type::none) fail_writing(place, error.default_error_condition().value());
  if (fs::is_directory(status)) fail_writing(place, EISDIR);
  const bool there = fs::exists(status);

  if (there && (!fs::is_regular_file(status) || fs::is_symlink(name, error))) {
    File file(platform::open(name, "ab"));  // a: what is behind /dev/stdout may be a file that holds something already
    if (!file) fail_writing(place, errno);
    if (write_through(file.get(), place) && std::fclose(file.release()) != 0) fail_writing(place, errno);
    return;
  }

  const platform::HoldSignals held;
  if (there && !File(platform::open(name, "r+b"))) fail_writing(place, errno);
  // A rename would leave other names of the file behind; and a folder may not take a new file.
  if (there && fs::hard_link_count(name, error) > 1) {
    write_over(name, place, held);
  } else if (!write_beside(name, there, place, held)) {
    if (!there) fail_writing(place, errno);
    write_over(name, place, held);
  }
}

bool Output::each_piece(const std::function<bool(std::string_view)>& take) {
  if (spool_ != nullptr) {
    std::string piece(piece_bytes, '\0');
    errno = 0;
    if (std::fseek(spool_, 0, SEEK_SET) != 0) fail_writing("temporary file", errno);
    while (const std::size_t got = std::fread(piece.data(), 1, piece.size(), spool_)) {
      if (!take({piece.data(), got})) return false;
    }
    if (std::ferror(spool_) != 0) fail_reading("temporary file", errno);
    std::fseek(spool_, 0, SEEK_END);
  }
  for (std::string_view rest = text_; !rest.empty(); rest.remove_prefix(std::min(rest.size(), piece_bytes))) {
    if (!take(rest.substr(0, piece_bytes))) return false;
  }
  return true;
}

int Output::write_to(std::FILE* file, const platform::HoldSignals* held) {
  int error = 0;
  each_piece([&](std::string_view piece) {
    errno = 0;
    if (std::fwrite(piece.data(), 1, piece.size(), file) != piece.size()) error = failure();
    if (held != nullptr && held->one_has_come()) error = EINTR;
    return error == 0;
  });
  if (error == 0 && std::fflush(file) != 0) error = failure();
  return error;
}

bool Output::write_through(std::FILE* file, const std::string& place) {
  const int error = write_to(file);
  if (error != 0 && !platform::nobody_reads(file, error)) fail_writing(place, error);
  return error == 0;
}

// To a new file, which then gets the name. False, and errno, where that cannot be.
bool Output::write_beside(const fs::path& name, bool there, const std::string& place,
                          const platform::HoldSignals& held) {
  std::random_device random;
  Remove temporary;
  File file;
  do {
    temporary.path = name.parent_path() / (".mha-" + std::to_string(random()) + ".tmp");
    file.reset(platform::open(temporary.path, "x"));
  } while (!file && errno == EEXIST);
  if (!file) {
    temporary.path.clear();
    return false;
  }
  if (there && !platform::take_owner_and_mode(file.get(), name)) return false;
  int error = write_to(file.get(), &held);
  if (error == 0 && !platform::sync(file.get())) error = failure();
  if (std::fclose(file.release()) != 0 && error == 0) error = failure();
  if (error != 0) fail_writing(place, error);
  std::error_code renaming;
  fs::rename(temporary.path, name, renaming);
  if (!renaming) temporary.path.clear();
  errno = renaming.default_error_condition().value();
  return !renaming;
}

// Over what the file holds, of which a copy is kept until all is written. Nothing is cut off before that, so the copy
// always finds room.
void Output::write_over(const fs::path& name, const std::string& place, const platform::HoldSignals& held) {
  const File file(platform::open(name, "r+b"));
  const File old(platform::open_nameless());
  if (!file || !old) fail_writing(place, errno);
  std::setvbuf(file.get(), nullptr, _IONBF, 0);  // what could not be written is not to be tried again
  if (const int error = copy(file.get(), old.get())) fail_writing(place, error);
  const long old_bytes = std::ftell(old.get());
  std::rewind(file.get());
  int error = write_to(file.get(), &held);
  if (error == 0 && !platform::sync(file.get())) error = failure();
  const long bytes = std::ftell(file.get());
  if (error != 0) copy(old.get(), file.get());
  std::error_code none;
  fs::resize_file(name, static_cast<std::uintmax_t>(error == 0 ? bytes : old_bytes), none);
  if (error != 0) fail_writing(place, error);
}

}  // namespace mha
