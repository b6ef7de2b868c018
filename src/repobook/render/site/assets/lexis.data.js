"use strict";
// How languages are written, for colouring the text of a file: a language is one entry.
//
// `rules` are tried in order wherever nothing is open. `open` is the whole of a thing, or where it
// begins if there is `close`; until then `skip` is passed over (escapes), `nests` opens it once more,
// and `hole` leads back to code until its bracket is closed. `tag` takes out of what opened it the
// part that `close` calls \1, or as many blanks where it `isIndent`. What is `short` must end in its
// line or is not coloured, and of what is `below` the first line is left out. `words` are keywords
// where what stands `before` and `after` them allows it. Where the text alone does not tell, nothing
// is listed: no colour is better than a wrong one.
book.lexis = (() => {
  const raw = String.raw;
  const NUMBER = raw`(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)\w*`;
  const ESCAPE = raw`\\[^]`;

  const comment = (open, close, more) => ({ kind: "comment", open, close, ...more });
  const string = (open, close, more) => ({ kind: "string", open, close, ...more });
  const quoted = (quote) => string(raw`${quote}(?:[^${quote}\\\n]|\\[^]){0,2000}${quote}`);
  const language = (words, rules, number = NUMBER) => ({ words: new Set(words.split(" ")), rules, number });

  const SLASHES = comment("//.*");
  const BLOCK = comment(raw`/\*`, raw`\*/`);
  const NESTED = { ...BLOCK, nests: raw`/\*` };
  const HASH = comment("#.*");
  const HASH_FIRST = comment(raw`^[ \t]*#.*`);
  const DOUBLE = quoted('"');
  const CHARACTER = string(raw`'(?:[^'\\\n]|\\[^\n]){1,12}'`);
  const BACKTICK = string("`", "`");

  // C and its relatives: a comment goes on where its line ends in a backslash.
  const C = [
    comment("//", raw`\n`, { skip: ESCAPE }),
    BLOCK,
    { kind: "", open: raw`^[ \t]*#[ \t]*(?:error|warning|pragma)\b.*` },
    { kind: "keyword", open: raw`^[ \t]*#[ \t]*(?:define|undef|include|include_next|import|ifdef|ifndef|if|elif|else|endif|line)\b` },
    string(raw`(?:u8|[uUL])?R"[^ ()\\\t\n]{0,16}\(`, raw`\)\1"`, { tag: raw`"(.*)\(` }),
    DOUBLE,
    CHARACTER,
  ];
  const C_NUMBER = raw`(?:0[xX][\da-fA-F.']+(?:[pP][+-]?\d+)?|\d(?:[\d.]|'(?=\d))*(?:[eE][+-]?\d+)?)\w*`;
  const C_WORDS = "auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while";
  const CPP_WORDS = `${C_WORDS} alignas alignof bool catch class co_await co_return co_yield concept const_cast consteval constexpr constinit decltype delete dynamic_cast explicit export false friend mutable namespace new noexcept nullptr operator private protected public reinterpret_cast requires static_assert static_cast template this thread_local throw true try typeid typename using virtual`;
  const OBJECTIVE = { kind: "keyword", open: raw`@(?:interface|implementation|protocol|end|property|synthesize|dynamic|class|selector|import|autoreleasepool|try|catch|finally|throw|synchronized|optional|required)\b` };
  const c = language(C_WORDS, C, C_NUMBER);
  const cpp = language(CPP_WORDS, C, C_NUMBER);

  const PYTHON_WORDS = "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield";
  const PYTHON_QUOTES = [
    string(raw`(?<![\p{L}\p{N}_])(?:[rR][bB]?|[bB][rR]?|[uU])?(?:"""|''')`, raw`\1`, { tag: raw`("""|''')`, skip: ESCAPE }),
    string(raw`(?<![\p{L}\p{N}_])(?:[rR][bB]?|[bB][rR]?|[uU])?(?:"(?:[^"\\\n]|\\[^]){0,2000}"|'(?:[^'\\\n]|\\[^]){0,2000}')`),
  ];
  const FORMATTED = { skip: raw`\\[^]|\{\{`, hole: "{" };
  const PYTHON = [
    HASH,
    string(raw`(?<![\p{L}\p{N}_])(?:[fFtT][rR]?|[rR][fFtT])(?:"""|''')`, raw`\1`, { tag: raw`("""|''')`, ...FORMATTED }),
    string(raw`(?<![\p{L}\p{N}_])(?:[fFtT][rR]?|[rR][fFtT])["']`, raw`\1`, { tag: raw`(["'])`, short: true, ...FORMATTED }),
    ...PYTHON_QUOTES,
  ];

  const TEMPLATE = string("`", "`", { skip: ESCAPE, hole: "${" });
  const JAVASCRIPT = [
    SLASHES,
    BLOCK,
    TEMPLATE,
    // A slash begins an expression where no value stands before it.
    string(raw`/(?<=(?:^|[=(,:\[!&|?;{}+*%~^<>-]|\b(?:return|typeof|case|in|of|void|await|yield))[ \t]{0,20}/)(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.){0,300}\]){1,1000}/[a-z]{0,8}`),
    string(raw`(?<!\w)(?:"(?:[^"\\\n]|\\[^]){0,2000}"|'(?:[^'\\\n]|\\[^]){0,2000}')`),
  ];
  const JAVASCRIPT_WORDS = "async await break case catch class const continue debugger default delete do else export extends false finally for function if import in instanceof let new null return super switch this throw true try typeof undefined var void while with yield";
  const NO_KEY = { after: /^(?!\s?\??:)/ };
  const javascript = { ...language(JAVASCRIPT_WORDS, JAVASCRIPT), ...NO_KEY };
  const typescript = { ...language(`${JAVASCRIPT_WORDS} enum interface implements private protected public readonly`, JAVASCRIPT), ...NO_KEY };

  const JAVA_TEXT = string('"""', '"""', { skip: ESCAPE });
  const KOTLIN = [
    SLASHES,
    NESTED,
    string('"""', '"""+', { hole: "${" }),
    string('"', '"', { skip: ESCAPE, hole: "${", short: true }),
    CHARACTER,
  ];
  const CSHARP = [
    SLASHES,
    BLOCK,
    { kind: "", open: raw`^[ \t]*#[ \t]*(?:region|endregion|error|warning|pragma)\b.*` },
    { kind: "keyword", open: raw`^[ \t]*#[ \t]*(?:if|elif|else|endif|define|undef|nullable|line)\b` },
    string(raw`\$*"""`, raw`"""+`),
    string(raw`(?:\$@|@\$)"`, '"', { skip: raw`""|\{\{`, hole: "{" }),
    string('@"', '"', { skip: '""' }),
    string(raw`\$"`, '"', { skip: raw`\\[^]|\{\{`, hole: "{", short: true }),
    DOUBLE,
    CHARACTER,
  ];
  const PHP = [
    // What stands outside of the tags is no code.
    { kind: "", open: raw`(?<![^])(?!<\?)[^]`, close: raw`<\?(?:php\b|=)?` },
    { kind: "", open: raw`\?>`, close: raw`<\?(?:php\b|=)?` },
    comment(raw`(?:\/\/|#(?!\[))(?:(?!\?>).)*`),
    BLOCK,
    string(raw`<<<[ \t]*["']?[A-Za-z_]\w*["']?\n`, raw`^[ \t]*\1\b`, { tag: raw`(\w+)` }),
    string('"', '"', { skip: ESCAPE }),
    string("'", "'", { skip: ESCAPE }),
    BACKTICK,
  ];
  const INTERPOLATED = { skip: ESCAPE, hole: "#{", short: true };
  const RUBY = [
    comment(raw`^=begin\b`, raw`^=end\b.*`),
    HASH,
    string(raw`<<[~-]?(?:"[A-Z_]\w*"|'[A-Z_]\w*'|[A-Z_]\w*)[^\n]{0,300}\n`, raw`^[ \t]*\1$`, { tag: raw`<<[~-]?["']?(\w+)`, below: true }),
    // Variables and characters that look like quotes, and symbols.
    { kind: "", open: raw`\$["'\u0060]|(?<![\p{L}\p{N}_)\]])\?["'#]` },
    string(raw`%[qQwWiIr]\[`, raw`\]`, { skip: ESCAPE, nests: raw`\[` }),
    string(raw`%[qQwWiIr]\(`, raw`\)`, { skip: ESCAPE, nests: raw`\(` }),
    string(raw`%[qQwWiIr]\{`, raw`\}`, { skip: ESCAPE, nests: raw`\{` }),
    string(raw`%[qQwWiIr]\|`, raw`\|`, { skip: ESCAPE }),
    // A slash begins an expression where no value stands before it.
    string(raw`\/(?<=(?:^|[=(,:\[!&|?;{}~<>]|\b(?:if|unless|when|and|or|not|return|then))[ \t]{0,20}\/)(?:[^\\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.){0,300}\]){1,1000}\/[a-z]{0,8}`),
    string('"', '"', INTERPOLATED),
    string("'", "'", { skip: ESCAPE, short: true }),
    string("`", "`", INTERPOLATED),
  ];
  const LUA = [
    comment(raw`--\[=*\[`, raw`\]\1\]`, { tag: raw`\[(=*)\[` }),
    comment("--.*"),
    string(raw`\[=*\[`, raw`\]\1\]`, { tag: raw`\[(=*)\[` }),
    DOUBLE,
    quoted("'"),
  ];
  const HERE = raw`(?<!<)<<-?[ \t]*\\?(?:"[A-Za-z_]\w*"|'[A-Za-z_]\w*'|[A-Za-z_]\w*)[^\n]*\n`;
  const SHELL = [
    comment(raw`#(?<=(?:^|[\s;&|(])#).*`),
    string(HERE, raw`^\t*\1$`, { tag: raw`<<-?[ \t]*\\?["']?(\w+)`, below: true }),
    { kind: "", open: ESCAPE },
    string(raw`\$'`, "'", { skip: ESCAPE }),
    string("'", "'"),
    string('"', '"', { skip: ESCAPE, hole: "$(" }),
  ];
  const YAML = [
    comment(raw`#(?<=(?:^|\s)#).*`),
    // What is indented below a bar is text, whatever it looks like.
    { kind: "", open: raw`^[ \t]*[^\s#][^\n]*?(?<=[\s:-])[|>][+-]?\d?[+-]?[ \t]*(?:#.*)?$`, close: raw`\n(?!\1[ \t]|[ \t]*(?:\n|$))`, tag: raw`^([ \t]*(?:- +(?![|>]))*)`, isIndent: true },
    // Inside brackets a quote may as well be part of a plain text.
    string(raw`"(?<=(?:^[ \t-]{0,40}|:[ \t]{1,40})")(?:[^"\\]|\\[^]){0,2000}"`),
    string(raw`'(?<=(?:^[ \t-]{0,40}|:[ \t]{1,40})')(?:[^']|''){0,2000}'`),
  ];
  const JSON_WORDS = "true false null";
  const json = language(JSON_WORDS, [DOUBLE], raw`-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?`);
  const TOML = [
    HASH,
    string('"""', '"""', { skip: ESCAPE }),
    string("'''", "'''"),
    DOUBLE,
    string("'[^'\\n]{0,2000}'"),
  ];
  const CMAKE = [
    comment(raw`#\[=*\[`, raw`\]\1\]`, { tag: raw`\[(=*)\[` }),
    HASH,
    string(raw`\[=*\[`, raw`\]\1\]`, { tag: raw`\[(=*)\[` }),
    string('"', '"', { skip: ESCAPE }),
    { kind: "keyword", open: raw`\b(?:[iI][fF]|[eE][lL][sS][eE](?:[iI][fF])?|[eE][nN][dD](?:[iI][fF]|[fF][oO][rR][eE][aA][cC][hH]|[wW][hH][iI][lL][eE]|[fF][uU][nN][cC][tT][iI][oO][nN]|[mM][aA][cC][rR][oO])|[fF][oO][rR][eE][aA][cC][hH]|[wW][hH][iI][lL][eE]|[fF][uU][nN][cC][tT][iI][oO][nN]|[mM][aA][cC][rR][oO]|[rR][eE][tT][uU][rR][nN]|[bB][rR][eE][aA][kK]|[cC][oO][nN][tT][iI][nN][uU][eE])(?=[ \t]*\()` },
  ];
  const DOCKER = [
    HASH_FIRST,
    { kind: "keyword", open: raw`^[ \t]*(?:FROM|RUN|CMD|LABEL|EXPOSE|ENV|ADD|COPY|ENTRYPOINT|VOLUME|USER|WORKDIR|ARG|ONBUILD|STOPSIGNAL|HEALTHCHECK|SHELL)(?=[ \t])` },
  ];
  const SQL_WORDS = "select insert update delete from where join inner outer on group by order having limit create table view drop alter into values as and or not null is in exists between like union distinct case when then else end";

  return {
    C: c,
    "C++": cpp,
    CUDA: cpp,
    HIP: cpp,
    Metal: cpp,
    GLSL: language(`${C_WORDS} attribute buffer discard false flat highp in inout layout lowp mediump out precision smooth true uniform varying`, C, C_NUMBER),
    HLSL: language(`${C_WORDS} cbuffer discard false in inout out true uniform`, C, C_NUMBER),
    "Objective-C": language(`${C_WORDS} id nil self super NO YES BOOL`, [OBJECTIVE, ...C], C_NUMBER),
    "Objective-C++": language(`${CPP_WORDS} id nil self super NO YES BOOL`, [OBJECTIVE, ...C], C_NUMBER),
    Python: language(PYTHON_WORDS, PYTHON),
    Starlark: language("and break continue def elif else for if in lambda load not or pass return True False None", [HASH, ...PYTHON_QUOTES]),
    JavaScript: javascript,
    TypeScript: typescript,
    TSX: typescript,
    Java: language("abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally float for goto if implements import instanceof int interface long native new null package private protected public return short static strictfp super switch synchronized this throw throws transient try void volatile while true false", [SLASHES, BLOCK, JAVA_TEXT, DOUBLE, CHARACTER]),
    Kotlin: language("as break class continue do else false for fun if in interface is null object package return super this throw true try typealias val var when while", KOTLIN),
    Go: language("break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var true false nil iota", [SLASHES, BLOCK, BACKTICK, DOUBLE, CHARACTER]),
    Rust: language("as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type unsafe use where while", [
      SLASHES,
      NESTED,
      string(raw`(?<![\p{L}\p{N}_])(?:br|cr|r)#{0,8}"`, raw`"\1`, { tag: raw`r(#*)"` }),
      string('"', '"', { skip: ESCAPE }),
      string(raw`'(?:[^'\\\n]|\\(?:u\{[\da-fA-F_]{1,8}\}|x[\da-fA-F]{2}|[^\nux]))'`),
    ]),
    "C#": language("abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock long namespace new null object operator out override params private protected public readonly record ref return sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using virtual void volatile while", CSHARP),
    PHP: {
      ...language("abstract and array as break callable case catch class clone const continue declare default do echo else elseif empty enddeclare endfor endforeach endif endswitch endwhile enum extends false final finally fn for foreach function global goto if implements include include_once instanceof insteadof interface isset list match namespace new null or print private protected public readonly require require_once return static switch throw trait true try unset use var while xor yield", PHP),
      before: /(?<!->|::)$/,
    },
    Ruby: {
      ...language("alias and begin break case class def defined do else elsif end ensure false for if in module next nil not or redo rescue retry return self super then true undef unless until when while yield", RUBY),
      before: /(?<![:@])$/,
      after: /^(?![?!]|:(?!:))/,
    },
    Lua: language("and break do else elseif end false for function goto if in local nil not or repeat return then true until while", LUA),
    Shell: {
      ...language("if then else elif fi for while until do done case esac in function return break continue local export readonly", SHELL, ""),
      before: /[;&|(\n!][ \t]*(?:(?:then|do|else|elif|if|while|until)[ \t]+)*(?:(?:for|case)[ \t]+\S+[ \t]+)?$/,
    },
    CMake: language("", CMAKE, ""),
    Makefile: language("", [HASH_FIRST], ""),
    Dockerfile: language("", DOCKER, ""),
    YAML: language("", YAML, ""),
    TOML: language("true false", TOML, ""),
    INI: language("", [comment(raw`^[ \t]*[;#].*`)], ""),
    JSON: json,
    "Jupyter Notebook": json,
    "JSON with Comments": language(JSON_WORDS, [SLASHES, BLOCK, DOUBLE]),
    CSS: language("", [BLOCK, DOUBLE, quoted("'")], ""),
    HTML: language("", [comment("<!--", "-->")], ""),
    XML: language("", [comment("<!--", "-->")], ""),
    Jinja: language("", [comment(raw`\{#`, raw`#\}`)], ""),
    SQL: { ...language(SQL_WORDS, [comment("--.*"), BLOCK, string("'(?:[^']|''){0,2000}'")]), anyCase: true },
    "Protocol Buffer": language("syntax package import option message enum service rpc returns stream oneof map repeated optional required reserved extensions extend true false", [SLASHES, BLOCK, DOUBLE, quoted("'")]),
  };
})();
