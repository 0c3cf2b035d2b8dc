// The replay page: every control fetches another position without loading the page again, and Play does so by itself.

import "./drawer.js";
import { swap } from "./swap.js";

const form = document.querySelector(".replay-bar");
const live = document.getElementById("live");
const play = document.getElementById("play");
const speed = document.getElementById("speed");
const rounds = form.querySelector(".rounds");
const RETRY_MILLISECONDS = 1500; // after an answer that says that we ask too often
let wanted = null; // the position to show next, while another one is being fetched
let busy = false;
let timer = null; // of the next move while the replay plays

/** Show the position after so many moves. While one is being fetched, only the last one that is asked for is kept. */
async function show(ply) {
  wanted = Math.max(0, Math.min(Number(ply), last()));
  if (busy) return;
  busy = true;
  while (wanted !== null) {
    const next = wanted;
    wanted = null;
    if (!(await showOne(next)) && wanted === null) stop();
  }
  busy = false;
}

/** Returns whether the position could be shown. */
async function showOne(ply) {
  const address = `${location.pathname}?ply=${ply}&eyes=${form.elements.eyes.value}`;
  const answer = await ask(address);
  if (!answer?.ok) return false;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  takeOver(page, ply);
  // A table without lines leaves the log as it is. Here it means that nothing has happened yet.
  if (!page.querySelector(".log li")) live.querySelector(".log ol").replaceChildren();
  swap(live, page.getElementById("live").innerHTML, form.elements.eyes.value);
  document.getElementById("announce").textContent = page.querySelector(".prompt").textContent;
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
function takeOver(page, ply) {
  const steps = form.querySelector(".steps");
  const focused = steps.contains(document.activeElement) && document.activeElement.getAttribute("aria-label");
  steps.replaceChildren(...page.querySelector(".steps").childNodes);
  // At the start and at the end, the link that had the focus may be gone.
  if (focused) (steps.querySelector(`[aria-label="${CSS.escape(focused)}"]`) ?? steps.querySelector("a"))?.focus();
  form.querySelector(".replay-more").replaceChildren(...page.querySelector(".replay-more").childNodes);
  const list = page.querySelector(".rounds ol");
  if (rounds && list && list.children.length !== rounds.querySelector("ol").children.length) {
    rounds.querySelector("ol").replaceWith(list);
  }
  form.elements.ply.max = page.querySelector('[name="ply"]').max;
  document.getElementById("plies").textContent = form.elements.ply.max;
  document.getElementById("ply-now").textContent = ply;
  form.elements.ply.value = ply;
}

function now() {
  return Number(form.elements.ply.value);
}

function last() {
  return Number(form.elements.ply.max);
}

function step(by) {
  stop();
  show(now() + by);
}

// Playing.

function stop() {
  clearTimeout(timer);
  timer = null;
  play.setAttribute("aria-pressed", "false");
  play.setAttribute("aria-label", "Play");
}

function start() {
  play.setAttribute("aria-pressed", "true");
  play.setAttribute("aria-label", "Pause");
  timer = setTimeout(goOn, now() === last() ? 0 : speed.value);
}

/** Show the next move, or begin again at the end, and wait until the one after it. */
async function goOn() {
  await show(now() === last() ? 0 : now() + 1);
  if (timer === null) return; // stopped meanwhile
  if (now() === last()) stop();
  else timer = setTimeout(goOn, speed.value);
}

function toggle() {
  if (timer === null) start();
  else stop();
}

form.querySelector(".replay-show").hidden = true;
form.querySelector(".replay-play").hidden = false;
speed.value = localStorage.getItem("replay-speed") ?? speed.value;
if (!speed.value) speed.value = "1500";
speed.addEventListener("change", () => localStorage.setItem("replay-speed", speed.value));
play.addEventListener("click", toggle);
form.addEventListener("input", (event) => {
  if (event.target === speed) return;
  if (event.target === form.elements.ply) stop();
  show(now());
});
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-ply]");
  if (!link) return;
  event.preventDefault();
  stop();
  if (rounds) rounds.open = false;
  show(link.dataset.ply);
});

const KEYS = {
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  Home: () => step(-last()),
  End: () => step(last()),
  " ": toggle,
};

document.addEventListener("keydown", (event) => {
  const own = event.target.closest("input, select, summary, button, a, .log, dialog");
  // A control that the key works on keeps it; the arrows work everywhere but in lists, fields and scrolled texts.
  const taken = own && (event.key === " " || own.closest("input, select, .log, dialog"));
  if (taken || event.altKey || event.ctrlKey || event.metaKey || !(event.key in KEYS)) return;
  event.preventDefault();
  KEYS[event.key]();
});
