"""C++."""

import tree_sitter_cpp

from repobook.languages.c_family.parser.c_parser import c_language

facts = c_language(tree_sitter_cpp.language, "c_family/cpp")
