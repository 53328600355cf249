#include "framework/findings.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "stiction/common/error.h"

namespace stiction::papers {
namespace {

using Json = nlohmann::ordered_json;

/// JSON has no NaN and no infinity.
Json number(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }
double number(const Json& json) {
  return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

template <class Item, class Write>
Json list(const std::vector<Item>& items, const Write& write) {
  Json out = Json::array();
  for (const Item& item : items) out.push_back(write(item));
  return out;
}

Json write(const Curve& curve) {
  Json points = Json::array();
  for (const auto& [x, y] : curve.points) points.push_back({number(x), number(y)});
  return {{"name", curve.name},
          {"points", points},
          {"dashed", curve.dashed},
          {"dots", curve.dots},
          {"colour", curve.colour}};
}

Json write(const Plot& plot) {
  return {{"title", plot.title},     {"x_label", plot.x_label},
          {"y_label", plot.y_label}, {"log_x", plot.log_x},
          {"log_y", plot.log_y},     {"curves", list(plot.curves, [](const Curve& c) { return write(c); })}};
}

Json write(const Health& h) {
  return {{"film", h.film},
          {"simulated_s", h.simulated_s},
          {"steps", h.steps},
          {"share_4", h.share_4},
          {"share_6", h.share_6},
          {"worst_error", number(h.worst_error)},
          {"worst_penetration", number(h.worst_penetration)}};
}

Plot read_plot(const Json& json) {
  Plot plot{json.at("title"), json.at("x_label"), json.at("y_label"), json.at("log_x"), json.at("log_y")};
  for (const Json& c : json.at("curves")) {
    Curve curve{c.at("name"), {}, c.at("dashed"), c.at("dots"), c.at("colour")};
    for (const Json& p : c.at("points")) curve.points.emplace_back(number(p.at(0)), number(p.at(1)));
    plot.curves.push_back(std::move(curve));
  }
  return plot;
}

Findings read(const Json& json) {
  Findings f;
  for (const Json& c : json.at("checks")) f.checks.push_back({c.at("what"), c.at("seen"), c.at("detail")});
  for (const Json& c : json.at("comparisons"))
    f.comparisons.push_back({c.at("table"), c.at("row"), c.at("column"), number(c.at("paper")), number(c.at("ours"))});
  for (const Json& t : json.at("tables")) f.tables.push_back({t.at("title"), t.at("header"), t.at("rows")});
  for (const Json& p : json.at("plots")) f.plots.push_back(read_plot(p));
  for (const Json& p : json.at("pictures")) f.pictures.push_back({p.get<std::string>(), ""});
  for (const Json& h : json.at("health"))
    f.health.push_back({h.at("film"), h.at("simulated_s"), h.at("steps"), h.at("share_4"), h.at("share_6"),
                        number(h.at("worst_error")), number(h.at("worst_penetration"))});
  for (const Json& note : json.at("notes")) f.notes.push_back(note);
  f.wall_s = json.at("wall_s");
  f.cpu_s = json.at("cpu_s");
  return f;
}

}  // namespace

bool Findings::all_seen() const {
  return std::all_of(checks.begin(), checks.end(), [](const Check& c) { return c.seen; });
}

std::string to_json(const Findings& f) {
  Json json;
  json["checks"] = list(f.checks, [](const Check& c) {
    return Json{{"what", c.what}, {"seen", c.seen}, {"detail", c.detail}};
  });
  json["comparisons"] = list(f.comparisons, [](const Comparison& c) {
    return Json{
        {"table", c.table}, {"row", c.row}, {"column", c.column}, {"paper", number(c.paper)}, {"ours", number(c.ours)}};
  });
  json["tables"] = list(f.tables, [](const Table& t) {
    return Json{{"title", t.title}, {"header", t.header}, {"rows", t.rows}};
  });
  json["plots"] = list(f.plots, [](const Plot& p) { return write(p); });
  json["pictures"] = list(f.pictures, [](const Picture& p) { return Json(p.caption); });
  json["health"] = list(f.health, [](const Health& h) { return write(h); });
  json["notes"] = f.notes;
  json["wall_s"] = f.wall_s;
  json["cpu_s"] = f.cpu_s;
  return json.dump(1);
}

Findings findings_from_json(const std::string& text, const std::string& where) {
  try {
    return read(Json::parse(text));
  } catch (const Json::exception& error) {
    throw InputError(where, std::string("is not what an exhibit leaves behind: ") + error.what(),
                     "remove the file, and the exhibit will be run again");
  }
}

}  // namespace stiction::papers
