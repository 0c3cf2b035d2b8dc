// The lists of puzzles: shows what this browser has seen and solved.

import { forgetScore, nextUnseen, score, scoreWords } from "./puzzle_score.js";

const list = document.getElementById("puzzles");

if (list) {
  const { game, edition, count } = list.dataset;
  const said = document.getElementById("puzzles-score");
  const clear = document.getElementById("puzzles-clear");
  const show = () => {
    const now = score(game, edition);
    for (const link of list.querySelectorAll("[data-puzzle]")) mark(link, now.seen[link.dataset.puzzle]);
    const next = nextUnseen(game, edition, Number(count), 0);
    document.getElementById("puzzles-next").href = `/puzzles/${game}/${next ?? 1}`;
    clear.hidden = !now.tried;
    if (now.tried) said.textContent = `${scoreWords(now)}.${next === null ? " You have seen them all." : ""}`;
  };
  clear.addEventListener("click", () => {
    forgetScore(game);
    show();
    said.textContent = "The score is forgotten.";
    document.getElementById("puzzles-next").focus();
  });
  addEventListener("pageshow", show); // also when the browser shows a page again that it has kept
}

function mark(link, right) {
  const state = right === undefined ? "" : right ? "solved" : "failed";
  link.dataset.state = state;
  link.querySelector(".puzzle-mark").textContent = { solved: "✓", failed: "✗" }[state] ?? "";
  link.querySelector("[data-said]").textContent = state && `, ${state}`;
}

for (const tag of document.querySelectorAll("[data-score-of]")) {
  const now = score(tag.dataset.scoreOf);
  tag.hidden = !now.tried;
  tag.textContent = scoreWords(now);
}
