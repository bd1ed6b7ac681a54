// What differs between POSIX and Windows: words on the command line, standard streams, opening of files, signals.
// Nothing else asks which it is.
#pragma once

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

namespace mha::platform {

// Once, at the start of the program: a closed pipe is an error of write() instead of a signal, a closed standard stream
// stays closed (and is not taken by the next file that is opened), nothing is done to line ends, and a console takes
// UTF-8 until the program ends.
void prepare();

// Signals shall not be the calling thread's business (the main thread holds them now and then: see HoldSignals).
void leave_signals_to_others();

// What stands after the program's name, in UTF-8, from what main() gets.
std::vector<std::string> arguments(int count, char** words);

// The files that a word with * or ? in it stands for, in order, where a shell leaves that to the program; else the
// word.
std::vector<std::string> expanded(const std::string& word);

bool speaks_chinese();  // whether the system's surface does, where no variable of the environment says so

bool is_terminal(std::FILE* file);
bool is_terminal_with_colors(std::FILE* file);

// As std::fopen, with errno. Mode "x": a new file for writing; one that exists is an error (EEXIST).
std::FILE* open(const std::filesystem::path& path, const char* mode);

// A file for reading and writing that has no name and is gone when it is closed. Null where there is none to be had.
std::FILE* open_nameless();

// Writes to the disk what the system still holds. False, and errno, where that fails.
bool sync(std::FILE* file);

// Gives `file` the owner and the mode of the file at `path`. False where the system does not allow it.
bool take_owner_and_mode(std::FILE* file, const std::filesystem::path& path);

// Whether a write to `file` failed, with that errno, because it is a pipe that nobody reads any more.
bool nobody_reads(std::FILE* file, int error);

// While it lives, SIGINT, SIGTERM and SIGHUP wait, so that a file is either finished or taken away before they end the
// program. A long piece of work asks whether one has come, and then gives up.
class HoldSignals {
 public:
  HoldSignals();
  ~HoldSignals();
  HoldSignals(const HoldSignals&) = delete;
  HoldSignals& operator=(const HoldSignals&) = delete;
  bool one_has_come() const;
};

}  // namespace mha::platform
