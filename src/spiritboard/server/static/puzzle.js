// A puzzle at its table: shows the answer when it has come, marks the moves on the table, and keeps the score.

import { nextUnseen, noteAnswer, score, scoreWords } from "./puzzle_score.js";

const SHOWN_MOVES = 6; // the others are folded away

const panel = document.getElementById("puzzle");
const live = document.getElementById("live");
const part = (name) => document.getElementById(`puzzle-${name}`);
const words = part("words");
const QUESTION = words?.textContent;

let answer = null;
let send = () => {};

/** Begin to send messages through this function. */
export function puzzleThrough(sending) {
  send = sending;
}

/** Show what an update says for the puzzle. */
export function showPuzzle(update) {
  if (!panel || update.puzzle === undefined) return;
  const isNew = update.puzzle !== null && answer === null;
  answer = update.puzzle;
  const { game, edition, number } = panel.dataset;
  if (isNew) noteAnswer(game, edition, number, answer.right);
  part("answer").hidden = part("again").hidden = part("next").hidden = answer === null;
  words.textContent = answer ? answer.words : QUESTION;
  panel.classList.toggle("solved", Boolean(answer?.right));
  showScore();
  if (!answer) return;
  showMoves();
  if (isNew) scrollTo({ top: 0 });
}

/** Mark the best move and the picked one on the table. */
export function markAnswer() {
  const marked = [...live.querySelectorAll(".best-move, .missed-move")];
  for (const each of marked) each.classList.remove("best-move", "missed-move");
  if (!answer) return;
  const find = (wanted) => answer.moves.find(wanted).path;
  for (const each of thingsOf(find((move) => move.best))) each.classList.add("best-move");
  if (answer.right) return;
  for (const each of thingsOf(find((move) => move.picked))) {
    if (!each.matches(".best-move")) each.classList.add("missed-move");
  }
}

/** Returns the elements of a move: those that make all of it, or else those of its picks. */
function thingsOf(path) {
  const whole = [...live.querySelectorAll(`[data-path="${CSS.escape(path.join(" "))}"]`)];
  return whole.length ? whole : path.flatMap((pick) => [...live.querySelectorAll(`[data-pick="${CSS.escape(pick)}"]`)]);
}

function showScore() {
  const { game, edition, count, number } = panel.dataset;
  const now = score(game, edition);
  part("score").textContent = now.tried ? ` · ${scoreWords(now)}` : "";
  const next = nextUnseen(game, edition, Number(count), Number(number));
  part("next").href = next === null ? `/puzzles/${game}` : `/puzzles/${game}/${next}`;
  part("next").textContent = next === null ? "You have seen all" : "Next puzzle";
}

function showMoves() {
  part("why").hidden = !answer.why;
  part("why").textContent = answer.why;
  const first = answer.moves.filter((move, at) => at < SHOWN_MOVES || move.picked || move.guided);
  const rest = answer.moves.filter((move) => !first.includes(move));
  part("moves").replaceChildren(...first.map(line));
  part("rest").replaceChildren(...rest.map(line));
  part("fold").hidden = !rest.length;
  part("rest-count").textContent = rest.length === 1 ? "One more move" : `${rest.length} more moves`;
}

/** Returns a move with its chance as a bar. */
function line(move) {
  const item = document.createElement("li");
  item.className = "puzzle-move";
  item.classList.toggle("is-best", move.best);
  const said = element("span", "puzzle-said", move.words);
  const tags = [
    [move.best, "best"],
    [move.picked, "your pick"],
    [move.guided, "by feel"],
  ];
  for (const [holds, tag] of tags) if (holds) said.append(" ", element("span", "tag", tag));
  const digits = move.error < 1 ? 1 : 0;
  const number = element("span", "puzzle-chance", `${move.chance.toFixed(digits)} ± ${move.error.toFixed(digits)}`);
  const bar = element("span", "puzzle-bar", "");
  bar.style.setProperty("--chance", `${move.chance}%`);
  bar.style.setProperty("--error", `${move.error}%`);
  bar.setAttribute("aria-hidden", "true");
  item.append(said, number, bar);
  return item;
}

function element(name, kind, text) {
  const made = document.createElement(name);
  made.className = kind;
  made.textContent = text;
  return made;
}

/** Returns the link to the next puzzle if the answer is shown, else null. */
export function puzzleFocus() {
  return answer ? part("next") : null;
}

/** Returns whether an element belongs to the puzzle's panel. */
export function isPuzzles(element) {
  return Boolean(panel?.contains(element));
}

part("again")?.addEventListener("click", () => send({ again: true }));
