"use strict";
// Keys that walk the book, the listener for all that scripts have registered, and their list.
(() => {
  const { make, kept, keys, dialog, isFramed, root } = window.book;
  if (isFramed) return;
  const main = document.getElementById("main");
  const follow = (selector) => document.querySelector(selector)?.click();

  // From the link in focus, else from what stands first in the window. A page may have ten thousand
  // links, so only those on the way are looked at.
  function walk(step) {
    const links = document.createTreeWalker(main, NodeFilter.SHOW_ELEMENT, (node) =>
      (node.matches("a[href]") && node.checkVisibility() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP));
    const isBegun = main.contains(document.activeElement);
    const start = isBegun ? document.activeElement : firstShown();
    links.currentNode = start;
    const next = step > 0 ? links.nextNode() : links.previousNode();
    (!isBegun && start.matches("a[href]") ? start : next)?.focus();
  }

  function firstShown() {
    const { left, right } = main.getBoundingClientRect();
    const { bottom } = document.querySelector("body > header").getBoundingClientRect();
    for (let y = bottom + 12; y < innerHeight; y += 12) {
      const node = document.elementFromPoint((left + right) / 2, y);
      if (main.contains(node) && !node.matches("main, section, .lines, ol")) return node;
    }
    return main;
  }

  function askLine() {
    if (!main.querySelector(".lines")) return;
    const input = make("input", { type: "text", inputmode: "numeric", "aria-label": "Line", size: "8" });
    const form = make("form", { method: "dialog" }, make("label", {}, "Line ", input));
    const shown = dialog("Go to a line", form);
    form.addEventListener("submit", () => {
      if (/^\d{1,9}$/.test(input.value)) location.hash = `L${input.value}`;
      shown.close();
    });
    input.focus();
  }

  function jump() {
    const titles = [...main.querySelectorAll(":is(h2, h3, h4)[id]")];
    if (!titles.length) return;
    const input = make("input", { type: "search", "aria-label": "Heading" });
    const rows = titles.map((title) =>
      make("a", { href: window.book.at(title.id), class: title.localName }, title.textContent));
    const form = make("form", { method: "dialog" }, input);
    const shown = dialog("Jump to", form, make("nav", { class: "jumps", "aria-label": "Headings" }, ...rows));
    const hits = () => rows.filter((row) => !row.hidden);
    input.addEventListener("input", () => {
      const wanted = input.value.toLowerCase();
      for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
    });
    form.addEventListener("submit", () => hits()[0]?.click());
    shown.addEventListener("click", (event) => { if (event.target.closest("a")) shown.close(); });
    shown.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const found = [input, ...hits()];
      found[found.indexOf(document.activeElement) + step]?.focus();
    });
    input.focus();
  }

  function list() {
    const box = make("input", { type: "checkbox" });
    box.checked = kept.get("keys") !== "off";
    box.addEventListener("change", () => kept.set("keys", box.checked ? "on" : "off"));
    const more = ["help", "settings"].map((name) =>
      make("a", { href: `${root}${name}.html` }, name[0].toUpperCase() + name.slice(1)));
    dialog("Keys", table(), make("label", {}, box, " Keys are on"), make("p", {}, more[0], " · ", more[1]));
  }

  function table() {
    const rows = [...keys.all].map(([key, { label }]) =>
      make("div", {}, make("dt", {}, make("kbd", {}, key)), make("dd", {}, label)));
    return make("dl", { class: "keys" }, ...rows);
  }

  function named(event) {
    if (event.altKey) return "";
    return event.ctrlKey || event.metaKey ? `Ctrl-${event.key.toLowerCase()}` : event.key;
  }

  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (event.target.closest?.("input, select, textarea, dialog")) return;
    const pressed = keys.all.get(named(event));
    if (!pressed || kept.get("keys") === "off") return;
    event.preventDefault();
    pressed.action();
  });

  const [BRAND, FOLDERS] = ["header > a", "[aria-label='Folders']"];
  keys.register("u", "up to the folder", () => follow(document.querySelector(FOLDERS) ? `${FOLDERS} a:last-of-type` : BRAND));
  keys.register("h", "home", () => follow(BRAND));
  for (const [n, which] of [[1, "first"], [2, "second"], [3, "third"], [4, "fourth"]]) {
    keys.register(`${n}`, `the ${which} view`, () => follow(`[aria-label='Views'] a:nth-child(${n})`));
  }
  keys.register("j", "next link", () => walk(1));
  keys.register("k", "previous link", () => walk(-1));
  keys.register("f", "jump in this page", jump);
  keys.register("l", "go to a line", askLine);
  keys.register("?", "these keys", list);

  const button = make("button", { type: "button", "aria-label": "Keys" }, "?");
  button.addEventListener("click", list);
  document.querySelector(".tools").append(button);
  // By then all scripts have registered theirs.
  document.addEventListener("DOMContentLoaded", () => {
    if (document.body.classList.contains("help")) document.getElementById("keys").nextElementSibling.after(table());
  });
})();
