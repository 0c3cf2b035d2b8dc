// The teacher: shows the words of a lesson's step, points at things on the table, and goes from step to step. In the
// game after a lesson it shows the comments.

import { keepProgress, progress } from "./progress.js";

const panel = document.getElementById("lesson");
const live = document.getElementById("live");
const words = document.getElementById("lesson-words");
const answer = document.getElementById("lesson-answer");
const isLesson = document.body.matches(".lesson-page");
const after = isLesson ? null : new URLSearchParams(location.search).get("lesson"); // the lesson that this game follows
const button = (name) => document.getElementById(`lesson-${name}`);

let lesson = null; // the step, as the server sent it
let send = () => {};

// The connection.

/** Returns the address of the socket: in a lesson for the step that this browser has reached. */
export function lessonSocket(address) {
  if (isLesson) return `${address}&step=${lesson?.step ?? progress(location.pathname).step}`;
  return after ? `${address}&lesson=${encodeURIComponent(after)}` : address;
}

/** Begin to send messages through this function. */
export function teachThrough(sending) {
  send = sending;
}

// Words.

/** Show what an update says for the lesson. */
export function teach(update) {
  if (update.comments?.length) comment(update.comments);
  if (!isLesson || update.lesson === undefined) return;
  button("continue").hidden = !update.lesson?.continue;
  answer.textContent = "";
  if (!update.lesson) return; // another player is about to move
  lesson = update.lesson;
  panel.hidden = false;
  keepProgress(location.pathname, lesson);
  document.getElementById("lesson-step").textContent = lesson.done
    ? "The end"
    : `Step ${lesson.step + 1} of ${lesson.steps}`;
  words.textContent = lesson.words;
  button("back").hidden = lesson.step === 0;
  button("again").hidden = lesson.step === 0;
  button("done").hidden = !lesson.done;
  showRule(lesson.rules[0]);
}

function showRule(rule) {
  const link = button("rule");
  link.hidden = !rule;
  if (!rule) return;
  link.href = `${link.href.split("#")[0]}#${rule}`;
  link.dataset.rule = rule;
}

/** Say why a pick was not the one that the lesson asks for. */
export function answerPick(sentence) {
  if (isLesson) answer.textContent = sentence;
}

/** Returns the button that has the focus while there is nothing to pick, or null. */
export function lessonFocus() {
  const first = [button("continue"), button("done")?.querySelector("button")];
  return (isLesson && !panel.hidden && first.find((each) => each && each.checkVisibility())) || null;
}

/** Returns whether an element belongs to the teacher's panel. */
export function isTeachers(element) {
  return panel.contains(element);
}

// Picks.

/** Returns whether these picks are not those that the lesson asks for. The server then says why not. */
export function strays(picked) {
  return Boolean(lesson?.pick.length) && picked.some((pick, at) => lesson.pick[at] !== pick);
}

/** Mark the things that the lesson speaks of, or the next pick of a move that has begun. Returns the first of them. */
export function point(picked) {
  for (const each of live.querySelectorAll(".pointed")) each.classList.remove("pointed");
  if (!lesson || lesson.done) return null;
  const names = picked.length ? [lesson.pick[picked.length]] : lesson.mark;
  const found = names.filter(Boolean).flatMap((name) => thingsCalled(name));
  for (const each of found) each.classList.add("pointed");
  return found[0] ?? null;
}

/** Returns the elements with this name: picks, pieces, explained things, or else the button of the whole move. */
function thingsCalled(name) {
  const called = ["pick", "piece", "explain"].map((kind) => `[data-${kind}="${CSS.escape(name)}"]`).join();
  const found = [...live.querySelectorAll(called)];
  if (found.length) return found;
  return [...live.querySelectorAll(`[data-path="${CSS.escape(lesson.pick.join(" "))}"]`)];
}

// Buttons.

if (isLesson) {
  button("continue").addEventListener("click", () => send({ step: lesson.step + 1 }));
  button("back").addEventListener("click", () => send({ step: lesson.step - 1 }));
  button("again").addEventListener("click", () => send({ step: 0 }));
}
button("close")?.addEventListener("click", () => {
  panel.hidden = true;
});

// Comments in the game after a lesson. Each is made once, also if the page is loaded again.

function comment(comments) {
  const key = `comments:${location.pathname}`;
  const said = JSON.parse(localStorage.getItem(key) ?? "[]");
  const news = comments.filter(({ number }) => !said.includes(number));
  if (!news.length) return;
  localStorage.setItem(key, JSON.stringify([...said, ...news.map(({ number }) => number)]));
  panel.hidden = false;
  words.textContent = news.map((each) => each.words).join(" ");
}
