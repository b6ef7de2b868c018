"use strict";
// What a page can do beyond being read. Every part works without the others, and the page without
// any of them. No text of the repository is ever taken for markup: it only becomes text nodes.
(() => {
  const { make } = window.book;
  const root = document.documentElement;
  const main = document.getElementById("main");

  // Theme ----------------------------------------------------------------------------------------

  const THEMES = ["auto", "light", "dark"];

  function themeSwitch() {
    const button = make("button", { type: "button", class: "theme" });
    const show = () => {
      const theme = root.dataset.theme || "auto";
      button.textContent = { auto: "◐", light: "☀", dark: "☾" }[theme];
      button.title = `Theme: ${theme}`;
      button.setAttribute("aria-label", button.title);
    };
    button.addEventListener("click", () => {
      window.book.theme(THEMES[(THEMES.indexOf(root.dataset.theme || "auto") + 1) % THEMES.length]);
      show();
    });
    show();
    return button;
  }

  // Notices: one line each at the foot, in place of what the same subject said before. They are for
  // screen readers too, which speak only of what comes into a region that was there.

  const notices = make("div", { class: "notices", role: "status" });
  const noticeOf = new Map();

  window.book.notice = (subject, text, ...actions) => {
    const shown = noticeOf.get(subject);
    if (shown?.dataset.text === text) return;
    shown?.remove();
    noticeOf.delete(subject);
    if (!text) return;
    const close = make("button", { type: "button", "aria-label": "Dismiss" }, "×");
    const node = make("p", { "data-text": text }, text, ...actions.flatMap((action) => [" ", action]), close);
    close.addEventListener("click", () => node.remove());
    noticeOf.set(subject, node);
    notices.append(node);
  };

  // Sections: beside the text where there is room, else folded above it.

  const MOST_TITLES = 1000;
  const TOGETHER = 50;

  function contents() {
    const isOfSymbols = document.body.classList.contains("symbols");
    const titles = [...main.querySelectorAll(isOfSymbols ? "h3[id]" : "h2[id]")].slice(0, MOST_TITLES);
    if (titles.length < 3) return;
    const links = titles.map((title) => make("a", { href: window.book.at(title.id), title: title.textContent }, title.textContent));
    outline(links, main.querySelector("h2[id]"));
    followReading(titles, links);
  }

  function outline(links, before) {
    const list = make("nav", { class: "toc", "aria-label": "On this page" }, ...together(links));
    const folded = make("details", { class: "folded" }, make("summary", {}, "On this page"));
    const isWide = matchMedia("(min-width: 1280px)");
    const place = () => {
      folded.remove();
      if (!isWide.matches) before.before(folded);
      (isWide.matches ? document.body : folded).append(list);
    };
    isWide.addEventListener("change", place);
    place();
  }

  // What of a long list is out of sight costs nothing.
  function* together(links) {
    for (let n = 0; n < links.length; n += TOGETHER) yield make("div", {}, ...links.slice(n, n + TOGETHER));
  }

  // Which of them is read now; a long list moves along.
  function markRead(links, current) {
    for (const link of links) {
      if (link !== current) link.removeAttribute("aria-current");
    }
    if (!current || current.hasAttribute("aria-current")) return;
    current.setAttribute("aria-current", "true");
    const list = current.closest(".toc");
    if (list.scrollHeight <= list.clientHeight) return;
    const center = () => {
      const above = current.getBoundingClientRect().top - list.getBoundingClientRect().top;
      list.scrollTop += above - list.clientHeight / 2;
    };
    center();
    requestAnimationFrame(center); // what came into sight may have another height than was assumed
  }

  Object.assign(window.book, { outline, markRead });

  function followReading(titles, links) {
    const linkOf = new Map(titles.map((title, n) => [title, links[n]]));
    const seen = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) markRead(links, linkOf.get(target));
      }
    }, { rootMargin: "-10% 0px -70% 0px" });
    for (const title of titles) seen.observe(title);
  }

  // Lines: they lie in runs of equal length and have no names of their own, only an order. A name
  // that has a section among the symbols of its file leads there.

  const text = document.querySelector(".lines");

  function numberOf(line) {
    let number = line.parentNode.firstElementChild.value || 1;
    for (let above = line.previousElementSibling; above; above = above.previousElementSibling) number += 1;
    return number;
  }

  function lineAt(n) {
    const runs = text.children;
    const length = runs[0].children.length;
    const from = n - numberOf(runs[0].firstElementChild);
    return runs[Math.floor(from / length)]?.children[from % length];
  }

  Object.assign(window.book, { lineAt, numberOf });
  const symbols = location.href.replace(/_src(_\d+)?\.html.*/s, "_sym.html");
  const leadToSection = (name) => { if (name?.matches("a[data-s]")) name.href = `${symbols}#${name.id}`; };
  const named = (id) => {
    const found = document.getElementById(decodeURIComponent(id));
    leadToSection(found);
    return found;
  };
  if (text) window.book.later(text.querySelectorAll("a[data-s]"), leadToSection);

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
    for (let n = cited[0]; text && n <= cited[1]; n += 1) {
      const line = lineAt(n);
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
    // Only the number, which stands left of the text, is a handle; a mark beside it is a link.
    if (!line || event.target.closest("a") || event.clientX > line.getBoundingClientRect().left + numberWidth(line)) return;
    const from = event.shiftKey && citedLines(location.hash);
    const to = numberOf(line);
    const [first, last] = from ? [Math.min(from[0], to), Math.max(from[0], to)] : [to, to];
    history.pushState(null, "", first === last ? `#L${first}` : `#L${first}-L${last}`);
    const top = window.scrollY;
    markLines();
    requestAnimationFrame(() => window.scrollTo(window.scrollX, top));
  }

  function numberWidth(line) {
    return line.closest(".lines").scrollLeft + parseFloat(getComputedStyle(line, "::before").width);
  }

  // Evidence: the cited lines themselves, or what is known of a symbol, shown small beside the link.
  // It is the page itself in a frame, for a script may not read another file where the site lies on a
  // disk: nothing is stored twice. A framed text hands over to the section of the symbol, if it has
  // one, and a framed page of symbols shows that section alone (`shownInFrame`).

  const DELAY = 350;
  let shown = null;
  let timer = 0;

  function offerEvidence(event) {
    const link = event.target.closest?.('main a[href*="#L"], main a[href*="#."]');
    clearTimeout(timer);
    // Who comes to a definition by its address has it before his eyes, and the browser focuses it.
    if (!link || (event.type === "focusin" && link.matches(":target"))) return;
    const show = () => showEvidence(link.href, link.textContent, link.getBoundingClientRect());
    timer = setTimeout(show, event.type === "focusin" ? 0 : DELAY);
  }

  // Of a name that is defined on this very page, its section.
  function evidenceOf(address) {
    const [page, place] = address.split("#");
    const own = page === window.book.at("").slice(0, -1) && named(place);
    return own?.href || address;
  }

  function pathOf(address) {
    const path = address.slice(window.book.root.length).replace(/_(docs|src|sym)(_\d+)?\.html.*/s, "");
    try { return decodeURIComponent(path); } catch { return path; }
  }

  function showEvidence(link, name, at, note = "") {
    hideEvidence();
    const address = evidenceOf(link);
    const frame = make("iframe", { src: address, title: `Details of ${name}`, tabindex: "-1" });
    const place = make("p", {}, pathOf(address), note && ` · ${note}`);
    shown = make("aside", { class: "evidence", "aria-label": "Evidence" }, place, frame);
    document.body.append(shown);
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

  // A click in a frame leads the whole window there.
  function shownInFrame() {
    addEventListener("click", ({ target }) => {
      const link = target.closest?.("a[href]");
      if (link) link.target = "_top";
    }, true);
    const title = location.hash.startsWith("#.") && named(location.hash.slice(1));
    if (!title) return;
    if (title.href) location.replace(title.href);
    if (title.localName !== "h3") return;
    const section = new Set([title]);
    for (let node = title.nextElementSibling; node && node.localName !== "h3"; node = node.nextElementSibling) section.add(node);
    for (const node of main.children) node.hidden = !section.has(node);
  }

  // What is the same on all pages is not written into each of them.

  const EVERYWHERE = [["A–Z", "keywords"], ["Book", "comprehensive_book"], ["Insights", "findings"]];

  function frame() {
    document.head.append(make("link", { rel: "icon", href: window.book.asset("icon.svg") }));
    document.body.prepend(make("a", { class: "skip", href: window.book.at("main") }, "Skip to content"));
    const header = document.querySelector("body > header");
    const ways = EVERYWHERE.map(([label, name]) => make("a", { href: `${window.book.root}${name}.html` }, label));
    if (!header.querySelector("nav")) header.append(make("nav", { "aria-label": "Book" }, ...ways));
    header.append(make("div", { class: "tools" }, themeSwitch()));
  }

  // ----------------------------------------------------------------------------------------------

  window.book.evidence = { show: showEvidence, hide: hideEvidence };
  if (window.book.isFramed) shownInFrame();
  markLines();
  addEventListener("hashchange", markLines);
  addEventListener("popstate", markLines);
  if (window.book.isFramed) return;
  document.body.append(notices);
  frame();
  contents();
  main.addEventListener("click", pickLines);
  main.addEventListener("mouseover", offerEvidence);
  main.addEventListener("focusin", offerEvidence);
  main.addEventListener("mouseout", leaveEvidence);
  main.addEventListener("focusout", leaveEvidence);
  addEventListener("keydown", (event) => { if (event.key === "Escape") hideEvidence(); });
  addEventListener("resize", hideEvidence);  // its place was that of a window of another width
})();
