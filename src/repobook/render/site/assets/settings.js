"use strict";
// The switches of the settings page, in place of the sentences that hold without scripts.
(() => {
  const { make, kept } = window.book;
  const html = document.documentElement;
  if (!document.body.classList.contains("settings")) return;

  const said = (id) => document.getElementById(id).nextElementSibling;

  function choice(type, label, isChosen, choose, name) {
    const input = make("input", { type, name });
    input.checked = isChosen;
    input.addEventListener("change", () => choose(input.checked));
    return make("label", {}, input, ` ${label}`);
  }

  function themes() {
    const now = html.dataset.theme || "auto";
    const labels = { auto: "System default", light: "Light", dark: "Dark" };
    const options = Object.entries(labels).map(([theme, label]) =>
      choice("radio", label, theme === now, () => window.book.theme(theme), "theme"));
    return make("fieldset", {}, make("legend", {}, "Theme"), ...options);
  }

  said("theme").replaceWith(themes());
  said("keys").replaceWith(
    choice("checkbox", "Single-key shortcuts", kept.get("keys") !== "off",
      (isOn) => kept.set("keys", isOn ? "on" : "off"), "keys"));
  said("lines").replaceWith(
    choice("checkbox", "Wrap long source lines", kept.get("wrap") === "on", (isOn) => {
      kept.set("wrap", isOn ? "on" : "off");
      html.toggleAttribute("data-wrap", isOn);
    }, "wrap"));
})();
