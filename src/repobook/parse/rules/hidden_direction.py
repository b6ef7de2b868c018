"""Characters that make code read otherwise than it runs."""

from repobook.parse.rule import ANY, Rule, text

RULE = Rule(
    ANY,
    "warning",
    "security",
    "a character that turns the direction of text: the line does not read as it runs",
    # U+202A to U+202E and U+2066 to U+2069.
    text(rb"\xe2(?:\x80[\xaa-\xae]|\x81[\xa6-\xa9])"),
    fires=(("C", "/* \u202e } if (admin) { */\n"), ("Python", "x = '\u2066'\n")),
    quiet=(("Python", "x = 'naïve – “quoted” …'\n"),),
    words=(b"\xe2\x80", b"\xe2\x81"),
)
