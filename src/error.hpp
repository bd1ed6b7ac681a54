// The one exception for what a person can put right. run() in cli/cli.cpp prints it once, as "mha: PLACE: message".
#pragma once

#include <stdexcept>
#include <string>

namespace mha {

class Error : public std::runtime_error {
 public:
  // `place`: the option, or the file and the key's path (my.json: weights[0].Wq[1]).
  // `message`: what was found, what was needed, why. Further lines (the line of a syntax error, its caret) are allowed.
  Error(std::string place, const std::string& message)
      : std::runtime_error(place.empty() ? message : place + ": " + message), place_(std::move(place)) {}

  const std::string& place() const { return place_; }

 private:
  std::string place_;
};

}  // namespace mha
