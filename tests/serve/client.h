// A bare connection that sends what no browser would, and sees what comes back.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace stiction::testing {

class Client {
 public:
  explicit Client(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
      ::close(socket_);
      throw std::runtime_error("no connection");
    }
  }
  ~Client() { close(); }
  Client(Client&& other) noexcept : socket_(other.socket_) { other.socket_ = -1; }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void close() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }

  /// Whether the server took all of it.
  bool send(const std::string& text) {
    std::size_t sent = 0;
    while (sent < text.size()) {
      const ssize_t n = ::send(socket_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
      if (n <= 0) return false;
      sent += static_cast<std::size_t>(n);
    }
    return true;
  }

  /// Everything until the server closes, at most `seconds` of it; closed() tells which.
  std::string read_all(double seconds = 5) {
    std::string text;
    while (read_some(text, seconds)) {
    }
    return text;
  }

  /// One answer of a connection that stays open: header and as many bytes as it announces.
  std::string read_answer(double seconds = 5) {
    std::string text;
    for (;;) {
      const std::size_t end = text.find("\r\n\r\n");
      if (end != std::string::npos) {
        const std::size_t field = text.find("Content-Length: ");
        const std::size_t length = field < end ? std::stoul(text.substr(field + 16)) : 0;
        if (text.size() >= end + 4 + length) return text;
      }
      if (!read_some(text, seconds)) return text;
    }
  }

  /// What comes next, whatever that is; false if nothing does.
  bool read_more(std::string& text, double seconds = 5) { return read_some(text, seconds); }

  bool closed() const { return closed_; }

 private:
  bool read_some(std::string& text, double seconds) {
    pollfd waiting{socket_, POLLIN, 0};
    if (::poll(&waiting, 1, static_cast<int>(1000 * seconds)) <= 0) return false;
    char buffer[65536];
    const ssize_t n = ::recv(socket_, buffer, sizeof buffer, 0);
    closed_ = n <= 0;
    if (closed_) return false;
    text.append(buffer, static_cast<std::size_t>(n));
    return true;
  }

  int socket_;
  bool closed_ = false;
};

}  // namespace stiction::testing
