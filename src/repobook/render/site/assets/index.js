"use strict";
// What is looked up without a server: small scripts in `book-index/`, each run once when it is
// asked for, for from a disk a page may run a file but not read one. `book.index` has it all.
(() => {
  const { root, make } = window.book;
  const FIRST = 32;
  const asked = new Map();
  const waiting = new Map();

  window.bookShard = (name, value, isCompressed) => waiting.get(name)?.(isCompressed ? unpacked(value) : value);

  function unpacked(text) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
  }

  function load(name) {
    if (!asked.has(name)) asked.set(name, run(name));
    return asked.get(name);
  }

  function run(name) {
    return new Promise((resolve, reject) => {
      waiting.set(name, resolve);
      const script = make("script", { src: `${root}book-index/${name}.js` });
      script.addEventListener("error", () => { asked.delete(name); reject(new Error(name)); });
      script.addEventListener("load", () => script.remove());
      document.head.append(script);
    });
  }

  let known = null;
  const directory = () => (known ??= load("directory").then((names) => new Set(names.split(" "))));

  // Keys: small letters and digits, `_` for any other letter; `text/shard_keys.py` makes the same.
  const squeezed = (name) => name.slice(0, 200).replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
  const keyOf = (name) => [...squeezed(name)].map((c) => (/[a-z0-9]/.test(c) ? c : "_")).join("") || "_";
  const LETTERS = "0123456789_abcdefghijklmnopqrstuvwxyz";

  // The shard that holds all names with these letters, or of many the best; empty if there is none.
  function shardOf(names, family, key) {
    let at = key[0];
    while (!names.has(`${family}-${at}`)) {
      const inner = `${family}-${at}-`;
      if (!names.has(inner)) return "";
      if (key.length <= at.length) return inner;
      const wanted = key[at.length];
      const letter = [...LETTERS.slice(0, LETTERS.indexOf(wanted) + 1)].reverse().find((c) =>
        names.has(`${inner.slice(0, -1)}${c}`) || names.has(`${inner.slice(0, -1)}${c}-`));
      if (letter === undefined) return "";
      if (letter !== wanted && !names.has(`${inner.slice(0, -1)}${letter}`)) return "";
      at += letter;
    }
    return `${family}-${at}`;
  }

  async function shard(family, key) {
    const name = shardOf(await directory(), family, key);
    return name ? { value: await load(name), isWhole: !name.endsWith("-") } : { value: null, isWhole: true };
  }

  // Files ------------------------------------------------------------------------------------------

  class File {
    constructor(path, summary, place) {
      const [role, standing, ...language] = summary.split(" ");
      this.path = path;
      this.role = role.replace("*", "");
      this.isListed = role.endsWith("*");
      this.standing = Number(standing);
      this.language = language.join(" ");
      this.place = place;
    }

    // Of one that is only listed the page of its folder.
    page(kind) {
      const folder = this.path.slice(0, this.path.lastIndexOf("/") + 1);
      const name = this.isListed ? this.place ?? `${folder}index.html` : `${this.place ?? this.path}_${kind}.html`;
      return name.split("/").map(encodeURIComponent).join("/");
    }
  }

  function filesIn([paths, summaries, elsewhere, texts]) {
    const places = new Map();
    for (let n = 0; n < elsewhere.length; n += 2) places.set(elsewhere[n], elsewhere[n + 1]);
    let last = "";
    return paths.map((entry, n) => {
      last = last.slice(0, entry.charCodeAt(0) - FIRST) + entry.slice(1);
      return new File(last, texts[summaries[n]], places.get(n));
    });
  }

  async function everyFile() {
    const names = [...(await directory())].filter((name) => name.startsWith("p-"));
    names.sort((one, other) => Number(one.slice(2)) - Number(other.slice(2)));
    return (await Promise.all(names.map(load))).flatMap(filesIn);
  }

  let files = null;
  const paths = () => (files ??= everyFile());

  // Names, words, keywords ---------------------------------------------------------------------------

  const anchorOf = (qualname, overload) => {
    const name = qualname.replace(/[^\w.-]/g, (c) => `~${c.codePointAt(0).toString(16)}~`);
    return overload > 1 ? `.${name}~${overload}` : `.${name}`;
  };

  function definitionsIn([name, , , numbers, odd], files, texts) {
    const anchors = new Map();
    for (let n = 0; n < (odd?.length || 0); n += 2) anchors.set(odd[n], odd[n + 1]);
    const found = [];
    for (let n = 0; n < numbers.length; n += 4) {
      const [file, kind, scope, overload] = numbers.slice(n, n + 4);
      found.push({
        file: files[file],
        kind: texts[kind >> 1],
        page: files[file].page(kind % 2 ? "sym" : "src"),
        scope: texts[scope],
        anchor: anchors.get(n / 4) ?? anchorOf(texts[scope] + name, overload),
      });
    }
    return found;
  }

  const decoded = new Map();

  function namesOf(value) {
    if (!decoded.has(value)) {
      const files = filesIn(value.slice(2));
      decoded.set(value, value[1].map((entry) => ({
        name: entry[0],
        letters: squeezed(entry[0]),
        nAll: entry[1],
        nTests: entry[2],
        definitions: definitionsIn(entry, files, value[5]),
      })));
    }
    return decoded.get(value);
  }

  // Names that begin with these letters, and how many there are in truth.
  async function names(text) {
    const { value, isWhole } = await shard("n", keyOf(text));
    const letters = squeezed(text);
    const found = (value ? namesOf(value) : []).filter((one) => one.letters.startsWith(letters));
    return { found, nAll: isWhole ? found.length : value[0] };
  }

  // Words that begin so, each with the best names that have it.
  async function words(text) {
    const { value } = await shard("w", keyOf(text));
    return (value?.[1] ?? []).filter(([word]) => word.startsWith(text))
      .map(([word, nAll, names]) => ({ word, nAll, names }));
  }

  // The best files that a word distinguishes.
  async function keywords(text) {
    const { value } = await shard("k", keyOf(text));
    const entry = value?.[1].find(([word]) => word === text);
    if (!entry) return { nAll: 0, files: [] };
    const all = filesIn(value.slice(2));
    const files = [];
    for (let n = 0; n < entry[2].length; n += 2) {
      files.push({ file: all[entry[2][n]], weight: entry[2][n + 1] });
    }
    return { nAll: entry[1], files };
  }

  window.book.index = { load, paths, names, words, keywords, squeezed };
})();
