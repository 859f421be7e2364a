// The fuzzing programs without libFuzzer: runs the inputs in the files and folders that it is
// given, and passes over options.

#include "test/fuzz/Fuzzing.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

int main(int count, char **arguments) {
  namespace files = std::filesystem;
  std::vector<files::path> inputs;
  for (int i = 1; i < count; ++i) {
    const files::path path = arguments[i];
    if (arguments[i][0] == '-')
      continue;
    if (!files::is_directory(path)) {
      inputs.push_back(path);
      continue;
    }
    for (const files::directory_entry &entry : files::recursive_directory_iterator(path))
      if (entry.is_regular_file())
        inputs.push_back(entry.path());
  }
  std::sort(inputs.begin(), inputs.end());
  for (const files::path &path : inputs) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
      fmt::print(stderr, "cannot read '{}'\n", path.string());
      return 1;
    }
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t *>(bytes.data()), bytes.size());
  }
  fmt::print(stderr, "{} inputs\n", inputs.size());
  return inputs.empty() ? 1 : 0;
}
