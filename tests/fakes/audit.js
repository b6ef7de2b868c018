// What on a page is not of our making. Whatever is on one stands for itself or for a file of the
// site: so no tag may be there that loads or runs something else, no handler, and no address with
// a scheme or a host. Given texts of pages it reads them; else it looks at the page it runs on.
(pages) => {
  const words = (text) => new Set(text.split(" "));
  const FOREIGN = words(
    "animate annotation-xml applet audio basefont bgsound embed font foreignobject frame " +
    "frameset image img isindex keygen listing marquee math mglyph mi mtext noembed noframes " +
    "object picture plaintext portal set source style template track use video x xml xmp xss");
  const ADDRESSES = words(
    "action background cite code data formaction href longdesc ping poster src srcset xlink:href");
  const OURS = /^(?![\\/]{2})[\p{L}\p{M}\p{N}_.~%/#?=&+,!'()*-]*$/u;
  const ASSETS = /^(\.\.\/)*(book-assets|book-index)\/[\w.~%-]+$/;
  const INVISIBLE =
    /[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\ud800-\udfff]/u;

  // What a script has put there may name the site in full.
  const root = window.book?.root || "\0";
  const own = (address) => (address.startsWith(root) ? address.slice(root.length) : address);

  function* wrong(node, isLive) {
    const tag = node.localName.toLowerCase();
    const shown = node.outerHTML.slice(0, 200);
    if (FOREIGN.has(tag)) yield shown;
    for (const { name, value } of node.attributes) {
      if (/^on|^srcdoc$|^nonce$/i.test(name) || (name === "style" && !isLive)) yield shown;
      if (ADDRESSES.has(name) && !OURS.test(own(value))) yield shown;
      if (INVISIBLE.test(value)) yield `invisible in ${name}: ${shown}`;
    }
    const from = own(node.getAttribute("src") || node.getAttribute("href") || "");
    if (tag === "script" && (node.text || !ASSETS.test(from))) yield shown;
    if (tag === "link" && !ASSETS.test(from)) yield shown;
    if (tag === "base" && (node.parentNode.localName !== "head" || !/^[^/#?]+_src\.html$/.test(from))) yield shown;
    if (tag === "meta" && /refresh|cookie/i.test(node.httpEquiv)) yield shown;
  }

  function* complaints(page, isLive) {
    for (const node of page.querySelectorAll("*")) yield* wrong(node, isLive);
    const texts = page.createTreeWalker(page.documentElement, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { data } = texts.currentNode;
      if (INVISIBLE.test(data)) yield `invisible: ${data.slice(0, 80)}`;
    }
    if (page.querySelectorAll("base").length > 1) yield "two bases";
    for (const once of ["head > title", "body", "main", "h1"]) {
      const n = page.querySelectorAll(once).length;
      if (n !== 1) yield `${n} × ${once}`;
    }
  }

  if (!pages) return [...complaints(document, true)];
  const parser = new DOMParser();
  return pages.map((text) => [...complaints(parser.parseFromString(text, "text/html"), false)]);
}
