// The page of a review: the picture of the chances, and the moves that there were at a moment, in a list and on the table.

import "./drawer.js";
import { go, last, live, lookBack } from "./look_back.js";

let begun = []; // the picks of a move that is being picked on the table

function moment() {
  return document.getElementById("moment");
}

function choices() {
  return [...moment().querySelectorAll("[data-choice]")];
}

function picks(choice) {
  return choice.dataset.path.split(" ");
}

/** Take the moment of a fetched page: its moves, and the marks in the picture. */
function takeOver(fetched) {
  const focused = choices().includes(document.activeElement);
  const next = fetched.getElementById("moment");
  for (const size of ["wide", "narrow"]) {
    document.getElementById(`marks-${size}`).replaceChildren(...fetched.getElementById(`marks-${size}`).childNodes);
    next.querySelector(`#marks-${size}`)?.remove();
  }
  const chances = fetched.getElementById("chances-now");
  document.getElementById("chances-now").replaceChildren(...chances.childNodes);
  chances.remove();
  moment().replaceWith(next);
  if (focused) moment().querySelector("a")?.focus();
  begin();
}

/** Mark the move that was played and the best one on the table, and let the others be picked there. */
function begin() {
  begun = [];
  light();
}

function light() {
  // On another player's table there is nothing to choose.
  const own = "others" in moment().dataset ? [] : choices();
  const open = own.filter((choice) => begun.every((pick, at) => picks(choice)[at] === pick));
  const next = new Set(open.map((choice) => picks(choice)[begun.length]));
  const whole = new Set(begun.length ? [] : open.map((choice) => choice.dataset.path));
  for (const element of live.querySelectorAll("[data-pick], [data-path]")) {
    const { pick, path } = element.dataset;
    const lit = next.has(pick) || whole.has(path);
    element.disabled = !lit;
    element.classList.toggle("lit", lit);
    element.classList.toggle("picked", begun.includes(pick));
  }
  mark("choice-made", "was-played");
  mark("choice-best", "was-best");
}

/** Mark everything on the table that belongs to a move of the list. */
function mark(kind, name) {
  const choice = "others" in moment().dataset ? null : moment().querySelector(`.${kind}`);
  const own = choice ? picks(choice) : [];
  for (const element of live.querySelectorAll("[data-pick], [data-path]")) {
    const { pick, path } = element.dataset;
    element.classList.toggle(name, own.includes(pick) || (choice !== null && path === choice.dataset.path));
  }
}

/** Say how good a move of the list is, compared with the one that was played. */
function choose(choice) {
  for (const each of choices()) each.removeAttribute("aria-current");
  choice.setAttribute("aria-current", "true");
  const folded = choice.closest("details");
  if (folded) folded.open = true;
  document.getElementById("what-else").textContent = choice.dataset.said;
}

/** Follow a pick on the table. The best of the moves that begin so is shown; the list has the best ones first. */
function pickOnTable({ pick, path }) {
  const begins = (start) => choices().filter((choice) => start.every((each, at) => picks(choice)[at] === each));
  const exact = choices().find((choice) => path !== undefined && choice.dataset.path === path);
  if (exact) {
    begun = [];
    choose(exact);
    return;
  }
  begun = begins([...begun, pick]).length ? [...begun, pick] : [pick];
  const open = begins(begun);
  if (open.length) choose(open[0]);
  if (open.every((choice) => picks(choice).length === begun.length)) begun = [];
  light();
}

// Looking for a moment in the picture.

/** Returns after how many moves the moment at this place of the picture is. */
function plyAt(chart, x) {
  const box = chart.getBoundingClientRect();
  const part = ((x - box.left) / box.width - Number(chart.dataset.left)) / Number(chart.dataset.span);
  return Math.round(Math.max(0, Math.min(1, part)) * last());
}

for (const chart of document.querySelectorAll(".chart")) {
  let asked = null; // the moment that was asked for last, while the picture is held
  const look = (event) => {
    const ply = plyAt(chart, event.clientX);
    if (ply !== asked) go(ply);
    asked = ply;
  };
  chart.addEventListener("pointerdown", () => { asked = null; });
  chart.addEventListener("pointermove", (event) => { if (event.buttons === 1) look(event); });
  chart.addEventListener("click", look);
}

/** Go to the moment of a sentence or of a line of the table, and bring the table into view. */
for (const words of document.querySelectorAll(".review-top, .review-players")) {
  words.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-ply]");
    if (!link) return;
    event.preventDefault();
    go(link.dataset.ply);
    document.getElementById("look").scrollIntoView({ block: "start" });
  });
}

document.querySelector(".review-look").addEventListener("click", (event) => {
  const choice = event.target.closest("[data-choice]");
  const thing = event.target.closest("[data-pick], [data-path]");
  if (choice) {
    event.preventDefault();
    choose(choice);
  } else if (thing?.classList.contains("lit")) {
    pickOnTable(thing.dataset);
  }
});

lookBack({ asks: "&brief=true", shown: takeOver });
begin();
