"use strict";
// Colours the text of a file without touching it: ranges are handed to the browser, only for lines
// near the window. What a language looks like is in `lexis.data.js`.
(() => {
  const book = window.book;
  const KINDS = ["comment", "string", "number", "keyword"];
  const MAX_TEXT = 8_000_000;
  const REACH = 60; // characters before a word that may tell whether it is a keyword
  const SLICE = 8; // milliseconds: nobody notices a longer frame
  const BRACKETS = { "${": ["{", "}"], "{": ["{", "}"], "$(": ["(", ")"], "#{": ["{", "}"] };

  // Reads a text once from its beginning, as far as it is asked to. What it finds lies in order.
  function lexer(text, language) {
    const { rules, words, number, anyCase, before, after } = language;
    const kinds = [];
    const starts = [];
    const ends = [];
    const stack = []; // strings and comments that are open, and holes in them
    const code = codePattern(rules, number);
    const closings = new Map();
    let at = 0;

    function put(kind, start, end) {
      if (!kind || end <= start) return;
      kinds.push(kind);
      starts.push(start);
      ends.push(end);
    }

    function forget(frame) {
      kinds.length = starts.length = ends.length = frame.n;
    }

    function readCode() {
      code.lastIndex = at;
      const found = code.exec(text);
      at = found ? code.lastIndex : text.length;
      if (!found) return;
      let which = 1;
      while (found[which] === undefined) which += 1;
      if (which <= rules.length) open(rules[which - 1], found.index, found[0]);
      else if (which === rules.length + 1) put("number", found.index, at);
      else if (which === rules.length + 2) readWord(found.index, found[0]);
      else readMark(found[0]);
    }

    function readWord(start, word) {
      if (!words.has(anyCase ? word.toLowerCase() : word) || text[start - 1] === ".") return;
      const behind = (start < REACH ? "\n" : "") + text.slice(Math.max(0, start - REACH), start);
      if (before && !before.test(behind)) return;
      if (after && !after.test(text.slice(at, at + 4))) return;
      put("keyword", start, at);
    }

    // Brackets matter inside a hole alone; so does the end of a line, where a string is short.
    function readMark(mark) {
      const hole = stack.at(-1);
      if (!hole) return;
      if (mark === "\n") {
        const lost = stack.findIndex((frame) => frame.rule?.short);
        if (lost >= 0) forget(stack[lost]);
        if (lost >= 0) stack.length = lost;
      } else if (mark === hole.brackets[0]) {
        hole.depth += 1;
      } else if (mark === hole.brackets[1]) {
        hole.depth -= 1;
        if (hole.depth === 0) stack.pop();
        if (hole.depth === 0) stack.at(-1).from = at - 1;
      }
    }

    function open(rule, start, opened) {
      if (!rule.close) {
        put(rule.kind, start, at);
        return;
      }
      const found = rule.tag ? new RegExp(rule.tag, "u").exec(opened)[1] : "";
      const tag = rule.isIndent ? found.replace(/\S/g, " ") : found;
      stack.push({ rule, pattern: closing(rule, tag), from: rule.below ? at : start, n: kinds.length, depth: 1 });
    }

    function closing(rule, tag) {
      const key = `${rules.indexOf(rule)} ${tag}`;
      if (!closings.has(key)) closings.set(key, closePattern(rule, tag));
      return closings.get(key);
    }

    function readOpen(frame) {
      const { rule, pattern } = frame;
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      at = found ? pattern.lastIndex : text.length;
      const [, skipped, closed, nested, hole] = found || [];
      if (skipped !== undefined) return;
      if (nested !== undefined) {
        frame.depth += 1;
      } else if (hole !== undefined) {
        put(rule.kind, frame.from, at);
        stack.push({ brackets: BRACKETS[rule.hole], depth: 1 });
      } else if (closed !== undefined) {
        frame.depth -= 1;
        if (frame.depth > 0) return;
        put(rule.kind, frame.from, at);
        stack.pop();
      } else {
        // It never ends. A comment may do so; of a string that does, nothing is known.
        if (rule.kind === "comment") put(rule.kind, frame.from, at);
        else forget(frame);
        stack.pop();
      }
    }

    function advance(until, deadline) {
      for (let n = 1; at < until || (stack.length && at < text.length); n += 1) {
        const frame = stack.at(-1);
        if (frame?.rule) readOpen(frame);
        else readCode();
        if (n % 256 === 0 && performance.now() > deadline) return false;
      }
      return true;
    }

    // The tokens that touch a stretch of the text.
    function* between(start, end) {
      let [low, high] = [0, ends.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (ends[middle] <= start) low = middle + 1;
        else high = middle;
      }
      for (let n = low; n < starts.length && starts[n] < end; n += 1) {
        yield [kinds[n], Math.max(start, starts[n]), Math.min(end, ends[n])];
      }
    }

    return { advance, between };
  }

  function codePattern(rules, number) {
    const opens = rules.map(({ open }) => `(${open})`);
    const word = String.raw`([\p{L}_$][\p{L}\p{N}\p{M}_$]*)`;
    return new RegExp([...opens, `(${number || "(?!)"})`, word, String.raw`([(){}\n])`].join("|"), "gmu");
  }

  function closePattern(rule, tag) {
    const escaped = tag.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
    const none = "(?!)";
    const hole = rule.hole ? rule.hole.replace(/[${(]/g, String.raw`\$&`) : none;
    const closed = rule.close.replaceAll(String.raw`\1`, escaped);
    const parts = [rule.skip || none, closed, rule.nests || none, hole];
    const short = rule.short ? String.raw`|\n` : "";
    return new RegExp(parts.map((part) => `(${part})`).join("|") + short, "gmu");
  }

  // Runs of lines, drawn as they come near and let go when they are far.
  function colour(lines, language) {
    const runs = [...lines.children];
    const texts = runs.map((run) => [...run.children].map((line) => line.textContent).join("\n"));
    const text = texts.join("\n");
    if (text.length > MAX_TEXT) return;
    const from = [];
    texts.reduce((at, part) => { from.push(at); return at + part.length + 1; }, 0);
    const reader = lexer(text, language);
    const painted = new Map();
    const wanted = new Set();
    let isAtWork = false;

    function work() {
      isAtWork = false;
      const deadline = performance.now() + SLICE;
      for (const n of [...wanted].sort((a, b) => a - b)) {
        if (!reader.advance(from[n] + texts[n].length, deadline)) break;
        wanted.delete(n);
        paint(n);
      }
      if (wanted.size) begin();
    }

    function begin() {
      if (!isAtWork) setTimeout(work);
      isAtWork = true;
    }

    function paint(n) {
      const place = placing(runs[n], from[n]);
      const ranges = [];
      for (const [kind, start, end] of reader.between(from[n], from[n] + texts[n].length)) {
        const range = place(start, end);
        if (range) ranges.push([kind, range]);
        if (range) CSS.highlights.get(kind).add(range);
      }
      painted.set(n, ranges);
    }

    function clear(n) {
      for (const [kind, range] of painted.get(n) || []) CSS.highlights.get(kind).delete(range);
      painted.delete(n);
      wanted.delete(n);
    }

    const numbers = new Map(runs.map((run, n) => [run, n]));
    const near = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const n = numbers.get(target);
        if (!isIntersecting) clear(n);
        else if (!painted.has(n)) wanted.add(n);
      }
      if (wanted.size) begin();
    }, { rootMargin: "50% 0px" });
    for (const run of runs) near.observe(run);
  }

  // Asked for stretches in order: where they begin and end among the texts of a run.
  function placing(run, from) {
    const nodes = [];
    const starts = [];
    let at = from;
    for (const line of run.children) {
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        nodes.push(walker.currentNode);
        starts.push(at);
        at += walker.currentNode.length;
      }
      at += 1;
    }
    let first = 0;
    return (start, end) => {
      while (first < nodes.length && starts[first] + nodes[first].length <= start) first += 1;
      let last = first;
      while (last + 1 < nodes.length && starts[last + 1] < end) last += 1;
      if (first >= nodes.length || starts[first] >= end) return null;
      return new StaticRange({
        startContainer: nodes[first],
        startOffset: Math.max(0, start - starts[first]),
        endContainer: nodes[last],
        endOffset: Math.min(nodes[last].length, end - starts[last]),
      });
    };
  }

  book.lexer = lexer;
  const lines = document.querySelector(".lines[data-language]");
  if (!lines || !window.CSS?.highlights) return;
  const script = book.make("script", { src: book.asset("lexis.data.js") });
  script.addEventListener("load", () => book.later([lines.dataset.language], (name) => {
    if (!Object.hasOwn(book.lexis, name)) return;
    for (const kind of KINDS) CSS.highlights.set(kind, new Highlight());
    colour(lines, book.lexis[name]);
  }));
  document.head.append(script);
})();
