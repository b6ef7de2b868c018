"use strict";
// Before anything is drawn: the theme that was chosen, so that no other one flashes up, and
// `window.book`, all that the scripts of a page share.
(() => {
  const html = document.documentElement;
  const isFramed = window !== window.top;
  html.dataset[isFramed ? "framed" : "scripts"] = "";

  // What a reader has chosen. Where nothing may be kept it holds until the page is left.
  const unkept = new Map();
  const kept = {
    get(key) {
      try { return localStorage.getItem(`repobook.${key}`); } catch { return unkept.get(key) ?? null; }
    },
    set(key, value) {
      try { localStorage.setItem(`repobook.${key}`, value); } catch { unkept.set(key, value); }
    },
  };
  function theme(name) {
    if (name === "light" || name === "dark") html.dataset.theme = name;
    else delete html.dataset.theme;
  }
  theme(kept.get("theme"));
  if (kept.get("wrap") === "on") html.dataset.wrap = "";
  // Room for the tree of files is there from the start, so that nothing moves when it comes.
  if (!isFramed && kept.get("tree") !== "off") html.dataset.side = "";

  // What cannot be seen, or turns the order of what is, shows as its code, as on every page.
  const INVISIBLE = new RegExp("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\xad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e"
    + "\\u2060-\\u2069\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}\\ud800-\\udfff]", "gu");
  const code = (c) => (c < "\u0100" ? `\\x${c.charCodeAt(0).toString(16).padStart(2, "0")}` : `\\u{${c.codePointAt(0).toString(16)}}`);
  const visible = (child) => (typeof child === "string" ? child.replace(INVISIBLE, code) : child);

  // Elements are made here and nowhere else: text of the repository only ever becomes text nodes.
  function make(name, attributes, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children.map(visible));
    return node;
  }

  function dialog(title, ...children) {
    const close = make("button", { type: "button" }, "Close");
    const node = make("dialog", { "aria-label": title }, make("h2", {}, title), ...children, close);
    close.addEventListener("click", () => node.close());
    node.addEventListener("click", ({ target, clientX, clientY }) => {
      const { left, right, top, bottom } = node.getBoundingClientRect();
      const isInside = left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
      if (target === node && !isInside) node.close();
    });
    node.addEventListener("close", () => node.remove());
    document.body.append(node);
    node.showModal();
    return node;
  }

  // Scripts say which keys they answer to ("j", "Ctrl-k"); `keys.js` listens and lists them.
  const keys = {
    all: new Map(),
    register(key, label, action) { keys.all.set(key, { label, action }); },
  };

  // `repobook serve` tells with every page which book it is from; a plain web host tells nothing.
  function served(what) {
    const [arrival] = performance.getEntriesByType("navigation");
    return arrival?.serverTiming?.find(({ name }) => name === what)?.description || "";
  }

  // What the first look at a page does not need, so much of it at a time that nobody notices.
  const SLICE = 8; // milliseconds
  function later(items, act) {
    const all = items[Symbol.iterator]();
    const work = () => {
      const end = performance.now() + SLICE;
      for (let next = all.next(); !next.done; next = all.next()) {
        act(next.value);
        if (performance.now() > end) { setTimeout(work); return; }
      }
    };
    requestAnimationFrame(() => setTimeout(work));
  }

  const root = new URL("..", document.currentScript.src).href;
  // A fragment alone may mean lines of the file that a page is about, so places here are named whole.
  const here = location.href.replace(/#.*/s, "");

  window.book = {
    root,
    at: (id) => `${here}#${id}`,
    assets: {},
    asset: (name) => root + window.book.assets[name],
    served: location.protocol === "file:" ? "" : served("repobook"),
    servedPage: served("page"),
    isFramed,
    kept,
    theme(name) {
      theme(name);
      kept.set("theme", name);
    },
    make,
    later,
    dialog,
    keys,
  };
})();
