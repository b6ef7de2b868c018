"use strict";
// Before anything is drawn: the theme that was chosen, so that no other one flashes up, and
// whether the page is shown small inside another.
(() => {
  const root = document.documentElement;
  if (window !== window.top) root.dataset.framed = "";
  try {
    const theme = localStorage.getItem("repobook.theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // Without storage the system's theme is as good as any.
  }
})();
