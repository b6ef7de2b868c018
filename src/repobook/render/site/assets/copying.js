"use strict";
// Taking things along: code and commands, the page as Markdown, an address that names its commit.
(() => {
  const { make, keys, dialog, notice, root, isFramed } = window.book;
  if (isFramed) return;
  const main = document.getElementById("main");

  async function copied(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      notice("copied", `Copied: ${what}`);
    } catch {
      dialog("To copy", make("pre", { tabindex: "0" }, text));
    }
  }

  window.book.copied = copied;

  // What a language model pays for it, nearly: four characters of code or English are one token.
  const price = (text) => `about ${Math.ceil(text.length / 4).toLocaleString("en")} tokens`;

  function copyButtons() {
    for (const code of main.querySelectorAll(":not(blockquote) > pre")) {
      const text = code.textContent;
      const button = make("button", { type: "button", class: "copy", title: price(text) }, "Copy");
      button.addEventListener("click", () => copied(text, price(text)));
      const around = make("div", { class: "copied" });
      code.replaceWith(around);
      around.append(code, button);
    }
  }

  // The page as Markdown lies beside the site. From disk no script may read it, so it is shown.
  function markdownAddress() {
    const name = location.href.slice(root.length).replace(/[?#].*/s, "") || "index.html";
    const same = name.replace(/(_src|_sym)(?:_\d+)?\.html$/, "_docs.html");
    return new URL(`../markdown/${same.replace(/\.html$/, ".md")}`, root).href;
  }

  async function copyMarkdown() {
    const address = markdownAddress();
    const link = make("a", { href: address }, decodeURI(address.slice(root.length - "site/".length)));
    if (location.protocol === "file:") {
      dialog("This page as Markdown", make("p", {}, "Scripts cannot read other files here: ", link));
      return;
    }
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok) {
      const text = await answer.text();
      copied(text, `this page as Markdown, ${price(text)}`);
    } else {
      notice("copied", "There is no Markdown version of this page.");
    }
  }

  // The commit stands in a script of its own: in the pages it would change all of them.
  let known = null;

  function commit() {
    known ??= new Promise((resolve) => {
      window.book.commit = resolve;
      const script = make("script", { src: `${root}book-assets/commit.js` });
      script.addEventListener("error", () => resolve(""));
      document.head.append(script);
    });
    return known;
  }

  async function permalink() {
    const at = (await commit()).slice(0, 12);
    if (!at) {
      notice("copied", "This book was built from uncommitted files.");
      return;
    }
    history.replaceState(null, "", `?at=${at}${location.hash}`);
    copied(location.href, `the address of this page at commit ${at}`);
  }

  async function tellCommit() {
    const asked = /[?&]at=([0-9a-f]{7,64})(?:&|$)/.exec(location.search)?.[1];
    if (!asked) return;
    const now = await commit();
    if (now.startsWith(asked)) return;
    notice("moved", `This URL is for commit ${asked}; the book is of ${now.slice(0, 12) || "no commit"}: lines may have moved.`);
  }

  copyButtons();
  tellCommit();
  keys.register("c", "copy this page as Markdown", copyMarkdown);
  keys.register("y", "copy the address with its commit", permalink);
})();
