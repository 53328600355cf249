#include "serving.h"

#include <fmt/core.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cstdlib>
#include <thread>

#include "stiction/common/error.h"
#include "stiction/serve/admission.h"

extern char** environ;

namespace stiction::cli {

ServerOptions server_options(const std::string& address, int port) {
  if (port < 0 || port > 65535)
    throw InputError("--port", fmt::format("is {}", port), "give 1 to 65535, or 0 for any free one");
  ServerOptions options;
  options.address = address;
  options.port = static_cast<std::uint16_t>(port);
  if (!is_loopback(address)) options.token = random_token();
  return options;
}

void open_browser(const std::string& url) {
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return;
  std::string program = "xdg-open", argument = url;
  char* const arguments[] = {program.data(), argument.data(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments, environ) != 0) return;
  // Not waited for here: it may live as long as the browser.
  std::thread([child] { waitpid(child, nullptr, 0); }).detach();
}

}  // namespace stiction::cli
