// What a judgement is told as: to people in their language, to programs as JSON, to a teacher with a class as one line
// of a table. The right numbers are in it only where they are asked for.
#pragma once

#include <string>
#include <vector>

#include "check/judge.hpp"
#include "text/words.hpp"

namespace mha {

struct ReportOptions {
  std::string name;  // of the answers: the file's, or "standard input"
  Language language = Language::en;
  bool show = false;  // the right numbers too
  int hint = 0;       // for the first wrong step: 1 a cell to look at, 2 the rule as well, 3 its arithmetic too
};

std::string report_text(const Judgement& judgement, const Plan& plan, const ReportOptions& options);
std::string report_json(const Judgement& judgement, const Plan& plan, const ReportOptions& options);
std::string report_csv(const Judgement& judgement, const Plan& plan, const ReportOptions& options);  // one line
std::string report_csv_header();

// "12 of 27 steps filled in: 10 right, 1 follows, 1 wrong"
std::string in_words(const Summary& summary, Language language);

// "[我,爱]": row and column as they are labelled, or numbered where the plan's step has no such row.
std::string cell_in_words(const Step& step, const JudgedStep& judged, std::size_t row, std::size_t column);

// The hints to the first wrong step, one a line; none where nothing is wrong or none is asked for.
std::vector<std::string> hints(const Judgement& judgement, const Plan& plan, const ReportOptions& options);

}  // namespace mha
