"use strict";
// The search box on every page, the page of results, and the finder of files. Whoever serves the
// book answers with its own engine; without a server the shards do. Names only become text nodes.
(() => {
  const { make, kept, keys, root, served, index, query: ask, isFramed } = window.book;
  if (isFramed) return;
  const DELAY = 60;
  const FEW = { names: 12, definitions: 3, files: 12 };
  const MANY = { names: 40, definitions: 16, files: 60 };
  const place = document.body.matches(".search") ? make("div", { class: "results" }) : null;

  // Rows ---------------------------------------------------------------------------------------------

  const plural = (n, one) => `${n.toLocaleString("en")} ${one}${n === 1 ? "" : "s"}`;
  const resultsFor = (text) => `${root}search.html?q=${encodeURIComponent(text)}`;

  function entry(address, name, what, where) {
    const link = make("a", { href: address }, make("code", {}, name), make("span", { class: "what" }, what),
      make("span", { class: "where" }, where));
    return make("li", {}, link);
  }

  function definition(one, { file, page, kind, scope, anchor }, nMore) {
    const what = kind.replaceAll("_", " ") + (nMore > 0 ? ` · ${plural(nMore, "more definition")}` : "");
    return entry(`${root}${page}#${encodeURIComponent(anchor)}`, scope + one.name, what, file.path);
  }

  // Of a place that was asked for, `path:line`, the very line.
  // The section of a file's page that answers a question about the file.
  const SECTIONS = new Map([
    ["needs", "#dependencies"], ["needed by", "#dependencies"], ["uses", "#dependencies"], ["callers", "#dependencies"],
    ["impact", "#dependencies"], ["tests", "#testing--usage"],
  ]);

  function fileEntry(file, asked, section = "") {
    const line = asked && !file.isListed && `/${file.path}`.endsWith(`/${asked.path}`) ? asked.line : "";
    const address = line ? `${file.page("src")}#L${line}` : file.page("docs") + (file.isListed ? "" : section);
    const name = file.path.slice(file.path.lastIndexOf("/") + 1) + (line && `:${line}`);
    return entry(root + address, name, file.isListed ? "listed" : file.role, file.path);
  }

  // A list that only ever grows while one query is answered.
  function group(title) {
    const rows = make("ol", {});
    const notes = make("p", { class: "note" });
    const node = make("section", {}, make("h2", {}, title), rows, notes);
    node.hidden = true;
    return {
      node,
      add(...items) { rows.append(...items); node.hidden = rows.children.length + notes.childNodes.length === 0; },
      note(...parts) {
        if (notes.childNodes.length) notes.append(" ");
        notes.append(make("span", {}, ...parts));
        node.hidden = false;
      },
      get size() { return rows.children.length; },
    };
  }

  // One query ----------------------------------------------------------------------------------------

  class Answer {
    constructor(text, limits) {
      this.text = text;
      this.limits = limits;
      this.symbols = group("Symbols");
      this.files = group("Files");
      this.status = make("p", { class: "status", role: "status" });
      const isPath = /[/]|\.\w{1,5}$/.test(ask.read(text).words.join(" "));
      this.node = make("div", { class: "answer", "data-query": text }, this.status,
        ...(isPath ? [this.files.node, this.symbols.node] : [this.symbols.node, this.files.node]));
    }

    async fill() {
      try {
        await (served ? this.fromServer() : this.fromShards());
      } catch {
        try { await this.fromShards(); } catch { this.status.textContent = "The search index could not be read."; return; }
      }
      this.conclude();
    }

    async fromShards() {
      const query = ask.read(this.text);
      const seen = new Set();
      const typed = query.words.join(" ");
      let nHidden = 0;
      const show = (rows) => {
        for (const one of rows) {
          if (seen.has(one.name)) continue;
          seen.add(one.name);
          nHidden += one.nHidden;
          if (one.isCut && (one.name === typed || query.phrases.includes(one.name))) {
            this.symbols.note(`Filters checked the best ${one.definitions.length} of ${plural(one.nAll, "definition")} of ${one.name}.`);
          }
          if (one.shown.length && this.n < this.limits.names) this.addName(one, typed === one.name || query.phrases.includes(one.name));
        }
      };
      const asked = ask.question(this.text);
      if (asked) await this.addAsked(query, asked, seen);
      for (const phrase of query.phrases) show((await ask.named(query, phrase, true)).rows);
      if (typed) {
        const { rows, nAll } = await ask.named(query, typed, false);
        show(rows);
        if (nAll > rows.length && rows.length >= this.limits.names) this.symbols.note(`${nAll.toLocaleString("en")} names begin so: type more to see others.`);
        show(await ask.namesWithWords(query, seen));
      }
      if (nHidden) this.tellHidden(nHidden);
      if (!query.filters.some(([name]) => name === "kind")) this.addFiles(await ask.files(query), query.place);
      if (query.hints.length) this.symbols.note(query.hints.join(" "));
    }

    // What a question is about comes first, with the section that has its uses, tests and lines.
    async addAsked(query, { asks, subject }, seen) {
      const path = subject.replace(/^\.\//, "");
      const file = (await index.paths()).find((one) => one.path === path || one.path.endsWith(`/${path}`));
      if (file) { this.asked = file; this.files.add(fileEntry(file, null, SECTIONS.get(asks))); return; }
      const one = (await ask.named(query, subject, true)).rows.find(({ shown }) => shown.length);
      if (!one) return;
      seen.add(one.name);
      const [best] = one.shown;
      this.addName(one, true);
      if (place && best.page.endsWith("_sym.html")) {
        this.symbols.node.append(make("iframe", { src: `${root}${best.page}#${encodeURIComponent(best.anchor)}`, title: `Uses and tests of ${one.name}` }));
      }
    }

    get n() { return this.nNames ?? 0; }

    addName(one, isMeant) {
      this.nNames = this.n + 1;
      const shown = one.shown.slice(0, isMeant ? this.limits.definitions : 1);
      const nMore = one.nFitting - shown.length;
      this.symbols.add(...shown.map((d) => definition(one, d, isMeant ? 0 : nMore)));
      if (isMeant && nMore > 0) this.symbols.add(this.more(one, nMore));
    }

    more(one, n) {
      const exact = `"${one.name}"`;
      const label = `${plural(n, "more definition")} of ${one.name}`;
      return make("li", {}, this.text === exact
        ? make("span", { class: "more" }, `${label}: narrow by in: or kind:`)
        : make("a", { href: resultsFor(exact), class: "more" }, label));
    }

    tellHidden(n) {
      this.symbols.note(`${plural(n, "definition")} in tests hidden: `,
        make("a", { href: resultsFor(`${this.text} test:yes`) }, "show them"), ".");
    }

    addFiles(found, place) {
      const rows = found.slice(0, this.limits.files).filter((file) => file !== this.asked);
      this.files.add(...rows.map((file) => fileEntry(file, place)));
      if (found.length > this.limits.files) {
        this.files.note(`${this.limits.files} of ${plural(found.length, "file")} shown.`);
      }
    }

    async fromServer() {
      const asked = new URL("../api/v1/search", root);
      asked.search = new URLSearchParams({ query: this.text.slice(0, 2000), limit: this.limits.files });
      const [answer, files] = await Promise.all([
        fetch(asked).then((reply) => (reply.ok ? reply.json() : Promise.reject(reply.status))), index.paths(),
      ]);
      const { data } = answer;
      const fileOf = new Map(files.map((file) => [file.path, file]));
      if (data.answer) this.symbols.note(data.answer.statement);
      for (const hit of data.hits) {
        if (hit.kind === "folder") this.addFolder(hit, files.find(({ path }) => path.startsWith(`${hit.path}/`)));
        else this.addHit(hit, fileOf.get(hit.path));
      }
      for (const { path, line, text } of data.answer?.rows ?? []) this.addPlace(fileOf.get(path), line, text);
      if (data.n_hidden_tests) this.tellHidden(data.n_hidden_tests);
      if (data.close.length) this.symbols.note(`Similar names: ${data.close.join(", ")}.`);
      if (data.hints.length) this.symbols.note(data.hints.join(" "));
    }

    // Where a folder lies is known from any file below it.
    addFolder(hit, below) {
      if (!below) return;
      const folder = below.page("docs").split("/").slice(0, hit.path.split("/").length).join("/");
      this.files.add(entry(`${root}${folder}/index.html`, `${hit.path}/`, "folder", hit.detail));
    }

    addHit(hit, file) {
      if (hit.kind === "symbol" && file) {
        const more = hit.n_same > 1 ? ` · ${plural(hit.n_same, "definition")}` : "";
        this.symbols.add(entry(`${root}${file.page("src")}#L${hit.line}`, hit.name, hit.detail.split(" ")[0] + more, `${hit.path}:${hit.line}`));
      } else if (file) {
        const best = hit.lines[0];
        const item = fileEntry(file);
        if (best && !file.isListed) item.append(make("a", { class: "line", href: `${root}${file.page("src")}#L${best.line}` }, `${best.line}  ${best.text.trim()}`));
        this.files.add(item);
      }
    }

    addPlace(file, line, text) {
      if (file) this.symbols.add(entry(`${root}${file.page("src")}#L${line}`, text.trim() || file.path, "", `${file.path}:${line}`));
    }

    conclude() {
      const n = this.symbols.size + this.files.size;
      this.status.replaceChildren(...(n ? [] : [make("span", {}, `No results for “${this.text}”.`)]));
      this.node.dataset.done = "";
    }
  }

  // The box ------------------------------------------------------------------------------------------

  const input = make("input", {
    type: "search", name: "q", placeholder: "Search  /", "aria-label": "Search", autocomplete: "off", spellcheck: "false", maxlength: "400",
  });
  const panel = make("div", { class: "found" });
  panel.hidden = true;
  const form = make("form", { class: "searchbox", role: "search", action: `${root}search.html` }, input, panel);
  document.querySelector("body > header").insertBefore(form, document.querySelector("body > header > .tools"));

  let shown = null;
  let timer = 0;

  function answer(text) {
    clearTimeout(timer);
    if (shown?.text === text) return;
    shown = text ? new Answer(text, place ? MANY : FEW) : null;
    (place ?? panel).replaceChildren(...(shown ? [shown.node] : []));
    panel.hidden = Boolean(place) || !shown;
    const own = shown;
    own?.fill().then(() => { if (own === shown && !place) panel.append(all(text)); });
  }

  const all = (text) => make("p", { class: "note" }, make("a", { href: resultsFor(text) }, "All results"));

  function typed() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      answer(input.value.trim());
      if (place) enter(input.value.trim(), true);
    }, DELAY);
  }

  // What is being typed is one entry of the history; a query that was sent keeps its own.
  function enter(text, isDraft) {
    const isInDraft = history.state?.isDraft;
    if (!isInDraft && address(text) === address(new URLSearchParams(location.search).get("q"))) return;
    history[isInDraft ? "replaceState" : "pushState"]({ isDraft }, "", address(text));
  }

  const address = (text) => (text ? `?q=${encodeURIComponent(text)}` : location.pathname);

  function close() {
    panel.hidden = true;
    shown = place ? shown : null;
  }

  function walk(event, within) {
    const links = [...within.querySelectorAll("a[href]")];
    const at = links.indexOf(document.activeElement);
    const isTyping = document.activeElement.matches("input");
    const step = event.key === "ArrowDown" || (!isTyping && event.key === "j") ? 1
      : event.key === "ArrowUp" || (!isTyping && event.key === "k") ? -1 : 0;
    if (!step || (isTyping && step < 0)) return false;
    event.preventDefault();
    if (at + step < 0) within.closest("form, dialog, body").querySelector("input").focus();
    else links[Math.min(at + step, links.length - 1)]?.focus();
    return true;
  }

  form.addEventListener("keydown", (event) => {
    if (walk(event, place ?? panel)) return;
    if (event.key !== "Escape") return;
    event.preventDefault();
    if (document.activeElement === input) { input.blur(); close(); } else input.focus();
  });
  form.addEventListener("submit", (event) => {
    if (!place) return;
    event.preventDefault();
    answer(input.value.trim());
    enter(input.value.trim(), false);
  });
  input.addEventListener("input", typed);
  input.addEventListener("focus", () => {
    index.load("directory").catch(() => {});
    if (!place && input.value.trim()) answer(input.value.trim());
  });
  form.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !form.contains(event.relatedTarget)) close();
  });
  addEventListener("pointerdown", (event) => { if (!form.contains(event.target)) close(); });

  function focusBox() {
    input.focus();
    input.select();
  }
  for (const key of ["/", "s", "Ctrl-k"]) keys.register(key, "search", focusBox);

  // What was asked before, offered by an empty box ---------------------------------------------------

  const MOST_RECENT = 8;
  const keptAs = `recent:${root}`;
  const recent = () => (kept.get(keptAs) || "").split("\n").filter(Boolean);

  // Asked is what was sent, or led to a result.
  function remember() {
    const text = input.value.trim().replace(/\s+/g, " ");
    if (text) kept.set(keptAs, [text, ...recent().filter((one) => one !== text)].slice(0, MOST_RECENT).join("\n"));
  }

  function offerRecent() {
    const texts = recent();
    if (place || input.value.trim() || !texts.length) return;
    const links = texts.map((text) => make("li", {}, make("a", { href: resultsFor(text) }, text)));
    panel.replaceChildren(make("p", { class: "note" }, "Recent searches"), make("ul", { class: "recent" }, ...links));
    panel.hidden = false;
  }

  for (const node of [panel, place]) {
    node?.addEventListener("click", (event) => { if (event.target.closest("a[href]")) remember(); });
  }
  form.addEventListener("submit", remember);
  input.addEventListener("focus", offerRecent);
  input.addEventListener("input", () => { if (!input.value.trim()) offerRecent(); });

  // Filters to switch on and off, instead of being typed ---------------------------------------------

  const N_LANGUAGES = 4;
  const CHIPS = ["kind:class", "kind:function", "kind:method", "role:docs", "test:only"];
  const words = () => input.value.split(/\s+/).filter(Boolean);

  function chip(filter) {
    const button = make("button", { type: "button", "data-filter": filter }, filter);
    button.addEventListener("click", () => {
      const isOn = words().includes(filter);
      const same = `${filter.split(":")[0]}:`;
      const others = words().filter((word) => !word.startsWith(same));
      input.value = (isOn ? others : [...others, filter]).join(" ");
      answer(input.value.trim());
      enter(input.value.trim(), false);
      tellChips();
    });
    return button;
  }

  function tellChips() {
    for (const button of document.querySelectorAll(".chips button")) {
      button.setAttribute("aria-pressed", `${words().includes(button.dataset.filter)}`);
    }
  }

  async function languages() {
    const counts = new Map();
    for (const { language } of await index.paths()) if (language) counts.set(language, (counts.get(language) ?? 0) + 1);
    const most = [...counts].sort((one, other) => other[1] - one[1]).slice(0, N_LANGUAGES);
    return most.map(([language]) => language.toLowerCase()).filter((language) => /^\S+$/.test(language));
  }

  async function chips() {
    const row = make("div", { class: "chips", role: "group", "aria-label": "Filters" }, ...CHIPS.map(chip));
    place.before(row);
    tellChips();
    row.append(...(await languages()).map((language) => chip(`lang:${language}`)));
    tellChips();
  }

  // The page of results ------------------------------------------------------------------------------

  function fromAddress() {
    input.value = new URLSearchParams(location.search).get("q") ?? "";
    answer(input.value.trim());
  }

  if (place) {
    document.querySelector("main > h1").after(place);
    place.addEventListener("keydown", (event) => walk(event, place));
    addEventListener("popstate", fromAddress);
    fromAddress();
    chips().catch(() => {});
    input.addEventListener("input", tellChips);
    if (!input.value) focusBox();
  }

  // The finder of files ------------------------------------------------------------------------------

  async function findFile() {
    const field = make("input", { type: "search", "aria-label": "Path", placeholder: "Part of a path", autocomplete: "off", spellcheck: "false" });
    const list = make("ol", {});
    const status = make("p", { class: "status", role: "status" });
    const dialog = window.book.dialog("Go to a file", field, make("div", { class: "answer" }, list, status));
    dialog.classList.add("finder");
    field.focus();
    const files = await index.paths();
    const show = () => {
      const { place: asked } = ask.read(field.value);
      const wanted = (asked?.path ?? field.value).toLowerCase().replace(/\s+/g, "");
      const best = files.map((file) => [wanted ? ask.fuzzy(file.path, wanted) : file.standing, file]).filter(([n]) => n > -Infinity)
        .sort(([one, a], [other, b]) => other - one || (a.path < b.path ? -1 : 1));
      list.replaceChildren(...best.slice(0, FEW.files).map(([, file]) => fileEntry(file, asked)));
      status.textContent = `${best.length.toLocaleString("en")} of ${plural(files.length, "file")}`;
    };
    field.addEventListener("input", show);
    dialog.addEventListener("keydown", (event) => {
      if (walk(event, list)) return;
      if (event.key === "Enter" && document.activeElement === field) list.querySelector("a")?.click();
    });
    show();
  }
  keys.register("t", "go to a file", () => { findFile().catch(() => {}); });
})();
