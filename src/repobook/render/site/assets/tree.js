"use strict";
// All files as a tree in a drawer, and the way to the file or folder before and after this one.
// Both know the files from the index of the search, which is loaded when it is first needed.
(() => {
  const { make, dialog, keys, notice, root, isFramed } = window.book;
  if (isFramed) return;
  const MOST = 1000;
  const VIEW = /_(docs|src|sym)(?:_\d+)?\.html$/;
  const here = location.href.slice(root.length).replace(/[?#].*/s, "");
  const view = VIEW.exec(here)?.[1] ?? "";

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

  // The drawer -------------------------------------------------------------------------------------

  function entry(address, label, isHere) {
    if (address === null) return make("span", {}, label);
    return make("a", { href: address, ...(isHere && { "aria-current": "page" }) }, label);
  }

  function branch(folder, open, at) {
    const button = make("button", { type: "button", "aria-expanded": "false", "aria-label": `Folder ${nameOf(folder.path)}` });
    const isHere = folder === at.folder && !at.file;
    const label = entry(folder.address === null ? null : pageOf(folder), `${nameOf(folder.path)}/`, isHere);
    const item = make("li", {}, button, label);
    const toggle = () => {
      const isOpen = button.getAttribute("aria-expanded") === "true";
      button.setAttribute("aria-expanded", `${!isOpen}`);
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
      make("li", {}, entry(root + file.page("docs"), nameOf(file.path), file === at.file)))];
    const nMore = Math.max(leaves.length - MOST, 0) + folder.files.length - leaves.length;
    if (nMore) items.push(make("li", {}, entry(folder.address === null ? null : pageOf(folder), `${nMore.toLocaleString("en")} more in the folder's list`)));
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

  async function openTree() {
    const folders = await tree();
    const at = current(folders);
    const open = new Set();
    for (let path = at.folder?.path; path; path = folderOf(path)) open.add(path);
    const top = folders.get("");
    const list = make("nav", { class: "tree", "aria-label": "Files" }, top ? level(top, open, at) : "No files.");
    list.addEventListener("keydown", walk);
    const drawer = dialog("Files", list);
    drawer.classList.add("drawer");
    const shown = list.querySelector("[aria-current]") ?? list.querySelector("a");
    shown?.focus();
    shown?.scrollIntoView({ block: "center" });
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

  keys.register("e", "files as a tree", openTree);
  keys.register("[", "the one before in the folder", () => turn(-1));
  keys.register("]", "the one after in the folder", () => turn(1));

  const button = make("button", { type: "button" }, "Files");
  button.addEventListener("click", openTree);
  document.querySelector(".tools").prepend(button);
})();
