// Files and standard streams: what is read is bounded, what is written is whole or absent. Paths are UTF-8.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

#include "model/text_source.hpp"

namespace mha {

namespace platform {
class HoldSignals;
}

inline constexpr std::size_t max_file_bytes = std::size_t{256} * 1024 * 1024;

// Whether there is something to read: a file, a device, a pipe. A folder is not.
bool exists(const std::string& path);

bool is_same_file(const std::string& a, const std::string& b);  // as far as the names tell, where there is none yet

// A file to be read, in pieces or whole. It throws Error (place: the path) with the reason: no such file, a folder, no
// permission, more than 256 MiB.
class TextFile final : public TextSource {
 public:
  explicit TextFile(const std::string& path);
  std::size_t read(char* into, std::size_t most) override;
  std::string whole() override;

 private:
  std::string place_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  bool is_read_once_ = false;  // a pipe, a device: text_ is all of it
  std::string text_;
  std::size_t read_ = 0;
};

// The whole file, or standard input, with the same errors (place: "standard input").
std::string read_file(const std::string& path);
std::string read_stream(std::istream& in);

// Collects a result and delivers it only when all of it is there, so that a failed run leaves nothing behind. What is
// larger than a MiB waits in a temporary file, not in memory.
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
  // Hands over all of it until `take` returns false. Whether it took all.
  bool each_piece(const std::function<bool(std::string_view)>& take);
  // Writes all of it, and gives up where a signal has come. 0, or the errno of what failed.
  int write_to(std::FILE* file, const platform::HoldSignals* held = nullptr);
  bool write_through(std::FILE* file, const std::string& place);  // false: nobody reads it
  bool write_beside(const std::filesystem::path& name, bool there, const std::string& place,
                    const platform::HoldSignals& held);
  void write_over(const std::filesystem::path& name, const std::string& place, const platform::HoldSignals& held);

  std::string text_;
  std::FILE* spool_ = nullptr;  // what came before text_, where that is much
};

}  // namespace mha
