"use strict";
// Which definition the first line in the window stands in, shown above the text as it is scrolled.
window.book.later([document.querySelector(".lines")], (lines) => {
  const { make, isFramed } = window.book;
  if (!lines || isFramed) return;
  const MOST = 2000;
  const BESIDE = 80; // As wide as a month.

  // Asked for lines in the order of the text, which are counted once.
  function counting() {
    let [line, number] = [null, 0];
    return (wanted) => {
      if (wanted.parentNode !== line?.parentNode) {
        line = wanted.parentNode.firstElementChild;
        number = line.value || 1;
      }
      for (; line !== wanted; line = line.nextElementSibling) number += 1;
      return number;
    };
  }

  // Definitions that have lines inside them, in the order of the text; `up` is the one around each.
  function definitions() {
    const found = [];
    const open = [];
    const numberOf = counting();
    for (const name of lines.querySelectorAll("a[data-to], a[data-s]:not([data-s=''])")) {
      const [line, to] = [numberOf(name.parentNode), Number(name.dataset.s ?? name.dataset.to)];
      while (open.length && found[open.at(-1)].to < line) open.pop();
      found.push({ name: name.textContent, line, to, up: open.at(-1) ?? -1 });
      if (name.textContent) open.push(found.length - 1);
    }
    return found;
  }

  // Over a month beside the text: the commit that changed this run of lines last.
  function commits() {
    const said = new Map();
    for (const row of document.querySelectorAll(".changes tbody tr")) {
      const words = [...row.cells].slice(0, 3).map((cell) => cell.textContent).filter(Boolean).join(" · ");
      for (const { hash } of row.cells[3].children) said.set(parseInt(hash.slice(2), 10), words);
    }
    const firsts = [...said.keys()].sort((a, b) => a - b);
    lines.addEventListener("pointermove", ({ target, clientX }) => {
      const isBeside = target.matches("li") && clientX < lines.getBoundingClientRect().left + BESIDE;
      const number = isBeside && window.book.numberOf(target);
      lines.title = isBeside ? said.get(firsts.findLast((first) => first <= number)) ?? "" : "";
    });
  }

  if ("months" in lines.dataset) commits();
  const all = definitions();
  if (!all.length) return;
  const linkOf = outlined(all.filter(({ name }) => name));
  const path = make("nav", { class: "path", "aria-label": "Around these lines" });
  const bar = make("div", { class: "scope" }, path);
  lines.before(bar);
  const header = document.querySelector("body > header");
  let shown = "";

  // Beside the text: what is defined in it, each below what it stands in.
  function outlined(named) {
    const depth = ({ up }) => (up < 0 ? 0 : 1 + depth(all[up]));
    const links = named.slice(0, MOST).map((one) =>
      make("a", { href: window.book.at(`L${one.line}`), class: `d${Math.min(depth(one), 4)}`, title: one.name }, one.name));
    window.book.outline(links, lines);
    return new Map(named.slice(0, MOST).map((one, n) => [one, links[n]]));
  }

  function innermost(line) {
    let [low, high] = [0, all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (all[middle].line < line) low = middle + 1;
      else high = middle;
    }
    let n = low - 1;
    while (n >= 0 && (all[n].to < line || !all[n].name)) n = all[n].up;
    return n;
  }

  function around(line) {
    const found = [];
    for (let n = innermost(line); n >= 0; n = all[n].up) found.unshift(all[n]);
    return found;
  }

  function firstLine() {
    const { left, right } = lines.getBoundingClientRect();
    const { bottom } = bar.getBoundingClientRect();
    const under = document.elementsFromPoint((Math.max(0, left) + Math.min(innerWidth, right)) / 2, bottom + path.offsetHeight + 2);
    const line = under.map((node) => node.closest(".lines li")).find(Boolean);
    return line ? window.book.numberOf(line) : 0;
  }

  function show() {
    bar.style.top = `${header.offsetHeight}px`;
    const isAbove = bar.getBoundingClientRect().top <= lines.getBoundingClientRect().top + 1;
    const found = isAbove ? [] : around(firstLine());
    const numbers = found.map(({ line }) => line).join();
    if (numbers === shown) return;
    shown = numbers;
    window.book.markRead([...linkOf.values()], linkOf.get(found.at(-1)));
    path.replaceChildren(...found.map(({ name, line }) => make("a", { href: window.book.at(`L${line}`) }, name)));
  }

  let isWaiting = false;
  function soon() {
    if (!isWaiting) requestAnimationFrame(() => { isWaiting = false; show(); });
    isWaiting = true;
  }

  addEventListener("scroll", soon, { passive: true });
  addEventListener("resize", soon);
  show();
});
