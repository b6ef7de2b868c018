"use strict";
// Where `repobook serve` shows the book: whether the files have moved on, and whether a newer book
// is there. Then the page shows itself anew, where it was scrolled to, if it is another one now and
// nobody is busy with it. A page that nobody looks at does not ask.
(() => {
  const { make, served, servedPage, notice, isFramed, root } = window.book;
  if (!served || isFramed) return;
  const SECONDS = 1;
  const SECONDS_IN_A_BUILD = 0.1;
  const MOST_SECONDS = 60;
  let seconds = SECONDS;

  function message(health) {
    if (health.book !== known) return "There is a newer book.";
    if (health.is_building) return "Files have changed: the book is being rebuilt.";
    const problem = health.book_problem || health.build_problem;
    if (problem) return `The newest files are not in this book: ${problem}`;
    return health.is_stale ? "Files have changed since this book was built." : "";
  }

  // The book whose page here is the one that is shown.
  let known = served;

  const isBusy = () => document.querySelector("dialog[open]") || !getSelection().isCollapsed
    || /^(input|select|textarea)$/.test(document.activeElement?.localName);

  // A page that the newer book was not asked for yet may come as it was in the one before; whether.
  async function refresh(book) {
    const answer = await fetch(location.href, { cache: "no-cache" });
    const isSame = answer.headers.get("etag") === `"${servedPage}"`;
    if (answer.ok && isSame) known = answer.headers.get("x-repobook-book");
    else if (answer.ok && !isBusy()) location.reload();
    return answer.ok && isSame && known !== book;
  }

  function show(health) {
    const again = make("a", { href: location.href }, "Show it");
    again.addEventListener("click", (event) => {
      event.preventDefault();
      location.reload();
    });
    notice("fresh", message(health), ...(health.book === known ? [] : [again]));
  }

  async function look() {
    if (document.visibilityState === "visible") {
      try {
        const { data } = await (await fetch(new URL("../api/v1/health", root))).json();
        const isSoonKnown = data.book !== known && await refresh(data.book);
        show(data);
        seconds = isSoonKnown || data.is_building ? SECONDS_IN_A_BUILD : SECONDS;
      } catch {
        notice("fresh", "The server does not respond.");
        seconds = Math.min(2 * seconds, MOST_SECONDS);
      }
    }
    setTimeout(look, 1000 * seconds);
  }

  setTimeout(look, 1000);
})();
