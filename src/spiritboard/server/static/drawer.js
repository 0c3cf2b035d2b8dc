// The rules as a drawer beside the table, and as a sheet over it on a phone. It opens at the rule of the question.

import { prepareRules, showRule } from "./rules.js";

const drawer = document.getElementById("rules-drawer");
const small = matchMedia("(max-width: 59.99rem), (max-height: 30rem)");

let asked = ""; // the id of the rule that the player is asked about
let opener = null; // gets the focus back
let loading = null; // the promise of the loaded rules

/** Note the rule that the player is asked about. */
export function ruleAsked(rule) {
  asked = rule ?? "";
}

async function load() {
  const answer = await fetch(drawer.dataset.source);
  if (!answer.ok) throw new Error(`The rules cannot be loaded: ${answer.status}`);
  const place = drawer.querySelector("[data-rules-place]");
  place.innerHTML = await answer.text();
  prepareRules(place.querySelector("[data-rules-body]"));
}

async function open(rule, from) {
  opener = from;
  if (!drawer.open) {
    if (small.matches) drawer.showModal();
    else drawer.show();
    document.documentElement.classList.add("with-drawer");
  }
  loading ??= load();
  try {
    await loading;
  } catch {
    loading = null; // the next opening tries again
    drawer.querySelector("[data-rules-place]").textContent = "The rules cannot be loaded now.";
    return;
  }
  if (!rule || !showRule(drawer, rule)) drawer.querySelector("h2").focus();
}

drawer?.addEventListener("close", () => {
  document.documentElement.classList.remove("with-drawer");
  if (opener?.isConnected) opener.focus();
});
drawer?.querySelector("[data-close]").addEventListener("click", () => drawer.close());
drawer?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  event.stopPropagation();
  event.preventDefault();
  drawer.close();
});

// A click with a key held down opens a tab or a window, as for any link.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-rule]");
  if (!drawer || !link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  open(link.dataset.rule || asked, link);
});
