#!/usr/bin/env python3
"""Writes a C++ file that holds another file's bytes.

usage: embed_file.py INPUT OUTPUT.cpp NAMESPACE NAME     (an INPUT that does not exist makes an empty text)
"""
import sys
from pathlib import Path

PIECE = 4096


def literal(piece):
    text = ""
    for byte in piece:
        char = chr(byte)
        # Three octal digits end by themselves, whatever follows; '?' could begin a trigraph.
        text += char if 32 <= byte < 127 and char not in '"\\?' else f"\\{byte:03o}"
    return f'    "{text}"'


def main(source, target, namespace, name):
    content = Path(source).read_bytes() if Path(source).is_file() else b""
    pieces = [literal(content[i:i + PIECE]) for i in range(0, len(content), PIECE)] or ['    ""']
    text = "\n".join(["#include <string_view>", "", f"namespace {namespace} {{", "",
                      f"extern const std::string_view {name};", f"const std::string_view {name}(", *pieces,
                      f"    , {len(content)});", "", f"}}  // namespace {namespace}", ""])
    if not Path(target).is_file() or Path(target).read_text(encoding="ascii") != text:
        Path(target).write_text(text, encoding="ascii")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
