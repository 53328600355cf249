// Pages on a WebSocket, good and bad ones, over real sockets.
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

#include "serve/client.h"
#include "stiction/common/error.h"
#include "stiction/serve/server.h"
#include "support/full_length.h"

namespace stiction {
namespace {

using namespace std::chrono_literals;
using testing::Client;

/// A frame as a browser sends it: masked, here with a mask of zeros.
std::string frame(const std::string& text, unsigned char first = 0x81) {
  std::string bytes(1, static_cast<char>(first));
  if (text.size() < 126) {
    bytes += static_cast<char>(0x80 | text.size());
  } else {
    bytes += static_cast<char>(0x80 | 126);
    bytes += static_cast<char>(text.size() >> 8);
    bytes += static_cast<char>(text.size() & 255);
  }
  return bytes + std::string(4, '\0') + text;
}

/// The messages in what a server sent, and the code of a closing frame, if any.
struct Heard {
  std::vector<std::string> messages;
  int close_code = 0;
};
Heard parse(const std::string& bytes) {
  Heard heard;
  std::size_t i = 0;
  const auto at = [&](std::size_t k) { return static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[k])); };
  while (i + 2 <= bytes.size()) {
    const std::uint64_t opcode = at(i) & 15;
    std::uint64_t length = at(i + 1) & 127;
    std::size_t header = 2;
    if (length >= 126) {
      const std::size_t more = length == 126 ? 2 : 8;
      if (i + 2 + more > bytes.size()) break;
      length = 0;
      for (std::size_t k = 0; k < more; ++k) length = length << 8 | at(i + 2 + k);
      header += more;
    }
    if (i + header + length > bytes.size()) break;
    if (opcode <= 2) heard.messages.push_back(bytes.substr(i + header, length));
    if (opcode == 8 && length >= 2) heard.close_code = static_cast<int>(at(i + header) << 8 | at(i + header + 1));
    i += header + length;
  }
  return heard;
}

/// What comes until there is a message, or nothing more.
std::vector<std::string> next_messages(Client& client, std::string bytes = {}) {
  while (parse(bytes).messages.empty() && client.read_more(bytes)) {
  }
  return parse(bytes).messages;
}

class TalkTest : public ::testing::Test {
 protected:
  TalkTest() : server(options(), {{"/", memory_resource("text/html", "page")}}, talk()) {}

  static ServerOptions options() {
    ServerOptions options;
    options.request_time = 1500ms;
    options.answer_time = 1500ms;
    return options;
  }
  Talk talk() {
    Talk talk;
    talk.path = "/live";
    talk.greeting = [] { return std::string("welcome"); };
    talk.heard = [this](std::string_view message) {
      if (message == "nonsense") throw InputError("message", "makes no sense", "say something else");
      const std::lock_guard lock(mutex);
      heard.emplace_back(message);
    };
    talk.max_message = 1000;
    talk.silence = 1500ms;
    return talk;
  }
  std::string shake(const std::string& target = "/live", const std::string& headers = "") const {
    return "GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port()) +
           "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
           headers + "\r\n";
  }
  /// A page that has got its greeting.
  Client page() const {
    Client client(server.port());
    client.send(shake());
    const std::string answer = client.read_answer();
    EXPECT_EQ(answer.substr(9, 3), "101") << answer;
    // The key of RFC 6455's example and what it says the answer is.
    EXPECT_NE(answer.find("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), std::string::npos);
    const std::string rest = answer.substr(answer.find("\r\n\r\n") + 4);
    EXPECT_EQ(next_messages(client, rest), std::vector<std::string>{"welcome"});
    return client;
  }
  template <typename Condition>
  static bool comes_true(Condition condition) {
    const auto end = std::chrono::steady_clock::now() + 10s;
    while (!condition() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(5ms);
    return condition();
  }
  void expect_alive() {
    Client client = page();
    server.say(std::make_shared<std::string>("still here"));
    EXPECT_EQ(next_messages(client), std::vector<std::string>{"still here"});
  }

  std::mutex mutex;
  std::vector<std::string> heard;
  Server server;
};

TEST_F(TalkTest, GreetsHearsAndSays) {
  Client one = page(), two = page();
  EXPECT_EQ(server.clients(), 2);
  one.send(frame("push") + frame("pull"));
  EXPECT_TRUE(comes_true([&] {
    const std::lock_guard lock(mutex);
    return heard == std::vector<std::string>{"push", "pull"};
  }));
  server.say(std::make_shared<std::string>(100000, 'x'));
  for (Client* client : {&one, &two}) {
    const std::vector<std::string> messages = next_messages(*client);
    ASSERT_EQ(messages.size(), 1u);
    EXPECT_TRUE(messages[0] == std::string(100000, 'x'));
  }
  one.close();
  two.close();
  EXPECT_TRUE(comes_true([&] { return server.clients() == 0; }));
}

TEST_F(TalkTest, OnlyToPagesOfItsOwn) {
  for (const std::string& request :
       {shake("/live", "Origin: http://evil.example\r\n"), shake("/other"), shake("/"), shake("/live/../live")}) {
    Client client(server.port());
    client.send(request);
    const std::string answer = client.read_answer();
    EXPECT_NE(answer.substr(9, 3), "101") << request;
  }
  Client good(server.port());
  good.send(shake("/live", "Origin: http://127.0.0.1:" + std::to_string(server.port()) + "\r\n"));
  EXPECT_EQ(good.read_answer().substr(9, 3), "101");
}

TEST_F(TalkTest, MalformedFramesEndOnlyTheirConnection) {
  const std::string unmasked("\x81\x02hi"), reserved = frame("hi", 0xf1), unknown = frame("hi", 0x83),
                                            not_text = frame("\xff\xfe", 0x81), continued = frame("hi", 0x80);
  for (const std::string& bad : {unmasked, reserved, unknown, not_text, continued, std::string(200, '\xff')}) {
    Client client = page();
    client.send(bad);
    client.read_all();
    EXPECT_TRUE(client.closed());
  }
  EXPECT_TRUE(comes_true([&] { return server.clients() == 0; }));
  expect_alive();
}

TEST_F(TalkTest, MessagesThatAreTooLongOrMakeNoSenseEndTheConnection) {
  Client longer = page();
  longer.send(frame(std::string(1001, 'a')));
  EXPECT_EQ(parse(longer.read_all()).close_code, 1009);
  Client foolish = page();
  foolish.send(frame("nonsense"));
  EXPECT_EQ(parse(foolish.read_all()).close_code, 1008);
  EXPECT_TRUE(heard.empty());
  expect_alive();
}

TEST_F(TalkTest, AClientThatLeavesInMidFrame) {
  {
    Client client = page();
    client.send(frame(std::string(500, 'a')).substr(0, 100));
  }
  EXPECT_TRUE(comes_true([&] { return server.clients() == 0; }));
  expect_alive();
}

TEST_F(TalkTest, AClientThatNeverReadsHoldsUpNobodyAndIsDropped) {
  Client sleeper = page();
  Client reader = page();
  const auto large = std::make_shared<std::string>(1 << 20, 'x');
  // In slow builds the reader needs longer for them than it may stay silent.
  const int messages = testing::kFullLength ? 40 : 10;
  int got = 0;
  for (int i = 0; i < messages; ++i) {
    server.say(large);
    got += !next_messages(reader).empty();
  }
  EXPECT_EQ(got, messages);
  // It answers no ping either. The reader's pings are answered by its last reads only: it goes as well.
  EXPECT_TRUE(comes_true([&] { return server.clients() == 0; }));
  expect_alive();
}

TEST_F(TalkTest, SixtyFourPages) {
  std::vector<Client> pages;
  for (int i = 0; i < 64; ++i) pages.push_back(page());
  server.say(std::make_shared<std::string>("all"));
  for (Client& client : pages) {
    EXPECT_EQ(next_messages(client), std::vector<std::string>{"all"});
  }
  Client one_more(server.port());
  one_more.send(shake());
  EXPECT_EQ(one_more.read_answer().substr(9, 3), "503");
}

}  // namespace
}  // namespace stiction
