"use strict";
// Where `repobook publish --version` has put several versions side by side: a switch between them.
(() => {
  const { make, root, isFramed } = window.book;
  if (isFramed || !document.documentElement.hasAttribute("data-versions")) return;
  const here = decodeURIComponent(root.split("/").at(-2));

  // The same page there; from disk, where no host says that it is missing, the home page.
  function address(version) {
    const page = location.protocol === "file:" ? "index.html" : location.href.slice(root.length);
    return new URL(`../${encodeURIComponent(version)}/${page}`, root).href;
  }

  window.book.versions = (all) => {
    const options = all.map((version) => make("option", { value: version, ...(version === here && { selected: "" }) }, version));
    const choice = make("select", { "aria-label": "Version" }, ...options);
    choice.addEventListener("change", () => { location.href = address(choice.value); });
    document.querySelector(".tools").prepend(choice);
  };
  document.head.append(make("script", { src: new URL("../versions.js", root).href }));
})();
