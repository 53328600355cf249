// Files that are cut, damaged or something else altogether give a clear error, or what is sound in them.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <iterator>

#include "recording/compare.h"
#include "recording/sample_run.h"
#include "stiction/common/error.h"
#include "stiction/recording/recorder.h"

namespace stiction {
namespace {

using testing::begin_sample;
using testing::expect_sound;
using testing::record_steps;
using testing::TemporaryFolder;

std::string read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

/// Runs `work` in a child process and lets it die there by SIGKILL.
void run_and_kill(const std::function<void()>& work) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    work();
    kill(getpid(), SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
}

/// The bytes of a recording of 100 steps, its writer killed or not.
std::string sample_bytes(const std::string& path, bool killed) {
  const auto write = [&] {
    Recorder recorder = begin_sample(path);
    record_steps(recorder, 1, 100);
    if (killed) kill(getpid(), SIGKILL);
  };
  if (killed) {
    run_and_kill(write);
  } else {
    write();
  }
  return read_bytes(path);
}

/// Opens a damaged file: an InputError that names it, or a recording in which everything is right.
/// Returns whether it opened.
bool open_damaged(const std::string& path) {
  try {
    const Recording recording(path);
    recording.last_valid_checkpoint();
    expect_sound(recording);
    return true;
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(path), std::string::npos);
    return false;
  }
}

TEST(DamagedRecording, KilledWriterLeavesEverythingUpToTheLastFlush) {
  const TemporaryFolder folder;
  const std::string path = folder.file("run.h5");
  run_and_kill([&] {
    Recorder recorder = begin_sample(path);
    record_steps(recorder, 1, 97);
    kill(getpid(), SIGKILL);
  });
  const Recording recording(path);
  EXPECT_EQ(recording.step_count(), 90);
  EXPECT_EQ(recording.frame_count(), 46);
  EXPECT_EQ(recording.last_valid_checkpoint(), 9);
  expect_sound(recording);
}

TEST(DamagedRecording, KilledAndResumedSeveralTimes) {
  const TemporaryFolder folder;
  const std::string path = folder.file("run.h5");
  run_and_kill([&] {
    Recorder recorder = begin_sample(path);
    record_steps(recorder, 1, 15);
    kill(getpid(), SIGKILL);
  });
  for (std::int64_t round = 1; round < 5; ++round) {
    run_and_kill([&] {
      const Recording source(path);
      Recorder recorder = Recorder::resume(path, source.header(), source, source.last_valid_checkpoint());
      record_steps(recorder, recorder.last_checkpoint_step() + 1, 10 * round + 15);
      kill(getpid(), SIGKILL);
    });
    const Recording recording(path);
    EXPECT_EQ(recording.step_count(), 10 * round + 10);
    expect_sound(recording);
  }
}

TEST(DamagedRecording, CutAtAnyLengthNeverCrashes) {
  const TemporaryFolder folder;
  for (const bool killed : {false, true}) {
    const std::string bytes = sample_bytes(folder.file(killed ? "killed.h5" : "closed.h5"), killed);
    const std::string cut = folder.file("cut.h5");
    ASSERT_GT(bytes.size(), 10000U);
    const std::size_t stride = bytes.size() / 150;
    for (std::size_t length = 0; length < bytes.size(); length += length < 200 ? 20 : stride) {
      write_bytes(cut, bytes.substr(0, length));
      open_damaged(cut);
    }
    write_bytes(cut, bytes);
    EXPECT_TRUE(open_damaged(cut)) << "the whole file must open";
  }
}

TEST(DamagedRecording, DamagedCheckpointFallsBackToTheOneBefore) {
  const TemporaryFolder folder;
  const std::string path = folder.file("run.h5");
  std::string bytes = sample_bytes(path, false);
  // Find the last checkpoint's first body in the file by its bytes, and change one bit of it.
  const Vec3 position = testing::state_at(100).bodies[1].position;
  const std::string needle(reinterpret_cast<const char*>(position.data()), 3 * sizeof(double));
  std::size_t last = bytes.rfind(needle);
  int found = 0;
  for (std::size_t at = bytes.find(needle); at != std::string::npos; at = bytes.find(needle, at + 1)) {
    ++found;
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
  }
  ASSERT_NE(last, std::string::npos);
  EXPECT_EQ(found, 2) << "once in a frame, once in the checkpoint";
  write_bytes(path, bytes);
  const Recording recording(path);
  EXPECT_FALSE(recording.checkpoint_valid(10));
  EXPECT_EQ(recording.last_valid_checkpoint(), 9);
  EXPECT_THROW(recording.checkpoint(10), InputError);
}

TEST(DamagedRecording, TornCommitFallsBackToTheOneBefore) {
  const TemporaryFolder folder;
  const std::string path = folder.file("run.h5");
  std::string bytes = sample_bytes(path, true);
  // The newest commit says 100 steps: its row starts with sequence 11 (one at the start, ten checkpoints).
  const std::int64_t head[3] = {11, 100, 51};
  const std::size_t at = bytes.find(std::string(reinterpret_cast<const char*>(head), sizeof head));
  ASSERT_NE(at, std::string::npos);
  bytes[at + 8] = static_cast<char>(bytes[at + 8] ^ 4);
  write_bytes(path, bytes);
  const Recording recording(path);
  EXPECT_EQ(recording.step_count(), 90);
  EXPECT_EQ(recording.last_valid_checkpoint(), 9);
  expect_sound(recording);
}

TEST(DamagedRecording, FlippedBytesNeverCrash) {
  const TemporaryFolder folder;
  const std::string path = folder.file("run.h5");
  const std::string bytes = sample_bytes(path, true);
  std::mt19937_64 random(3);
  for (int round = 0; round < 200; ++round) {
    std::string damaged = bytes;
    // Half of the damage goes to the beginning, where the structures are.
    const std::size_t range = round % 2 == 0 ? std::min<std::size_t>(4096, bytes.size()) : bytes.size();
    damaged[random() % range] ^= static_cast<char>(1 + random() % 255);
    write_bytes(path, damaged);
    try {
      const Recording recording(path);
      recording.steps(0, recording.step_count());
      for (std::int64_t i = 0; i < recording.frame_count(); ++i) recording.frame(i);
      recording.last_valid_checkpoint();
    } catch (const InputError&) {
    }
  }
}

TEST(DamagedRecording, OtherThingsGiveAnErrorThatNamesThem) {
  const TemporaryFolder folder;
  const auto message = [](const std::string& path) -> std::string {
    try {
      const Recording recording(path);
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()).rfind(path, 0), 0U) << error.what();
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
      return error.problem();
    }
    ADD_FAILURE() << path << " opened";
    return {};
  };
  EXPECT_NE(message(folder.file("missing.h5")).find("does not exist"), std::string::npos);
  EXPECT_NE(message(folder.file("")).find("is not a file"), std::string::npos);
  write_bytes(folder.file("empty.h5"), "");
  message(folder.file("empty.h5"));
  write_bytes(folder.file("text.h5"), "{\"stiction\": 1}");
  message(folder.file("text.h5"));
  write_bytes(folder.file("zeros.h5"), std::string(5000, '\0'));
  message(folder.file("zeros.h5"));
}

TEST(LiveRecording, CanBeReadWhileItIsWritten) {
  const TemporaryFolder folder;
  const std::string path = folder.file("run.h5");
  const pid_t writer = fork();
  ASSERT_GE(writer, 0);
  if (writer == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // does not outlive the test, however that ends
    Recorder recorder = begin_sample(path);
    // An end, so that checking everything read so far cannot fall behind for ever.
    for (std::int64_t step = 1; step < 3000; step += 10) {
      record_steps(recorder, step, step + 9);
      usleep(2000);
    }
    for (;;) pause();
  }
  std::int64_t seen = -1;
  int grew = 0;
  while (seen < 3000) {
    usleep(2000);
    if (!std::filesystem::exists(path)) continue;
    const Recording recording(path);
    expect_sound(recording);
    EXPECT_GE(recording.step_count(), seen);
    grew += recording.step_count() > seen;
    seen = recording.step_count();
  }
  kill(writer, SIGKILL);
  waitpid(writer, nullptr, 0);
  EXPECT_GE(grew, 3);
  expect_sound(Recording(path));
}

}  // namespace
}  // namespace stiction
