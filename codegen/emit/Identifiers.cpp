#include "codegen/emit/Identifiers.h"

#include <algorithm>
#include <array>

namespace bough::emit {

namespace {

/// Keywords and alternative tokens of C and of C++ up to C++23, and macros that are there without
/// asking: of <cstddef> and its like, and of compilers in their own dialects.
constexpr std::array<std::string_view, 107> reservedWords = {"EOF",
                                                             "NULL",
                                                             "alignas",
                                                             "alignof",
                                                             "and",
                                                             "and_eq",
                                                             "asm",
                                                             "assert",
                                                             "auto",
                                                             "bitand",
                                                             "bitor",
                                                             "bool",
                                                             "break",
                                                             "case",
                                                             "catch",
                                                             "char",
                                                             "char16_t",
                                                             "char32_t",
                                                             "char8_t",
                                                             "class",
                                                             "co_await",
                                                             "co_return",
                                                             "co_yield",
                                                             "compl",
                                                             "complex",
                                                             "concept",
                                                             "const",
                                                             "const_cast",
                                                             "consteval",
                                                             "constexpr",
                                                             "constinit",
                                                             "continue",
                                                             "decltype",
                                                             "default",
                                                             "delete",
                                                             "do",
                                                             "double",
                                                             "dynamic_cast",
                                                             "else",
                                                             "enum",
                                                             "errno",
                                                             "explicit",
                                                             "export",
                                                             "extern",
                                                             "false",
                                                             "float",
                                                             "for",
                                                             "friend",
                                                             "goto",
                                                             "i386",
                                                             "if",
                                                             "inline",
                                                             "int",
                                                             "linux",
                                                             "long",
                                                             "mutable",
                                                             "namespace",
                                                             "new",
                                                             "noexcept",
                                                             "not",
                                                             "not_eq",
                                                             "nullptr",
                                                             "offsetof",
                                                             "operator",
                                                             "or",
                                                             "or_eq",
                                                             "private",
                                                             "protected",
                                                             "public",
                                                             "register",
                                                             "reinterpret_cast",
                                                             "requires",
                                                             "restrict",
                                                             "return",
                                                             "short",
                                                             "signed",
                                                             "sizeof",
                                                             "static",
                                                             "static_assert",
                                                             "static_cast",
                                                             "std",
                                                             "stderr",
                                                             "stdin",
                                                             "stdout",
                                                             "struct",
                                                             "switch",
                                                             "template",
                                                             "this",
                                                             "thread_local",
                                                             "throw",
                                                             "true",
                                                             "try",
                                                             "typedef",
                                                             "typeid",
                                                             "typename",
                                                             "typeof",
                                                             "union",
                                                             "unix",
                                                             "unsigned",
                                                             "using",
                                                             "virtual",
                                                             "void",
                                                             "volatile",
                                                             "wchar_t",
                                                             "while",
                                                             "xor",
                                                             "xor_eq"};
static_assert(std::is_sorted(reservedWords.begin(), reservedWords.end()));

/// Of <stdlib.h>, <string.h>, <stdio.h>, <math.h>, <time.h>, <ctype.h>, <signal.h>, <unistd.h> and
/// their like, which the standard library's own headers include as they please.
constexpr std::string_view libraryNames[] = {
    "abort",     "abs",        "accept",   "access",    "acos",      "alarm",     "asctime",
    "asin",      "atan",       "atan2",    "atexit",    "atof",      "atoi",      "atol",
    "atoll",     "basename",   "bcmp",     "bcopy",     "bind",      "bsearch",   "btowc",
    "bzero",     "cbrt",       "ceil",     "chdir",     "chmod",     "chown",     "clearerr",
    "clock",     "clock_t",    "close",    "connect",   "copysign",  "cos",       "cosh",
    "creat",     "ctime",      "daemon",   "difftime",  "div",       "div_t",     "dprintf",
    "dup",       "dup2",       "environ",  "erf",       "erfc",      "execl",     "execv",
    "exit",      "exp",        "exp2",     "expm1",     "fabs",      "fclose",    "fdim",
    "fdopen",    "feof",       "ferror",   "fflush",    "ffs",       "fgetc",     "fgets",
    "fileno",    "floor",      "fma",      "fmax",      "fmin",      "fmod",      "fopen",
    "fork",      "fprintf",    "fputc",    "fputs",     "fread",     "free",      "freopen",
    "frexp",     "fscanf",     "fseek",    "fstat",     "fsync",     "ftell",     "ftruncate",
    "fwrite",    "gamma",      "getc",     "getchar",   "getcwd",    "getdate",   "getenv",
    "getline",   "getopt",     "getpid",   "getppid",   "gets",      "getuid",    "gmtime",
    "hypot",     "ilogb",      "index",    "int16_t",   "int32_t",   "int64_t",   "int8_t",
    "intmax_t",  "intptr_t",   "ioctl",    "isalnum",   "isalpha",   "isascii",   "isatty",
    "isblank",   "iscntrl",    "isdigit",  "isgraph",   "islower",   "isprint",   "ispunct",
    "isspace",   "isupper",    "isxdigit", "j0",        "j1",        "jn",        "kill",
    "labs",      "ldexp",      "ldiv",     "lgamma",    "link",      "listen",    "llabs",
    "lldiv",     "localtime",  "lockf",    "log",       "log10",     "log1p",     "log2",
    "logb",      "longjmp",    "lrint",    "lround",    "lseek",     "lstat",     "main",
    "malloc",    "mblen",      "mbrlen",   "mbstowcs",  "memccpy",   "memchr",    "memcmp",
    "memcpy",    "memmem",     "memmove",  "mempcpy",   "memset",    "mkdir",     "mkfifo",
    "mkstemp",   "mktime",     "mmap",     "modf",      "nan",       "nanosleep", "nearbyint",
    "nextafter", "nice",       "open",     "optarg",    "pause",     "perror",    "pipe",
    "poll",      "pow",        "printf",   "ptrdiff_t", "putc",      "putchar",   "putenv",
    "puts",      "qsort",      "raise",    "rand",      "random",    "read",      "readlink",
    "realloc",   "recv",       "remove",   "remquo",    "rename",    "rewind",    "rindex",
    "rint",      "rmdir",      "round",    "sbrk",      "scanf",     "select",    "send",
    "setbuf",    "setenv",     "setjmp",   "setlocale", "setvbuf",   "sigaction", "signal",
    "sin",       "sinh",       "size_t",   "sleep",     "snprintf",  "socket",    "sprintf",
    "sqrt",      "srand",      "srandom",  "sscanf",    "ssize_t",   "stat",      "stpcpy",
    "stpncpy",   "strcasecmp", "strcat",   "strchr",    "strcmp",    "strcoll",   "strcpy",
    "strcspn",   "strdup",     "strerror", "strftime",  "strlen",    "strncat",   "strncmp",
    "strncpy",   "strndup",    "strnlen",  "strpbrk",   "strptime",  "strrchr",   "strsep",
    "strsignal", "strspn",     "strstr",   "strtod",    "strtof",    "strtok",    "strtol",
    "strtold",   "strtoll",    "strtoul",  "strtoull",  "strxfrm",   "swab",      "symlink",
    "sync",      "syscall",    "system",   "tan",       "tanh",      "tgamma",    "time",
    "time_t",    "timer_t",    "times",    "timezone",  "tm",        "tmpfile",   "tmpnam",
    "tolower",   "toupper",    "trunc",    "truncate",  "tzname",    "tzset",     "uint16_t",
    "uint32_t",  "uint64_t",   "uint8_t",  "uintmax_t", "uintptr_t", "umask",     "ungetc",
    "unlink",    "usleep",     "utime",    "vfork",     "vfprintf",  "vprintf",   "vscanf",
    "vsnprintf", "vsprintf",   "wait",     "waitpid",   "wcscmp",    "wcslen",    "write",
    "y0",        "y1",         "yn"};
static_assert(std::is_sorted(std::begin(libraryNames), std::end(libraryNames)));

bool isLower(char c) { return c >= 'a' && c <= 'z'; }
bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
char upper(char c) { return isLower(c) ? static_cast<char>(c - 'a' + 'A') : c; }
char lower(char c) { return isUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

/// Whether the name is free: "__" anywhere, and '_' before a capital, belong to the implementation.
std::string allowed(std::string name) {
  if (name.empty())
    name = "x";
  if (isDigit(name.front()))
    name.insert(0, "x");
  for (std::size_t at = 0; (at = name.find("__", at)) != std::string::npos;)
    name.erase(at, 1);
  if (name.front() == '_')
    name.insert(0, "x");
  return isReserved(name) ? name + '_' : name;
}

} // namespace

bool isReserved(std::string_view name) {
  return std::binary_search(reservedWords.begin(), reservedWords.end(), name);
}

bool isLibraryName(std::string_view name) {
  return std::binary_search(std::begin(libraryNames), std::end(libraryNames), name);
}

std::string identifier(std::string_view hint) {
  std::string name;
  bool isAfterPoint = false;
  for (char c : hint) {
    if (c == '.' && !name.empty()) {
      isAfterPoint = true;
      continue;
    }
    bool isPlain = isLower(c) || isUpper(c) || isDigit(c);
    name += isPlain ? (isAfterPoint ? upper(c) : c) : '_';
    isAfterPoint = false;
  }
  return allowed(std::move(name));
}

std::string typeName(std::string_view hint) {
  // A word in capitals only, such as an abbreviation or a synopsis, keeps none but the first.
  bool isShouted = std::none_of(hint.begin(), hint.end(), isLower);
  std::string name;
  bool beginsWord = true;
  for (char c : hint) {
    if (!isLower(c) && !isUpper(c) && !isDigit(c)) {
      beginsWord = true;
      continue;
    }
    name += beginsWord ? upper(c) : isShouted ? lower(c) : c;
    beginsWord = false;
  }
  return allowed(std::move(name));
}

std::string memberName(std::string_view hint) {
  std::string name(hint);
  std::transform(name.begin(), name.end(), name.begin(), lower);
  return identifier(name);
}

std::string Scope::unique(const std::string &name) {
  std::string candidate = name;
  for (unsigned number = 2; isTaken(candidate); ++number)
    candidate = name + (isDigit(name.back()) ? "_" : "") + std::to_string(number);
  taken_.insert(candidate);
  return candidate;
}

} // namespace bough::emit
