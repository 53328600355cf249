#include "stiction/scene/formula.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <vector>

#include "stiction/common/error.h"
#include "stiction/scene/suggest.h"

namespace stiction {

struct Formula::Node {
  std::function<double(double)> value;
};

namespace {

using Value = std::function<double(double)>;
using Call = double (*)(double, double);

struct Function {
  int arguments;
  Call call;
};

const std::map<std::string, Function>& functions() {
  static const std::map<std::string, Function> table{
      {"sin", {1, [](double x, double) { return std::sin(x); }}},
      {"cos", {1, [](double x, double) { return std::cos(x); }}},
      {"tan", {1, [](double x, double) { return std::tan(x); }}},
      {"exp", {1, [](double x, double) { return std::exp(x); }}},
      {"log", {1, [](double x, double) { return std::log(x); }}},
      {"sqrt", {1, [](double x, double) { return std::sqrt(x); }}},
      {"abs", {1, [](double x, double) { return std::abs(x); }}},
      {"step", {1, [](double x, double) { return x < 0 ? 0.0 : 1.0; }}},
      {"min", {2, [](double x, double y) { return std::min(x, y); }}},
      {"max", {2, [](double x, double y) { return std::max(x, y); }}},
  };
  return table;
}

/// Recursive descent: sum, product, sign, power, atom.
class Parser {
 public:
  explicit Parser(const std::string& text) : text_(text) {}

  Value parse() {
    Value value = sum();
    skip();
    if (at_ != text_.size()) fail("has something left over");
    return value;
  }

 private:
  Value sum() {
    Value left = product();
    while (true) {
      const bool minus = next_is('-');
      if (!minus && !next_is('+')) return left;
      ++at_;
      left = [left, right = product(), sign = minus ? -1.0 : 1.0](double t) { return left(t) + sign * right(t); };
    }
  }
  Value product() {
    Value left = signed_power();
    while (true) {
      const bool over = next_is('/');
      if (!over && !next_is('*')) return left;
      ++at_;
      Value right = signed_power();
      if (over) {
        left = [left, right](double t) { return left(t) / right(t); };
      } else {
        left = [left, right](double t) { return left(t) * right(t); };
      }
    }
  }
  Value signed_power() {
    enter();
    Value value;
    if (next_is('-')) {
      ++at_;
      value = [operand = signed_power()](double t) { return -operand(t); };
    } else {
      value = atom();
      if (next_is('^')) {
        ++at_;
        value = [base = value, exponent = signed_power()](double t) { return std::pow(base(t), exponent(t)); };
      }
    }
    --depth_;
    return value;
  }
  Value atom() {
    skip();
    if (at_ == text_.size()) fail("ends too early");
    if (next_is('(')) {
      ++at_;
      Value value = sum();
      expect(')');
      return value;
    }
    if (std::isalpha(static_cast<unsigned char>(text_[at_]))) return word();
    std::size_t used = 0;
    double number = 0;
    try {
      number = std::stod(text_.substr(at_), &used);
    } catch (const std::exception&) {
      fail("has no number");
    }
    if (!std::isfinite(number)) fail("has no finite number");
    at_ += used;
    return [number](double) { return number; };
  }
  Value word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && std::isalnum(static_cast<unsigned char>(text_[at_]))) ++at_;
    const std::string name = text_.substr(begin, at_ - begin);
    if (name == "t") return [](double t) { return t; };
    if (name == "pi") return [](double) { return std::numbers::pi; };
    const auto found = functions().find(name);
    if (found == functions().end()) {
      at_ = begin;
      fail("has the unknown word \"" + printable(name) + "\"");
    }
    expect('(');
    std::vector<Value> arguments{sum()};
    while (next_is(',')) {
      ++at_;
      arguments.push_back(sum());
    }
    expect(')');
    const Function f = found->second;
    if (static_cast<int>(arguments.size()) != f.arguments)
      fail(fmt::format("gives {} another number of arguments than {}", name, f.arguments));
    if (f.arguments == 1) return [f, x = arguments[0]](double t) { return f.call(x(t), 0); };
    return [f, x = arguments[0], y = arguments[1]](double t) { return f.call(x(t), y(t)); };
  }

  void skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  bool next_is(char c) {
    skip();
    return at_ < text_.size() && text_[at_] == c;
  }
  void expect(char c) {
    if (!next_is(c)) fail(fmt::format("lacks '{}'", c));
    ++at_;
  }
  void enter() {
    if (++depth_ > 100) fail("is nested too deeply");
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError("formula", fmt::format("\"{}\" {} at character {}", printable(text_), what, at_ + 1),
                     "use numbers, t, pi, + - * / ^ ( ), sin cos tan exp log sqrt abs step min max");
  }

  const std::string& text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

Formula::Formula(const std::string& text) : root_(std::make_shared<const Node>(Node{Parser(text).parse()})) {}

double Formula::operator()(double t) const { return root_->value(t); }

}  // namespace stiction
