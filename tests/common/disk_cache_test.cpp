// Hashes of contents, and results kept on disk.
#include "stiction/common/disk_cache.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace stiction {
namespace {

namespace fs = std::filesystem;

/// A folder of its own for each test, and STICTION_CACHE set to it.
class DiskCache : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "stiction_cache_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    setenv("STICTION_CACHE", (folder_ / "deep" / "er").c_str(), 1);
  }
  void TearDown() override {
    unsetenv("STICTION_CACHE");
    fs::remove_all(folder_);
  }
  static ContentHash key(int value) { return ContentHash().add(value); }

  fs::path folder_;
};

// Test vectors of FNV-1a with 128 bits, from its definition: the offset basis, and (basis ^ 'a') * prime.
TEST(ContentHash, IsFnv) {
  EXPECT_EQ(ContentHash().hex(), "6c62272e07bb014262b821756295c58d");
  EXPECT_EQ(ContentHash().add_bytes("a", 1).hex(), "d228cb696f1a8caf78912b704e4a8964");
}

TEST(ContentHash, TellsContentsApart) {
  const auto of = [](std::string_view a, std::string_view b) { return ContentHash().add_text(a).add_text(b).hex(); };
  EXPECT_NE(of("ab", "c"), of("a", "bc"));
  EXPECT_EQ(of("ab", "c"), of("ab", "c"));
  EXPECT_NE(ContentHash().add(1.0), ContentHash().add(-1.0));
  const std::vector<int> some{1, 2, 3};
  EXPECT_NE(ContentHash().add_all(some), ContentHash().add_bytes(some.data(), 12));
}

TEST_F(DiskCache, ComputesOnceForEachKey) {
  int computed = 0;
  const auto compute = [&] { return std::string("result\0with zero", 16) + std::to_string(++computed); };
  const std::string first = cached("test-1", key(1), compute);
  EXPECT_EQ(cached("test-1", key(1), compute), first);
  EXPECT_EQ(computed, 1);
  EXPECT_NE(cached("test-1", key(2), compute), first);
  EXPECT_NE(cached("test-2", key(1), compute), first);
  EXPECT_EQ(computed, 3);
  // No drafts stay behind.
  for (const auto& entry : fs::directory_iterator(cache_folder())) {
    EXPECT_EQ(entry.path().string().find(".part"), std::string::npos);
  }
}

TEST_F(DiskCache, NoticesEveryBrokenByte) {
  const std::string path = cache_path("test-1", key(1));
  EXPECT_FALSE(read_cached(path));
  ASSERT_TRUE(write_cached(path, "the result"));
  EXPECT_EQ(read_cached(path), "the result");
  std::string good;
  {
    std::ifstream file(path, std::ios::binary);
    good.assign(std::istreambuf_iterator<char>(file), {});
  }
  const auto put = [&](const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; };
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = char(bad[i] ^ 1);
    put(bad);
    EXPECT_FALSE(read_cached(path)) << "byte " << i;
  }
  for (std::size_t length = 0; length < good.size(); ++length) {
    put(good.substr(0, length));
    EXPECT_FALSE(read_cached(path)) << "length " << length;
  }
  put(good + "x");
  EXPECT_FALSE(read_cached(path));
  // What is broken is computed and kept again.
  EXPECT_EQ(cached("test-1", key(1), [] { return std::string("again"); }), "again");
  EXPECT_EQ(read_cached(path), "again");
  // What its reader refuses, too.
  EXPECT_EQ(cached(
                "test-1", key(1), [] { return std::string("third"); }, [](const std::string&) { return false; }),
            "third");
}

TEST_F(DiskCache, EmptyResultsAreResults) {
  const std::string path = cache_path("test-1", key(7));
  ASSERT_TRUE(write_cached(path, ""));
  EXPECT_EQ(read_cached(path), "");
}

TEST_F(DiskCache, CanBeSwitchedOff) {
  for (const char* off : {"", "off"}) {
    setenv("STICTION_CACHE", off, 1);
    EXPECT_EQ(cache_folder(), "");
    EXPECT_EQ(cache_path("test-1", key(1)), "");
    int computed = 0;
    const auto compute = [&] { return std::to_string(++computed); };
    cached("test-1", key(1), compute);
    EXPECT_EQ(cached("test-1", key(1), compute), "2");
  }
}

// A folder that cannot be made (its parent is a file) costs the cache, not the result.
TEST_F(DiskCache, GoesOnWhereNothingCanBeKept) {
  std::ofstream(folder_ / "file") << "x";
  setenv("STICTION_CACHE", (folder_ / "file" / "cache").c_str(), 1);
  EXPECT_EQ(cached("test-1", key(1), [] { return std::string("result"); }), "result");
  EXPECT_FALSE(write_cached(cache_path("test-1", key(1)), "x"));
}

TEST_F(DiskCache, LiesWhereTheDesktopSays) {
  unsetenv("STICTION_CACHE");
  const char* home = std::getenv("HOME");
  const char* common = std::getenv("XDG_CACHE_HOME");
  const std::string old_home = home ? home : "", old_common = common ? common : "";
  setenv("HOME", "/somewhere", 1);
  unsetenv("XDG_CACHE_HOME");
  EXPECT_EQ(cache_folder(), "/somewhere/.cache/stiction");
  setenv("XDG_CACHE_HOME", "/elsewhere", 1);
  EXPECT_EQ(cache_folder(), "/elsewhere/stiction");
  setenv("XDG_CACHE_HOME", "relative", 1);  // to be ignored, says the desktop's standard
  EXPECT_EQ(cache_folder(), "/somewhere/.cache/stiction");
  common ? setenv("XDG_CACHE_HOME", old_common.c_str(), 1) : unsetenv("XDG_CACHE_HOME");
  home ? setenv("HOME", old_home.c_str(), 1) : unsetenv("HOME");
}

}  // namespace
}  // namespace stiction
