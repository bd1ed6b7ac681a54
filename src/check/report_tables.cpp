// The reports that programs read: JSON, and a line of CSV.
#include <algorithm>
#include <cmath>

#include "check/report.hpp"
#include "text/format.hpp"
#include "text/number.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

std::string list_of(const std::vector<std::string>& texts) {
  std::string out = "[";
  for (const std::string& text : texts) out += (out.size() > 1 ? ", " : "") + json_string(text);
  return out + "]";
}

std::string number(double value) { return std::isinf(value) ? "\"-inf\"" : shortest(value); }

std::string cell_object(const MarkedCell& marked, const JudgedStep& judged, const Step& step, bool show) {
  const auto label = [&](const Labels& labels, std::size_t i) {
    return json_string(judged.wrong_shape ? std::to_string(i + 1) : label_of(labels, i));
  };
  std::string out = fmt::format(R"({{"row": {}, "column": {}, "written": {})", label(step.row_labels, marked.row),
                                label(step.column_labels, marked.column), json_string(marked.cell.written));
  if (show && !std::isnan(marked.right)) out += fmt::format(R"(, "right": {})", number(marked.right));
  if (show && !std::isnan(marked.from_own)) out += fmt::format(R"(, "from_own": {})", number(marked.from_own));
  return out + "}";
}

std::vector<std::string> ids(const std::vector<Finding>& findings) {
  std::vector<std::string> ids;
  for (const Finding& finding : findings) ids.emplace_back(finding.id);
  return ids;
}

std::string step_object(const JudgedStep& judged, const Plan& plan, bool show) {
  const Step& step = plan.steps[judged.place];
  std::string out = fmt::format(R"({{"id": {}, "verdict": "{}")", json_string(step.id), name(judged.verdict));
  if (judged.wrong_shape) {
    out += fmt::format(R"(, "shape": [{}, {}])", judged.wrong_shape->rows, judged.wrong_shape->cols);
  }
  if (judged.verdict == Verdict::wrong || judged.verdict == Verdict::last_digit) {
    out += ",\n   \"cells\": [";
    std::string_view before = "";
    for (const MarkedCell& marked : judged.cells) {
      if (marked.verdict != judged.verdict) continue;  // beside wrong cells, those off in the last digit are not named
      out += before;
      out += cell_object(marked, judged, step, show);
      before = ",\n    ";
    }
    out += "],\n   \"mistakes\": " + list_of(ids(judged.mistakes));
  }
  return out + "}";
}

// A cell of a table that no spreadsheet takes for a formula.
std::string csv_cell(const std::string& text) {
  std::string cell = escaped(text);
  if (!cell.empty() && std::string_view("=+-@'").find(cell[0]) != std::string_view::npos)
    cell = fmt::format("'{}", cell);
  if (cell.find_first_of(",\"; ") == std::string::npos) return cell;
  std::string quoted = "\"";
  for (const char c : cell) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + "\"";
}

}  // namespace

std::string report_json(const Judgement& judgement, const Plan& plan, const ReportOptions& options) {
  std::string out = fmt::format("{{\n\"name\": {},\n\"steps\": [", json_string(options.name));
  std::string_view before = "\n  ";
  for (const JudgedStep& judged : judgement.steps) {
    out += before;
    out += step_object(judged, plan, options.show);
    before = ",\n  ";
  }
  const Summary s = summarize(judgement, plan);
  out += fmt::format("\n],\n\"first_wrong\": {},\n",
                     judgement.first_wrong ? json_string(plan.steps[*judgement.first_wrong].id) : "null");
  if (options.hint > 0) out += fmt::format("\"hints\": {},\n", list_of(hints(judgement, plan, options)));
  out += fmt::format("\"summary\": {{\"steps\": {}, \"filled_in\": {}", s.steps, s.filled_in);
  for (const Verdict verdict : {Verdict::right, Verdict::follows, Verdict::last_digit, Verdict::wrong}) {
    out += fmt::format(", \"{}\": {}", name(verdict), s.count(verdict));
  }
  return out + "}\n}\n";
}

std::string report_csv_header() { return "name,filled_in,right,follows,wrong,first_wrong,mistakes\n"; }

std::string report_csv(const Judgement& judgement, const Plan& plan, const ReportOptions& options) {
  const Summary s = summarize(judgement, plan);
  std::vector<std::string> found;
  for (const JudgedStep& judged : judgement.steps) {
    if (judged.verdict != Verdict::wrong) continue;
    for (const std::string& id : ids(judged.mistakes)) {
      if (std::ranges::find(found, id) == found.end()) found.push_back(id);
    }
  }
  std::string all;
  for (const std::string& id : found) all += (all.empty() ? "" : "; ") + id;
  return fmt::format("{},{},{},{},{},{},{}\n", csv_cell(options.name), s.filled_in, s.count(Verdict::right),
                     s.count(Verdict::follows), s.count(Verdict::wrong),
                     judgement.first_wrong ? plan.steps[*judgement.first_wrong].id : "", csv_cell(all));
}

}  // namespace mha
