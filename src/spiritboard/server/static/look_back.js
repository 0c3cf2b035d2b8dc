// A page that looks through a game, the replay or the review: every control fetches another position without loading the
// page again.

import { swap } from "./swap.js";

export const form = document.querySelector(".replay-bar");
export const live = document.getElementById("live");
const rounds = form.querySelector(".rounds");
const RETRY_MILLISECONDS = 1500; // after an answer that says that we ask too often
let wanted = null; // the position to show next, while another one is being fetched
let busy = false;
let page = { asks: "", shown: () => {}, interrupted: () => {}, failed: () => {}, keys: {} };

/** Begin. `asks` is added to the address of a position, `shown` is called with each fetched page, `interrupted` when the
 * person goes to another move, and `failed` if a position could not be fetched. `keys` has further keys of the page. */
export function lookBack(wishes) {
  page = { ...page, ...wishes };
}

/** Show the position after so many moves. While one is being fetched, only the last one that is asked for is kept. */
export async function show(ply) {
  wanted = Math.max(0, Math.min(Number(ply), last()));
  if (busy) return;
  busy = true;
  while (wanted !== null) {
    const next = wanted;
    wanted = null;
    if (!(await showOne(next)) && wanted === null) page.failed();
  }
  busy = false;
}

/** Returns whether the position could be shown. */
async function showOne(ply) {
  const address = `${location.pathname}?ply=${ply}&eyes=${form.elements.eyes.value}`;
  const answer = await ask(address + page.asks);
  if (!answer?.ok) return false;
  const fetched = new DOMParser().parseFromString(await answer.text(), "text/html");
  takeOver(fetched, ply);
  // A table without lines leaves the log as it is. Here it means that nothing has happened yet.
  if (!fetched.querySelector(".log li")) live.querySelector(".log ol").replaceChildren();
  swap(live, fetched.getElementById("live").innerHTML, form.elements.eyes.value, () => page.shown(fetched, ply));
  document.getElementById("announce").textContent = fetched.querySelector(".prompt").textContent;
  history.replaceState(null, "", address);
  return true;
}

/** Returns the answer of the server, after a pause if we have asked too often; null without a connection. */
async function ask(address) {
  try {
    const answer = await fetch(address);
    if (answer.status !== 429) return answer;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
    return await fetch(address);
  } catch {
    return null;
  }
}

/** Take the controls of the fetched page: a game that goes on may have more moves and rounds by now. */
function takeOver(fetched, ply) {
  const steps = form.querySelector(".steps");
  const focused = steps.contains(document.activeElement) && document.activeElement.getAttribute("aria-label");
  steps.replaceChildren(...fetched.querySelector(".steps").childNodes);
  // At the start and at the end, the link that had the focus may be gone.
  if (focused) (steps.querySelector(`[aria-label="${CSS.escape(focused)}"]`) ?? steps.querySelector("a"))?.focus();
  form.querySelector(".replay-more").replaceChildren(...fetched.querySelector(".replay-more").childNodes);
  const list = fetched.querySelector(".rounds ol");
  if (rounds && list && list.children.length !== rounds.querySelector("ol").children.length) {
    rounds.querySelector("ol").replaceWith(list);
  }
  form.elements.ply.max = fetched.querySelector('[name="ply"]').max;
  document.getElementById("plies").textContent = form.elements.ply.max;
  document.getElementById("ply-now").textContent = ply;
  form.elements.ply.value = ply;
}

export function now() {
  return Number(form.elements.ply.value);
}

export function last() {
  return Number(form.elements.ply.max);
}

/** Show another position because the person wishes to. */
export function go(ply) {
  page.interrupted();
  if (rounds) rounds.open = false;
  show(ply);
}

const KEYS = {
  ArrowLeft: () => go(now() - 1),
  ArrowRight: () => go(now() + 1),
  Home: () => go(0),
  End: () => go(last()),
};

form.querySelector(".replay-show").hidden = true;
form.addEventListener("input", (event) => {
  if (event.target === form.elements.ply) go(now());
  else if (event.target === form.elements.eyes) show(now());
});
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-ply]");
  if (!link) return;
  event.preventDefault();
  go(link.dataset.ply);
});

document.addEventListener("keydown", (event) => {
  const own = event.target.closest("input, select, summary, button, a, .log, dialog");
  // A control that the key works on keeps it; the arrows work everywhere but in lists, fields and scrolled texts.
  const taken = own && (event.key === " " || own.closest("input, select, .log, dialog"));
  const act = { ...KEYS, ...page.keys }[event.key];
  if (taken || event.altKey || event.ctrlKey || event.metaKey || !act) return;
  event.preventDefault();
  act();
});
