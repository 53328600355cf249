// CSV: the tables of a recording for spreadsheets and scripts.
#pragma once

#include <string>
#include <vector>

#include "stiction/export/export_job.h"

namespace stiction {

/// The tables there are: "steps" (every step), and "bodies", "contacts", "joints", "probes" (the chosen frames).
const std::vector<std::string>& csv_tables();

/// Writes one table to `path`, or, if `table` is empty, all that are not empty to STEM_<table>.csv beside it, STEM
/// being `path` without ".csv". Numbers keep every bit. Returns the files written; none if `progress` ended the work.
/// Throws InputError.
std::vector<std::string> write_csv(const std::string& path, const std::string& table, const Recording& recording,
                                   double step, const FrameChoice& choice = {}, const ExportProgress& progress = {});

}  // namespace stiction
