// The only file that includes Boost.Beast, which is slow to compile.
#include "stiction/serve/server.h"

#include <utility>  // before asio, which forgets it

#define BOOST_ASIO_DISABLE_CO_AWAIT
#include <atomic>
#include <boost/asio/ip/host_name.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/version.hpp>
#include <boost/beast/websocket.hpp>
#include <set>
#include <thread>

#include "stiction/common/error.h"
#include "stiction/serve/admission.h"

namespace stiction {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;

using Request = http::request<http::empty_body>;
using Response = http::response<http::string_body>;

/// Scripts and styles are inside the page; nothing is loaded from anywhere else.
constexpr const char* kContentPolicy =
    "default-src 'none'; script-src 'unsafe-inline' 'self'; style-src 'unsafe-inline'; img-src data: blob: 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

using Message = std::shared_ptr<const std::string>;

class Conversation;

/// What all connections share; outlives them.
struct Shared {
  ServerOptions options;
  Access access;
  Resources resources;
  Talk talk;
  std::atomic<int> clients{0};
  std::set<Conversation*> conversations;  ///< of the server's thread only
};

/// One page on a WebSocket: says what there is to say, hears what comes, until either side leaves or falls silent.
class Conversation : public std::enable_shared_from_this<Conversation> {
 public:
  Conversation(beast::tcp_stream stream, std::shared_ptr<Shared> shared)
      : socket_(std::move(stream)), shared_(std::move(shared)) {
    ++shared_->clients;
  }
  ~Conversation() {
    shared_->conversations.erase(this);
    --shared_->clients;
  }
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  void begin(const http::request<http::empty_body>& request) {
    beast::get_lowest_layer(socket_).expires_never();  // the WebSocket has its own clocks
    socket_.set_option(websocket::stream_base::timeout{shared_->options.request_time, shared_->talk.silence, true});
    socket_.read_message_max(shared_->talk.max_message);
    socket_.binary(true);
    socket_.auto_fragment(false);
    socket_.async_accept(request, [self = shared_from_this()](beast::error_code error) {
      if (error) return;
      self->shared_->conversations.insert(self.get());
      try {
        self->say(std::make_shared<std::string>(self->shared_->talk.greeting()));
      } catch (const std::exception& failure) {
        return self->end(failure.what());
      }
      self->hear();
    });
  }

  void say(Message message) {
    if (!writing_) return write(std::move(message));
    if (greeted_) next_ = std::move(message);  // only the newest waits
  }

 private:
  void write(Message message) {
    writing_ = std::move(message);
    socket_.async_write(asio::buffer(*writing_), [self = shared_from_this()](beast::error_code error, std::size_t) {
      self->writing_.reset();
      self->greeted_ = true;
      if (error) return;
      if (self->next_) self->write(std::exchange(self->next_, nullptr));
    });
  }

  void hear() {
    socket_.async_read(buffer_, [self = shared_from_this()](beast::error_code error, std::size_t) {
      if (error) return;
      const std::string message = beast::buffers_to_string(self->buffer_.data());
      self->buffer_.consume(self->buffer_.size());
      try {
        self->shared_->talk.heard(message);
      } catch (const std::exception& failure) {
        return self->end(failure.what());
      }
      self->hear();
    });
  }

  void end(const std::string& reason) {
    // A reason of a WebSocket has at most 123 bytes.
    const websocket::close_reason why(websocket::close_code::policy_error, reason.substr(0, 120));
    socket_.async_close(why, [self = shared_from_this()](beast::error_code) {});
  }

  websocket::stream<beast::tcp_stream> socket_;
  std::shared_ptr<Shared> shared_;
  beast::flat_buffer buffer_;
  Message writing_, next_;
  bool greeted_ = false;
};

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

RequestLines lines_of(const Request& request) {
  RequestLines lines;
  lines.method = view(request.method_string());
  lines.target = view(request.target());
  if (request.count(http::field::host) == 1) lines.host = view(request[http::field::host]);
  const auto origin = request.find(http::field::origin);
  if (origin != request.end()) lines.origin = std::string(origin->value());
  return lines;
}

Response refusal(unsigned version, unsigned status, const std::string& reason) {
  Response response{http::int_to_status(status), version};
  response.set(http::field::content_type, "text/plain; charset=utf-8");
  response.body() = reason + "\n";
  return response;
}

/// The answer to a request that passed the rules.
Response deliver(const Shared& shared, const Request& request, const Resource& resource) {
  ByteRange range;
  const RangeKind kind = parse_range(view(request[http::field::range]), resource.size, range);
  if (kind == RangeKind::unsatisfiable || (kind == RangeKind::whole && resource.size > shared.options.max_whole)) {
    Response response = refusal(request.version(), 416,
                                "ask for a range of the " + std::to_string(resource.size) + " bytes that are there");
    response.set(http::field::content_range, "bytes */" + std::to_string(resource.size));
    return response;
  }
  Response response{http::status::ok, request.version()};
  if (kind == RangeKind::part) {
    range.end = std::min(range.end, range.begin + shared.options.max_piece);
    response.result(http::status::partial_content);
    response.set(http::field::content_range, "bytes " + std::to_string(range.begin) + "-" +
                                                 std::to_string(range.end - 1) + "/" + std::to_string(resource.size));
  }
  response.set(http::field::content_type, resource.type);
  response.set(http::field::accept_ranges, "bytes");
  if (request.method() != http::verb::head) response.body() = resource.read(range.begin, range.end - range.begin);
  response.content_length(range.end - range.begin);
  return response;
}

Response answer(const Shared& shared, const Request& request) {
  if (const auto no = refuse(shared.access, lines_of(request))) {
    return refusal(request.version(), no->status, no->reason);
  }
  const auto found = shared.resources.find(path_of(view(request.target())).value());
  if (found == shared.resources.end()) return refusal(request.version(), 404, "there is nothing under this path");
  try {
    return deliver(shared, request, found->second);
  } catch (const std::exception& error) {
    return refusal(request.version(), 500, error.what());
  }
}

/// One connection: reads a request, answers, and again, until the client leaves or is too slow.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, std::shared_ptr<Shared> shared)
      : stream_(std::move(socket)), shared_(std::move(shared)) {
    ++shared_->clients;
  }
  ~Connection() { --shared_->clients; }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void read() {
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(shared_->options.max_request));
    parser_->body_limit(0);
    stream_.expires_after(shared_->options.request_time);
    http::async_read(stream_, buffer_, *parser_,
                     [self = shared_from_this()](beast::error_code error, std::size_t) { self->on_request(error); });
  }

 private:
  void on_request(beast::error_code error) {
    if (!error) {
      const Request& request = parser_->get();
      if (wants_to_talk(request)) {
        return std::make_shared<Conversation>(std::move(stream_), shared_)->begin(request);
      }
      return write(answer(*shared_, request), request.keep_alive(), request.method() == http::verb::head);
    }
    // What no parser understands gets one answer; a client that left or fell silent gets none.
    if (error == http::error::header_limit) return write(refusal(11, 431, "the header is too long"), false, false);
    if (error == http::error::body_limit) return write(refusal(11, 413, "requests have no body here"), false, false);
    const bool malformed = error.category() == beast::error_code(http::error::bad_method).category();
    if (malformed && error != http::error::end_of_stream && error != http::error::partial_message) {
      write(refusal(11, 400, "this is not HTTP"), false, false);
    }
  }

  /// Refused ones get the answer of any other refused request.
  bool wants_to_talk(const Request& request) const {
    return !shared_->talk.path.empty() && websocket::is_upgrade(request) &&
           path_of(view(request.target())) == shared_->talk.path && !refuse(shared_->access, lines_of(request));
  }

  void write(Response response, bool keep_alive, bool head) {
    response_ = std::move(response);
    response_.keep_alive(keep_alive);
    response_.set(http::field::cache_control, "no-store");
    response_.set("Content-Security-Policy", kContentPolicy);
    response_.set("X-Content-Type-Options", "nosniff");
    response_.set("Cross-Origin-Resource-Policy", "same-origin");
    response_.set("Referrer-Policy", "no-referrer");
    if (!response_.has_content_length()) response_.prepare_payload();
    serializer_.emplace(response_);
    stream_.expires_after(shared_->options.answer_time);
    const auto done = [self = shared_from_this(), keep_alive](beast::error_code error, std::size_t) {
      if (error) return;
      if (keep_alive) return self->read();
      beast::error_code ignored;
      self->stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    };
    if (head) {
      serializer_->split(true);
      http::async_write_header(stream_, *serializer_, done);
    } else {
      http::async_write(stream_, *serializer_, done);
    }
  }

  beast::tcp_stream stream_;
  std::shared_ptr<Shared> shared_;
  beast::flat_buffer buffer_{16384};
  std::optional<http::request_parser<http::empty_body>> parser_;
  Response response_;
  std::optional<http::response_serializer<http::string_body>> serializer_;
};

tcp::endpoint endpoint_of(const ServerOptions& options) {
  beast::error_code failure;
  const asio::ip::address address = asio::ip::make_address(options.address, failure);
  if (failure) {
    throw InputError(options.address, "is no address of this machine", "give one such as 127.0.0.1 or 0.0.0.0");
  }
  if (options.token.empty() && !address.is_loopback()) {
    throw InputError(options.address, "can be reached by other machines", "protect it with a token");
  }
  return {address, options.port};
}

}  // namespace

struct Server::Impl {
  explicit Impl(ServerOptions options, Resources resources, Talk talk) : shared(std::make_shared<Shared>()) {
    const tcp::endpoint endpoint = endpoint_of(options);
    beast::error_code failure;
    acceptor.open(endpoint.protocol(), failure);
    if (!failure) acceptor.set_option(asio::socket_base::reuse_address(true), failure);
    if (!failure) acceptor.bind(endpoint, failure);
    if (!failure) acceptor.listen(asio::socket_base::max_listen_connections, failure);
    if (failure) {
      throw InputError(options.address + ":" + std::to_string(options.port),
                       "cannot be listened on (" + failure.message() + ")", "choose another port or address");
    }
    options.port = acceptor.local_endpoint().port();
    shared->access = {options.address, options.port, options.token};
    shared->options = std::move(options);
    shared->resources = std::move(resources);
    shared->talk = std::move(talk);
    accept();
    thread = std::thread([this] { context.run(); });
  }

  ~Impl() {
    context.stop();
    thread.join();
  }

  void accept() {
    acceptor.async_accept([this](beast::error_code error, tcp::socket socket) {
      if (error == asio::error::operation_aborted) return;
      if (error) return rest();  // most likely no free file descriptor
      if (shared->clients >= shared->options.max_clients) {
        turn_away(socket);
      } else {
        std::make_shared<Connection>(std::move(socket), shared)->read();
      }
      accept();
    });
  }

  void rest() {
    pause.expires_after(std::chrono::milliseconds(100));
    pause.async_wait([this](beast::error_code) { accept(); });
  }

  static void turn_away(tcp::socket& socket) {
    static constexpr std::string_view kFull =
        "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n";
    beast::error_code ignored;
    socket.non_blocking(true, ignored);
    socket.write_some(asio::buffer(kFull.data(), kFull.size()), ignored);
    socket.shutdown(tcp::socket::shutdown_send, ignored);
  }

  std::shared_ptr<Shared> shared;
  asio::io_context context{1};
  tcp::acceptor acceptor{context};
  asio::steady_timer pause{context};
  std::thread thread;
};

Server::Server(ServerOptions options, Resources resources, Talk talk)
    : impl_(std::make_unique<Impl>(std::move(options), std::move(resources), std::move(talk))) {}
Server::~Server() = default;

std::uint16_t Server::port() const { return impl_->shared->access.port; }

std::string Server::url() const {
  const Access& access = impl_->shared->access;
  std::string host = access.address.find(':') == std::string::npos ? access.address : "[" + access.address + "]";
  // All addresses of the machine are no address to go to; its name is.
  if (asio::ip::make_address(access.address).is_unspecified()) host = asio::ip::host_name();
  const std::string root = "http://" + host + ":" + std::to_string(access.port) + "/";
  return access.token.empty() ? root : root + "?token=" + access.token;
}

int Server::clients() const { return impl_->shared->clients; }

void Server::say(std::shared_ptr<const std::string> message) {
  asio::post(impl_->context, [shared = impl_->shared, message = std::move(message)] {
    for (Conversation* conversation : shared->conversations) conversation->say(message);
  });
}

}  // namespace stiction
