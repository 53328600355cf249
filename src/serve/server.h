// A small HTTP server for the viewer: on loopback unless told otherwise, for few clients, unmoved by bad ones.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "stiction/serve/resource.h"

namespace stiction {

struct ServerOptions {
  std::string address = "127.0.0.1";    ///< to listen on; any that is not loopback needs a token
  std::uint16_t port = 0;               ///< 0: any free one
  std::string token;                    ///< that every request must carry as ?token=...; empty: none
  int max_clients = 64;                 ///< connections at a time; more are told to come again
  std::size_t max_request = 8192;       ///< bytes of a request's header; bodies are not taken
  std::uint64_t max_piece = 16u << 20;  ///< bytes of an answer to a ranged request; the client asks again for the rest
  /// A larger resource is only handed out in ranges: a whole answer is made in memory.
  std::uint64_t max_whole = 64u << 20;
  std::chrono::milliseconds request_time{15000};  ///< for a request to arrive, from connecting or the last answer on
  std::chrono::milliseconds answer_time{30000};   ///< for the client to take an answer
};

/// A conversation with every page that opens a WebSocket at `path`. All functions are called from the server's thread.
struct Talk {
  std::string path;                                     ///< such as "/live"; empty: there is none
  std::function<std::string()> greeting;                ///< the first message that a page gets
  std::function<void(std::string_view message)> heard;  ///< what a page says; what this throws ends its connection
  std::size_t max_message = 4096;                       ///< bytes of what a page says; a longer one ends its connection
  std::chrono::milliseconds silence{30000};             ///< after which a page must answer a ping, or is gone
};

/// Runs on a thread of its own from construction to destruction.
class Server {
 public:
  /// Throws InputError if the address cannot be listened on, or needs a token and has none.
  Server(ServerOptions options, Resources resources, Talk talk = {});
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port() const;
  /// What to type into a browser, token included.
  std::string url() const;
  /// Connections at this moment.
  int clients() const;
  /// Sends a message to every page that talks. From any thread. A page that has not taken the last one yet misses it:
  /// what pages get is the present, and a slow one costs no memory.
  void say(std::shared_ptr<const std::string> message);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace stiction
