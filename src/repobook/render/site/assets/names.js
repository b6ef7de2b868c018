"use strict";
// Names in the text of a file: all places of the one under the pointer are lit, and one that leads
// nowhere itself, since it did a few lines above, shows what it means as that one does. And the text
// as it is: to copy, to see raw.
(() => {
  const { make, keys, evidence, isFramed } = window.book;
  const lines = document.querySelector(".lines");
  if (!lines || isFramed) return;
  const DELAY = 350;
  const MOST = 2000;
  const NAME = /[\p{L}\p{N}_$]+/gu;
  let timer = 0;
  let lit = "";

  // The name at a point of the window: its text and where it stands.
  function nameAt(x, y) {
    const place = document.caretPositionFromPoint?.(x, y);
    const range = place ? null : document.caretRangeFromPoint?.(x, y);
    const [node, offset] = place ? [place.offsetNode, place.offset] : [range?.startContainer, range?.startOffset];
    if (node?.nodeType !== Node.TEXT_NODE || !lines.contains(node)) return null;
    for (const match of node.data.matchAll(NAME)) {
      if (match.index <= offset && offset <= match.index + match[0].length) return within(node, match, x, y);
    }
    return null;
  }

  function within(node, match, x, y) {
    const range = new Range();
    range.setStart(node, match.index);
    range.setEnd(node, match.index + match[0].length);
    const at = range.getBoundingClientRect();
    const isUnder = at.left - 1 <= x && x <= at.right + 1 && at.top <= y && y <= at.bottom;
    return isUnder && !/^\p{N}/u.test(match[0]) ? { name: match[0], at } : null;
  }

  // All places of a name, lit ---------------------------------------------------------------------

  function* placesIn(block, name) {
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { data } = texts.currentNode;
      if (!data.includes(name)) continue;
      for (const match of data.matchAll(NAME)) {
        if (match[0] !== name) continue;
        const range = new StaticRange({
          startContainer: texts.currentNode, startOffset: match.index,
          endContainer: texts.currentNode, endOffset: match.index + name.length,
        });
        yield range;
      }
    }
  }

  function light(name) {
    if (name === lit || !CSS.highlights) return;
    lit = name;
    const places = new Highlight();
    for (const block of name ? lines.children : []) {
      if (!block.textContent.includes(name)) continue;
      for (const place of placesIn(block, name)) {
        if (places.size < MOST) places.add(place);
      }
    }
    CSS.highlights.set("same", places);
  }

  // What a name means that is no link here ----------------------------------------------------------

  let known = null;
  function leads() {
    if (known) return known;
    known = new Map();
    for (const link of lines.querySelectorAll("a:not([class])")) {
      const address = link.id ? link.href || window.book.at(link.id) : link.href;
      if (!known.has(link.textContent)) known.set(link.textContent, new Set());
      known.get(link.textContent).add(address.replace(/_sym((_\d+)?\.html)/, "_src$1"));
    }
    return known;
  }

  // Only where all that are spelt so in this file mean one thing.
  function showMeaning({ name, at }) {
    const addresses = leads().get(name);
    if (addresses?.size === 1) evidence.show([...addresses][0], name, at, "as elsewhere in this file");
  }

  lines.addEventListener("mousemove", (event) => {
    clearTimeout(timer);
    if (event.buttons) return;
    timer = setTimeout(() => {
      const found = nameAt(event.clientX, event.clientY);
      if (found) light(found.name);
      if (found && !event.target.closest("a")) showMeaning(found);
    }, DELAY);
  }, { passive: true });
  lines.addEventListener("mouseleave", () => clearTimeout(timer));
  lines.addEventListener("focusin", ({ target }) => { if (target !== lines) light(target.textContent); });
  addEventListener("keydown", ({ key }) => { if (key === "Escape") light(""); });

  // The text as it is -------------------------------------------------------------------------------

  const textOf = (all) => all.map((line) => `${line.textContent}\n`).join("");

  function raw() {
    const text = new Blob([textOf([...lines.querySelectorAll("li")])], { type: "text/plain;charset=utf-8" });
    open(URL.createObjectURL(text));
  }

  // The lines that the address names, else all.
  function copy() {
    const marked = [...lines.querySelectorAll(".marked")];
    const what = marked.length ? `${marked.length.toLocaleString("en")} lines` : "the whole file";
    window.book.copied(textOf(marked.length ? marked : [...lines.querySelectorAll("li")]), what);
  }

  const buttons = [["Copy", copy], ["Raw", raw]].map(([label, action]) => {
    const button = make("button", { type: "button" }, label);
    button.addEventListener("click", action);
    return button;
  });
  document.querySelector("[aria-label='Views']")?.append(make("span", { class: "acts" }, ...buttons));
  keys.register("r", "the text as it is", raw);
  keys.register("x", "copy the text, or the lines that were picked", copy);
})();
