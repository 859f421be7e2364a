#include "tools/bind/AbiCheck.h"
#include "tools/bind/Headers.h"

#include <CLI/CLI.hpp>

int main(int argc, char **argv) {
  std::string header, prefix = "bough";
  std::vector<std::string> arguments{"-xc", "-std=c11"};
  CLI::App app("Checks that a C header agrees with what the LLVM emitter assumes", "bough-abi");
  app.add_option("header", header, "runtime/Abi.h, or the header of an object file")->required();
  app.add_option("--prefix", prefix, "Of the names in the header of an object file");
  app.footer("Exit status: 0 they agree, 1 they do not.\n\nExamples:\n"
             "  bough-abi runtime/Abi.h\n"
             "  bough-abi q.h --prefix q");
  CLI11_PARSE(app, argc, argv);
  const bool agree =
      bough::bind::readHeader(header, arguments, nullptr, [&](clang::ASTContext &context) {
        bough::bind::checkAbi(context, prefix);
      });
  return agree ? 0 : 1;
}
