// A replay without reloading the page: the slider, the eyes and the steps fetch the next picture.

import { swap } from "./swap.js";

const form = document.querySelector(".replay-bar");
const live = document.getElementById("live");
let asked = 0;

async function show(ply, eyes) {
  const mine = ++asked;
  const address = `${location.pathname}?ply=${ply}&eyes=${eyes}`;
  const answer = await fetch(address);
  const text = await answer.text();
  if (!answer.ok || mine !== asked) return;
  const page = new DOMParser().parseFromString(text, "text/html");
  const steps = form.querySelector(".steps");
  const focused = steps.contains(document.activeElement) && document.activeElement.getAttribute("aria-label");
  steps.replaceChildren(...page.querySelector(".steps").childNodes);
  // At the first and the last move there is only the way back.
  if (focused) (steps.querySelector(`[aria-label="${CSS.escape(focused)}"]`) ?? steps.querySelector("a"))?.focus();
  document.getElementById("ply-now").textContent = ply;
  form.elements.ply.value = ply;
  swap(live, page.getElementById("live").innerHTML);
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
