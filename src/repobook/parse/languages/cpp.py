"""C++."""

import tree_sitter_cpp

from repobook.parse.c_family import c_language

facts = c_language(tree_sitter_cpp.language, "cpp")
