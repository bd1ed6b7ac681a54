#include "check/judge.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "check/cell.hpp"
#include "math/rounding.hpp"

namespace mha {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Three ways to go on honestly from what was written: with the numbers as they stand there; the same, and steps that
// were left out are rounded as well; and with all the digits of numbers that were only written down rounded.
class Judge {
 public:
  Judge(const Plan& plan, const Truth& truth)
      : plan_(plan),
        truth_(truth),
        written_(plan, truth.exact, std::nullopt),
        kept_(plan, truth.rounded, truth.round),
        carried_(plan, truth.exact, std::nullopt),
        is_written_(plan.steps.size()),
        is_tainted_(plan.steps.size()) {}

  Judgement judge(const Sheet& sheet) {
    for (const SheetStep& answer : sheet.steps) is_written_[answer.place] = is_filled(answer.cells);
    std::size_t place = 0;
    for (const SheetStep& answer : sheet.steps) {
      for (; place < answer.place; ++place) bridge(place);
      mark(answer);
      ++place;
    }
    return std::move(judgement_);
  }

 private:
  static bool is_filled(const Cells& cells) {
    return std::ranges::any_of(cells, [](const std::vector<Cell>& row) {
      return std::ranges::any_of(row, [](const Cell& cell) { return cell.kind != Cell::Kind::blank; });
    });
  }

  // Behind a wrong step.
  bool comes_after_a_wrong_one(std::size_t place) const {
    return std::ranges::any_of(plan_.steps[place].from, [&](std::size_t input) { return is_tainted_[input]; });
  }

  void bridge(std::size_t place) {
    for (Chain* chain : {&written_, &kept_, &carried_}) chain->go_on(place, chain->computed(place));
    is_tainted_[place] = comes_after_a_wrong_one(place);
  }

  // All numbers that are right, or right for the person's own numbers.
  struct Possible {
    Numbers exact, rounded;
    Numbers written, kept, carried;
  };

  bool is_right_in_itself(const Cell& cell, const Possible& p, std::size_t i, std::size_t j) const {
    return is_right(cell, (*p.exact)(i, j)) || (truth_.is_round_stated && is_right(cell, (*p.rounded)(i, j)));
  }

  bool is_honest(const Cell& cell, double value) const {
    return is_right(cell, value) || (truth_.is_round_stated && is_right(cell, round_to(value, *truth_.round)));
  }

  Verdict verdict_of(const Cell& cell, const Possible& p, std::size_t i, std::size_t j, bool is_after_wrong) const {
    if (cell.kind == Cell::Kind::blank) return Verdict::blank;
    if (is_right_in_itself(cell, p, i, j)) return Verdict::right;
    for (const Numbers& own : {p.written, p.kept, p.carried}) {
      if (is_honest(cell, (*own)(i, j))) return is_after_wrong ? Verdict::follows : Verdict::right;
    }
    if (is_right(cell, (*p.rounded)(i, j))) return Verdict::right;
    for (const Numbers& numbers : {p.exact, p.rounded, p.written, p.kept, p.carried}) {
      if (is_last_digit(cell, (*numbers)(i, j))) return Verdict::last_digit;
    }
    return Verdict::wrong;
  }

  void mark(const SheetStep& answer) {
    const std::size_t place = answer.place;
    const bool is_after_wrong = comes_after_a_wrong_one(place);
    const Possible possible{truth_.exact[place], truth_.rounded[place], written_.computed(place), kept_.computed(place),
                            carried_.computed(place)};
    JudgedStep step;
    step.place = place;
    if (!is_filled(answer.cells)) {
      for (const std::vector<Cell>& row : answer.cells) step.verdicts.emplace_back(row.size(), Verdict::blank);
      bridge(place);
      judgement_.steps.push_back(std::move(step));
      return;
    }
    const Shape shape = possible.exact->shape();
    const bool has_shape = answer.cells.size() == shape.rows && answer.cells.front().size() == shape.cols;
    if (has_shape)
      mark_cells(answer.cells, possible, is_after_wrong, step);
    else
      refuse_shape(answer.cells, step);

    if (step.verdict == Verdict::wrong || step.verdict == Verdict::last_digit) name_mistakes(answer, possible, step);
    if (step.verdict == Verdict::wrong && !judgement_.first_wrong) {
      judgement_.first_wrong = place;
      judgement_.own = truth_.is_round_stated ? kept_.values() : written_.values();
      judgement_.own[place] = truth_.is_round_stated ? possible.kept : possible.written;
    }
    if (has_shape)
      go_on_with(answer.cells, possible, step);
    else
      bridge(place);
    if (step.verdict == Verdict::wrong) is_tainted_[place] = true;
    judgement_.steps.push_back(std::move(step));
  }

  void mark_cells(const Cells& cells, const Possible& p, bool is_after_wrong, JudgedStep& step) {
    bool is_all_right_in_itself = true;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      std::vector<Verdict>& row = step.verdicts.emplace_back();
      for (std::size_t j = 0; j < cells[i].size(); ++j) {
        const Cell& cell = cells[i][j];
        const Verdict verdict = verdict_of(cell, p, i, j, is_after_wrong);
        row.push_back(verdict);
        is_all_right_in_itself = is_all_right_in_itself && is_right_in_itself(cell, p, i, j);
        step.verdict = worse(step.verdict, verdict);
        if (verdict != Verdict::wrong && verdict != Verdict::last_digit) continue;
        const Numbers& own = truth_.is_round_stated ? p.kept : p.written;
        step.cells.push_back({i, j, cell, verdict, (*p.exact)(i, j), (*own)(i, j)});
      }
    }
    // Right in itself, whatever stood before it: what comes after does not follow from that any more.
    is_tainted_[step.place] = is_after_wrong && !is_all_right_in_itself;
  }

  static void refuse_shape(const Cells& cells, JudgedStep& step) {
    step.verdict = Verdict::wrong;
    step.wrong_shape = Shape{cells.size(), cells.front().size()};
    for (std::size_t i = 0; i < cells.size(); ++i) {
      std::vector<Verdict>& row = step.verdicts.emplace_back();
      for (std::size_t j = 0; j < cells[i].size(); ++j) {
        const bool is_blank = cells[i][j].kind == Cell::Kind::blank;
        row.push_back(is_blank ? Verdict::blank : Verdict::wrong);
        if (!is_blank) step.cells.push_back({i, j, cells[i][j], Verdict::wrong, nan, nan});
      }
    }
  }

  static Verdict worse(Verdict a, Verdict b) {
    constexpr std::array order{Verdict::blank, Verdict::right, Verdict::follows, Verdict::last_digit, Verdict::wrong};
    return std::max(a, b,
                    [&](Verdict x, Verdict y) { return std::ranges::find(order, x) < std::ranges::find(order, y); });
  }

  void name_mistakes(const SheetStep& answer, const Possible& p, JudgedStep& step) const {
    for (const auto& [chain, own] :
         {std::pair{&carried_, p.carried}, std::pair{&written_, p.written}, std::pair{&kept_, p.kept}}) {
      Values values = chain->values();
      values[answer.place] = own;
      find_mistakes(plan_, answer.place, answer.cells, values, is_written_, step.mistakes);
    }
  }

  bool is_honest(const Cells& cells, const Matrix& numbers) const {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      for (std::size_t j = 0; j < cells[i].size(); ++j) {
        if (cells[i][j].kind != Cell::Kind::blank && !is_honest(cells[i][j], numbers(i, j))) return false;
      }
    }
    return true;
  }

  // The cells that are filled in, and those numbers in the others; with `keeps_digits` also where the cell was only
  // written down rounded.
  Numbers filled(const Cells& cells, const Numbers& numbers, bool keeps_digits) const {
    Matrix m = *numbers;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      for (std::size_t j = 0; j < cells[i].size(); ++j) {
        if (!keeps_digits || !is_honest(cells[i][j], m(i, j))) m(i, j) = value_of(cells[i][j], m(i, j));
      }
    }
    return std::make_shared<const Matrix>(std::move(m));
  }

  // Who carries all digits on goes on with what is right for their numbers, if that was written down; with what comes
  // out of their mistake, if it is known; else with what they wrote.
  void go_on_with(const Cells& cells, const Possible& p, const JudgedStep& step) {
    const bool is_explained = step.verdict == Verdict::wrong && !step.mistakes.empty();
    written_.set(step.place, filled(cells, p.written, false));
    kept_.set(step.place, filled(cells, p.kept, false));
    carried_.set(step.place, is_honest(cells, *p.carried)   ? p.carried
                             : is_honest(cells, *p.written) ? p.written
                             : is_explained                 ? step.mistakes.front().numbers
                                                            : filled(cells, p.carried, true));
  }

  const Plan& plan_;
  const Truth& truth_;
  Chain written_;
  Chain kept_;
  Chain carried_;
  std::vector<bool> is_written_;
  std::vector<bool> is_tainted_;  // wrong, or made from something wrong
  Judgement judgement_;
};

}  // namespace

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::right: return "right";
    case Verdict::follows: return "follows";
    case Verdict::last_digit: return "last_digit";
    case Verdict::wrong: return "wrong";
    case Verdict::blank: return "blank";
  }
  return "";
}

const JudgedStep* Judgement::find(std::size_t place) const {
  const auto found = std::ranges::find(steps, place, &JudgedStep::place);
  return found == steps.end() ? nullptr : &*found;
}

std::optional<int> decimals_kept(const Sheet& sheet, const Plan& plan) {
  std::map<int, std::size_t> counts;
  for (const SheetStep& step : sheet.steps) {
    if (is_given(plan.steps[step.place].op)) continue;
    for (const std::vector<Cell>& row : step.cells) {
      for (const Cell& cell : row) {
        if (cell.kind == Cell::Kind::number && !cell.is_exact && cell.decimals <= max_decimals) ++counts[cell.decimals];
      }
    }
  }
  if (counts.empty()) return std::nullopt;
  const int most = std::ranges::max_element(counts, {}, [](const auto& count) { return count.second; })->first;
  return most < 2 ? std::nullopt : std::optional(most);
}

Judgement judge(const Sheet& sheet, const Plan& plan, const Truth& truth) { return Judge(plan, truth).judge(sheet); }

Summary summarize(const Judgement& judgement, const Plan& plan) {
  Summary summary;
  summary.steps =
      static_cast<std::size_t>(std::ranges::count_if(plan.steps, [](const Step& step) { return !is_given(step.op); }));
  for (const JudgedStep& step : judgement.steps) {
    const bool is_copied = is_given(plan.steps[step.place].op);
    if (step.verdict == Verdict::blank || (is_copied && step.verdict != Verdict::wrong)) continue;
    if (is_copied) ++summary.steps;
    ++summary.filled_in;
    ++summary.counts[static_cast<std::size_t>(step.verdict)];
  }
  return summary;
}

}  // namespace mha
