"""How a function works: its text, its calls and decisions, and the steps."""

from repobook.book.file.functions.how_it_works import how_it_works
from repobook.languages import parse
from repobook.model.blocks import Bullets
from repobook.model.dossiers.dossier import FileDossier, ReferenceGroup, SymbolName
from repobook.model.facts import COLUMN_BITS
from tests.book.views import plain, told
from tests.fakes.dossiers import file_dossier, symbol
from tests.fakes.growth import assert_linear

PYTHON = """def serve(request):
    start()
    if check(request):
        raise ValueError(request)
    for part in request:
        send(part)
        if part.last:
            close()
    else:
        return None
    stop()
"""
C = """int serve(int a) {
    start();
    if (a) {
        send(a);
    } else
        stop();
#ifdef X
    close();
#endif
    return 0;
}
"""


def steps_of(text: str, language: str) -> list[str]:
    facts = parse(language, text.encode())
    target = (SymbolName("o", "x"),)
    groups = [
        ReferenceGroup(
            *(one.name, "", one.role, tuple(p >> COLUMN_BITS for p in one.positions)),
            *("exact", "", target),
        )
        for one in facts.references
        if one.role == "call"
    ]
    dossier = file_dossier(
        text=text,
        language=language,
        symbols=(symbol(0, "serve", 1, text.count("\n")),),
        references=tuple(groups),
        decisions=facts.decisions,
    )
    heading, bullets = how_it_works(dossier)
    assert told([heading])[0].startswith("### How `serve` works")
    assert isinstance(bullets, Bullets)
    return [
        "  " * depth + plain(item)
        for item, depth in zip(bullets.items, bullets.depths, strict=True)
    ]


def test_steps_lie_below_what_they_depend_on() -> None:
    assert steps_of(PYTHON, "Python") == [
        "[start() L2]",
        "[if check(request) L3]",
        "  `raise ValueError(request)` [L4]",
        "[for part in request L5]",
        "  [send(part) L6]",
        "  [if part.last L7]",
        "    `close()` [L8]",
        "[else L9]",
        "  `return None` [L10]",
        "[stop() L11]",
    ]


def test_braces_tell_what_is_inside() -> None:
    assert steps_of(C, "C") == [
        "[start(); L2]",
        "[if (a) L3]",
        "  `send(a)` [L4]",
        "[else L5]",
        "  `stop()` [L6]",
        "[close(); L8]",
        "`return 0` [L10]",
    ]


def test_a_condition_over_several_lines_is_shown_whole() -> None:
    condition = "    if (\n        a\n        and b\n    ):\n        send(a)\n"
    text = f"def serve(a):\n    start()\n{condition}    stop()\n"
    assert steps_of(text, "Python") == [
        "[start() L2]",
        "[if ( a and b ) L3-6]",
        "  `send(a)` [L7]",
        "[stop() L8]",
    ]


def test_a_condition_that_goes_on_without_brackets_says_so() -> None:
    text = (
        "package a\n\nfunc serve(a int) {\n\tstart()\n\tif a == 1 ||\n\t\ta == 2 {\n"
        "\t\tsend(a)\n\t}\n\tstop()\n}\n"
    )
    assert "[if a == 1 || L5] …" in steps_of(text, "Go")


def test_what_the_authors_say_stands_before_what_it_is_about() -> None:
    text = """int serve(int a) {
    /* Make sure that
     * nobody waits. Ever. */
    start();
    // TODO: make it fast
    for (;;) { // as long as it takes
        // no need to wait for more
        if (a) continue;
        // old_code(a);
        send(a); stop();
    }
    close();
}
"""
    assert steps_of(text, "C") == [
        "“Make sure that nobody waits. Ever.” [L2-3]: [start(); L4]",
        "[for (;;) L6]",
        "  “no need to wait for more” [L7]",
        "  `continue` when `a` [L8]",
        "  [send(a); stop(); L10]",
        "[close(); L12]",
    ]


def test_two_steps_are_told_by_the_outline() -> None:
    dossier = file_dossier(text="def f():\n    g()\n", symbols=(symbol(0, "f", 1, 2),))
    assert not list(how_it_works(dossier))


def _many_functions(n: int) -> FileDossier:
    """Each of two lines, with a call in the second."""
    lines = range(1, 2 * n, 2)
    call = ReferenceGroup(
        *("start", "", "call", tuple(line + 1 for line in lines)),
        *("exact", "", (SymbolName("o", "x"),)),
    )
    return file_dossier(
        text="def f():\n    start()\n" * n,
        language="Python",
        symbols=tuple(symbol(k, f"f{k}", line, line + 1) for k, line in enumerate(lines)),
        references=(call,),
    )


def test_many_functions_take_as_long_as_they_are_many() -> None:
    assert_linear(lambda dossier: list(how_it_works(dossier)), _many_functions, 16_000)


def test_a_long_function_with_one_step_gives_way_to_one_with_more() -> None:
    calls = "".join(f"    prepare{n}()\n" for n in range(20))
    text = f"{PYTHON}\n\ndef first():\n{calls}\n\ndef second():\n{calls}"
    facts = parse("Python", text.encode())
    symbols = tuple(symbol(n, d.name, d.line, d.end_line) for n, d in enumerate(facts.definitions))
    groups = tuple(
        ReferenceGroup(
            *(one.name, "", one.role, tuple(p >> COLUMN_BITS for p in one.positions)),
            *("exact", "", (SymbolName("o", "x"),)),
        )
        for one in facts.references
        if one.role == "call"
    )
    dossier = file_dossier(
        text=text,
        language="Python",
        symbols=symbols,
        references=groups,
        decisions=facts.decisions,
    )
    assert told(how_it_works(dossier))[0].startswith("### How `serve` works")


def test_directives_to_tools_are_no_part_of_a_step() -> None:
    text = (
        "def serve(a):\n    start()  # type: ignore[call]\n    if a:\n        send(a)\n    stop()\n"
    )
    assert steps_of(text, "Python")[0] == "[start() L2]"


def test_a_step_too_deep_for_its_heads_says_its_own_condition() -> None:
    text = """def serve(a):
    for x in a:
        if x:
            if x.b:
                if x.c:
                    raise ValueError(x)
"""
    (step,) = [step for step in steps_of(text, "Python") if "ValueError" in step]
    assert "`raise ValueError(x)` when `x.c`" in step


def test_a_bracket_alone_is_no_step() -> None:
    arguments = "                a,\n" * 12
    text = f"""def serve(a):
    start()
    if a:
        stop()
    items = [
        (
            send(
{arguments}            )
        )
    ]
"""
    steps = steps_of(text, "Python")
    assert any("send(" in step for step in steps)
    assert not any(step.strip().startswith("`(`") for step in steps), steps


def test_a_call_that_ends_far_below_shows_how_it_begins() -> None:
    arguments = "".join(f"        first_{n},\n" for n in range(8))
    text = f"def serve(a):\n    start()\n    send(\n{arguments}    )\n    if a:\n        stop()\n"
    steps = " ".join(steps_of(text, "Python"))
    assert "send( first_0, first_1" in steps
    assert "first_7" not in steps
    assert " …" in steps


def test_the_arms_of_a_switch_stand_below_it() -> None:
    text = (
        "package a\n\nfunc serve(a int) {\n\tstart()\n\tswitch f(a) {\n\tcase 1:\n"
        "\t\tx := 1\n\t\tsend(x)\n\tdefault:\n\t\tx := 2\n\t\tstop(x)\n\t}\n\tend()\n}\n"
    )
    assert steps_of(text, "Go") == [
        "[start() L4]",
        "[switch f(a) L5]",
        "  [case 1 L6]",
        "    [x := 1 L7], [send(x) L8]",
        "  [default L9]",
        "    [x := 2 L10], [stop(x) L11]",
        "[end() L13]",
    ]


def test_what_a_comment_says_to_tools_is_left_out() -> None:
    text = (
        "function serve(a) {\n  start()\n  // first unset all\n  // istanbul ignore else\n"
        "  send(a)\n  stop()\n  if (a) {\n    end()\n  }\n}\n"
    )
    assert "“first unset all” [L3]: [send(a) L5], [stop() L6]" in steps_of(text, "JavaScript")


def test_a_brace_on_a_line_of_its_own_belongs_to_the_condition_above() -> None:
    text = (
        "int serve(int a)\n{\n    start();\n    if (a &&\n        a > 1)\n    {\n"
        "        send(a);\n        stop();\n    }\n    end();\n}\n"
    )
    assert steps_of(text, "C") == [
        "[start(); L3]",
        "[if (a && a > 1) L4-5]",
        "  `send(a); stop()` [L7-8]",
        "[end(); L10]",
    ]


def test_conditions_without_braces_stand_in_each_other() -> None:
    text = (
        "int serve(int a)\n{\n    if (a > 1)\n        if (send(a))\n            return -1;\n"
        "    start();\n    stop();\n    return 0;\n}\n"
    )
    assert steps_of(text, "C")[:3] == [
        "[if (a > 1) L3]",
        "  [if (send(a)) L4]",
        "    `return -1` [L5]",
    ]


def test_a_text_over_several_lines_hides_no_condition() -> None:
    text = (
        'int serve(int a)\n{\n    if (a) {\n        const char *help[] = {\n"GO",\n"STOP",\n'
        "        };\n        send(help);\n        a++;\n        stop(a);\n        end(a);\n"
        "    }\n    begin();\n    return 0;\n}\n"
    )
    assert steps_of(text, "C")[:2] == [
        "[if (a) L3]",
        "  [send(help); L8], [a++; L9], [stop(a); L10], [end(a); L11]",
    ]


def test_assignments_and_calls_on_lines_of_their_own_are_steps() -> None:
    text = (
        "int serve(list *a)\n{\n    int n;\n    a->n = 1;\n    n = go(a);\n    if (n) {\n"
        "        *a->end++ = 0;\n        send(a);\n        log(a,\n            n);\n    }\n"
        "    total++;\n    return n;\n}\n"
    )
    assert steps_of(text, "C") == [
        "[a->n = 1; L4], [n = go(a); L5]",
        "[if (n) L6]",
        "  `*a->end++ = 0; send(a); log(a, n)` [L7-10]",
        "[total++; L12]",
        "`return n` [L13]",
    ]


def test_a_long_function_is_told_by_its_calls_and_decisions() -> None:
    lines = "".join(f"    a[{n}] = {n};\n" for n in range(80))
    ends = "    return stop(a);\n}\n"
    text = f"int serve(int *a)\n{{\n    if (a) return 1;\n    start();\n{lines}{ends}"
    assert not any("=" in step for step in steps_of(text, "C"))


def test_what_a_comment_says_is_quoted_without_gaps() -> None:
    text = (
        "int serve(int a) {\n    // there is a problem with\n    // clang right now\n"
        "    // TODO: find it\n    start();\n    if (a) return 1;\n    send(a);\n    return 0;\n}\n"
    )
    first, *_ = steps_of(text, "C")
    assert first.startswith("“there is a problem with clang right now TODO: find it” [L2-4]")


def test_cases_that_fall_through_lead_to_one_place() -> None:
    text = (
        "int serve(int a)\n{\n    start(a);\n    switch (a) {\n    case A:\n    case B:\n"
        "        return stop(a);\n    default:\n        send(a);\n        end(a);\n    }\n"
        "    close(a);\n    return 0;\n}\n"
    )
    assert steps_of(text, "C")[1:4] == [
        "[switch (a) L4]",
        "  [case A: case B L5-6]",
        "    `return stop(a)` [L7]",
    ]
