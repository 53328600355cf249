// What goes into a recording comes out bit by bit, also through a resume.
#include <gtest/gtest.h>
#include <hdf5.h>

#include <set>

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

TEST(Recording, RoundTripIsBitExact) {
  const TemporaryFolder folder;
  const std::string path = folder.file("run.h5");
  Recorder recorder = begin_sample(path);
  record_steps(recorder, 1, 1005);
  recorder.close();
  const Recording recording(path);
  EXPECT_EQ(recording.step_count(), 1005);
  EXPECT_EQ(recording.frame_count(), 503);
  EXPECT_EQ(recording.checkpoint_count(), 101);
  EXPECT_EQ(recording.last_valid_checkpoint(), 100);
  EXPECT_EQ(recording.frame_step(502), 1004);
  expect_sound(recording);
}

TEST(Recording, HoldsTheInitialStateBeforeTheFirstStep) {
  const TemporaryFolder folder;
  const std::string path = folder.file("run.h5");
  const Recorder recorder = begin_sample(path);
  const Recording recording(path);
  EXPECT_EQ(recording.step_count(), 0);
  EXPECT_EQ(recording.frame_count(), 1);
  EXPECT_EQ(recording.last_valid_checkpoint(), 0);
  EXPECT_FALSE(std::filesystem::exists(path + ".partial"));
}

TEST(Recording, NeedsNeitherJointsNorProbes) {
  const TemporaryFolder folder;
  const std::string path = folder.file("run.h5");
  RecordingHeader header = testing::sample_header();
  header.joint_names.clear();
  header.probe_columns.clear();
  const auto state = [](std::int64_t step) {
    WorldState s = testing::state_at(step);
    s.joints.clear();
    return s;
  };
  const auto frame = [](std::int64_t step) {
    Frame f = testing::frame_at(step);
    f.joints.clear();
    f.probes.clear();
    return f;
  };
  Recorder recorder = Recorder::create(path, header, state(0), frame(0));
  recorder.add(testing::record_at(1));
  recorder.add(frame(1));
  recorder.add_checkpoint(state(1));
  recorder.close();
  const Recording recording(path);
  EXPECT_TRUE(recording.header().joint_names.empty());
  EXPECT_TRUE(recording.header().probe_columns.empty());
  ASSERT_EQ(recording.frame_count(), 2);
  EXPECT_EQ(testing::bits(recording.frame(1)), testing::bits(frame(1)));
  EXPECT_EQ(hash(recording.checkpoint(1)), hash(state(1)));
}

TEST(Recording, OtherFormatsAreRefusedWithTheirNumber) {
  const TemporaryFolder folder;
  const std::string path = folder.file("run.h5");
  begin_sample(path).close();
  for (const std::int64_t version : {1, 5}) {
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    ASSERT_GE(file, 0);
    const hid_t attribute = H5Aopen(file, "stiction_recording", H5P_DEFAULT);
    ASSERT_GE(H5Awrite(attribute, H5T_NATIVE_INT64, &version), 0);
    H5Aclose(attribute);
    H5Fclose(file);
    try {
      const Recording recording(path);
      ADD_FAILURE() << "format " << version << " opened";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("has recording format " + std::to_string(version)), std::string::npos);
      EXPECT_NE(error.remedy().find("formats 2 to 4"), std::string::npos) << error.what();
    }
  }
}

/// Writes a table again without some of its columns, as an older version would have.
void drop_columns(hid_t file, const char* table, const std::set<std::string>& names) {
  const hid_t old = H5Dopen2(file, table, H5P_DEFAULT), type = H5Dget_type(old), space = H5Dget_space(old);
  const hid_t kept = H5Tcreate(H5T_COMPOUND, H5Tget_size(type));
  for (unsigned i = 0; i < static_cast<unsigned>(H5Tget_nmembers(type)); ++i) {
    char* name = H5Tget_member_name(type, i);
    const hid_t member = H5Tget_member_type(type, i);
    if (!names.contains(name)) H5Tinsert(kept, name, H5Tget_member_offset(type, i), member);
    H5Tclose(member);
    H5free_memory(name);
  }
  const auto rows = static_cast<std::size_t>(H5Sget_simple_extent_npoints(space));
  std::vector<char> bytes(rows * H5Tget_size(type));
  ASSERT_GE(H5Dread(old, kept, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()), 0);
  const hid_t properties = H5Dget_create_plist(old);
  H5Dclose(old);
  ASSERT_GE(H5Ldelete(file, table, H5P_DEFAULT), 0);
  const hid_t fresh = H5Dcreate2(file, table, kept, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  ASSERT_GE(H5Dwrite(fresh, kept, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()), 0);
  for (const hid_t id : {fresh, kept, space, type, properties}) H5Idec_ref(id);
}

TEST(Recording, FormatTwoIsReadWithoutWhatItLacks) {
  const TemporaryFolder folder;
  const std::string path = folder.file("run.h5");
  {
    Recorder recorder = begin_sample(path);
    record_steps(recorder, 1, 20);
  }
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  ASSERT_GE(file, 0);
  drop_columns(file, "steps", {"overlap", "correction", "correction_energy", "elastic_energy"});
  drop_columns(file, "frames/contacts", {"torque"});
  drop_columns(file, "checkpoints/contacts", {"torque"});
  const std::int64_t version = 2;
  const hid_t attribute = H5Aopen(file, "stiction_recording", H5P_DEFAULT);
  ASSERT_GE(H5Awrite(attribute, H5T_NATIVE_INT64, &version), 0);
  H5Aclose(attribute);
  H5Fclose(file);
  const Recording recording(path);
  ASSERT_EQ(recording.step_count(), 20);
  for (std::int64_t step = 1; step <= 20; ++step) {
    StepRecord expected = testing::record_at(step);
    expected.report.overlap = expected.report.correction = expected.report.correction_energy = 0;
    expected.report.elastic_energy = 0;
    testing::expect_equal(recording.steps(step - 1, step)[0], expected);
  }
  Frame frame = testing::frame_at(4);
  for (ContactState& contact : frame.contacts) contact.torque.setZero();
  EXPECT_EQ(testing::bits(recording.frame(2)), testing::bits(frame));
}

TEST(Recording, ResumeInPlaceContinuesTheSameFile) {
  const TemporaryFolder folder;
  const std::string path = folder.file("run.h5");
  {
    Recorder recorder = begin_sample(path);
    record_steps(recorder, 1, 57);
  }
  {
    const Recording source(path);
    Recorder recorder = Recorder::resume(path, source.header(), source, source.last_valid_checkpoint());
    EXPECT_EQ(recorder.last_checkpoint_step(), 50);
    EXPECT_EQ(recorder.last_frame_step(), 50);
    record_steps(recorder, 51, 120);
    recorder.close();
  }
  const Recording recording(path);
  EXPECT_EQ(recording.step_count(), 120);
  EXPECT_EQ(recording.frame_count(), 61);
  expect_sound(recording);
}

TEST(Recording, ResumeElsewhereLeavesTheSource) {
  const TemporaryFolder folder;
  const std::string first = folder.file("a.h5"), second = folder.file("b.h5");
  {
    Recorder recorder = begin_sample(first);
    record_steps(recorder, 1, 45);
  }
  const Recording source(first);
  {
    Recorder recorder = Recorder::resume(second, source.header(), source, 2);
    record_steps(recorder, 21, 30);
  }
  EXPECT_EQ(Recording(first).step_count(), 45);
  const Recording copy(second);
  EXPECT_EQ(copy.step_count(), 30);
  expect_sound(copy);
}

TEST(Recording, InputsOfALiveRunAndOfItsContinuation) {
  const TemporaryFolder folder;
  const std::string path = folder.file("live.h5");
  RecordingHeader header = testing::sample_header();
  header.live = true;
  const auto input_at = [](std::int64_t step) {
    return LiveInput{step, static_cast<LiveAction>(step % 8), static_cast<int>(step % 3) - 1,
                     Vec3(1.0 / 3, -0.0, 7e-300)};
  };
  {
    Recorder recorder = Recorder::create(path, header, testing::state_at(0), testing::frame_at(0));
    for (std::int64_t step = 0; step < 45; ++step) {
      recorder.add(input_at(step));
      record_steps(recorder, step + 1, step + 1);
    }
  }
  const auto expect_inputs = [&](const Recording& recording, std::size_t count) {
    const std::vector<LiveInput> inputs = recording.inputs();
    ASSERT_EQ(inputs.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
      const LiveInput expected = input_at(static_cast<std::int64_t>(i));
      EXPECT_EQ(inputs[i].step, expected.step);
      EXPECT_EQ(inputs[i].action, expected.action);
      EXPECT_EQ(inputs[i].body, expected.body);
      EXPECT_EQ(inputs[i].value, expected.value);
    }
  };
  const Recording source(path);
  EXPECT_TRUE(source.header().live);
  expect_inputs(source, 45);
  const std::string copy = folder.file("copy.h5");
  { Recorder recorder = Recorder::resume(copy, source.header(), source, source.last_valid_checkpoint()); }
  expect_inputs(Recording(copy), 40);  // those that the steps up to the checkpoint felt
  const std::string plain = folder.file("plain.h5");
  { Recorder recorder = begin_sample(plain); }
  EXPECT_TRUE(Recording(plain).inputs().empty());
}

TEST(Recorder, ReplacesARecordingButNothingElse) {
  const TemporaryFolder folder;
  const std::string path = folder.file("run.h5");
  {
    Recorder recorder = begin_sample(path);
    record_steps(recorder, 1, 20);
  }
  begin_sample(path).close();
  EXPECT_EQ(Recording(path).step_count(), 0);

  const std::string text = folder.file("letter.txt");
  FILE* file = fopen(text.c_str(), "w");
  ASSERT_NE(file, nullptr);
  fputs("dear all", file);
  fclose(file);
  EXPECT_THROW(begin_sample(text), InputError);
  EXPECT_EQ(std::filesystem::file_size(text), 8U);
}

TEST(Recorder, RefusesImpossiblePlacesAndEmptyScenes) {
  const TemporaryFolder folder;
  EXPECT_THROW(begin_sample(folder.file("no/such/folder/run.h5")), InputError);
  EXPECT_THROW(begin_sample(folder.file("")), InputError);
  EXPECT_THROW(Recorder::create(folder.file("x.h5"), RecordingHeader{}, WorldState{}, Frame{}), InputError);
  EXPECT_TRUE(std::filesystem::is_empty(folder.file("."))) << "a failed start leaves nothing behind";
}

TEST(Recorder, RefusesAFileThatAnotherRunIsWriting) {
  const TemporaryFolder folder;
  const std::string path = folder.file("run.h5");
  Recorder first = begin_sample(path);
  EXPECT_THROW(begin_sample(path), InputError);
  record_steps(first, 1, 10);
  first.close();
  EXPECT_EQ(Recording(path).step_count(), 10);
  EXPECT_NO_THROW(begin_sample(path));
}

}  // namespace
}  // namespace stiction
