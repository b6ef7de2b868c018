"use strict";
// Reads what was typed as the command line does, as far as no server is needed, and finds it in
// the shards. Rows come in the order in which they are shown; what came first stays where it is.
(() => {
  const { index } = window.book;
  const FILTERS = new Map([
    ["file", "file"], ["path", "file"], ["in", "in"], ["folder", "in"], ["dir", "in"],
    ["lang", "lang"], ["language", "lang"], ["kind", "kind"], ["role", "role"],
    ["test", "test"], ["tests", "test"],
  ]);
  const LANGUAGES = new Map([["cpp", "c++"], ["csharp", "c#"], ["objc", "objective-c"], ["golang", "go"]]);
  const MAX_TYPED = 400;
  const MAX_WORDS = 6;

  function read(text) {
    const query = { text: text.trim(), words: [], phrases: [], filters: [], hints: [] };
    for (const [token, name, value, phrase] of
      text.slice(0, MAX_TYPED).matchAll(/([A-Za-z]{2,20}):(?![:/])("[^"]*"?|\S+)|"([^"]*)"?|\S+/g)) {
      const filter = name && FILTERS.get(name.toLowerCase());
      if (filter) query.filters.push([filter, value.replaceAll('"', "").toLowerCase()]);
      else if (phrase !== undefined) { if (phrase.trim()) query.phrases.push(phrase.trim()); }
      else if (query.words.length < MAX_WORDS) query.words.push(token);
      if (name && !filter) query.hints.push(`${name}: is searched as text; filters are file: in: lang: kind: role: test:`);
    }
    return query;
  }

  // Words inside a name: `MaxPool2d` and `max_pool2d` have the same; `text/words.py` cuts alike.
  const WORD = /[A-Z]+(?=[A-Z](?![A-Z])\p{L})|[A-Z]?(?:(?![A-Z])\p{L})+|[A-Z]+|\p{Nd}+/gu;
  const singular = (word) => (word.length > 3 && /s$/.test(word) && !/[siu]s$/.test(word) ? word.slice(0, -1) : word);
  const wordsOf = (text) => (text.slice(0, 200).match(WORD) ?? []).map((word) => singular(word.toLowerCase()));

  // Filters ------------------------------------------------------------------------------------------

  function holds(path, wanted) {
    if (!wanted.includes("*")) return path.includes(wanted);
    const pieces = wanted.split("*");
    let at = path.startsWith(pieces[0]) ? 0 : path.indexOf(`/${pieces[0]}`) + 1;
    if (at === 0 && !path.startsWith(pieces[0])) return false;
    for (const piece of pieces.slice(0, -1)) {
      at = path.indexOf(piece, at);
      if (at < 0) return false;
      at += piece.length;
    }
    const last = pieces[pieces.length - 1];
    return path.endsWith(last) && path.length - last.length >= at;
  }

  const FILE_TESTS = {
    file: (file, value) => holds(file.path.toLowerCase(), value),
    in: (file, value) => `/${file.path.toLowerCase()}`.includes(`/${value.replace(/^\/+|\/+$/g, "")}/`),
    lang: (file, value) => file.language.toLowerCase() === (LANGUAGES.get(value) ?? value)
      || file.path.toLowerCase().endsWith(`.${value}`),
    role: (file, value) => file.role === value,
    test: (file, value) => value === "yes" || (file.role === "test") === (value === "only"),
    kind: () => true,
  };
  const fits = (query, file) => query.filters.every(([name, value]) => FILE_TESTS[name](file, value));
  const wantsKind = (query, kind) => query.filters.every(([name, value]) =>
    name !== "kind" || [value, value.replace(/s$/, ""), value.replace(/es$/, "")].includes(kind.toLowerCase()));
  const wantsTests = (query) => query.filters.some(([name, value]) => name === "test" || (name === "role" && value === "test"));

  // Symbols ------------------------------------------------------------------------------------------

  // Keys of data and titles of documents are seldom meant by those who look for a symbol.
  const isData = (one) => DATA.has(one.definitions[0]?.kind);
  const DATA = new Set(["key", "heading", "section", "block"]);
  const fame = (one) => Math.floor(Math.log2(Math.max(1, one.nAll - one.nTests)));

  function byRelation(typed, letters) {
    const relation = (one) => (one.name === typed ? 3 : one.letters === letters ? 2 : 1);
    const isTest = (one) => one.nAll === one.nTests;
    return (one, other) => relation(other) - relation(one) || isTest(one) - isTest(other) || isData(one) - isData(other)
      || fame(other) - fame(one) || one.name.length - other.name.length || (one.name < other.name ? -1 : 1);
  }

  // One row for a name, with the definitions that may be shown and what is not shown of them.
  function row(query, one, around) {
    const admitted = one.definitions.filter((d) => fits(query, d.file) && wantsKind(query, d.kind)
      && around.every((step) => `${d.file.path}.${d.scope}`.toLowerCase().includes(step.toLowerCase())));
    const isAsked = wantsTests(query);
    const shown = isAsked ? admitted : admitted.filter((d) => d.file.role !== "test");
    const isFiltered = query.filters.length > 0 || around.length > 0;
    const nFitting = isFiltered ? shown.length : one.nAll - one.nTests;
    const isCut = isFiltered && one.nAll > one.definitions.length;
    return { ...one, shown, nFitting, isCut, nHidden: isFiltered ? admitted.length - shown.length : one.nTests };
  }

  function steps(text) {
    const called = text.replace(/\([^()]*\)?$/, "") || text;
    const parts = called.split(/::|->|[.#/\\]/).filter(Boolean);
    return parts.length > 1 && index.squeezed(parts.at(-1)) ? parts : [called];
  }

  async function named(query, typed, isExact) {
    const around = /\s/.test(typed) ? [] : steps(typed);
    const name = around.pop() ?? typed;
    const letters = index.squeezed(name);
    const { found, nAll } = await index.names(name);
    const wanted = found.filter((one) => (isExact ? one.name === name : letters.length > 1 || one.letters === letters));
    const rows = wanted.sort(byRelation(name, letters)).map((one) => row(query, one, around));
    return { rows, nAll };
  }

  async function namesWithWords(query, seen) {
    const typed = [...new Set(query.words.flatMap(wordsOf))].slice(0, MAX_WORDS);
    if (!typed.some((word) => word.length > 2)) return [];
    const groups = await Promise.all(typed.map((word) => index.words(word)));
    const initials = typed.length === 1 && query.words.length === 1 ? await index.words(`~${index.squeezed(query.words[0])}`) : [];
    const best = groups.map((group, n) => group.filter(({ word }) => word === typed[n] || typed[n].length > 2))
      .sort((one, other) => total(one) - total(other))[0] ?? [];
    const ordered = [...best.sort((one, other) => one.word.length - other.word.length), ...initials];
    const candidates = [...new Set(ordered.flatMap(({ names }) => names))]
      .filter((name) => !seen.has(name)
        && (initials.some(({ names }) => names.includes(name)) || typed.every((word) => hasWord(name, word))));
    return lookedUp(query, candidates.slice(0, 20));
  }

  const total = (group) => group.reduce((sum, { nAll }) => sum + nAll, 0) || Infinity;
  const hasWord = (name, wanted) => wordsOf(name).some((word) => word === wanted || (wanted.length > 2 && word.startsWith(wanted)));

  async function lookedUp(query, names) {
    const found = await Promise.all(names.map((name) => index.names(name)));
    return names.flatMap((name, n) => found[n].found.filter((one) => one.name === name))
      .sort((one, other) => isData(one) - isData(other)).map((one) => row(query, one, []));
  }

  // Files --------------------------------------------------------------------------------------------

  async function files(query) {
    const typed = [...new Set(query.words.flatMap(wordsOf))];
    const [all, ...keywords] = await Promise.all([index.paths(), ...typed.map((word) => index.keywords(word))]);
    const earned = new Map();
    keywords.forEach(({ nAll, files }) => files.forEach(({ file, weight }) => {
      const rarity = Math.log2(1 + all.length / Math.max(1, nAll));
      earned.set(file.path, (earned.get(file.path) ?? 0) + weight * rarity);
    }));
    const text = query.words.join(" ").toLowerCase();
    const exact = query.phrases.map((phrase) => phrase.toLowerCase());
    const scored = all.filter((file) => fits(query, file) && exact.every((phrase) => file.path.toLowerCase().includes(phrase)))
      .map((file) => [score(file, text, typed, earned.get(file.path) ?? 0, exact.length > 0), file]);
    return scored.filter(([points]) => points > 0)
      .sort(([one, a], [other, b]) => other - one || (a.path < b.path ? -1 : 1)).map(([, file]) => file);
  }

  const LESSER = { test: 0.6, generated: 0.7, vendored: 0.7, docs: 0.8 };

  function score(file, text, typed, earned, isAdmitted) {
    const path = file.path.toLowerCase();
    const base = path.slice(path.lastIndexOf("/") + 1);
    const stem = base.split(".")[0];
    let points = earned;
    if (text) {
      if (path === text) points += 1000;
      else if (base === text) points += 600;
      else if (stem === text) points += 300;
      else if (path.endsWith(`/${text}`)) points += 500;
      else if (base.includes(text)) points += 60;
      else if (path.includes(text)) points += 30;
      const near = typed.filter((word) => path.includes(word));
      const words = near.length ? wordsOf(file.path) : [];
      const n = near.filter((word) => words.includes(word)).length;
      points += typed.length ? (40 * n * n) / (typed.length * typed.length) : 0;
    } else if (isAdmitted || typed.length === 0) points += 1;
    if (points > 0) points += file.standing / 4;
    return points * (file.isListed ? 0.5 : LESSER[file.role] ?? 1);
  }

  // Paths by letters in order, for the finder: what stands together and begins a word counts most.
  function fuzzy(path, wanted) {
    const text = path.toLowerCase();
    const base = text.lastIndexOf("/") + 1;
    const at = text.indexOf(wanted, base);
    if (at >= 0) return 2000 - (at === base ? 0 : 200) - (text.length - base - wanted.length) - text.length / 100;
    const anywhere = text.indexOf(wanted);
    if (anywhere >= 0) return 1200 - text.length / 10;
    return Math.max(inOrder(text, wanted, base) + 300, inOrder(text, wanted, 0));
  }

  function inOrder(text, wanted, from) {
    let points = 0;
    let last = -2;
    let at = from;
    for (const letter of wanted) {
      at = text.indexOf(letter, at);
      if (at < 0) return -Infinity;
      points += at === last + 1 ? 12 : /[/_.-]/.test(text[at - 1] ?? "/") ? 8 : 1;
      last = at;
      at += 1;
    }
    return points * 4 - text.length / 10;
  }

  window.book.query = { read, named, namesWithWords, files, fuzzy };
})();
