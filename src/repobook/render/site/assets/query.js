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
  const MAX_TERMS = 24;
  // What a file earns that has all words of the query as keywords, in its path, and the share of
  // what its best neighbour earns: `search/rank/ranking.py` has it, too.
  const KEYWORD = 8;
  const IN_PATH = 8;
  const NEIGHBOURS = 0.15;
  // Those of `text/stop_words.py` and of `search/query/query_terms.py`: they say nothing of a file.
  const EMPTY = new Set(`
    a about above after again against all also although always am an and another any are aren as at away be
    because been before being below best better between both but by came can cannot com come copyright could
    couldn did didn different do does doesn doing don done down due during each eg either else etc even ever
    every few first fixme for from further get gets getting give given gives go goes going got hack had hadn has
    hasn have haven having he hence her here hers him his how however html http https i ie if in indeed instead
    into is isn it its itself just keep kept last later least less let license licensed like likely ll made make
    makes making many may maybe me might more most much must my nb near need needed needs neither never new next
    no none nor not note nothing now of off often on once one only onto or org other others otherwise our out
    over own per perhaps please put quite rather re really regardless reserved rights said same say says second
    see seem seems seen several shall she should shouldn similar simply since so some something sometimes soon
    still such take taken takes than thanks that the their them then there therefore these they thing things
    third this those though three through thus till to todo together too toward try two under unless until up
    upon us use used useful user uses using usually ve very via vs want wants was wasn way we well went were
    weren what whatever when where whether which while who whole whom whose why will with within without won
    would wouldn www xxx yes yet you your
    code decide decided decides happen happened happens place work works
  `.trim().split(/\s+/));

  const PLACE = /^(?:\.?\/)?(.*[^:]):(\d{1,9})(?::\d*)?:?$/; // path:line, as compilers and tracebacks print it

  function read(text) {
    const query = { text: text.trim(), words: [], sentence: [], phrases: [], filters: [], hints: [], place: null };
    for (const [token, name, value, phrase] of
      text.slice(0, MAX_TYPED).matchAll(/([A-Za-z]{2,20}):(?![:/])("[^"]*"?|\S+)|"([^"]*)"?|\S+/g)) {
      const filter = name && FILTERS.get(name.toLowerCase());
      if (filter) query.filters.push([filter, value.replaceAll('"', "").toLowerCase()]);
      else if (phrase !== undefined) { if (phrase.trim()) query.phrases.push(phrase.trim()); }
      else {
        const [, path, line] = PLACE.exec(token) ?? [token, token];
        if (line) query.place = { path, line };
        query.sentence.push(path);
        if (query.words.length < MAX_WORDS) query.words.push(path);
      }
      if (name && !filter && !query.place) query.hints.push(`${name}: is searched as text; filters are file: in: lang: kind: role: test:`);
    }
    return query;
  }

  // Questions that the graph answers; frames and words are those of `search/query/questions.py`.
  const FRAMES = `
    impact: what|which|who breaks|fails|notices if|when i|we|you change|edit|remove|rename *
    impact: what|which|who breaks|fails|notices if|when * changes|breaks|fails
    impact: what will|would|could|might|may break if|when i|we|you change|edit|remove|rename *
    impact: what will|would|could|might|may break if|when * changes
    impact: what is|are affected|impacted by|if *
    impact: what depends on changing *
    impact: impact|effect|effects of changing|editing|removing|renaming *
    impact: impact of *
    tests: how|where is|are * tested|covered
    tests: what|which tests cover|test|exercise|use|run|check|verify *
    tests: what|which test covers|tests|exercises|uses|runs|checks|verifies *
    tests: what|which tests are|exist for|of *
    tests: what|which|who tests|test|covers|cover|exercises|exercise *
    tests: tests|test of|for|covering *
    callers: who|what|which calls|call|invokes|invoke *
    callers: where is|are * called|invoked
    callers: callers of *
    uses: who|what|which uses|use|references|reference|mentions *
    uses: where|how is|are * used|referenced|imported|included
    uses: what breaks|fails if|when i|we|you change|remove|rename|delete *
    uses: users|uses|usages|usage|references of|to *
    subclasses: who|what|which inherits|derives|inherit|derive from *
    subclasses: who|what|which extends|extend|subclasses|implements|overrides *
    subclasses: what|which classes inherit|derive from *
    subclasses: what|which classes extend|implement|subclass *
    subclasses: subclasses|implementations|overrides of *
    needed by: who|what|which imports|includes|import|include|needs|need *
    needed by: who|what|which depends|depend|relies on *
    needed by: what|which files import|include|need|use *
    needed by: what|which files depend on *
    needed by: dependents|importers of *
    needs: what does|do * import|include|need|use|call
    needs: what does|do * depend|rely on
    needs: dependencies|imports|includes of *
    definition: where is|are * implemented|defined|declared|located|written|created|built|handled|registered
    definition: where's * implemented|defined|declared|located
    definition: where can|do i|we|you find *
    definition: where does * live
    definition: definition|declaration|implementation of *
    definition: where is|are *
    definition: what is|are *
    definition: how does|do * work
    definition: where's *
  `.trim().split("\n").map((line) => line.trim().split(": ")).map(([asks, frame]) => {
    const [head, tail] = frame.split("*").map((side) => side.trim().split(" ").filter(Boolean).map((words) => words.split("|")));
    return { asks, head, tail };
  });
  const ARTICLES = new Set("a an our the this".split(" "));
  const PLURALS = { __proto__: null, classes: "class", files: "file", functions: "function", methods: "method" };
  const NOUNS = new Set(`
    class classes constant file files folder function functions header macro method methods module package struct symbol type variable
  `.trim().split(/\s+/));

  function question(text) {
    const words = text.trim().replace(/[?!. ]+$/, "").split(/\s+/);
    const fit = (some, frame) => some.length === frame.length && frame.every((allowed, n) => allowed.includes(some[n].toLowerCase()));
    const frame = words.length > 24 ? null : FRAMES.find(({ head, tail }) => words.length > head.length + tail.length
      && fit(words.slice(0, head.length), head) && fit(words.slice(words.length - tail.length), tail));
    if (!frame) return null;
    const subject = words.slice(frame.head.length, words.length - frame.tail.length);
    while (subject.length > 1 && ARTICLES.has(subject[0].toLowerCase())) subject.shift();
    if (subject.length > 1 && NOUNS.has(subject[0].toLowerCase())) subject.shift();
    if (subject.length > 1 && NOUNS.has(subject.at(-1).toLowerCase())) {
      const singular = PLURALS[subject.pop().toLowerCase()];
      // "Slots classes" are classes of a kind, "Linear classes" are called so.
      if (singular && /^\p{Ll}+$/u.test(subject.at(-1))) subject.push(singular);
    }
    const name = subject.join(" ").replace(/^[`'"“”‘’]+|[`'"“”‘’]+$/g, "").replace(/\(\)$/, "");
    return name && !/\s/.test(name) ? { asks: frame.asks, subject: name } : null;
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

  // What the text asks for decides which roles step back; `search/query/intent.py` reads it alike.
  const TESTS = /^\W*(?:what|which|who|where)\b.{0,40}\btest(?:s|ed)?\b|^\W*tests? (?:for|of|that|covering)\b|^\W*(?:how|where) (?:is|are) .{1,200} (?:tested|covered)\W*$/i;
  const USAGE = /^\W*how (?:to|(?:do|can|could|should|would) (?:i|we|you|one))\b/i;
  const CODE = /^\W*(?:how|where|which|what|who|why|when)(?:'s)?\s\S/i;
  const LESSER = { test: 0.6, generated: 0.7, vendored: 0.7, docs: 0.8 };

  function factors(text) {
    if (TESTS.test(text)) return new Proxy({}, { get: (_, role) => (role === "test" ? 1 : 0.6) });
    if (USAGE.test(text)) return { ...LESSER, docs: 1 };
    return CODE.test(text) ? { ...LESSER, test: 0.4, docs: 0.6, config: 0.6, build: 0.6, data: 0.6 } : LESSER;
  }

  // The words to look for, a name whole and in parts; empty ones only where there are no others.
  function termsOf(tokens) {
    const all = [...new Set(tokens.flatMap((token) => [...wordsOf(token), singular(index.squeezed(token))]))].filter((word) => word.length > 1);
    const telling = all.filter((word) => !EMPTY.has(word));
    return (telling.length ? telling : all).slice(0, MAX_TERMS);
  }

  async function files(query) {
    const terms = termsOf([...query.sentence, ...query.phrases]);
    const [all, ...keywords] = await Promise.all([index.paths(), ...terms.map((word) => index.keywords(word))]);
    const rarities = keywords.map(({ nAll }) => Math.log2(1 + all.length / (1 + nAll)));
    const worth = rarities.reduce((sum, rarity) => sum + rarity, 0) || 1;
    const earned = new Map();
    const earn = (file, points) => earned.set(file.path, (earned.get(file.path) ?? 0) + points);
    keywords.forEach(({ files }, n) => files.forEach(({ file, weight }) =>
      earn(file, (rarities[n] * (KEYWORD + weight)) / worth)));
    const text = query.words.join(" ").toLowerCase();
    const exact = query.phrases.map((phrase) => phrase.toLowerCase());
    const factor = factors(query.text);
    const admitted = all.filter((file) => fits(query, file));
    const inPath = admitted.filter((file) => exact.every((phrase) => file.path.toLowerCase().includes(phrase)));
    // No text is here to look for a quote in: where no path has it, its words are searched.
    const scored = (inPath.length ? inPath : admitted)
      .map((file) => [score(file, text, { terms, rarities, worth }, earned.get(file.path) ?? 0, inPath.length > 0 && exact.length > 0)
        * (file.isListed ? 0.5 : factor[file.role] ?? 1), file]);
    return withNeighbours(scored.filter(([points]) => points > 0))
      .sort(([one, a], [other, b]) => other - one || (a.path < b.path ? -1 : 1)).map(([, file]) => file);
  }

  // Matches seldom stand alone in their folder.
  function withNeighbours(scored) {
    const folderOf = ({ path }) => path.slice(0, path.lastIndexOf("/") + 1);
    const best = new Map();
    for (const [points, file] of scored) {
      const [first, second] = best.get(folderOf(file)) ?? [0, 0];
      if (points > second) best.set(folderOf(file), points > first ? [points, first] : [first, points]);
    }
    return scored.map(([points, file]) => {
      const [first, second] = best.get(folderOf(file));
      return [points + NEIGHBOURS * (points >= first ? second : first), file];
    });
  }

  function score(file, text, { terms, rarities, worth }, earned, isAdmitted) {
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
      const near = terms.filter((word) => path.includes(word));
      const words = near.length ? [...wordsOf(file.path), index.squeezed(stem)] : [];
      terms.forEach((word, n) => { if (near.includes(word) && words.includes(word)) points += (IN_PATH * rarities[n]) / worth; });
    } else if (isAdmitted || terms.length === 0) points += 1;
    return points > 0 ? points + file.standing / 16 : points;
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

  window.book.query = { read, question, named, namesWithWords, files, fuzzy };
})();
