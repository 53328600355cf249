// Every rule about who may have what, without a network.
#include "stiction/serve/admission.h"

#include <gtest/gtest.h>

namespace stiction {
namespace {

const Access kLoopback{"127.0.0.1", 8080, ""};
const Access kOpen{"0.0.0.0", 8080, "c0ffee"};

RequestLines get(std::string_view target, std::string_view host = "127.0.0.1:8080") {
  RequestLines lines;
  lines.method = "GET";
  lines.target = target;
  lines.host = host;
  return lines;
}

unsigned status(const Access& access, const RequestLines& request) {
  const auto refusal = refuse(access, request);
  return refusal ? refusal->status : 200;
}

TEST(Admission, LoopbackAnswersToItsOwnNames) {
  for (const char* host : {"127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080", "127.0.0.2:8080"}) {
    EXPECT_EQ(status(kLoopback, get("/", host)), 200U) << host;
  }
}

TEST(Admission, OtherHostsAreRefused) {
  // A name that an attacker lets resolve to 127.0.0.1 arrives with that name.
  for (const char* host : {"evil.example:8080", "127.0.0.1:8081", "127.0.0.1", "localhost", "127.evil.example:8080",
                           "localhost.evil.example:8080", "127.0.0.1:8080:8080", ":8080", "[::1]", "10.0.0.1:8080"}) {
    EXPECT_EQ(status(kLoopback, get("/", host)), 403U) << host;
  }
  EXPECT_EQ(status(kLoopback, get("/", "")), 400U);
}

TEST(Admission, PortEightyNeedNotBeSaid) {
  EXPECT_EQ(status({"127.0.0.1", 80, ""}, get("/", "localhost")), 200U);
  EXPECT_EQ(status({"::1", 80, ""}, get("/", "[::1]")), 200U);
}

TEST(Admission, OtherOriginsAreRefused) {
  RequestLines request = get("/replay.bin");
  request.origin = "http://127.0.0.1:8080";
  EXPECT_EQ(status(kLoopback, request), 200U);
  for (const char* origin : {"http://evil.example", "https://127.0.0.1:8080", "http://127.0.0.1:8081", "null", "",
                             "http://localhost:8080"}) {
    request.origin = origin;
    EXPECT_EQ(status(kLoopback, request), 403U) << origin;
  }
}

TEST(Admission, BeyondLoopbackTheTokenDecides) {
  EXPECT_EQ(status(kOpen, get("/?token=c0ffee", "robot.lan:8080")), 200U);
  EXPECT_EQ(status(kOpen, get("/replay.bin?a=1&token=c0ffee", "robot.lan:8080")), 200U);
  for (const char* target : {"/", "/?token=", "/?token=c0ffe", "/?token=c0ffee0", "/?token=C0FFEE", "/?tokenc0ffee",
                             "/?xtoken=c0ffee", "/c0ffee", "/?token"}) {
    EXPECT_EQ(status(kOpen, get(target, "127.0.0.1:8080")), 403U) << target;
  }
}

TEST(Admission, OnlyReading) {
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "get", ""}) {
    RequestLines request = get("/");
    request.method = method;
    EXPECT_EQ(status(kLoopback, request), 405U) << method;
  }
  RequestLines head = get("/");
  head.method = "HEAD";
  EXPECT_EQ(status(kLoopback, head), 200U);
}

TEST(Admission, OddPathsAreRefused) {
  for (const char* target : {"", "replay.bin", "http://127.0.0.1:8080/", "/../etc/passwd", "/a/../b", "//etc/passwd",
                             "/%2e%2e/etc/passwd", "/a\\b", "/a b", "*"}) {
    EXPECT_EQ(status(kLoopback, get(target)), 400U) << target;
  }
  EXPECT_EQ(path_of("/replay.bin?token=x").value(), "/replay.bin");
}

TEST(Admission, TokensAreLongAndDiffer) {
  const std::string a = random_token(), b = random_token();
  EXPECT_EQ(a.size(), 32U);
  EXPECT_EQ(a.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(a, b);
}

TEST(Ranges, AsHttpHasThem) {
  ByteRange range;
  const auto expect = [&](const char* header, RangeKind kind, std::uint64_t begin, std::uint64_t end) {
    EXPECT_EQ(parse_range(header, 1000, range), kind) << header;
    EXPECT_EQ(range.begin, begin) << header;
    EXPECT_EQ(range.end, end) << header;
  };
  expect("bytes=0-0", RangeKind::part, 0, 1);
  expect("bytes=10-19", RangeKind::part, 10, 20);
  expect("bytes=990-", RangeKind::part, 990, 1000);
  expect("bytes=990-5000", RangeKind::part, 990, 1000);
  expect("bytes=-10", RangeKind::part, 990, 1000);
  expect("bytes=-5000", RangeKind::part, 0, 1000);
  expect("bytes=0-18446744073709551615", RangeKind::part, 0, 1000);
  for (const char* odd : {"", "bytes", "bytes=", "bytes=a-b", "bytes=20-10", "rows=1-2", "bytes=1-2,4-5", "bytes=--1",
                          "bytes=99999999999999999999-", "bytes= 1-2"}) {
    expect(odd, RangeKind::whole, 0, 1000);
  }
  EXPECT_EQ(parse_range("bytes=1000-", 1000, range), RangeKind::unsatisfiable);
  EXPECT_EQ(parse_range("bytes=-0", 1000, range), RangeKind::unsatisfiable);
  EXPECT_EQ(parse_range("bytes=0-5", 0, range), RangeKind::unsatisfiable);
}

}  // namespace
}  // namespace stiction
