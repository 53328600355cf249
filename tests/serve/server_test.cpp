// The server against clients good and bad, over real sockets.
#include "stiction/serve/server.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "serve/client.h"
#include "stiction/common/error.h"

namespace stiction {
namespace {

using namespace std::chrono_literals;
using testing::Client;

constexpr std::uint64_t kLarge = 300u << 20;  // never made as a whole

Resources sample() {
  Resources resources;
  resources["/"] = memory_resource("text/html", "<p>page</p>");
  resources["/data"] = memory_resource("application/octet-stream", "0123456789");
  resources["/large"] = {"application/octet-stream", kLarge, [](std::uint64_t offset, std::uint64_t length) {
                           return std::string(std::min(length, kLarge - offset), static_cast<char>('a' + offset % 26));
                         }};
  resources["/broken"] = {"text/plain", 10,
                          [](std::uint64_t, std::uint64_t) -> std::string { throw Error("the recording is damaged"); }};
  return resources;
}

/// Short enough to wait for, long enough for an honest client on a busy machine under a sanitizer.
constexpr auto kPatience = 1500ms;
/// More than the sockets of a client that never reads take in, quickly made.
constexpr std::uint64_t kPiece = 8u << 20;

ServerOptions hasty() {
  ServerOptions options;
  options.request_time = kPatience;
  options.answer_time = kPatience;
  options.max_piece = kPiece;
  return options;
}

class ServerTest : public ::testing::Test {
 protected:
  explicit ServerTest(const ServerOptions& options = hasty()) : server(options, sample()) {}

  std::string host() const { return "127.0.0.1:" + std::to_string(server.port()); }
  std::string request(const std::string& target, const std::string& headers = "", const std::string& method = "GET") {
    return method + " " + target + " HTTP/1.1\r\nHost: " + host() + "\r\n" + headers + "\r\n";
  }
  std::string ask(const std::string& target, const std::string& headers = "", const std::string& method = "GET") {
    Client client(server.port());
    client.send(request(target, headers + "Connection: close\r\n", method));
    return client.read_all();
  }
  void expect_alive() { EXPECT_NE(ask("/data").find("\r\n\r\n0123456789"), std::string::npos); }
  /// Connections end a moment after their clients.
  bool empties(std::chrono::milliseconds limit = 10s) const {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (server.clients() > 0 && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(5ms);
    return server.clients() == 0;
  }

  Server server;
};

std::string status(const std::string& answer) { return answer.size() < 12 ? answer : answer.substr(9, 3); }

TEST_F(ServerTest, HandsOutItsResources) {
  const std::string answer = ask("/");
  EXPECT_EQ(status(answer), "200");
  EXPECT_NE(answer.find("Content-Type: text/html"), std::string::npos);
  EXPECT_NE(answer.find("Content-Security-Policy: default-src 'none'"), std::string::npos);
  EXPECT_NE(answer.find("X-Content-Type-Options: nosniff"), std::string::npos);
  EXPECT_NE(answer.find("\r\n\r\n<p>page</p>"), std::string::npos);
  EXPECT_EQ(server.url(), "http://" + host() + "/");
}

TEST_F(ServerTest, HeadHasNoBody) {
  const std::string answer = ask("/data", "", "HEAD");
  EXPECT_EQ(status(answer), "200");
  EXPECT_NE(answer.find("Content-Length: 10\r\n"), std::string::npos);
  EXPECT_EQ(answer.substr(answer.size() - 4), "\r\n\r\n");
}

TEST_F(ServerTest, Ranges) {
  const std::string answer = ask("/data", "Range: bytes=2-4\r\n");
  EXPECT_EQ(status(answer), "206");
  EXPECT_NE(answer.find("Content-Range: bytes 2-4/10\r\n"), std::string::npos);
  EXPECT_NE(answer.find("\r\n\r\n234"), std::string::npos);
  EXPECT_EQ(status(ask("/data", "Range: bytes=10-\r\n")), "416");
}

TEST_F(ServerTest, LargeThingsOnlyInPieces) {
  EXPECT_EQ(status(ask("/large")), "416");
  const std::string answer = ask("/large", "Range: bytes=26-\r\n");
  EXPECT_EQ(status(answer), "206");
  EXPECT_NE(answer.find("Content-Range: bytes 26-" + std::to_string(26 + kPiece - 1) + "/" + std::to_string(kLarge)),
            std::string::npos);
}

TEST_F(ServerTest, OneConnectionAsksManyTimes) {
  Client client(server.port());
  for (int i = 0; i < 20; ++i) {
    client.send(request("/data"));
    EXPECT_EQ(status(client.read_answer()), "200") << i;
  }
  EXPECT_EQ(server.clients(), 1);
}

TEST_F(ServerTest, NothingOutsideItsResources) {
  for (const char* target : {"/etc/passwd", "/index.html", "/data/", "/data/../data", "/./data"}) {
    const std::string code = status(ask(target));
    EXPECT_TRUE(code == "404" || code == "400") << target << " " << code;
  }
}

TEST_F(ServerTest, HostAndOriginAreChecked) {
  Client stranger(server.port());
  stranger.send("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(status(stranger.read_all()), "403");
  Client two(server.port());
  two.send("GET / HTTP/1.1\r\nHost: " + host() + "\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(status(two.read_all()), "400");
  EXPECT_EQ(status(ask("/", "Origin: http://evil.example\r\n")), "403");
  EXPECT_EQ(status(ask("/", "Origin: http://" + host() + "\r\n")), "200");
}

TEST_F(ServerTest, OnlyReading) {
  EXPECT_EQ(status(ask("/", "Content-Length: 0\r\n", "POST")), "405");
  EXPECT_EQ(status(ask("/", "Content-Length: 5\r\n", "POST")), "413");
  EXPECT_EQ(status(ask("/", "Content-Length: 99999999999\r\n")), "413");
}

TEST_F(ServerTest, LongHeadersAreRefused) {
  EXPECT_EQ(status(ask("/", "X-Long: " + std::string(9000, 'x') + "\r\n")), "431");
  EXPECT_EQ(status(ask("/" + std::string(9000, 'x'))), "431");
  expect_alive();
}

TEST_F(ServerTest, NonsenseIsRefused) {
  for (const std::string& text :
       {std::string("\0\1\2\3\r\n\r\n", 8), std::string("hello\r\n\r\n"), std::string("GET / HTTP/9.9\r\n\r\n"),
        std::string("GET\r\n\r\n"), std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11)}) {
    Client client(server.port());
    client.send(text);
    const std::string answer = client.read_all();
    EXPECT_TRUE(answer.empty() || status(answer) == "400") << answer;
    EXPECT_TRUE(client.closed());
  }
  expect_alive();
}

TEST_F(ServerTest, FailuresOfAResourceAreTold) {
  const std::string answer = ask("/broken");
  EXPECT_EQ(status(answer), "500");
  EXPECT_NE(answer.find("the recording is damaged"), std::string::npos);
}

TEST_F(ServerTest, SilentClientsAreDropped) {
  Client silent(server.port()), slow(server.port());
  slow.send("GET / HT");
  EXPECT_TRUE(silent.read_all(5).empty());
  EXPECT_TRUE(silent.closed());
  slow.read_all(5);
  EXPECT_TRUE(slow.closed());
  EXPECT_TRUE(empties());
}

TEST_F(ServerTest, AClientThatTricklesIsDroppedToo) {
  Client client(server.port());
  client.send("GET / HTTP/1.1\r\n");
  while (server.clients() == 0) std::this_thread::sleep_for(1ms);
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 400 && server.clients() > 0; ++i) {
    client.send("X: y\r\n");
    std::this_thread::sleep_for(20ms);
  }
  const auto waited = std::chrono::steady_clock::now() - start;
  EXPECT_GT(waited, kPatience - 500ms);
  EXPECT_LT(waited, kPatience + 5s);
}

TEST_F(ServerTest, ClientsThatNeverReadAreDropped) {
  std::vector<Client> deaf;
  for (int i = 0; i < 4; ++i) {
    deaf.emplace_back(server.port());
    deaf.back().send(request("/large", "Range: bytes=0-\r\n"));
  }
  expect_alive();
  EXPECT_TRUE(empties());
}

TEST_F(ServerTest, ClientsMayLeaveInTheMiddle) {
  for (int i = 0; i < 20; ++i) {
    Client client(server.port());
    client.send(i % 2 == 0 ? request("/large", "Range: bytes=0-999999\r\n") : "GET /data HTTP/1.1\r\nHo");
    if (i % 4 == 0) client.read_answer(0.001);
    client.close();
  }
  expect_alive();
  EXPECT_TRUE(empties());
}

TEST_F(ServerTest, SixtyFourClientsAndNoMore) {
  std::vector<Client> clients;
  for (int i = 0; i < 64; ++i) {
    clients.emplace_back(server.port());
    clients.back().send(request("/data"));
  }
  for (Client& client : clients) EXPECT_EQ(status(client.read_answer()), "200");
  Client late(server.port());
  const std::string answer = late.read_all();
  EXPECT_TRUE(status(answer) == "503" || answer.empty()) << answer;
  EXPECT_TRUE(late.closed());
  clients.clear();
  ASSERT_TRUE(empties());
  expect_alive();
}

TEST(ServerStart, NeedsATokenBeyondLoopback) {
  ServerOptions options;
  options.address = "0.0.0.0";
  EXPECT_THROW(Server(options, sample()), InputError);
  options.token = "c0ffee";
  const Server server(options, sample());
  EXPECT_NE(server.url().find("?token=c0ffee"), std::string::npos);
  EXPECT_EQ(server.url().find("0.0.0.0"), std::string::npos) << "no address to go to";
  const auto ask = [&](const std::string& target) {
    Client client(server.port());
    client.send("GET " + target + " HTTP/1.1\r\nHost: any\r\nConnection: close\r\n\r\n");
    return status(client.read_all());
  };
  EXPECT_EQ(ask("/"), "403");
  EXPECT_EQ(ask("/?token=c0ffee"), "200");
  EXPECT_EQ(ask("/data?token=c0ffe0"), "403");
}

TEST(ServerStart, ListensOnLoopbackOnly) {
  const Server server({}, sample());
  // The kernel's own table of listening sockets: local address in hexadecimal, bytes turned round.
  FILE* table = std::fopen("/proc/net/tcp", "r");
  if (table == nullptr) GTEST_SKIP() << "no table of sockets on this system";
  char wanted[32], line[512];
  std::snprintf(wanted, sizeof wanted, "0100007F:%04X 00000000:0000 0A", static_cast<unsigned>(server.port()));
  char any[32];
  std::snprintf(any, sizeof any, "00000000:%04X 00000000:0000 0A", static_cast<unsigned>(server.port()));
  int loopback = 0, everywhere = 0;
  while (std::fgets(line, sizeof line, table) != nullptr) {
    loopback += std::string(line).find(wanted) != std::string::npos ? 1 : 0;
    everywhere += std::string(line).find(any) != std::string::npos ? 1 : 0;
  }
  std::fclose(table);
  EXPECT_EQ(loopback, 1);
  EXPECT_EQ(everywhere, 0);
}

TEST(ServerStart, SaysWhatIsWrongWithAnAddress) {
  ServerOptions options;
  options.address = "nowhere";
  EXPECT_THROW(Server(options, sample()), InputError);
  options.address = "192.0.2.1";  // an address for documentation, no machine's
  options.token = "x";
  EXPECT_THROW(Server(options, sample()), InputError);
}

TEST(ServerStart, StopsWhileClientsAreConnected) {
  auto server = std::make_unique<Server>(ServerOptions(), sample());
  Client idle(server->port()), deaf(server->port());
  deaf.send("GET /large HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server->port()) + "\r\nRange: bytes=0-\r\n\r\n");
  const auto start = std::chrono::steady_clock::now();
  server.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
  idle.read_all(5);
  EXPECT_TRUE(idle.closed());
}

}  // namespace
}  // namespace stiction
