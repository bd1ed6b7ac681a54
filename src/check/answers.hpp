// What a person calculated, as they wrote it: a trace or worksheet in text form, edited by hand, or a JSON object.
// Nothing is judged here; what cannot be read is an Error with its line, never skipped.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trace/trace.hpp"

namespace mha {

struct Cell {
  enum class Kind { number, minus_infinity, blank };
  Kind kind = Kind::blank;
  double value = 0;
  int decimals = 0;  // as many as are written there (1e-3: 3, 2.: 0, 1.5e2: 0); of a fraction none: it is meant exactly
  bool is_exact = false;  // a fraction such as 1/3
  std::string written;    // for the report: at most 400 bytes, no control characters
};

struct AnswerRow {
  std::optional<std::string> label;
  std::size_t line = 0;  // from 1; 0: not known (of JSON)
  std::vector<Cell> cells;
};

// One step's cells, with as many rows and columns as were written. No rows: a heading with nothing below it.
struct Answer {
  std::string name;             // as it was written: an id or the last words of one
  std::size_t line = 0;         // of its heading, from 1; 0: not known
  std::vector<AnswerRow> rows;  // all of the same length
};

struct Answers {
  // From the first line of a trace or worksheet (# mha 1.0 · wo-ai-ni · decimals 4 · round 2), where there is one.
  std::optional<std::string> config;
  std::optional<int> round;
  std::vector<Answer> steps;
};

// INTERFACE §5. `name` is the file's, for messages. Throws Error: a cell that is no number, a row of another length
// than the one before it, a bracket that is not closed, nothing in it at all, more than 4 million cells, bytes that
// are no text.
Answers read_answers(std::string_view text, const std::string& name);

// The same cells at their places in the calculation: one matrix of cells for each step that was answered. A step of
// another shape than the true one keeps the written shape (rows that have labels stand where they belong, the others
// are blank). A step with nothing below its heading has the true shape, all blank.
struct SheetStep {
  std::size_t place = 0;  // in the plan
  std::vector<std::vector<Cell>> cells;
};
struct Sheet {
  std::vector<SheetStep> steps;  // in the order of computation
};

// Finds the steps that the answers mean. Throws Error, with `name` and the line: an unknown or ambiguous step name
// (with the nearest ids), a step answered twice, an unknown row label, one that stands more often than there are such
// rows.
Sheet match_answers(const Answers& answers, const Plan& plan, const std::string& name);

}  // namespace mha
