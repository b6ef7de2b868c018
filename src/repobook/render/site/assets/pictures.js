"use strict";
// In a picture of what depends on what, the part under the pointer or the focus stands out with its
// own arrows. Which arrows are its own is read off the drawing: they begin and end at its box. Where
// several arrows are one line, or a line is none, nothing stands out.
(() => {
  if (window.book.isFramed) return;

  const HEIGHT = 24; // of a box, as in pictures.css
  const sideOf = (x, y) => `${x} ${y}`;

  // Where a line begins, and where its offsets lead; its head does not count.
  function endsOf(drawn) {
    const numbers = (text) => text.match(/-?\d+/g).map(Number);
    const [x, y] = numbers(drawn);
    const end = [x, y];
    for (const [, kind, offsets] of drawn.matchAll(/([ch])([^chmM]+)/g)) {
      const moved = numbers(offsets);
      end[0] += kind === "h" ? moved[0] : moved.at(-2);
      if (kind === "c") end[1] += moved.at(-1);
    }
    return [[x, y], end];
  }

  function joined(svg) {
    const partAt = new Map();
    for (const rect of svg.querySelectorAll("rect")) {
      const [x, y, width] = ["x", "y", "width"].map((name) => Number(rect.getAttribute(name)));
      for (const side of [x, x + width]) partAt.set(sideOf(side, y + HEIGHT / 2), rect.parentNode);
    }
    const ends = new Map();
    for (const path of svg.querySelectorAll("path")) {
      const drawn = path.getAttribute("d");
      if (drawn.lastIndexOf("M") > 0) return null;
      const [from, to] = endsOf(drawn);
      ends.set(path, [from, to].map((side) => partAt.get(sideOf(...side))));
    }
    return [...ends.values()].flat().every(Boolean) ? ends : null;
  }

  function isolate(svg, ends, part) {
    svg.classList.toggle("isolated", Boolean(part));
    const near = new Set([part]);
    for (const [path, both] of ends) {
      const isOwn = Boolean(part) && both.includes(part);
      path.classList.toggle("own", isOwn);
      if (isOwn) both.forEach((one) => near.add(one));
    }
    for (const one of svg.querySelectorAll(":scope > :is(a, g)")) one.classList.toggle("own", near.has(one));
  }

  for (const svg of document.querySelectorAll("figure svg[role=group]:has(> path)")) {
    let ends;
    const show = (part) => {
      if (ends === undefined) ends = joined(svg);
      if (ends) isolate(svg, ends, part);
    };
    for (const event of ["mouseover", "focusin"]) svg.addEventListener(event, ({ target }) => show(target.closest?.("svg > :is(a, g)")));
    for (const event of ["mouseleave", "focusout"]) svg.addEventListener(event, () => show(null));
  }
})();
