"""Makefiles: targets, recipes, variables, includes."""

from repobook.languages import parse

TEXT = b"""# Builds it.

CC ?= cc
export FLAGS := -O2 \\
\t-g
include common.mk $(DIR)/more.mk
-include local.mk

.PHONY: all clean
# Everything.
all: build test-x | order
\t@echo done: yes

\t@echo more

build $(OBJ:.c=.o): %.o: src.c ; cc
\tcc a := b
clean: ## Remove what was built
define recipe
x: y
endef
ifeq ($(A),b)
  B = 1
endif
url = http://x
"""


def test_targets_end_with_their_recipe() -> None:
    facts = parse("Makefile", TEXT)
    assert [(d.kind, d.name, d.line, d.end_line) for d in facts.definitions] == [
        ("variable", "CC", 3, 3),
        ("variable", "FLAGS", 4, 5),
        ("target", "all", 11, 14),
        ("target", "build", 16, 17),
        ("target", "$(OBJ:.c=.o)", 16, 17),
        ("target", "clean", 18, 18),
        ("variable", "recipe", 19, 21),
        ("variable", "B", 23, 23),
        ("variable", "url", 25, 25),
    ]
    doc_by_name = {d.name: d.doc for d in facts.definitions}
    assert doc_by_name["all"] == "Everything."
    assert doc_by_name["clean"] == "Remove what was built"
    assert facts.doc == "Builds it."


def test_includes_and_prerequisites() -> None:
    facts = parse("Makefile", TEXT)
    assert [(i.module, i.line) for i in facts.imports] == [
        ("common.mk", 6),
        ("$(DIR)/more.mk", 6),
        ("local.mk", 7),
    ]
    names = [r.name for r in facts.references]
    assert names == ["all", "build", "clean", "order", "src.c", "test-x"]
