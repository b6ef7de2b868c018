"use strict";
// Where `repobook serve` shows the book: whether the files have moved on, and whether a newer book
// is there. A page that nobody looks at does not ask.
(() => {
  const { make, served, notice, isFramed, root } = window.book;
  if (!served || isFramed) return;
  const SECONDS = 5;
  const MOST_SECONDS = 60;
  let seconds = SECONDS;

  function message(health) {
    if (health.book !== served) return "There is a newer book.";
    if (health.is_building) return "Files have changed: a new book is being made.";
    const problem = health.book_problem || health.build_problem;
    if (problem) return `The newest files are not in this book: ${problem}`;
    return health.is_stale ? "Files have changed since this book was made." : "";
  }

  function show(health) {
    const again = make("a", { href: location.href }, "Show it");
    again.addEventListener("click", (event) => {
      event.preventDefault();
      location.reload();
    });
    notice("fresh", message(health), ...(health.book === served ? [] : [again]));
  }

  async function look() {
    if (document.visibilityState === "visible") {
      try {
        show((await (await fetch(new URL("../api/v1/health", root))).json()).data);
        seconds = SECONDS;
      } catch {
        notice("fresh", "The server of this book does not answer.");
        seconds = Math.min(2 * seconds, MOST_SECONDS);
      }
    }
    setTimeout(look, 1000 * seconds);
  }

  setTimeout(look, 1000);
})();
