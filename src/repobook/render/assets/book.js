"use strict";
// What a page can do beyond being read. Every part works without the others, and the page without
// any of them. No text of the repository is ever taken for markup: it only becomes text nodes.
(() => {
  const root = document.documentElement;
  const main = document.getElementById("main");

  const make = (name, attributes, ...children) => {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  };

  const kept = {
    get(key) {
      try { return localStorage.getItem(`repobook.${key}`); } catch { return null; }
    },
    set(key, value) {
      try { localStorage.setItem(`repobook.${key}`, value); } catch { /* it holds until the page is left */ }
    },
  };

  // Theme ----------------------------------------------------------------------------------------

  const THEMES = ["auto", "light", "dark"];

  function themeSwitch() {
    const button = make("button", { type: "button", class: "theme" });
    const show = () => { button.textContent = `Theme: ${root.dataset.theme || "auto"}`; };
    button.addEventListener("click", () => {
      const next = THEMES[(THEMES.indexOf(root.dataset.theme || "auto") + 1) % THEMES.length];
      if (next === "auto") delete root.dataset.theme;
      else root.dataset.theme = next;
      kept.set("theme", next);
      show();
    });
    show();
    return button;
  }

  // Sections -------------------------------------------------------------------------------------

  function contents() {
    const titles = [...main.querySelectorAll("h2[id]")];
    if (titles.length < 3) return;
    const links = titles.map((title) => make("a", { href: `#${title.id}` }, title.textContent));
    document.body.append(make("nav", { class: "toc", "aria-label": "On this page" }, ...links));
    const linkOf = new Map(titles.map((title, n) => [title, links[n]]));
    const seen = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        for (const link of links) link.removeAttribute("aria-current");
        linkOf.get(target).setAttribute("aria-current", "true");
      }
    }, { rootMargin: "-10% 0px -70% 0px" });
    for (const title of titles) seen.observe(title);
  }

  // Lines ----------------------------------------------------------------------------------------

  const LINES = /^#L(\d{1,9})(?:-L(\d{1,9}))?$/;

  function citedLines(hash) {
    const match = LINES.exec(hash);
    if (!match) return null;
    const [first, last] = [Number(match[1]), Number(match[2] || match[1])];
    return [Math.min(first, last), Math.max(first, last)];
  }

  function markLines() {
    for (const line of main.querySelectorAll(".marked")) line.classList.remove("marked");
    const cited = citedLines(location.hash);
    if (!cited) return;
    let first = null;
    for (let n = cited[0]; n <= cited[1]; n += 1) {
      const line = document.getElementById(`L${n}`);
      if (!line) break;
      first ||= line;
      line.classList.add("marked");
    }
    // Lines that were never drawn have no place yet: the first scroll draws them, the second arrives.
    first?.scrollIntoView({ block: "center" });
    requestAnimationFrame(() => first?.scrollIntoView({ block: "center" }));
  }

  function pickLines(event) {
    const line = event.target.closest(".lines li");
    // Only the number, which stands left of the text, is a handle.
    if (!line || event.clientX > line.getBoundingClientRect().left + numberWidth(line)) return;
    const from = event.shiftKey && citedLines(location.hash);
    const to = Number(line.id.slice(1));
    const [first, last] = from ? [Math.min(from[0], to), Math.max(from[0], to)] : [to, to];
    history.pushState(null, "", first === last ? `#L${first}` : `#L${first}-L${last}`);
    const top = window.scrollY;
    markLines();
    requestAnimationFrame(() => window.scrollTo(window.scrollX, top));
  }

  function numberWidth(line) {
    return line.closest(".lines").scrollLeft + parseFloat(getComputedStyle(line, "::before").width);
  }

  // Evidence: the cited lines themselves, shown small beside the citation. It is the page of the
  // text in a frame, for a script may not read another file where the site lies on a disk.

  const DELAY = 350;
  let shown = null;
  let timer = 0;

  function offerEvidence(event) {
    const link = event.target.closest?.('main a[href*="#L"]');
    clearTimeout(timer);
    if (!link) return;
    timer = setTimeout(() => showEvidence(link), event.type === "focusin" ? 0 : DELAY);
  }

  function showEvidence(link) {
    hideEvidence();
    const frame = make("iframe", { src: link.href, title: `Lines cited: ${link.textContent}`, tabindex: "-1" });
    shown = make("div", { class: "evidence" }, frame);
    document.body.append(shown);
    const at = link.getBoundingClientRect();
    const below = at.bottom + shown.offsetHeight < innerHeight;
    const top = below ? at.bottom + 4 : Math.max(4, at.top - shown.offsetHeight - 4);
    const left = Math.max(8, Math.min(at.left, innerWidth - shown.offsetWidth - 8));
    shown.style.top = `${top + scrollY}px`;
    shown.style.left = `${left + scrollX}px`;
    shown.addEventListener("mouseleave", hideEvidence);
  }

  function hideEvidence() {
    clearTimeout(timer);
    shown?.remove();
    shown = null;
  }

  function leaveEvidence(event) {
    clearTimeout(timer);
    if (shown && !shown.contains(event.relatedTarget)) timer = setTimeout(hideEvidence, 150);
  }

  // Copying --------------------------------------------------------------------------------------

  function copyButtons() {
    if (!navigator.clipboard) return;
    for (const code of main.querySelectorAll("pre")) {
      const button = make("button", { type: "button", class: "copy" }, "Copy");
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(code.textContent);
        button.textContent = "Copied";
      });
      code.after(button);
    }
  }

  // Keys -----------------------------------------------------------------------------------------

  const follow = (selector) => document.querySelector(selector)?.click();

  function walk(step) {
    const links = [...main.querySelectorAll("a[href]")].filter((link) => link.checkVisibility());
    const at = links.indexOf(document.activeElement);
    const next = at < 0 ? links.find((link) => link.getBoundingClientRect().top > 60) : links[at + step];
    next?.focus();
  }

  function askLine() {
    const input = make("input", { type: "text", inputmode: "numeric", "aria-label": "Line", size: "8" });
    const form = make("form", { method: "dialog" }, make("label", {}, "Line ", input));
    const dialog = openDialog("Go to a line", form);
    form.addEventListener("submit", () => {
      if (/^\d{1,9}$/.test(input.value)) location.hash = `L${input.value}`;
      dialog.close();
    });
    input.focus();
  }

  const KEYS = {
    u: ["up to the folder", () => follow(".crumbs a:last-of-type")],
    h: ["home", () => follow(".brand")],
    "1": ["the first view", () => follow(".views a:nth-child(1)")],
    "2": ["the second view", () => follow(".views a:nth-child(2)")],
    "3": ["the third view", () => follow(".views a:nth-child(3)")],
    j: ["next link", () => walk(1)],
    k: ["previous link", () => walk(-1)],
    l: ["go to a line", () => { if (main.querySelector(".lines")) askLine(); }],
    "?": ["these keys", () => showKeys()],
  };

  function onKey(event) {
    if (event.key === "Escape") hideEvidence();
    const isTyping = event.target.closest("input, select, textarea, dialog");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (kept.get("keys") === "off" || !Object.hasOwn(KEYS, event.key)) return;
    event.preventDefault();
    KEYS[event.key][1]();
  }

  function showKeys() {
    const rows = Object.entries(KEYS).map(([key, [told]]) =>
      make("div", {}, make("dt", {}, make("kbd", {}, key)), make("dd", {}, told)));
    const box = make("input", { type: "checkbox" });
    box.checked = kept.get("keys") !== "off";
    box.addEventListener("change", () => kept.set("keys", box.checked ? "on" : "off"));
    openDialog("Keys", make("dl", { class: "keys" }, ...rows), make("label", {}, box, " Keys are on"));
  }

  function openDialog(title, ...children) {
    const close = make("button", { type: "button" }, "Close");
    const dialog = make("dialog", { "aria-label": title }, make("h2", {}, title), ...children, close);
    close.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
  }

  function keysButton() {
    const button = make("button", { type: "button", "aria-label": "Keys" }, "?");
    button.addEventListener("click", showKeys);
    return button;
  }

  // ----------------------------------------------------------------------------------------------

  markLines();
  addEventListener("hashchange", markLines);
  addEventListener("popstate", markLines);
  if ("framed" in root.dataset) return;
  document.querySelector("body > header")
    .append(make("div", { class: "tools" }, themeSwitch(), keysButton()));
  contents();
  copyButtons();
  main.addEventListener("click", pickLines);
  main.addEventListener("mouseover", offerEvidence);
  main.addEventListener("focusin", offerEvidence);
  main.addEventListener("mouseout", leaveEvidence);
  main.addEventListener("focusout", leaveEvidence);
  addEventListener("keydown", onKey);
})();
