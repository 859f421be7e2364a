"""Checks that what precompiled headers bring is included where it is used.

The build for continuous integration has the headers of cmake/BoughPrecompiled.cmake in every source, so a
source that forgets one compiles there and nowhere else. A source needs one of the headers that declare
what it names, by itself or by the headers of this project that it includes.
"""

import re
import sys

import sources

# Names of std and the headers of which one is enough; others of libstdc++ that surely bring it included.
NAMES = {
    r"std::vector\b": "vector",
    r"std::array\b": "array tuple",
    r"std::deque\b": "deque",
    r"std::function\b": "functional",
    r"std::(multi)?map\b": "map",
    r"std::(unique_ptr|shared_ptr|weak_ptr|make_unique|make_shared)\b": "memory",
    r"std::(optional|nullopt)\b": "optional",
    r"std::(multi)?set\b": "set",
    r"std::span\b": "span",
    r"std::(string|to_string)\b": "string",
    r"std::string_view\b": "string_view string",
    r"std::unordered_map\b": "unordered_map",
    r"std::(variant|visit|get_if|holds_alternative|monostate)\b": "variant",
    r"std::(ranges::)?(sort|find|find_if|any_of|all_of|none_of|fill|copy|count|count_if|min_element|max_element|lower_bound|"
    r"upper_bound|unique|reverse|clamp|stable_sort|partition|equal_range|binary_search|transform)\b\(": "algorithm ranges",
    r"fmt::(format|print|memory_buffer|format_to|join)\b": "fmt/format.h fmt/core.h fmt/ranges.h",
}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"\((.*?)\)"|"(?:\\.|[^"\\\n])*"', re.DOTALL)


class Headers:
    """What the headers of the project bring, by the headers that they include."""

    def __init__(self, root):
        self.root = root
        self.known = {}

    def of(self, path):
        if path not in self.known:
            self.known[path] = set()  # of a circle
            self.known[path] = self.of_text(sources.read(self.root, path))
        return self.known[path]

    def of_text(self, text):
        found = set()
        for bracket, name in INCLUDE.findall(text):
            if bracket == "<":
                found.add(name)
            elif sources.exists(self.root, name):
                found |= self.of(name)
        return found


def problems(root):
    headers = Headers(root)
    for path in sources.under(root, (".h", ".cpp")):
        if "/Inputs/" in path:
            continue
        text = sources.read(root, path)
        included = headers.of_text(text)
        # Clang's and LLVM's headers bring most of them.
        if any(name.startswith(("clang/", "llvm/")) for name in included):
            continue
        code = NO_CODE.sub('""', text)
        for names, enough in NAMES.items():
            used = re.search(names, code)
            if used and not included.intersection(enough.split()):
                yield f"{path}: {used.group().rstrip('(')} needs #include <{enough.split()[0]}>"


if __name__ == "__main__":
    found = list(problems(sys.argv[1]))
    print("\n".join(found))
    sys.exit(1 if found else 0)
