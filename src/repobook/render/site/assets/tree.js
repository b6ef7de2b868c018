"use strict";
// All files as a tree, pinned beside the page where there is room and in a drawer elsewhere, and the
// way to the file or folder before and after this one. Both know the files from the index of the
// search, which all pages share and which is loaded once the page stands.
(() => {
  const { make, dialog, kept, keys, notice, root, isFramed } = window.book;
  if (isFramed) return;
  const MOST = 1000;
  const LONG = 16; // characters: deep in the tree no more may be seen of a name
  const MOST_FOUND = 100;
  const MOST_OPEN = 200;
  const html = document.documentElement;
  const VIEW = /_(docs|src|sym)(?:_\d+)?\.html$/;
  const here = location.href.slice(root.length).replace(/[?#].*/s, "");
  const view = VIEW.exec(here)?.[1] ?? "";
  const sameView = view === "src" ? "src" : "docs";

  const folderOf = (path) => path.slice(0, Math.max(path.lastIndexOf("/"), 0));
  const nameOf = (path) => path.slice(path.lastIndexOf("/") + 1);
  const depth = (path) => path.split("/").length;

  // Folders by path, each with its files, its folders, and where its page lies. A very deep folder
  // lies elsewhere than its path says, and nothing here tells where.
  function foldersOf(files) {
    const folders = new Map();
    const folder = (path, place) => {
      const known = folders.get(path);
      if (known) return known;
      const made = { path, address: depth(path) === depth(place) ? place : null, folders: [], files: [] };
      folders.set(path, made);
      if (path) folder(folderOf(path), folderOf(place)).folders.push(made);
      return made;
    };
    for (const file of files) folder(folderOf(file.path), folderOf(file.page("docs"))).files.push(file);
    return folders;
  }

  let known = null;
  const tree = () => (known ??= window.book.index.paths().then(foldersOf));
  const pageOf = (folder) => `${root}${folder.address ? `${folder.address}/` : ""}index.html`;

  // One address has several spellings: which letters are escaped is a matter of taste.
  const spelt = (address) => {
    try { return decodeURIComponent(address); } catch { return address; }
  };

  function current(folders) {
    const [place, page] = [spelt(folderOf(here)), spelt(here.replace(VIEW, `_${view}.html`))];
    const folder = [...folders.values()].find(({ address }) => address !== null && spelt(address) === place);
    const file = folder?.files.find((one) => view && !one.isListed && spelt(one.page(view)) === page);
    return { folder, file };
  }

  // The tree ---------------------------------------------------------------------------------------

  // What was open stays open on the next page of this book, and the tree where it was scrolled to.
  const keptAs = (what) => `tree.${what}:${root}`;
  const opened = new Set((kept.get(keptAs("open")) || "").split("\n").filter(Boolean));

  function remember(path, isOpen) {
    if (isOpen) opened.add(path);
    else opened.delete(path);
    kept.set(keptAs("open"), [...opened].slice(-MOST_OPEN).join("\n"));
  }

  function entry(address, label, isHere) {
    if (address === null) return make("span", {}, label);
    const whole = label.length > LONG && { title: label };
    return make("a", { href: address, ...whole, ...(isHere && { "aria-current": "page" }) }, label);
  }

  function branch(folder, open, at) {
    const button = make("button", { type: "button", "aria-expanded": "false", "aria-label": `Folder ${nameOf(folder.path)}` });
    const isHere = folder === at.folder && !at.file;
    const label = entry(folder.address === null ? null : pageOf(folder), `${nameOf(folder.path)}/`, isHere);
    const item = make("li", {}, button, label);
    const toggle = () => {
      const isOpen = button.getAttribute("aria-expanded") === "true";
      button.setAttribute("aria-expanded", `${!isOpen}`);
      remember(folder.path, !isOpen);
      item.querySelector(":scope > ul")?.remove();
      if (!isOpen) item.append(level(folder, open, at));
    };
    button.addEventListener("click", toggle);
    if (open.has(folder.path)) toggle();
    return item;
  }

  function level(folder, open, at) {
    const leaves = folder.files.filter((file) => !file.isListed);
    const items = [...folder.folders.map((one) => branch(one, open, at)), ...leaves.slice(0, MOST).map((file) =>
      make("li", {}, entry(root + file.page(sameView), nameOf(file.path), file === at.file)))];
    const nMore = Math.max(leaves.length - MOST, 0) + folder.files.length - leaves.length;
    if (nMore) items.push(make("li", {}, entry(folder.address === null ? null : pageOf(folder), `${nMore.toLocaleString("en")} more…`)));
    return make("ul", {}, ...items);
  }

  function walk(event) {
    const at = event.target.closest("li");
    const step = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }[event.key];
    const button = at?.querySelector(":scope > button");
    const isOpen = button?.getAttribute("aria-expanded") === "true";
    if (step) {
      const all = [...event.currentTarget.querySelectorAll("li > a")];
      all[Math.max(all.indexOf(at?.querySelector(":scope > a")) + step, 0)]?.focus();
    } else if (event.key === "ArrowRight" && button && !isOpen) {
      button.click();
    } else if (event.key === "ArrowLeft" && isOpen) {
      button.click();
    } else if (event.key === "ArrowLeft") {
      at?.parentElement.closest("li")?.querySelector("a")?.focus();
    } else {
      return;
    }
    event.preventDefault();
  }

  // As one types: files whose path has all the words, those first whose own name has the last one.
  function matches(files, text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const last = words.at(-1);
    const rank = (path) => (nameOf(path).startsWith(last) ? 0 : nameOf(path).includes(last) ? 1 : 2);
    const found = [];
    for (const file of files) {
      const path = file.path.toLowerCase();
      if (!file.isListed && words.every((word) => path.includes(word))) found.push([rank(path), path.length, file]);
    }
    return found.sort((one, other) => one[0] - other[0] || one[1] - other[1]).map(([, , file]) => file);
  }

  function filtered(folders, text) {
    const found = matches([...folders.values()].flatMap(({ files }) => files), text);
    const items = found.slice(0, MOST_FOUND).map((file) => make("li", {}, entry(root + file.page(sameView), file.path)));
    if (found.length > MOST_FOUND) items.push(make("li", {}, `${(found.length - MOST_FOUND).toLocaleString("en")} more`));
    return make("ul", { class: "paths" }, ...(items.length ? items : [make("li", {}, "No matching path.")]));
  }

  async function panel() {
    const folders = await tree();
    const at = current(folders);
    for (let path = at.folder?.path; path; path = folderOf(path)) opened.add(path);
    const top = folders.get("");
    const whole = top ? level(top, opened, at) : "No files.";
    const list = make("nav", { class: "tree", "aria-label": "Files" }, whole);
    const input = make("input", { type: "search", placeholder: "Filter", "aria-label": "Filter files" });
    input.addEventListener("input", () => list.replaceChildren(input.value.trim() ? filtered(folders, input.value) : whole));
    input.addEventListener("keydown", ({ key }) => {
      if (key === "Enter") list.querySelector("a")?.click();
      if (key === "ArrowDown") list.querySelector("a")?.focus();
    });
    list.addEventListener("keydown", walk);
    return { input, list };
  }

  const currentIn = (list) => list.querySelector("[aria-current]") ?? list.querySelector("a");

  async function openDrawer() {
    const { input, list } = await panel();
    const drawer = dialog("Files", input, list);
    drawer.classList.add("drawer");
    const shown = currentIn(list);
    shown?.focus();
    shown?.scrollIntoView({ block: "center" });
  }

  // Pinned beside the page -------------------------------------------------------------------------

  const isWide = matchMedia("(min-width: 64rem)");
  const isPinned = () => isWide.matches && html.hasAttribute("data-side");
  let side = null;

  async function pin() {
    if (!isPinned()) return null;
    side ??= panel().then(({ input, list }) => {
      const node = make("aside", { class: "side", "aria-label": "All files" }, input, list);
      document.body.append(node);
      node.scrollTop = Number(kept.get(keptAs("top"))) || 0;
      const shown = list.querySelector("[aria-current]");
      const { top, bottom } = shown?.getBoundingClientRect() ?? { top: 99, bottom: 99 };
      if (top < 99 || bottom > innerHeight) shown.scrollIntoView({ block: "center" });
      node.addEventListener("scroll", () => kept.set(keptAs("top"), `${Math.round(node.scrollTop)}`), { passive: true });
      node.addEventListener("keydown", ({ key }) => { if (key === "Escape") button.focus(); });
      return list;
    });
    return side;
  }

  function show(isShown) {
    html.toggleAttribute("data-side", isShown);
    kept.set("tree", isShown ? "on" : "off");
    tell();
    return pin();
  }

  const tell = () => button.setAttribute("aria-expanded", `${isPinned()}`);

  async function toTree() {
    if (!isWide.matches) openDrawer();
    else currentIn(await show(true))?.focus();
  }

  // Siblings ---------------------------------------------------------------------------------------

  async function turn(step) {
    const folders = await tree();
    const { folder, file } = current(folders);
    if (!folder) return;
    const all = file ? folder.files.filter((one) => !one.isListed)
      : (folders.get(folderOf(folder.path))?.folders ?? []).filter((one) => one.address !== null);
    const next = folder.path || file ? all[all.indexOf(file || folder) + step] : null;
    if (next) location.href = file ? root + next.page(view === "symbols" ? "docs" : view) : pageOf(next);
    else notice("turned", `There is none ${step > 0 ? "after" : "before"} this one in its folder.`);
  }

  keys.register("e", "files as a tree", toTree);
  keys.register("E", "the tree beside the page, or not", () => show(!isPinned()));
  keys.register("[", "the one before in the folder", () => turn(-1));
  keys.register("]", "the one after in the folder", () => turn(1));

  const button = make("button", { type: "button" }, "Files");
  button.addEventListener("click", () => (isWide.matches ? show(!isPinned()) : openDrawer()));
  document.querySelector(".tools").prepend(button);
  isWide.addEventListener("change", () => { tell(); pin(); });
  tell();
  // The page first.
  addEventListener("load", () => setTimeout(pin));
})();
