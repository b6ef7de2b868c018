"""C, C++ and their relatives: one parser and one resolver, with a module for each dialect."""

from functools import partial
from typing import Final

from repobook.model.graph import MAX_CANDIDATES
from repobook.model.language import Language, words_pattern

HEADERS_OF_C: Final = (
    "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal"
    " stdalign stdarg stdatomic stdbit stdbool stdckdint stddef stdint stdio stdlib stdnoreturn"
    " string tgmath threads time uchar wchar wctype"
)
_HEADERS_OF_CPP: Final = (
    "algorithm any array atomic barrier bit bitset cassert ccomplex cctype cerrno cfenv cfloat"
    " charconv chrono cinttypes climits clocale cmath codecvt compare complex concepts"
    " condition_variable coroutine csetjmp csignal cstdarg cstdbool cstddef cstdint cstdio cstdlib"
    " cstring ctime cuchar cwchar cwctype deque exception execution expected filesystem format"
    " forward_list fstream functional future generator initializer_list iomanip ios iosfwd iostream"
    " istream iterator latch limits list locale map memory memory_resource mutex new numbers"
    " numeric optional ostream print queue random ranges ratio regex scoped_allocator semaphore set"
    " shared_mutex source_location span spanstream sstream stack stacktrace stdexcept stdfloat"
    " stop_token streambuf string string_view strstream syncstream system_error thread tuple"
    " type_traits typeindex typeinfo unordered_map unordered_set utility valarray variant vector"
    " version"
)
_ENDING: Final = r"\.(?:c|cc|cpp|cxx|cu|h|hpp|hip|mm|m)"
_TEST_FILES: Final = (
    rf"test_.*{_ENDING}|.*_(?:tests?|unittest|gtest){_ENDING}"
    r"|(?:.*[A-Za-z0-9])?Tests?\.(?:cpp|cc|cxx|cu|h|hpp|m|mm)"
)
_dialect = partial(
    Language,
    resolver="resolver.c_resolver",
    test_files=_TEST_FILES,
    test_runner="cmake_tests",
    test_settings=("CMakeLists.txt",),
    is_named_by_file=True,
    is_named_with_ending=True,
    is_defined_by_type=True,
    is_closed=True,
    most_homonyms=MAX_CANDIDATES,
    tools=("clang-format", "clang-tidy", r"NOLINT\S*"),
    standard_modules=rf"{words_pattern(HEADERS_OF_C.split())}\.h$|{words_pattern(_HEADERS_OF_CPP.split())}$",
)
_program = partial(_dialect, main="main")
LANGUAGES: Final = (
    _program("C", "dialects.c"),
    _program("C++", "dialects.cpp"),
    _program("CUDA", "dialects.cuda"),
    Language("GLSL", "dialects.glsl", "resolver.c_resolver"),
    _dialect("HIP", "dialects.hip"),
    _dialect("Metal", "dialects.metal"),
    _program("Objective-C", "dialects.objective_c"),
    _program("Objective-C++", "dialects.objective_cpp"),
)
