#include "check/report.hpp"

#include <algorithm>
#include <cmath>

#include "math/rounding.hpp"
#include "model/shapes.hpp"
#include "text/format.hpp"
#include "text/number.hpp"
#include "text/say.hpp"
#include "text/unicode.hpp"
#include "trace/explain.hpp"

namespace mha {
namespace {

Phrase phrase_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::right: return Phrase::verdict_right;
    case Verdict::follows: return Phrase::verdict_follows;
    case Verdict::last_digit: return Phrase::verdict_last_digit;
    case Verdict::wrong: return Phrase::verdict_wrong;
    case Verdict::blank: return Phrase::verdict_blank;
  }
  return Phrase::verdict_blank;
}

// The number that belongs in the cell, with as many decimals as were written there.
std::string as_written(const Cell& cell, double value) {
  return fixed(value, cell.is_exact ? 4 : std::min(cell.decimals, max_decimals));
}

class TextReport {
 public:
  TextReport(const Judgement& judgement, const Plan& plan, const ReportOptions& options)
      : judgement_(judgement), plan_(plan), options_(options) {}

  std::string write() {
    first_wrong();
    std::size_t width = 0;
    for (const JudgedStep& judged : judgement_.steps) {
      if (is_told(judged)) width = std::max(width, plan_.steps[judged.place].id.size());
    }
    for (const JudgedStep& judged : judgement_.steps) {
      if (!is_told(judged)) continue;
      line(fmt::format("{:<{}}  {}", plan_.steps[judged.place].id, width, tell(phrase_of(judged.verdict))));
      if (judged.place != judgement_.first_wrong) details(judged);
    }
    line("");
    line(in_words(summarize(judgement_, plan_), options_.language));
    return std::move(out_);
  }

 private:
  // That a given matrix was copied right is not worth a line.
  bool is_told(const JudgedStep& judged) const {
    return !is_given(plan_.steps[judged.place].op) || judged.verdict == Verdict::wrong;
  }

  template <class... Args>
  std::string tell(Phrase p, const Args&... args) const {
    return say(options_.language, p, args...);
  }
  void line(const std::string& text) { out_ += text + "\n"; }

  void first_wrong() {
    if (!judgement_.first_wrong) {
      line(tell(Phrase::report_nothing_wrong) + "\n");
      return;
    }
    const JudgedStep& judged = *judgement_.find(*judgement_.first_wrong);
    const Step& step = plan_.steps[judged.place];
    line(tell(is_given(step.op) ? Phrase::report_first_wrong_given : Phrase::report_first_wrong, step.id));
    details(judged);
    for (const std::string& hint : hints(judgement_, plan_, options_)) line("  " + hint);
    line("");
  }

  void details(const JudgedStep& judged) {
    const Step& step = plan_.steps[judged.place];
    if (judged.wrong_shape) {
      line("  " + tell(Phrase::report_shape, in_words(*judged.wrong_shape), in_words(step.shape)));
    } else {
      cells(judged, step);
    }
    for (const Finding& finding : judged.mistakes) {
      std::string text = fmt::format("  {}: {}", finding.id, sentence(finding, plan_, options_.language));
      if (finding.place != judged.place) text += tell(Phrase::report_made_in, plan_.steps[finding.place].id);
      line(text);
    }
    if (judged.verdict == Verdict::wrong && judged.mistakes.empty()) {
      line("  " + tell(is_given(step.op) ? Phrase::report_copied : Phrase::report_no_mistake));
    }
  }

  void cells(const JudgedStep& judged, const Step& step) {
    constexpr std::size_t most = 12;
    std::string text;
    for (std::size_t i = 0; i < std::min(judged.cells.size(), most); ++i) {
      const MarkedCell& marked = judged.cells[i];
      text +=
          fmt::format("  {} {}", cell_in_words(step, judged, marked.row, marked.column), escaped(marked.cell.written));
      if (!options_.show) continue;
      const std::string right = as_written(marked.cell, marked.right);
      const std::string own = as_written(marked.cell, marked.from_own);
      text += own == right || std::isnan(marked.from_own) ? tell(Phrase::report_right, right)
                                                          : tell(Phrase::report_right_and_own, right, own);
    }
    if (judged.cells.size() > most) text += "  " + tell(Phrase::report_more, judged.cells.size() - most);
    if (!text.empty()) line(text);
  }

  const Judgement& judgement_;
  const Plan& plan_;
  const ReportOptions& options_;
  std::string out_;
};

}  // namespace

std::string report_text(const Judgement& judgement, const Plan& plan, const ReportOptions& options) {
  return TextReport(judgement, plan, options).write();
}

std::string in_words(const Summary& summary, Language language) {
  std::string text = say(language, Phrase::report_sum, summary.filled_in, summary.steps);
  const bool zh = language == Language::zh;
  std::string_view before = zh ? "：" : ": ";
  for (const Verdict verdict : {Verdict::right, Verdict::follows, Verdict::last_digit, Verdict::wrong}) {
    if (summary.count(verdict) == 0) continue;
    text += fmt::format("{}{} {}", before, summary.count(verdict), phrase(phrase_of(verdict), language));
    before = zh ? "，" : ", ";
  }
  return text;
}

std::string cell_in_words(const Step& step, const JudgedStep& judged, std::size_t row, std::size_t column) {
  const auto label = [&](const Labels& labels, std::size_t i) {
    return judged.wrong_shape ? std::to_string(i + 1) : shortened(label_of(labels, i), 40);
  };
  return fmt::format("[{},{}]", label(step.row_labels, row), label(step.column_labels, column));
}

std::vector<std::string> hints(const Judgement& judgement, const Plan& plan, const ReportOptions& options) {
  std::vector<std::string> lines;
  if (!judgement.first_wrong || options.hint < 1) return lines;
  const JudgedStep& judged = *judgement.find(*judgement.first_wrong);
  const Step& step = plan.steps[judged.place];
  const auto found = std::ranges::find(judged.cells, Verdict::wrong, &MarkedCell::verdict);
  if (found == judged.cells.end() || judged.wrong_shape) {
    lines.push_back(say(options.language, Phrase::hint_shape, step.id));
  } else {
    lines.push_back(say(options.language, Phrase::hint_cell, cell_in_words(step, judged, found->row, found->column)));
  }
  if (options.hint > 1 && !is_given(step.op)) {
    lines.push_back(say(options.language, Phrase::hint_rule, step.id.substr(step.id.rfind('.') + 1), step.formula));
  }
  const bool has_numbers = found != judged.cells.end() && std::isfinite(found->from_own);
  if (options.hint > 2 && !is_given(step.op) && has_numbers) {
    const Decimals decimals{std::min(found->cell.decimals, max_decimals), std::nullopt};
    lines.push_back(to_text(explain(plan, judged.place, judgement.own, {found->row, found->column}, decimals)));
  }
  return lines;
}

}  // namespace mha
