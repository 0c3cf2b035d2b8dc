// The replay page: the slider, the viewpoint and the step buttons fetch a new table without reloading the page.

import { swap } from "./swap.js";

const form = document.querySelector(".replay-bar");
const live = document.getElementById("live");
let requests = 0; // so that an answer that comes too late is ignored

async function show(ply, eyes) {
  const mine = ++requests;
  const address = `${location.pathname}?ply=${ply}&eyes=${eyes}`;
  const answer = await fetch(address);
  const text = await answer.text();
  if (!answer.ok || mine !== requests) return;
  const page = new DOMParser().parseFromString(text, "text/html");
  const steps = form.querySelector(".steps");
  const focused = steps.contains(document.activeElement) && document.activeElement.getAttribute("aria-label");
  steps.replaceChildren(...page.querySelector(".steps").childNodes);
  // At the start and at the end, the link that had the focus may be gone.
  if (focused) (steps.querySelector(`[aria-label="${CSS.escape(focused)}"]`) ?? steps.querySelector("a"))?.focus();
  document.getElementById("ply-now").textContent = ply;
  form.elements.ply.value = ply;
  swap(live, page.getElementById("live").innerHTML, eyes);
  document.getElementById("announce").textContent = page.querySelector(".prompt").textContent;
  history.replaceState(null, "", address);
}

form.querySelector("button").hidden = true;
form.addEventListener("input", () => show(form.elements.ply.value, form.elements.eyes.value));
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-ply]");
  if (!link) return;
  event.preventDefault();
  show(link.dataset.ply, form.elements.eyes.value);
});
