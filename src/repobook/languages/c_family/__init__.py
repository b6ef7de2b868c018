"""C, C++ and their relatives: one parser and one resolver, with a module for each dialect."""

from typing import Final

from repobook.languages.language import Language

LANGUAGES: Final = (
    Language("C", "dialects.c", "resolver.c_resolver"),
    Language("C++", "dialects.cpp", "resolver.c_resolver"),
    Language("CUDA", "dialects.cuda", "resolver.c_resolver"),
    Language("GLSL", "dialects.glsl", "resolver.c_resolver"),
    Language("HIP", "dialects.hip", "resolver.c_resolver"),
    Language("Metal", "dialects.metal", "resolver.c_resolver"),
    Language("Objective-C", "dialects.objective_c", "resolver.c_resolver"),
    Language("Objective-C++", "dialects.objective_cpp", "resolver.c_resolver"),
)
