// Files and standard streams: what is read is bounded, what is written is whole or absent. Paths are UTF-8.
#pragma once

#include <cstdio>
#include <iosfwd>
#include <string>

namespace mha {

inline constexpr std::size_t max_file_bytes = std::size_t{256} * 1024 * 1024;

bool exists(const std::string& path);

// The whole file, or standard input. Throws Error (place: the path, or "standard input") with the reason: no such file,
// a folder, no permission, more than 256 MiB.
std::string read_file(const std::string& path);
std::string read_stream(std::istream& in);

// Collects a result and delivers it only when all of it is there, so that a failed run leaves nothing behind. What is
// larger than a few MiB waits in a temporary file, not in memory.
class Output {
 public:
  Output() = default;
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void append(std::string_view text);

  // To standard output. False: the reader has closed the pipe, which is no error. Throws Error where not all of it
  // could be written (a full disk, a closed standard output).
  bool deliver(std::ostream& out);

  // To a file: written beside it, flushed, renamed. An existing file keeps its mode and the links to it; a device or
  // pipe is written through. Throws Error (place: the path), and then the file is as it was before.
  void deliver(const std::string& path);

 private:
  std::string text_;
  std::FILE* spool_ = nullptr;
};

}  // namespace mha
